import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from './db.ts'
import { takeLocks } from './locks.ts'
import type { Tables } from './tables.ts'

type Once<Answer> = {
  table: keyof Tables & string
  companyId: string | null
  /** The request's idempotency key; without one every request creates a row. */
  key: string | undefined
  create: (id?: string) => Promise<Answer>
  find: (id: string) => Promise<Answer>
}

/**
 * Creates a row once, however often its request is sent with the same key: the key decides the row's id. A request that
 * comes while the first one is at work waits for it.
 */
export async function createOnce<Answer>(
  trx: Trx,
  { table, companyId, key, create, find }: Once<Answer>
): Promise<Answer> {
  if (key === undefined) return create()
  const id = createHash('sha256').update(`${table}\n${companyId}\n${key}`).digest('hex').slice(0, 24)
  await takeLocks(trx, companyId, `once ${id}`)
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(trx)
  return rows.length > 0 ? find(id) : create(id)
}
