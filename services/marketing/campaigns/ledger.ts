import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { hashInSql, hashOf } from '../suppressions/hashes.ts'
import { holdsSeries, suppress } from '../suppressions/queries.ts'
import type { Carrier, Outcome, Recipient } from './carrier.ts'
import {
  type CarrierKind,
  type RecipientReason,
  type RecipientState,
  sameTemplateDays,
  softBounces,
  softReasons,
  type Variant
} from './rules.ts'
import type { Stops } from './tables.ts'

/** Seconds after which a recipient who was put off is tried again, by attempt; then it counts as refused. */
const delays = [300, 900, 3600, 10_800, 28_800, 86_400]

/** A campaign that is being sent, and may send now. */
export type Due = {
  id: string
  content: unknown
  startedAt: string | null
  stops: Stops | null
  /** The winner of two subjects is still open, so only those who test one may be sent to. */
  testing: boolean
  winner: Variant | null
  templateId: string | null
  /** The name of who wrote it. */
  author: string | null
}

const isTesting = sql<boolean>`(c.subject_b is not null and c.winner is null)`

const waits = sql`select from campaign_recipients r where r.company_id = c.company_id and r.campaign_id = c.id
  and (r.state in ('pending', 'sending') or r.state = 'deferred' and r.due_at <= now())`

/** Days for which a campaign waits for a message that the provider keeps. */
const heldDays = 2

/** A recipient `r` whose message the provider keeps, and may still deliver. */
export const isHeld = sql<boolean>`(r.state = 'held' and r.claimed_at > now() - ${heldDays} * interval '1 day')`

/** Somebody waits for a campaign `c`; while subjects are tested only those who test one. */
export const isAwaited = sql<boolean>`(case when ${isTesting} then exists (${waits} and r.variant is not null)
  else exists (${waits}) end)`

/**
 * The company's campaigns of a carrier that may send now, the first to start first. Mails at a person's own time
 * wait for no campaign.
 */
export async function dueCampaigns(trx: Trx, companyId: string, carrier: CarrierKind): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select c.id, c.content, c.started_at as "startedAt", c.stops, ${isTesting} as testing, c.winner,
      c.template_id as "templateId", c.created_name as author
    from campaigns c
    where c.company_id = ${companyId} and c.carrier = ${carrier} and c.state = 'sending' and not ${isQuiet}
      and (c.series_id is null or ${isAwaited})
    order by c.series_id is null, c.started_at, c.id`.execute(trx)
  return rows
}

/** True for a campaign that waits for the morning of its company. */
export const quietOf = (
  campaign: string
): RawBuilder<boolean> => sql<boolean>`(${sql.ref(`${campaign}.quiet_hours`)} and (
  select extract(hour from now() at time zone o.time_zone) not between 8 and 19 from companies o
  where o.id = ${sql.ref(`${campaign}.company_id`)}))`

/** The same of a campaign `c`. */
export const isQuiet = quietOf('c')

/** The lead `l` answered a mail after a moment. */
export const hasAnsweredMail = (since: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from campaign_recipients m where m.company_id = l.company_id and m.lead_id = l.id and m.answered_at > ${since})`

/** The lead `l` was spoken with, or wrote, after a moment. */
export const isAnswered = (since: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  coalesce(l.last_contact_at > ${since}, false)
  or exists (select from conversations v where v.company_id = l.company_id and v.lead_id = l.id
    and v.last_inbound_at > ${since})
  or ${hasAnsweredMail(since)}
  -- Somebody who sends a form twice in one minute says nothing new.
  or exists (select from submissions f where f.company_id = l.company_id and f.lead_id = l.id
    and f.received_at > ${since} + interval '1 minute'))`

/**
 * Why a step of a series is not meant any more for the lead `l` of the row `t`, which waits for it; to be followed by
 * the reasons that hold for every campaign.
 */
const stopped = (
  { statuses, answers, lateHours }: Stops,
  { companyId, campaignId, carrier }: { companyId: string; campaignId: string; carrier: Carrier }
) => sql`
        when l.deleted_at is not null then 'gone'
        when t.attempts = 0 and t.due_at < now() - ${lateHours} * interval '1 hour' then 'late'
        when l.status = any (${statuses}::text[]) then 'status'
        when ${answers}::boolean and ${isAnswered(sql`t.since_at`)} then 'answered'
        when t.address is null then ${sql.lit(carrier.audience.lacking.none)}
        when not ${carrier.audience.fits} then ${sql.lit(carrier.audience.lacking.wrong)}
        -- Leads that were merged, or that have one address, are one person.
        when exists (select from campaign_recipients o where o.company_id = ${companyId}
          and o.campaign_id = ${campaignId} and o.entrant is not null and o.occasion = t.occasion and o.id <> t.id
          and (${carrier.audience.keyOf(sql`o.address`)} = ${carrier.audience.keyOf(sql`t.address`)} or o.lead_id = t.lead_id)
          and (o.state not in ('pending', 'skipped') or o.state = 'pending' and o.id < t.id)) then 'repeated'`

/** True for a lead who got a template by another campaign of a carrier a few days ago. */
export const hadTemplate = (
  { companyId, carrier, templateId }: { companyId: string; carrier: Carrier; templateId: string },
  leadId: RawBuilder<unknown>,
  exceptCampaign: string
): RawBuilder<boolean> => sql<boolean>`exists (
  select from campaign_recipients o join campaigns k on k.company_id = o.company_id and k.id = o.campaign_id
  where o.company_id = ${companyId} and o.lead_id = ${leadId} and o.sent_at > now() - ${sameTemplateDays} * interval '1 day'
    and o.state in ('accepted', 'held', 'unsubscribed') and o.campaign_id <> ${exceptCampaign}
    and k.carrier = ${carrier.kind} and k.template_id = ${templateId} and k.series_id is null)`

/** Another row of the campaign, which goes first or went, is of the same lead as `t`: they were merged meanwhile. */
const isMerged = (companyId: string, campaignId: string) => sql<boolean>`exists (
  select from campaign_recipients o where o.company_id = ${companyId} and o.lead_id = t.lead_id
    and o.campaign_id = ${campaignId} and o.id <> t.id
    and (o.state not in ('pending', 'skipped') or o.state = 'pending' and o.id < t.id))`

/** A name of who claims rows: rows of another one whose lease is over were left by a worker that died. */
export type Holder = string

/**
 * Claims recipients of a campaign that is still being sent: the deferred first, then the pending. Re-checks each, who
 * may have unsubscribed since the list was frozen; those who must get nothing are marked as skipped, and counted in
 * `passed`.
 */
export async function claim(
  trx: Trx,
  {
    companyId,
    campaignId,
    carrier,
    key,
    holder,
    stops,
    testing,
    winner,
    templateId
  }: {
    companyId: string
    campaignId: string
    carrier: Carrier
    key: Buffer
    holder: Holder
    /** The stops of a step of a series. */
    stops: Stops | null
  } & Pick<Due, 'testing' | 'winner' | 'templateId'>,
  limit: number
): Promise<{ taken: Recipient[]; passed: number }> {
  const { contact, keyOf, consent } = carrier.audience
  const once = carrier.oncePerTemplate && templateId !== null && !stops ? { companyId, carrier, templateId } : null
  const { rows } = await sql<Recipient & { obstacle: RecipientReason | null }>`
    -- A pause waits for this lock, and nothing is taken after it.
    with going as materialized (
      select from campaigns where company_id = ${companyId} and id = ${campaignId} and state = 'sending' for share
    ), deferred as (
      select 0 as turn, id, lead_id, address, attempts, due_at, since_at, occasion, variant from campaign_recipients
      where company_id = ${companyId} and campaign_id = ${campaignId} and state = 'deferred' and due_at <= now()
        and exists (select from going)
      order by due_at limit ${limit} for update skip locked
    ), pending as (
      select 1 as turn, id, lead_id, address, attempts, due_at, since_at, occasion, variant from campaign_recipients
      -- Not equal to it: only the index of the states has this order then. By those of ids everybody would be passed who
      -- was sent to before.
      where company_id = ${companyId} and campaign_id = ${campaignId} and state between 'pending' and 'pending'
        and exists (select from going) ${testing ? sql`and variant is not null` : sql``}
      order by state, id limit ${limit} for update skip locked
    -- Some are locked in vain: a limit that is calculated would be taken for a tenth of all, and all would be read.
    ), first as (
      select * from (select * from deferred union all select * from pending) as waiting order by turn, id limit ${limit}
    ), judged as (
      select t.id, t.address, t.lead_id, t.attempts, coalesce(t.variant, ${winner}::text) as variant, l.name, l.email, l.phone, l.custom, case
        when l.id is null or l.deleted_at is not null and l.merged_into is null then 'gone'
        ${stops ? stopped(stops, { companyId, campaignId, carrier }) : sql``}
        when s.id is not null then s.reason
        when l.merged_into is null and ${consent} is not null then ${consent}
        ${once ? sql`when t.attempts = 0 and ${hadTemplate(once, sql`t.lead_id`, campaignId)} then 'had_it'` : sql``}
        ${once ? sql`when t.attempts = 0 and ${isMerged(companyId, campaignId)} then 'repeated'` : sql``} end as obstacle
      from first as t
      left join leads l on l.company_id = ${companyId} and l.id = t.lead_id
      left join suppressions s on s.company_id = ${companyId} and s.kind = ${sql.lit(contact)} and s.lifted_at is null
        and (s.until is null or s.until > now()) ${stops ? sql`and ${holdsSeries}` : sql``}
        and s.hash = ${hashInSql(key, companyId, contact, keyOf(sql`t.address`))}
    ), noted as (
      update campaign_recipients r set state = case when obstacle is null then 'sending' else 'skipped' end,
        reason = obstacle, due_at = null, claimed_by = case when obstacle is null then ${holder} end, claimed_at = now(),
        variant = judged.variant,
        attempts = r.attempts + case when obstacle is null then 1 else 0 end
      from judged where r.company_id = ${companyId} and r.id = judged.id
      returning r.id
    )
    select j.id, ${campaignId} as "campaignId", j.address, j.lead_id as "leadId", j.attempts + 1 as attempts, j.variant, j.obstacle,
      jsonb_build_object('name', coalesce(j.name, ''), 'email', j.email, 'phone', j.phone, 'custom', coalesce(j.custom, '{}')) as person
    from judged j join noted using (id) order by j.id`.execute(trx)
  const taken = rows.filter(({ obstacle }) => obstacle === null)
  return { taken, passed: rows.length - taken.length }
}

export type Settled = { recipient: Recipient; outcome: Outcome }

type Note = {
  id: string
  state: RecipientState
  reason: RecipientReason | null
  answer: string | null
  wait: number | null
}

function noteOf({ recipient: { id, attempts }, outcome }: Settled): Note {
  const { answer } = outcome
  switch (outcome.state) {
    case 'accepted':
      return { id, state: outcome.held ? 'held' : 'accepted', reason: null, answer, wait: null }
    case 'rejected':
      return { id, state: 'rejected', reason: outcome.reason, answer, wait: null }
    case 'unknown':
      return { id, state: 'unknown', reason: outcome.reason, answer, wait: null }
    case 'later': {
      const delay = delays[attempts - 1]
      if (delay === undefined)
        return { id, state: 'rejected', reason: outcome.reason ?? 'too_late', answer, wait: null }
      // Not all that wait come at once.
      return { id, state: 'deferred', reason: null, answer, wait: delay * (1 + Math.random() / 4) }
    }
    default:
      // Nothing was handed over: this was no attempt.
      return { id, state: 'pending', reason: null, answer: null, wait: null }
  }
}

/**
 * Settles recipients, each once: rows that left 'sending' are kept, except 'unknown' ones whose result arrives late. An
 * address that does not exist is suppressed, and a mailbox that turned several mails away rests.
 */
export async function settle(
  trx: Trx,
  companyId: string,
  key: Buffer,
  { contact, plain }: Pick<Carrier['audience'], 'contact' | 'plain'>,
  settled: readonly Settled[]
): Promise<void> {
  const notes = settled.map(noteOf)
  await sql`
    update campaign_recipients r set
      -- Its report, and the person, may be faster than the note of what the server said.
      state = case when n.state not in ('accepted', 'unknown') then n.state when r.report is not null then r.report
        when n.state = 'accepted' and r.unsubscribed_at is not null then 'unsubscribed' else n.state end,
      reason = case when n.state in ('accepted', 'unknown') and r.report is not null then r.reason else n.reason end,
      answer = case when n.state in ('accepted', 'unknown') and r.report is not null then r.answer else n.answer end,
      claimed_by = null,
      attempts = r.attempts - case when n.state = 'pending' then 1 else 0 end,
      due_at = now() + n.wait * interval '1 second',
      sent_at = case when n.state in ('accepted', 'unknown') then now() end
    from unnest(${notes.map(({ id }) => id)}::text[], ${notes.map(({ state }) => state)}::text[],
      ${notes.map(({ reason }) => reason)}::text[], ${notes.map(({ answer }) => answer)}::text[],
      ${notes.map(({ wait }) => wait)}::float[]) as n (id, state, reason, answer, wait)
    where r.company_id = ${companyId} and r.id = n.id
      and (r.state = 'sending' or r.state = 'unknown' and n.state in ('accepted', 'rejected'))`.execute(trx)
  const refused = (isMeant: (reason: RecipientReason) => boolean) =>
    settled.flatMap(({ recipient: { address, leadId } }, n) => {
      const { state, reason } = notes[n] as Note
      if (state !== 'rejected' || reason === null || !isMeant(reason)) return []
      const comparable = plain(address)
      return [{ contact: comparable, hash: hashOf(key, companyId, contact, comparable), leadId }]
    })
  const dead = refused(reason => reason === 'mailbox')
  await suppress(
    trx,
    companyId,
    dead.map(each => ({ ...each, reason: 'bounced' as const })),
    contact
  )
  await restMailboxes(trx, companyId, refused(isSoft))
}

const isSoft = (reason: RecipientReason): boolean => softReasons.some(each => each === reason)

/**
 * Sends nothing for some days to those of these mailboxes that turned too many mails away in the last days: each mail
 * counts once, however often it was tried, and none from before the team lifted such a hold.
 */
async function restMailboxes(
  trx: Trx,
  companyId: string,
  people: readonly { contact: string; hash: Buffer; leadId: string | null }[]
): Promise<void> {
  if (people.length === 0) return
  const { rows } = await sql<{ contact: string }>`
    select p.contact from unnest(${people.map(each => each.contact)}::text[], ${people.map(each => each.hash)}::bytea[],
      ${people.map(each => each.leadId)}::text[]) as p (contact, hash, lead_id)
    left join suppressions s on s.company_id = ${companyId} and s.kind = 'email' and s.hash = p.hash
    where (select count(*) from campaign_recipients r
      where r.company_id = ${companyId} and r.lead_id = p.lead_id and lower(btrim(r.address)) = p.contact
        and r.reason = any (${[...softReasons]}::text[]) and (r.state = 'rejected' or r.report = 'bounced')
        and coalesce(r.reported_at, r.claimed_at)
          > greatest(now() - ${softBounces.within} * interval '1 day', s.lifted_at)) >= ${softBounces.limit}`.execute(
    trx
  )
  const resting = people.filter(({ contact }) => rows.some(row => row.contact === contact))
  await suppress(
    trx,
    companyId,
    resting.map(each => ({ ...each, reason: 'unreachable' as const, days: softBounces.days }))
  )
}

/**
 * Names the recipients of workers that died: nobody can say whether they got it, and it is never sent to them again.
 */
export async function nameLost(trx: Trx, companyId: string, carrier: CarrierKind, holder: Holder): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update campaign_recipients r set state = coalesce(r.report, 'unknown'), claimed_by = null, sent_at = r.claimed_at,
      reason = case when r.report is null then 'worker' else r.reason end
    from campaigns c
    where r.company_id = ${companyId} and r.state = 'sending' and r.claimed_by is distinct from ${holder}
      and c.company_id = r.company_id and c.id = r.campaign_id and c.carrier = ${carrier}`.execute(trx)
  return Number(numAffectedRows)
}

/** The content of a report about a mail. `dead`: its address, or its domain, does not exist. */
export type Report = {
  report: 'bounced' | 'complained'
  reason: RecipientReason
  answer: string | null
  dead: boolean
}

type Reported = { campaignId: string; leadId: string | null; address: string | null }

/**
 * Notes that a mail came back, or that its person calls it spam, and suppresses the address of a person who complains
 * or who does not exist, and for some days that of a mailbox that turned several away. A complaint weighs more than a
 * bounce, and either is noted once. Undefined where nothing changed.
 */
export async function noteReport(
  trx: Trx,
  { companyId, recipientId, key }: { companyId: string; recipientId: string; key: Buffer },
  { report, reason, answer, dead }: Report
): Promise<Reported | undefined> {
  const { rows } = await sql<Reported>`
    update campaign_recipients r set report = ${report}, reported_at = now(), reason = ${reason}, answer = ${answer},
      state = case when r.state in ('accepted', 'unknown') or (${report} = 'complained' and r.state <> 'sending')
        then ${report} else r.state end
    where r.company_id = ${companyId} and r.id = ${recipientId}
      and r.state in ('sending', 'accepted', 'unknown', 'unsubscribed', 'bounced')
      and (r.report is null or r.report = 'bounced' and ${report} = 'complained')
    returning r.campaign_id as "campaignId", r.lead_id as "leadId", r.address`.execute(trx)
  const [row] = rows
  if (!row) return undefined
  // An erased person has no address left to write to by mistake.
  if (row.address !== null) {
    const contact = row.address.trim().toLowerCase()
    const person = { contact, hash: hashOf(key, companyId, 'email', contact), leadId: row.leadId }
    if (dead || report === 'complained') await suppress(trx, companyId, [{ ...person, reason: report }])
    else if (isSoft(reason)) await restMailboxes(trx, companyId, [person])
  }
  return row
}
