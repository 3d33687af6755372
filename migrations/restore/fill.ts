import { sql } from 'kysely'
import type { Head, Sums } from '../../services/admin/backups/format.ts'
import { loadRows } from '../../services/admin/backups/load.ts'
import type { Config } from '../../services/core/config.ts'
import { type Db, openDb } from '../../services/core/db.ts'
import { openConnection } from '../../services/core/ownConnection.ts'
import { declareFeatures } from '../../services/declare.ts'
import { features } from '../../services/features.ts'
import { type KeptErasures, replayErasures } from '../../services/privacy/privacy/replay.ts'
import { readFiles } from '../files.ts'
import { migrate } from '../run.ts'

export type RestoreTask = {
  env: NodeJS.ProcessEnv
  dataDir: string
  replace: boolean
  backup: { file: string; password: string | undefined; head: Head; sums: Sums }
  /** Kept lists of who was erased, which may be of a later time than the backup. */
  erasures: KeptErasures[]
  say(text: string): void
  /** Says how to take back what has begun. */
  onBegin(undo: () => Promise<void>): void
}

/** Fills an empty database: the tables as the backup had them, its rows, and what is newer than the backup. */
export async function fill(config: Config, { backup, erasures, say }: RestoreTask): Promise<void> {
  const { file, password, head, sums } = backup
  const files = await readFiles()
  const steps = Object.fromEntries(Object.entries(files.steps).filter(([name]) => head.steps.includes(name)))
  say('preparando as tabelas')
  await migrate(config, { steps, repeatable: {} }, { restoring: true })
  say(`restaurando ${sums.tables.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('pt-BR')} linhas`)
  const connection = await openConnection(config.database.owner, 'prosa restore')
  let done = false
  try {
    await loadRows(connection, file, { password, sums })
    done = true
  } finally {
    await connection.close(!done)
  }
  await migrate(config, undefined, { restoring: true })
  const db = openDb({ ...config.database, name: 'prosa restore', max: 2 })
  try {
    // The list of another day, or of another machine; a worker makes it what the folder holds.
    await db.everyCompany(trx => sql`delete from backups`.execute(trx))
    await reseal(db, config, head)
    await eraseAgain(db, config, erasures, say)
  } finally {
    await db.close()
  }
}

/** Secrets sealed with the backup's keys are sealed with this installation's. */
async function reseal(db: Db, config: Config, head: Head): Promise<void> {
  const chain = [head.previousSecretKey, head.secretKey, config.secret].filter(key => key !== null)
  const parts = await Promise.all(features.flatMap(({ worker }) => worker?.() ?? []))
  for (const [n, secret] of chain.entries()) {
    const previousSecret = chain[n - 1]
    if (previousSecret === undefined || previousSecret === secret) continue
    await db.everyCompany(async trx => {
      for (const part of parts) await part.reseal?.(trx, { ...config, secret, previousSecret })
    })
  }
}

/** People who were erased after the backup was made are erased again. */
async function eraseAgain(db: Db, config: Config, lists: KeptErasures[], say: (text: string) => void): Promise<void> {
  declareFeatures()
  let count = 0
  for (const list of lists) {
    const { erased, left } = await replayErasures(db, config, list)
    count += erased
    for (const each of left) say(`não pôde ser excluído de novo: ${each}`)
  }
  if (count > 0) say(`leads excluídos de novo, de quem pediu depois deste backup: ${count}`)
}
