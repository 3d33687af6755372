import { existsSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { configOf, createDatabase, openDatabase } from '../../services/admin/backups/database.ts'
import { BackupError } from '../../services/admin/backups/failure.ts'
import { stampOf } from '../../services/admin/backups/folder.ts'
import {
  forgetPlace,
  hasDatabase,
  isInUse,
  removeDataFolder,
  renameDataFolder
} from '../../services/core/dataFolder.ts'
import { openDb } from '../../services/core/db.ts'
import { type KeptErasures, keepErasures } from '../../services/privacy/privacy/replay.ts'
import { fill, type RestoreTask } from './fill.ts'

/**
 * Restores a backup into a new data folder beside the present one, and swaps the two at the very end. The former folder
 * is kept whole under another name.
 */
export async function restoreFolder(task: RestoreTask): Promise<void> {
  const { env, dataDir, replace, backup, say } = task
  refuseUse(dataDir)
  const hasData = hasDatabase(dataDir)
  const aside = freeName(`${dataDir}-antes-${stampOf(new Date())}`)
  if (hasData && !replace)
    throw new BackupError(
      `A pasta ${dataDir} já tem dados. Para trocá-los pelos do backup, repita o comando com --replace no fim: os de agora ficam em ${aside}.`
    )
  const fresh = `${dataDir}-restaurando`
  // Removes the leftovers of a restore that was killed.
  await removeDataFolder(fresh)
  const erasures = [...task.erasures, ...(hasData ? await readErasures(env, dataDir, say) : [])]

  let database: Awaited<ReturnType<typeof createDatabase>> | undefined
  task.onBegin(async () => {
    await database?.stop()
    await removeDataFolder(fresh)
  })
  const secret = env.SECRET_KEY || backup.head.secretKey
  database = await createDatabase(fresh, secret)
  await fill(configOf({ ...env, DATA_DIR: fresh, DATABASE_URL: database.url, SECRET_KEY: secret }), {
    ...task,
    erasures
  })
  await database.stop()
  database = undefined
  refuseUse(dataDir)
  swap({ dataDir, fresh, aside, hasData })
  task.onBegin(async () => {})
  say(`restaurado em ${dataDir} o backup de ${whenOf(backup.head.createdAt)}`)
  if (hasData) say(`os dados de antes estão em ${aside}: apague a pasta quando não precisar mais dela`)
  say('inicie com npm start')
}

function refuseUse(dataDir: string): void {
  if (isInUse(dataDir)) throw new BackupError(`O Prosa está usando ${dataDir}: pare-o com Ctrl-C e restaure de novo.`)
}

export const whenOf = (at: string): string =>
  new Date(at).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'short', timeStyle: 'short' })

function freeName(name: string): string {
  for (let n = 1; ; n++) {
    const each = n === 1 ? name : `${name}-${n}`
    if (!existsSync(each)) return each
  }
}

/** Erased people listed in the data to be replaced, which may be unreadable. */
async function readErasures(
  env: NodeJS.ProcessEnv,
  dataDir: string,
  say: (text: string) => void
): Promise<KeptErasures[]> {
  try {
    const { config, close } = await openDatabase(env, dataDir)
    const db = openDb({ ...config.database, name: 'prosa restore', max: 2 })
    try {
      return [await keepErasures(db)]
    } finally {
      await db.close()
      await close()
    }
  } catch (error) {
    say(
      `os dados de agora não puderam ser lidos (${error instanceof Error ? error.message : error}): quem pediu exclusão depois do backup só é excluído de novo se a lista ao lado dos backups o diz`
    )
    return []
  }
}

/** In one go, so that nothing can come in between. Other files of the folder go along. */
function swap({
  dataDir,
  fresh,
  aside,
  hasData
}: {
  dataDir: string
  fresh: string
  aside: string
  hasData: boolean
}): void {
  try {
    if (existsSync(dataDir)) {
      if (hasData) renameDataFolder(dataDir, aside)
      else forgetPlace(dataDir)
      const old = hasData ? aside : dataDir
      const own = hasData ? ['backups'] : readdirSync(old)
      for (const name of own)
        if (existsSync(path.join(old, name)) && !existsSync(path.join(fresh, name)))
          renameSync(path.join(old, name), path.join(fresh, name))
      if (!hasData) rmdirSync(dataDir)
    }
    renameDataFolder(fresh, dataDir)
  } catch (error) {
    if (hasData && existsSync(aside) && !existsSync(dataDir)) renameDataFolder(aside, dataDir)
    throw error
  }
}
