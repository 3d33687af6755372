import { sql } from 'kysely'
import type { Logger } from 'pino'
import type {} from '../services/auth/tables.ts'
import type { Db } from '../services/core/db.ts'
import { readSettings } from '../services/settings/queries.ts'

const hour = 3600_000

/**
 * Removes what has served its time: live events that no reader will ask for again, counted attempts that are over,
 * sessions that ended three months ago, and failures that have not come back for as long as logs are kept. Any number
 * of workers may do so at once.
 */
export async function tidy(db: Db): Promise<void> {
  await db.everyCompany(trx => sql`delete from events where created_at < now() - interval '2 days'`.execute(trx))
  await db.everyCompany(trx => sql`delete from throttles where resets_at < now()`.execute(trx))
  await db.everyCompany(trx =>
    sql`delete from sessions where coalesce(ended_at, expires_at) < now() - interval '90 days'`.execute(trx)
  )
  await db.everyCompany(async trx => {
    const { logRetentionDays } = await readSettings(trx)
    await sql`delete from error_log where last_at < now() - ${logRetentionDays} * interval '1 day'`.execute(trx)
  })
}

/** Tidies every hour, the first time after one; returns the way to stop. */
export function startTidying(db: Db, log: Logger): () => void {
  const timer = setInterval(() => void tidy(db).catch(error => log.warn({ err: error }, 'not tidied')), hour)
  return () => clearInterval(timer)
}
