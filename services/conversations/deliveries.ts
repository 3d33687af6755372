import { sql } from 'kysely'
import type { ChannelKind } from '../channels/rules.ts'
import type { Db } from '../core/db.ts'
import { readInstagram } from './readInstagram.ts'
import { readWhatsapp } from './readWhatsapp.ts'
import { receiveUpdates } from './receive.ts'
import { heedRefusals } from './refusals.ts'
import type { Outcome, Told, Update } from './updates.ts'

type Channel = {
  id: string
  companyId: string
  account: string
  provider: ChannelKind
  verified: boolean
  active: boolean
}
type Delivery = { id: number; provider: ChannelKind; body: Buffer | null; signed_by: string | null }
/** What became of updates of one delivery. */
type Count = { delivery: number; company: string | null; channel: string | null; outcome: Outcome; updates: number }

/** Deliveries are read together up to this number of bytes; the last of them may go beyond it. */
const mostBytes = 8 * 1024 * 1024

/**
 * Works off stored deliveries: what they tell of one channel is stored together, in their order. Those that were worked
 * off already are left, so that a job may run twice; one that ended in between counts what it stored as repeated.
 */
export async function workOff(db: Db, deliveryIds: readonly number[]): Promise<void> {
  let left = [...deliveryIds]
  while (left.length > 0) {
    const deliveries = await readWaiting(db, left)
    const last = deliveries.at(-1)
    if (!last) return
    await workOffTogether(db, deliveries)
    left = left.filter(id => id > last.id)
  }
}

/** The first of these that were not worked off yet, as many as fit into the bytes. */
function readWaiting(db: Db, ids: readonly number[]): Promise<Delivery[]> {
  return db.everyCompany(async trx => {
    const { rows } = await sql<Delivery>`
      select id, provider, body, signed_by from (
        select *, coalesce(sum(octet_length(body)) over before, 0) as bytes_before from deliveries
        where id = any (${ids}::bigint[]) and processed_at is null
        window before as (order by id rows between unbounded preceding and 1 preceding)) as waiting
      where bytes_before < ${mostBytes} order by id`.execute(trx)
    return rows
  })
}

async function workOffTogether(db: Db, deliveries: readonly Delivery[]): Promise<void> {
  const told = deliveries.flatMap(delivery => readDelivery(delivery).map(each => ({ ...each, delivery })))
  const channels = await channelsOf(db, told)

  const counts: Count[] = []
  const waiting = new Map<Channel, { update: Update & { deliveryId: number }; delivery: Delivery }[]>()
  for (const each of told) {
    const { delivery } = each
    const channel = channelFor(channels, delivery, each.account)
    const count = (outcome: Outcome) =>
      counts.push({
        delivery: delivery.id,
        company: channel?.companyId ?? null,
        channel: channel?.id ?? null,
        outcome,
        updates: 1
      })
    if ('explained' in each) count(each.explained)
    else if (!channel) count(delivery.signed_by === null ? 'unknown_account' : 'not_its_account')
    else {
      const update = { ...each.update, deliveryId: delivery.id }
      waiting.set(channel, [...(waiting.get(channel) ?? []), { update, delivery }])
    }
  }
  for (const [channel, group] of waiting) {
    const updates = group.map(({ update }) => update)
    const outcomes = await receiveUpdates(db, channel, updates)
    await heedRefusals(db, channel, updates, outcomes)
    for (const [n, { delivery }] of group.entries())
      counts.push({
        delivery: delivery.id,
        company: channel.companyId,
        channel: channel.id,
        outcome: outcomes[n] ?? 'repeated',
        updates: 1
      })
  }
  await conclude(
    db,
    deliveries.map(({ id }) => id),
    counts
  )
}

/** What is no JSON, or of another object, is told as one thing that cannot be read. */
function readDelivery({ provider, body }: Delivery): Told[] {
  try {
    const content: unknown = JSON.parse(body?.toString('utf8') ?? '')
    const told = provider === 'whatsapp' ? readWhatsapp(content) : readInstagram(content)
    if (told.length > 0) return told
  } catch {
    // told below
  }
  return [{ account: null, explained: 'unreadable' }]
}

async function channelsOf(db: Db, told: readonly Told[]): Promise<Channel[]> {
  const accounts = [...new Set(told.flatMap(({ account }) => account ?? []))]
  if (accounts.length === 0) return []
  const rows = await db.everyCompany(trx =>
    trx
      .selectFrom('channels')
      .select(['id', 'company_id', 'kind', 'account', 'checked_at', 'active'])
      .where('account', 'in', accounts)
      .orderBy('checked_at')
      .execute()
  )
  return rows.map(row => ({
    id: row.id,
    companyId: row.company_id,
    account: row.account ?? '',
    provider: row.kind,
    verified: row.checked_at !== null,
    active: row.active
  }))
}

/**
 * The channel that a delivery speaks of: the one whose own secret signed it and no other; else, of those that proved to
 * have the account, the one that is switched on, or the first, which receives while it is off.
 */
function channelFor(channels: readonly Channel[], delivery: Delivery, account: string | null): Channel | undefined {
  const named = channels.filter(each => each.provider === delivery.provider && each.account === account)
  if (delivery.signed_by !== null) return named.find(({ id }) => id === delivery.signed_by)
  const proved = named.filter(({ verified }) => verified)
  return proved.find(({ active }) => active) ?? proved[0]
}

/** Notes what became of the deliveries, in place of what an earlier run noted. */
async function conclude(db: Db, deliveryIds: number[], counts: readonly Count[]): Promise<void> {
  await db.everyCompany(async trx => {
    await trx.deleteFrom('delivery_outcomes').where('delivery_id', 'in', deliveryIds).execute()
    await sql`insert into delivery_outcomes (delivery_id, company_id, channel_id, outcome, updates)
      select delivery, company, channel, outcome, sum(updates)
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
        as c (delivery bigint, company text, channel text, outcome text, updates integer)
      group by delivery, company, channel, outcome`.execute(trx)
    await trx.updateTable('deliveries').set({ processed_at: sql`now()` }).where('id', 'in', deliveryIds).execute()
  })
}
