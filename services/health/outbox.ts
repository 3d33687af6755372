import type { Db } from '../core/db.ts'

export type OutboxState = { waiting: number; lagSeconds: number }

/** Rows that no relay has taken: their number, up to 10,000, and the age of the first. */
export async function readOutbox(db: Db): Promise<OutboxState> {
  const text = `select (select count(*) from (select from outbox limit 10000) as counted) as waiting,
    coalesce((select extract(epoch from now() - created_at) from outbox order by seq limit 1), 0)::float as lag`
  const [result] = await db.everyCompanyBatch([{ name: 'outbox-lag', text, values: [] }])
  const row = result?.rows[0]
  return { waiting: Number(row.waiting), lagSeconds: Math.max(0, row.lag) }
}
