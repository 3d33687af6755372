import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { adapters } from './adapters.ts'
import type { Channel } from './queries.ts'
import type {} from './tables.ts'

/** The share of a provider's pace that is used, as its clock and the network are not ours. */
const usedShare = 0.975

/** Messages that a number takes in a second; fewer where the shop's telephone uses it too. */
export function perSecondOf({ kind, history }: Pick<Channel, 'kind' | 'history'>): number {
  const { perSecond, perSecondShared = perSecond } = adapters[kind].pace
  return (history === null ? perSecond : perSecondShared) * usedShare
}

/**
 * Takes a number's pace for so many messages, whose turn comes after those that were taken before. Returns the seconds
 * until that of the first one. Inbox and automatic messages take it unasked; campaigns take what is left (`paceLeft`).
 */
export async function takePace(
  trx: Trx,
  channel: Pick<Channel, 'id' | 'kind' | 'history'>,
  n: number
): Promise<number> {
  const seconds = n / perSecondOf(channel)
  const { rows } = await sql<{ wait: number }>`
    update channels set paced_until = greatest(paced_until, now()) + ${seconds} * interval '1 second' where id = ${channel.id}
    returning extract(epoch from paced_until - now())::float - ${seconds}::float as wait`.execute(trx)
  return Math.max(0, rows[0]?.wait ?? 0)
}

/** Seconds of its pace that campaigns take in advance: what is written meanwhile waits no longer. */
const ahead = 0.25

/** How many messages of campaigns the pace has room for now. */
export async function paceLeft(trx: Trx, channel: Pick<Channel, 'id' | 'kind' | 'history'>): Promise<number> {
  const { rows } = await sql<{ taken: number; paused: boolean }>`
    select greatest(0, extract(epoch from paced_until - now()))::float as taken, coalesce(paused_until > now(), false) as paused
    from channels where id = ${channel.id}`.execute(trx)
  const [row] = rows
  if (!row || row.paused) return 0
  return Math.max(0, Math.floor((ahead - (row.taken ?? 0)) * perSecondOf(channel)))
}
