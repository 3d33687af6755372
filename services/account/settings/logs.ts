import { sql } from 'kysely'
import type { Db } from '../../core/db.ts'
import { deleteWhere, inPortions, past } from '../../core/tidy.ts'
import { readSettings } from './queries.ts'

/** Deletes entries of a log table beyond the installation's retention. */
export const deleteOldLogs = (table: string, time: string) => async (db: Db) => {
  const { logRetentionDays } = await db.everyCompany(readSettings)
  await inPortions(deleteWhere(table, sql`${sql.ref(time)} < ${past(logRetentionDays)}`))(db)
}
