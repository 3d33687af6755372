import type { Db } from '../../core/db.ts'

/** `deliveryLagSeconds`: the age of the oldest delivery of a channel's provider that no worker has processed. */
type OutboxState = { waiting: number; lagSeconds: number; deliveryLagSeconds: number }

/** Rows that no relay has taken: their number, up to 10,000, and the age of the first; and what providers delivered. */
export async function readOutbox(db: Db): Promise<OutboxState> {
  const text = `select (select count(*) from (select from outbox limit 10000) as counted) as waiting,
    coalesce((select extract(epoch from now() - created_at) from outbox order by seq limit 1), 0)::float as lag,
    coalesce((select extract(epoch from now() - received_at) from deliveries where processed_at is null
      order by id limit 1), 0)::float as delivery_lag`
  const [result] = await db.everyCompanyBatch([{ name: 'outbox-lag', text, values: [] }])
  const row = result?.rows[0]
  return {
    waiting: Number(row.waiting),
    lagSeconds: Math.max(0, row.lag),
    deliveryLagSeconds: Math.max(0, row.delivery_lag)
  }
}
