import { sql } from 'kysely'
import type { Trx } from './db.ts'

/**
 * Waits until no other transaction has any of these locks of the company, and keeps them until this one ends. Without a
 * company they are those of the whole installation.
 */
export async function takeLocks(trx: Trx, companyId: string | null, ...names: string[]): Promise<void> {
  await sql`select take_locks(${names}::text[], ${companyId})`.execute(trx)
}
