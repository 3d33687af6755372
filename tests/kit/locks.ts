import { sql } from 'kysely'
import type { Db } from '../../services/core/db.ts'

/**
 * How many connections to this database wait for a lock, of that type alone if one is named. Not to be asked for within
 * a transaction that goes on: PostgreSQL shows it the connections that there were when it first looked.
 */
export function countWaiting(db: Db, type?: 'advisory' | 'transactionid'): Promise<number> {
  return db.everyCompany(async trx => {
    const { rows } = await sql<{ n: number }>`select count(distinct pid)::integer as n from pg_locks
      where not granted and locktype = coalesce(${type ?? null}, locktype)
        and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(trx)
    return rows[0]?.n ?? 0
  })
}
