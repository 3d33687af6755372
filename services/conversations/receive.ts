import type { Db } from '../core/db.ts'
import { monthOf } from '../leads/usage.ts'
import type { Outcome, Update } from './updates.ts'

/**
 * Stores what was told of one channel, in the order given, and returns what became of each update. What is told twice,
 * late or in another order has the same effect.
 */
export async function receiveUpdates(
  db: Db,
  channel: { id: string; companyId: string },
  updates: readonly (Update & { deliveryId?: number })[]
): Promise<Outcome[]> {
  const { companyId, id } = channel
  const { limit, month } = await db.company(companyId, trx => monthOf(trx, companyId))
  const values = [companyId, id, JSON.stringify(updates), limit, month]
  const [result] = await db.companyBatch({ id: companyId, held: true, deleted: true }, [{ ...receive, values }], {
    inTurn: { names: [`channel ${id}`] }
  })
  db.signal('events', 'outbox')
  const rows: { place: number; outcome: Outcome }[] = result?.rows ?? []
  return rows.toSorted((a, b) => a.place - b.place).map(({ outcome }) => outcome)
}

const receive = {
  name: 'receive-updates',
  text: 'select place, outcome from receive_updates($1, $2, $3::jsonb, $4::integer, $5::date)'
}
