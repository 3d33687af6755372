import { sql } from 'kysely'
import type { Db } from '../services/core/db.ts'

/**
 * Does the work unless another worker is at it; says whether it did. Who dies in the middle keeps the others from it for
 * so many seconds. It is no lock, which would keep a transaction idle for as long as the work takes.
 */
export async function withLease(db: Db, name: string, seconds: number, work: () => Promise<void>): Promise<boolean> {
  const { rows } = await db.everyCompany(trx =>
    sql`
      insert into leases as l (name, until) values (${name}, now() + ${seconds} * interval '1 second')
      on conflict (name) do update set until = excluded.until where l.until < now() returning name`.execute(trx)
  )
  if (rows.length === 0) return false
  try {
    await work()
  } finally {
    await db.everyCompany(trx => sql`delete from leases where name = ${name}`.execute(trx))
  }
  return true
}
