import { existsSync } from 'node:fs'
import path from 'node:path'
import { BackupError, failureText } from '../services/admin/backups/failure.ts'
import { newerBackup } from '../services/admin/backups/format.ts'
import { verify } from '../services/admin/backups/verify.ts'
import { readFiles } from './files.ts'
import { restoreDatabase } from './restore/database.ts'
import { readOldErasures } from './restore/erasures.ts'
import { restoreFolder } from './restore/folder.ts'

// `npm run restore -- FILE [--replace]`: fills an empty data folder, or the empty database of DATABASE_URL.
const say = (text: string) => console.log(`prosa: ${text}`)
const env = process.env
const dataDir = path.resolve(import.meta.dirname, '..', env.DATA_DIR ?? '.data')
const [name, ...others] = process.argv.slice(2).filter(argument => argument !== '--replace')
const replace = process.argv.includes('--replace')

/** Ends the process with a sentence, once what was begun is taken back. */
let takeBack = async (): Promise<void> => {}
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, async () => {
    if (interrupted) return
    interrupted = true
    console.error('prosa: restauração interrompida, desfazendo o que foi começado')
    await takeBack().catch(() => {})
    console.error('prosa: os dados de antes estão como estavam')
    process.exit(1)
  })

try {
  const file = findFile()
  const password = env.BACKUP_PASSWORD || undefined
  say(`conferindo ${file}`)
  const { head, sums } = await verify(file, { password })
  const { steps } = await readFiles()
  if (head.steps.some(step => !(step in steps))) throw newerBackup()
  const task = {
    env,
    dataDir,
    replace,
    backup: { file, password, head, sums },
    erasures: await readOldErasures(file, dataDir, password),
    say,
    onBegin: (undo: () => Promise<void>) => {
      takeBack = undo
    }
  }
  await (env.DATABASE_URL ? restoreDatabase(task) : restoreFolder(task))
} catch (error) {
  if (!interrupted) {
    await takeBack().catch(() => {})
    console.error(`prosa: ${failureText(error, dataDir)}`)
    process.exit(1)
  }
}

/** As it was typed, from where it was typed; a name alone is also looked for among the backups. */
function findFile(): string {
  if (!name || others.length > 0)
    throw new BackupError('Diga qual arquivo restaurar: npm run restore -- .data/backups/prosa-2026-11-28-0300.backup')
  const places = [path.resolve(env.INIT_CWD ?? '.', name), path.resolve(name), path.join(dataDir, 'backups', name)]
  const found = places.find(existsSync)
  if (!found) throw new BackupError(`Não existe o arquivo ${places[0]}.`)
  return found
}
