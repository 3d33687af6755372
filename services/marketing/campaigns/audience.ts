import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { parseFilter } from '../../leads/leads/filter.ts'
import { hashInSql } from '../suppressions/hashes.ts'
import type { Carrier } from './carrier.ts'
import { hadTemplate } from './ledger.ts'
import { campaignLimits, campaignTexts, type Exclusion } from './rules.ts'
import type { Audience } from './schema.ts'
import type { StoredAudience } from './tables.ts'

type AudienceFilter = {
  companyId: string
  key: Buffer
  carrier: Carrier
  audience: Pick<StoredAudience, 'filter' | 'me'>
  templateId: string | null
  /** The campaign itself, which does not count as another one with its template. */
  campaignId?: string
}

const matching = ({ audience }: AudienceFilter): RawBuilder<unknown> =>
  sql`matching_leads(${JSON.stringify(parseFilter(audience.filter, audience.me))}::jsonb, ${campaignLimits.recipients + 1})`

/**
 * The leads with these ids, their address, and why one gets nothing: `id`, `address`, `key`, `received_at`, `obstacle`.
 * Consent and suppressions are joined here, so that nobody is forgotten.
 */
function judged(filter: AudienceFilter, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  const { companyId, key, carrier, templateId, campaignId = '' } = filter
  const { contact, address, key: comparable, fits, lacking, consent } = carrier.audience
  const once = carrier.oncePerTemplate && templateId !== null ? { companyId, carrier, templateId } : null
  return sql`
    select l.id, ${address} as address, ${comparable} as key, l.received_at, case
      when ${address} is null then ${sql.lit(lacking.none)}
      when not ${fits} then ${sql.lit(lacking.wrong)}
      when s.id is not null then s.reason
      when ${consent} is not null then ${consent}
      ${once ? sql`when ${hadTemplate(once, sql`l.id`, campaignId)} then 'had_it'` : sql``} end as obstacle
    from ${ids} as found (id)
    -- The planner takes a company to be small, and would read all of its leads for each portion.
    cross join lateral (select * from leads o where o.company_id = ${companyId} and o.id = found.id offset 0) as l
    left join suppressions s on s.company_id = ${companyId} and s.kind = ${sql.lit(contact)} and s.lifted_at is null
      and (s.until is null or s.until > now()) and s.hash = ${hashInSql(key, companyId, contact, comparable)}`
}

/** The people who get a campaign: how many of this country, and the addresses of the others. */
export type Reached = { home: number; abroad: string[] }

/**
 * How many a filter finds, and why some of them get nothing; of several leads with one address only one gets it. In the
 * scope of who asks.
 */
export async function countAudience(
  trx: Trx,
  filter: AudienceFilter
): Promise<Omit<Audience, 'days'> & { reached: Reached }> {
  const { rows } = await sql<{ obstacle: Exclusion | null; n: number; addresses: number; abroad: string[] | null }>`
    select obstacle, count(*)::integer as n, count(distinct key)::integer as addresses,
      array_agg(distinct address) filter (where obstacle is null and address like '+%' and address not like '+55%') as abroad
    from (${judged(filter, matching(filter))}) as judged group by obstacle`.execute(trx)
  const free = rows.find(({ obstacle }) => obstacle === null)
  const repeated = free ? free.n - free.addresses : 0
  const abroad = free?.abroad ?? []
  return {
    found: rows.reduce((sum, { n }) => sum + n, 0),
    receive: free?.addresses ?? 0,
    reached: { home: (free?.addresses ?? 0) - abroad.length, abroad },
    excluded: {
      ...Object.fromEntries(rows.flatMap(({ obstacle, n }) => (obstacle ? [[obstacle, n]] : []))),
      ...(repeated > 0 && { repeated })
    }
  }
}

/** Leads of one statement, which must end within its time on a busy machine. */
const portion = 5000

/**
 * Fixes the recipients of a campaign, in place of those that were fixed before. In the scope of its author. Returns how
 * many get it; of two subjects `testShare` percent of them get each, by lot. Throws 400 for more leads than a campaign
 * reaches.
 */
export async function freezeRecipients(
  trx: Trx,
  campaignId: string,
  filter: AudienceFilter & { testShare: number | null }
): Promise<number> {
  const { companyId, testShare } = filter
  await letRecipientsGo(trx, companyId, campaignId)
  // In one text: as rows they would take some ten times the memory.
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(found, ' ') as ids from ${matching(filter)} as found`.execute(trx)
  const ids = rows[0]?.ids?.split(' ') ?? []
  if (ids.length > campaignLimits.recipients) throw new AppError('invalid', campaignTexts.tooManyRecipients)
  for (let at = 0; at < ids.length; at += portion)
    await sql`
      insert into campaign_recipients (company_id, campaign_id, lead_id, address, state, reason)
      select ${companyId}, ${campaignId}, id, address, case when obstacle is null then 'pending' else 'skipped' end, obstacle
      from (${judged(filter, sql`unnest(${ids.slice(at, at + portion)}::text[])`)}) as judged`.execute(trx)
  await skipRepeated(trx, filter.carrier, companyId, campaignId)
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::integer as n from campaign_recipients
    where company_id = ${companyId} and campaign_id = ${campaignId} and state = 'pending'`.execute(trx)
  const receive = counted[0]?.n ?? 0
  if (testShare !== null)
    await drawTesters(trx, companyId, campaignId, Math.max(1, Math.round((receive * testShare) / 100)))
  return receive
}

/** Lets the recipients of a campaign go, of whom nobody has got anything. */
export async function letRecipientsGo(trx: Trx, companyId: string, campaignId: string): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from campaign_recipients where company_id = ${companyId} and id in (
        select id from campaign_recipients where company_id = ${companyId} and campaign_id = ${campaignId}
        limit ${portion})`.execute(trx)
    if (numAffectedRows < portion) return
  }
}

/** Among leads with one address the oldest gets the message. */
async function skipRepeated(
  trx: Trx,
  { audience: { keyOf } }: Carrier,
  companyId: string,
  campaignId: string
): Promise<void> {
  // Nearly all addresses are there once, so that leads are read for a few only.
  const { rows } = await sql<{ address: string }>`
    select ${keyOf(sql`address`)} as address from campaign_recipients
    where company_id = ${companyId} and campaign_id = ${campaignId} and state = 'pending'
    group by 1 having count(*) > 1`.execute(trx)
  const repeated = rows.map(({ address }) => address)
  for (let at = 0; at < repeated.length; at += portion)
    await sql`
      update campaign_recipients r set state = 'skipped', reason = 'repeated'
      from (
        select r.id, row_number() over (partition by ${keyOf(sql`r.address`)} order by l.received_at, l.id) as n
        from campaign_recipients r cross join lateral (
          select o.id, o.received_at from leads o where o.company_id = ${companyId} and o.id = r.lead_id offset 0) as l
        where r.company_id = ${companyId} and r.campaign_id = ${campaignId} and r.state = 'pending'
          and ${keyOf(sql`r.address`)} = any (${repeated.slice(at, at + portion)}::text[])
      ) as ranked
      where r.company_id = ${companyId} and r.id = ranked.id and ranked.n > 1`.execute(trx)
}

/** Draws by lot who gets the first and who the second of two subjects to test them: so many each. */
async function drawTesters(trx: Trx, companyId: string, campaignId: string, share: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from campaign_recipients
    where company_id = ${companyId} and campaign_id = ${campaignId} and state = 'pending'
    order by random() limit ${2 * share}`.execute(trx)
  const drawn = rows.map(({ id }) => id)
  for (const [variant, ids] of Object.entries({ a: drawn.slice(0, share), b: drawn.slice(share) }))
    for (let at = 0; at < ids.length; at += portion)
      await sql`
        update campaign_recipients set variant = ${variant}
        where company_id = ${companyId} and id = any (${ids.slice(at, at + portion)}::text[])`.execute(trx)
}
