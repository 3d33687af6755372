import { rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import about from '../../../package.json' with { type: 'json' }
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { type OwnConnection, openConnection } from '../../core/ownConnection.ts'
import { keepErasures } from '../../privacy/privacy/replay.ts'
import { BackupError } from './failure.ts'
import { folderId, listFiles, makeFolder, newName, removeParts, replaceFile, syncFolder } from './folder.ts'
import { writeFile } from './format.ts'
import { expired } from './rules.ts'
import { readSnapshot } from './snapshot.ts'
import type {} from './tables.ts'
import { verify } from './verify.ts'

export type MadeBackup = { file: string; path: string; bytes: number; createdAt: string }

export type BackupSettings = Pick<Config, 'database' | 'secret' | 'previousSecret' | 'backups'>

const lock = `select pg_try_advisory_lock(lock_key('backup')) as mine`

/** True while a backup of this database is being made, wherever. */
export const isRunning = sql<boolean>`exists (select from pg_locks where locktype = 'advisory' and objsubid = 1
  and database = (select oid from pg_database where datname = current_database())
  and (classid::bigint << 32 | objid::bigint) = lock_key('backup'))`

/**
 * Writes everything into a new file, reads it back and removes what is no longer kept. Runs beside all else; throws a
 * `BackupError` where another is being made.
 */
export async function makeBackup(db: Db, config: BackupSettings): Promise<MadeBackup> {
  const { folder } = config.backups
  await makeFolder(folder)
  const connection = await openConnection(config.database.staff, 'prosa backup')
  let done = false
  try {
    const { rows } = await connection.query<{ mine: boolean }>(lock)
    if (!rows[0]?.mine) throw new BackupError('Outro backup está sendo feito agora: espere que ele termine.')
    const made = await write(db, connection, config)
    done = true
    return made
  } finally {
    await connection.close(!done)
  }
}

async function write(db: Db, connection: OwnConnection, config: BackupSettings): Promise<MadeBackup> {
  const { folder, keepDays, password } = config.backups
  await removeParts(folder)
  const now = new Date()
  const head = {
    product: about.version,
    createdAt: now.toISOString(),
    secretKey: config.secret,
    previousSecretKey: config.previousSecret ?? null,
    erasures: await keepErasures(db)
  }
  const name = await newName(folder, now)
  const file = path.join(folder, name)
  const part = `${file}.part`
  try {
    await writeFile(part, readSnapshot(connection, head), { password })
    await verify(part, { password })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await syncFolder(folder)
  const { size } = await stat(file)
  await note(db, await folderId(folder), name, size, head.createdAt)
  await keepErasuresBeside(db, folder)
  await removeExpired(db, folder, keepDays)
  return { file: name, path: file, bytes: size, createdAt: head.createdAt }
}

const note = (db: Db, folder: string, file: string, bytes: number, startedAt: string) =>
  db.everyCompany(trx =>
    sql`insert into backups (folder, file, bytes, started_at, checked_at) values (${folder}, ${file}, ${bytes}, ${startedAt}, now())
      on conflict (folder, file) do update set bytes = excluded.bytes, started_at = excluded.started_at,
        checked_at = excluded.checked_at`.execute(trx)
  )

/** Notes for staff that no backup came of it. */
export async function noteFailure(db: Db, folder: string, error: string): Promise<void> {
  const id = await folderId(folder).catch(() => '')
  await db.everyCompany(trx => sql`insert into backups (folder, error) values (${id}, ${error})`.execute(trx))
}

/** Keeps the people erased since the last backup, so that restoring it does not bring them back. */
export async function keepErasuresBeside(db: Db, folder: string): Promise<void> {
  await makeFolder(folder)
  await replaceFile(path.join(folder, erasuresFile), JSON.stringify(await keepErasures(db)))
}

export const erasuresFile = 'erasures.json'

async function removeExpired(db: Db, folder: string, keepDays: number): Promise<void> {
  if (keepDays === 0) return
  const id = await folderId(folder)
  for (const name of expired(await listFiles(folder), keepDays)) {
    await rm(path.join(folder, name), { force: true })
    await db.everyCompany(trx => sql`delete from backups where folder = ${id} and file = ${name}`.execute(trx))
  }
}
