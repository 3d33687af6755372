import { sql } from 'kysely'
import { signalAfterCommit, type Trx } from '../../core/db.ts'
import type { Author } from '../../core/viewer.ts'
import { monthOf } from './usage.ts'

/** How a lead arrives; what each way promises is in docs/arrivals.md. */
type WayIn = 'form' | 'typed' | 'channel'

/** Columns of the type `sent_lead`; what is not known is left out. */
export type Arrival = {
  name: string
  /** The lead that the person is already. */
  lead_id?: string | undefined
  answers: Record<string, unknown>
  [column: string]: unknown
}

type Arrived = { id: string; isNew: boolean; held: boolean }

/**
 * Stores what arrived by one way in, in its order, and announces it. Needs a scope that sees held leads, and the locks
 * of the people (`personLocks`).
 */
export async function arrive(
  trx: Trx,
  companyId: string,
  way: WayIn,
  arrivals: readonly Arrival[],
  author?: Author
): Promise<Arrived[]> {
  const { limit, month } = await monthOf(trx, companyId)
  const items = JSON.stringify(arrivals.map((arrival, no) => ({ no, ...arrival })))
  const actor = author ? JSON.stringify({ actorId: author.id, actorName: author.name }) : '{}'
  const { rows } = await sql<Arrived>`
    select a.lead_id as id, a.is_new as "isNew", a.held
    from unnest(arrive(${companyId}, ${way}, ${items}::jsonb, ${month}::date, ${limit}::integer, ${actor}::jsonb)) as a
    order by a.no`.execute(trx)
  signalAfterCommit(trx, 'events')
  signalAfterCommit(trx, 'outbox')
  return rows
}
