import type { Db } from '../../core/db.ts'
import { isOfTheData } from '../../core/errors.ts'
import { cut } from '../../core/rules.ts'
import { personLocks } from '../../leads/leads/locks.ts'
import { monthOf } from '../../leads/leads/usage.ts'
import type { Outcome, Update } from '../channels/updates.ts'

/** The outcome of an update, and the database's reason where it could not be stored. */
export type Received = { outcome: Outcome; reason?: string }

type Channel = { id: string; companyId: string }
type Stored = Update & { deliveryId?: number }

/**
 * Stores the updates of one channel, in their order, and returns the outcome of each. Updates that come twice, late or
 * in another order have the same effect. An update that the database refuses counts as unreadable, with the reason, and
 * the others are stored: the set is halved until it stands alone.
 */
export async function receiveUpdates(db: Db, channel: Channel, updates: readonly Stored[]): Promise<Received[]> {
  const { companyId } = channel
  const { limit, month } = await db.company(companyId, trx => monthOf(trx, companyId))
  const halved = async (some: readonly Stored[]): Promise<Received[]> => {
    try {
      return await receiveBatch(db, channel, some, { limit, month })
    } catch (error) {
      if (!isOfTheData(error)) throw error
      if (some.length === 1) return [{ outcome: 'unreadable', reason: cut(error.message, 500) }]
      const middle = Math.ceil(some.length / 2)
      return [...(await halved(some.slice(0, middle))), ...(await halved(some.slice(middle)))]
    }
  }
  return halved(updates)
}

async function receiveBatch(
  db: Db,
  { id, companyId }: Channel,
  updates: readonly Stored[],
  { limit, month }: { limit: number | null; month: string }
): Promise<Received[]> {
  const values = [companyId, id, JSON.stringify(updates), limit, month]
  // Beside the channel's own lock those of the people, who may be sending the company's form at this moment.
  const people = updates.flatMap(update => ('contact' in update ? personLocks(update.contact) : []))
  const [result] = await db.companyBatch({ id: companyId, held: true, deleted: true }, [{ ...receive, values }], {
    inTurn: { names: [`channel ${id}`, ...people] }
  })
  db.signal('events', 'outbox')
  const rows: { place: number; outcome: Outcome }[] = result?.rows ?? []
  const outcomes = new Map(rows.map(({ place, outcome }) => [place, outcome]))
  return updates.map((_, place) => ({ outcome: outcomes.get(place) ?? 'repeated' }))
}

const receive = {
  name: 'receive-updates',
  text: 'select place, outcome from receive_updates($1, $2, $3::jsonb, $4::integer, $5::date)'
}
