import { access } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { listFiles } from './folder.ts'
import { isRunning } from './make.ts'
import { staleDays } from './rules.ts'
import type { Backup, BackupState, LastBackup } from './schema.ts'
import type {} from './tables.ts'

const newest = sql`order by started_at desc, file desc`

/** The backups that there are, the newest first. */
export async function listBackups(db: Db, { folder }: Config['backups']): Promise<Backup[]> {
  const { rows } = await db.everyCompany(trx =>
    sql<Omit<Backup, 'here'>>`
      select file, bytes, started_at as "createdAt", checked_at is not null as checked from backups
      where file is not null ${newest} limit 1000`.execute(trx)
  )
  const here = new Set(await listFiles(folder))
  return rows.map(row => ({ ...row, here: here.has(row.file) }))
}

export async function readState(db: Db, { folder, keepDays, password }: Config['backups']): Promise<BackupState> {
  const { rows } = await db.everyCompany(trx =>
    sql<{ running: boolean; at: string | null; error: string | null }>`
      select ${isRunning} as running, last.at, last.error from (values (1)) one
      left join lateral (select started_at as at, error from backups ${newest} limit 1) last on last.error is not null`.execute(
      trx
    )
  )
  const { running = false, at = null, error = null } = rows[0] ?? {}
  return {
    running,
    folder,
    keepDays,
    encrypted: password !== undefined,
    failure: at && error ? { at, message: error } : null
  }
}

/** By the clock of the database, which the times of the rows are of too. */
export async function findLast(trx: Trx): Promise<LastBackup> {
  const { rows } = await sql<LastBackup>`
    select b.started_at as "createdAt", coalesce(b.bytes, 0) as bytes, b.checked_at is not null as checked,
      greatest(b.started_at, installed.at) < now() - ${sql.lit(staleDays)} * interval '1 day' as stale,
      (select last.error from (select error from backups ${newest} limit 1) last) as failure
    from (select min(timestamp::timestamptz) as at from kysely_migration) installed
    left join lateral (select * from backups where file is not null ${newest} limit 1) b on true`.execute(trx)
  return rows[0] ?? { createdAt: null, bytes: 0, checked: false, stale: false, failure: null }
}

/** The path of a backup that this process can read. */
export async function findFile({ folder }: Config['backups'], name: string): Promise<string | undefined> {
  const file = path.join(folder, name)
  return access(file).then(
    () => file,
    () => undefined
  )
}
