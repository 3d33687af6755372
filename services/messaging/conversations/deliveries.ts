import { sql } from 'kysely'
import type { Db } from '../../core/db.ts'
import { digits } from '../../core/rules.ts'
import { adapters } from '../channels/adapters.ts'
import type { ChannelKind } from '../channels/rules.ts'
import type { AccountReport, Entry, Outcome, TemplateReport, Update } from '../channels/updates.ts'
import { noteTemplateReport } from '../templates/sync.ts'
import { noteReport } from './accountReports.ts'
import { receiveUpdates } from './receive.ts'
import { heedRefusals } from './refusals.ts'

type Channel = {
  id: string
  companyId: string
  account: string
  /** The account above it, as the provider says. */
  parent: string | null
  /** The same, as the company typed it. */
  waba: string | null
  address: string | null
  provider: ChannelKind
  verified: boolean
  active: boolean
}
/** `signers`: the channels whose own secret signed it; null for the installation's app. */
type Delivery = { id: number; provider: ChannelKind; body: Buffer | null; signers: string[] | null }
/** The outcome of an update: `account` where no company was found, `reason` where the database refused it. */
type Count = {
  delivery: number
  company: string | null
  channel: string | null
  outcome: Outcome
  account?: string | null
  reason?: string
}

/** Deliveries are read together up to this number of bytes; the last of them may go beyond it. */
const maxBytes = 8 * 1024 * 1024

/**
 * Processes stored deliveries: the updates of one channel are stored together, in their order. Processed deliveries are
 * skipped, so a job may run twice; a job that ended in between counts its stored updates as repeated. A channel that
 * cannot be processed holds up no other: it throws at the end, and its deliveries wait.
 */
export async function processDeliveries(db: Db, deliveryIds: readonly number[]): Promise<void> {
  let left = [...deliveryIds]
  while (left.length > 0) {
    const deliveries = await readWaiting(db, left)
    const last = deliveries.at(-1)
    if (!last) return
    await processBatch(db, deliveries)
    left = left.filter(id => id > last.id)
  }
}

/** The first of these that were not processed yet, as many as fit into the bytes. */
function readWaiting(db: Db, ids: readonly number[]): Promise<Delivery[]> {
  return db.everyCompany(async trx => {
    const { rows } = await sql<Delivery>`
      select id, provider, body, coalesce(signers, case when signed_by is not null then array[signed_by] end) as signers from (
        select *, coalesce(sum(octet_length(body)) over before, 0) as bytes_before from deliveries
        where id = any (${ids}::bigint[]) and processed_at is null
        window before as (order by id rows between unbounded preceding and 1 preceding)) as waiting
      where bytes_before < ${maxBytes} order by id`.execute(trx)
    return rows
  })
}

async function processBatch(db: Db, deliveries: readonly Delivery[]): Promise<void> {
  const entries = deliveries.flatMap(delivery =>
    readDelivery(delivery).map(each => ({ ...each, delivery: delivery.id }))
  )
  const channels = await channelsOf(db, entries)
  const byId = new Map(deliveries.map(delivery => [delivery.id, delivery]))

  const counts: Count[] = []
  const reports: { channel: Channel; delivery: number; report: AccountReport | TemplateReport }[] = []
  const waiting = new Map<Channel, (Update & { deliveryId: number })[]>()
  for (const each of entries) {
    const { delivery, account } = each
    const signers = byId.get(delivery)?.signers ?? null
    const channel = channelFor(channels, byId.get(delivery), account)
    if ('parent' in each) {
      const { parent } = each
      const report = 'report' in each ? each.report : each.template
      const address = 'report' in each ? each.report.address : undefined
      // A report on a template names one that the company's own token read, so that a typed account is enough.
      const has = (one: Channel) => one.parent === parent || ('template' in each && one.waba === parent)
      const about = channels.filter(one => has(one) && isAbout(one, byId.get(delivery), address))
      for (const channel of about) reports.push({ channel, delivery, report })
      if (about.length === 0)
        counts.push({ delivery, company: null, channel: null, outcome: 'unknown_account', account: parent })
      continue
    }
    const place = { delivery, company: channel?.companyId ?? null, channel: channel?.id ?? null }
    if ('explained' in each) counts.push({ ...place, outcome: each.explained })
    else if (!channel)
      counts.push({ ...place, account, outcome: signers === null ? 'unknown_account' : 'not_its_account' })
    else {
      const updates = waiting.get(channel) ?? []
      updates.push({ ...each.update, deliveryId: delivery })
      waiting.set(channel, updates)
    }
  }

  const failures: { error: unknown; deliveries: number[] }[] = []
  for (const [channel, updates] of waiting)
    try {
      const received = await receiveUpdates(db, channel, updates)
      await heedRefusals(db, channel, updates, received)
      for (const [n, { deliveryId }] of updates.entries())
        counts.push({
          delivery: deliveryId,
          company: channel.companyId,
          channel: channel.id,
          ...(received[n] ?? { outcome: 'repeated' })
        })
    } catch (error) {
      failures.push({ error, deliveries: updates.map(({ deliveryId }) => deliveryId) })
    }
  for (const { channel, delivery, report } of reports)
    try {
      const outcome =
        'topic' in report ? await noteReport(db, channel, report) : await noteTemplate(db, channel, report)
      counts.push({ delivery, company: channel.companyId, channel: channel.id, outcome })
    } catch (error) {
      failures.push({ error, deliveries: [delivery] })
    }
  const open = new Set(failures.flatMap(failure => failure.deliveries))
  const done = deliveries.map(({ id }) => id).filter(id => !open.has(id))
  if (done.length > 0)
    await conclude(
      db,
      done,
      counts.filter(({ delivery }) => !open.has(delivery))
    )
  if (failures[0]) throw failures[0].error
}

/** A body that is not JSON, or of another object, is one unreadable entry. */
function readDelivery({ provider, body }: Delivery): Entry[] {
  try {
    const entries = adapters[provider].read(JSON.parse(body?.toString('utf8') ?? ''))
    if (entries.length > 0) return entries
  } catch {
    // reported below
  }
  return [{ account: null, explained: 'unreadable' }]
}

async function channelsOf(db: Db, entries: readonly Entry[]): Promise<Channel[]> {
  const accounts = [...new Set(entries.flatMap(({ account }) => account ?? []))]
  const parents = [...new Set(entries.flatMap(entry => ('parent' in entry ? entry.parent : [])))]
  if (accounts.length + parents.length === 0) return []
  const rows = await db.everyCompany(trx =>
    trx
      .selectFrom('channels')
      .select(['id', 'company_id', 'kind', 'account', 'parent_account', 'waba_id', 'address', 'proved_at', 'active'])
      .where(sql<boolean>`(account = any (${accounts}::text[]) or parent_account = any (${parents}::text[])
        or waba_id = any (${parents}::text[]))`)
      .orderBy('proved_at')
      .execute()
  )
  return rows.map(row => ({
    id: row.id,
    companyId: row.company_id,
    account: row.account ?? '',
    parent: row.parent_account,
    waba: row.waba_id,
    address: row.address,
    provider: row.kind,
    verified: row.proved_at !== null,
    active: row.active
  }))
}

/**
 * The channel that a delivery speaks of: of those that proved to have the account the one that is switched on, or the
 * first, which receives while it is off. A delivery that an own secret signed speaks only of channels that have it.
 */
function channelFor(
  channels: readonly Channel[],
  delivery: Delivery | undefined,
  account: string | null
): Channel | undefined {
  if (!delivery) return undefined
  const named = channels.filter(each => each.provider === delivery.provider && each.account === account)
  const { signers } = delivery
  const proved = named.filter(({ id, verified }) => (signers === null ? verified : signers.includes(id)))
  return proved.find(({ active }) => active) ?? proved[0]
}

/**
 * Whether a report of the account above a channel is about it: who signs with a secret of their own speaks of their
 * own.
 */
const isAbout = (channel: Channel, delivery: Delivery | undefined, address: string | undefined): boolean =>
  delivery?.provider === channel.provider &&
  (delivery.signers === null || delivery.signers.includes(channel.id)) &&
  (address === undefined || address === digits(channel.address ?? ''))

/** A template that is not kept here comes with the next reading of the list. */
const noteTemplate = (db: Db, { companyId }: Channel, report: TemplateReport): Promise<Outcome> =>
  db.company({ id: companyId, held: true, deleted: true }, async trx =>
    (await noteTemplateReport(trx, companyId, report)) ? 'stored' : 'other_kind'
  )

/** Notes the outcomes of the deliveries, in place of those that an earlier run noted. */
async function conclude(db: Db, deliveryIds: number[], counts: readonly Count[]): Promise<void> {
  await db.everyCompany(async trx => {
    await trx.deleteFrom('delivery_outcomes').where('delivery_id', 'in', deliveryIds).execute()
    await sql`insert into delivery_outcomes (delivery_id, company_id, channel_id, outcome, account, reason, updates)
      select delivery, company, channel, outcome, account, reason, count(*)
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
        as c (delivery bigint, company text, channel text, outcome text, account text, reason text)
      group by delivery, company, channel, outcome, account, reason`.execute(trx)
    await trx.updateTable('deliveries').set({ processed_at: sql`now()` }).where('id', 'in', deliveryIds).execute()
  })
}
