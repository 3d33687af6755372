import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { isDay } from '../../core/rules.ts'
import type {} from '../../leads/leads/tables.ts'
import type { Carrier } from '../campaigns/carrier.ts'
import { carriers } from '../campaigns/carriers.ts'
import { isAnswered } from '../campaigns/ledger.ts'
import {
  type CarrierKind,
  quietHours,
  type RecipientReason,
  type RecipientState,
  recipientReasons,
  recipientStateLabels
} from '../campaigns/rules.ts'
import { hashInSql } from '../suppressions/hashes.ts'
import { holdsSeries } from '../suppressions/queries.ts'
import { wroteLast } from './enter.ts'
import { findSeries } from './queries.ts'
import { dateHour, lateHours, nextDay, seriesTexts, tryTexts } from './rules.ts'
import type { Series, TriedSeries } from './schema.ts'

type Facts = {
  name: string
  receivedAt: string
  imported: boolean
  touchedAt: string
  wroteLast: boolean
  status: string
  value: unknown
  answered: boolean
  zone: string
  now: string
}

type Sent = {
  step: string
  state: RecipientState
  reason: RecipientReason | null
  dueAt: string | null
  sentAt: string | null
  occasion: string
}

type Trial = { companyId: string; id: string; leadId: string; key: Buffer }

async function readFacts(trx: Trx, { companyId, leadId }: Trial, series: Series): Promise<Facts> {
  // Since the moment that the series began with for this lead, or would begin with.
  const since = sql`coalesce((select min(r.since_at) from campaign_recipients r where r.company_id = l.company_id
      and r.lead_id = l.id and r.campaign_id = any (${series.steps.map(({ id }) => id)}::text[])),
    ${series.kind === 'follow_up' ? sql`l.touched_at` : sql`l.received_at`})`
  const { rows } = await sql<Facts>`
    select l.name, l.received_at as "receivedAt", l.imported_at is not null as imported, l.touched_at as "touchedAt",
      ${wroteLast} as "wroteLast", l.status, l.custom -> ${series.field ?? ''} as value,
      ${isAnswered(since)} as answered, o.time_zone as zone, now() as now
    from leads l join companies o on o.id = l.company_id
    where l.company_id = ${companyId} and l.id = ${leadId}`.execute(trx)
  if (!rows[0]) throw new AppError('notFound', seriesTexts.leadGone)
  return rows[0]
}

/** Why the lead gets nothing by a carrier, whatever sends it. */
async function readObstacle(
  trx: Trx,
  { companyId, leadId, key }: Trial,
  { audience }: Carrier
): Promise<RecipientReason | null> {
  const { contact, address, key: comparable, fits, lacking, consent } = audience
  const { rows } = await sql<{ obstacle: RecipientReason | null }>`
    select case
        when ${address} is null then ${sql.lit(lacking.none)}
        when not ${fits} then ${sql.lit(lacking.wrong)}
        when s.id is not null then s.reason
        when ${consent} is not null then ${consent} end as obstacle
    from leads l
    left join suppressions s on s.company_id = l.company_id and s.kind = ${sql.lit(contact)} and s.lifted_at is null
      and (s.until is null or s.until > now()) and ${holdsSeries}
      and s.hash = ${hashInSql(key, companyId, contact, comparable)}
    where l.company_id = ${companyId} and l.id = ${leadId}`.execute(trx)
  return rows[0]?.obstacle ?? null
}

async function readSent(trx: Trx, { companyId, leadId }: Trial, series: Series): Promise<Sent[]> {
  const { rows } = await sql<Sent>`
    select campaign_id as step, state, reason, due_at as "dueAt", sent_at as "sentAt", occasion from campaign_recipients
    where company_id = ${companyId} and lead_id = ${leadId}
      and campaign_id = any (${series.steps.map(({ id }) => id)}::text[])
    order by occasion desc, state = 'skipped'`.execute(trx)
  return rows
}

const hour = 3_600_000

/** The moment at which a clock of the zone shows this day and hour. */
async function momentOf(trx: Trx, day: string, at: number, zone: string): Promise<number> {
  const { rows } = await sql<{ at: string }>`
    select (${day}::date + make_time(${at}, 0, 0)) at time zone ${zone} as at`.execute(trx)
  return Date.parse(rows[0]?.at ?? '')
}

/** The first moment from this one on at which the series may send. */
async function afterQuiet(trx: Trx, moment: number, { quietHours: keeps }: Series, zone: string): Promise<number> {
  if (!keeps) return moment
  const { rows } = await sql<{ day: string; hour: number }>`
    select to_char(t, 'YYYY-MM-DD') as day, extract(hour from t)::integer as hour
    from (select ${new Date(moment).toISOString()}::timestamptz at time zone ${zone} as t) as local`.execute(trx)
  const { day = '', hour: clock = 12 } = rows[0] ?? {}
  if (clock < quietHours.to) return momentOf(trx, day, quietHours.to, zone)
  if (clock < quietHours.from) return moment
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 24 * hour).toISOString().slice(0, 10)
  return momentOf(trx, next, quietHours.to, zone)
}

/** When the first step is due, or why never. `asIfNow`: as if what it begins with happened now. */
async function firstDue(
  trx: Trx,
  series: Series,
  facts: Facts,
  asIfNow: boolean
): Promise<{ at: number; occasion: string } | { reason: string }> {
  const { kind, reach, onSince, yearly } = series
  const now = Date.parse(facts.now)
  const began = onSince === null ? now : Date.parse(onSince)
  const wait = (series.steps[0]?.waitHours ?? 0) * hour
  if (!asIfNow && reach === 'new') {
    if (facts.imported) return { reason: tryTexts.imported }
    if (Date.parse(facts.receivedAt) < began) return { reason: tryTexts.before }
  }
  if (kind === 'date') {
    if (typeof facts.value !== 'string' || !isDay(facts.value)) return { reason: tryTexts.no_date }
    const late = lateHours.date * hour
    // The day itself may be over while its mail, days later, is still to come.
    let from = new Date(now - wait - late).toISOString().slice(0, 10)
    for (let n = 0; n < 4; n++) {
      const day = nextDay(facts.value, yearly, from)
      if (day === null) return { reason: tryTexts.over }
      const sends = new Date(Date.parse(`${day}T00:00:00Z`) + wait).toISOString().slice(0, 10)
      const at = await momentOf(trx, sends, dateHour, facts.zone)
      if (at > now - late && at >= began) return { at, occasion: day }
      from = new Date(Date.parse(`${day}T00:00:00Z`) + 24 * hour).toISOString().slice(0, 10)
    }
    return { reason: tryTexts.over }
  }
  if (kind === 'follow_up' && !asIfNow && facts.wroteLast) return { reason: tryTexts.contact }
  const base = asIfNow ? now : Date.parse(kind === 'new_lead' ? facts.receivedAt : facts.touchedAt)
  const at = base + wait
  if (at < began) return { reason: tryTexts.past }
  if (at <= now - lateHours[kind] * hour) return { reason: tryTexts.late }
  return { at, occasion: '' }
}

type Tried = TriedSeries['steps'][number]

/**
 * Which steps of a series a lead would get and when, or why not, without sending anything: by what is known of the lead
 * now, and with what the ledger already holds. In the scope of who asks; throws 404 for a lead that they do not see.
 */
export async function trySeries(trx: Trx, trial: Trial): Promise<TriedSeries> {
  const series = await findSeries(trx, trial.companyId, trial.id)
  const facts = await readFacts(trx, trial, series)
  const ledger = await readSent(trx, trial, series)
  const asIfNow = series.state === 'off'
  const now = Date.parse(facts.now)
  const first = await firstDue(trx, series, facts, asIfNow)
  const occasion = 'at' in first ? first.occasion : ''
  const obstacles = new Map<CarrierKind, RecipientReason | null>()
  for (const { carrier } of series.steps)
    if (!obstacles.has(carrier)) obstacles.set(carrier, await readObstacle(trx, trial, carriers[carrier]))
  const steps: Tried[] = []
  /** When the step is due; null where it never is. */
  let due = 'at' in first ? first.at : null
  for (const [n, step] of series.steps.entries()) {
    if (n > 0 && due !== null) due += step.waitHours * hour
    const stop = stopOf(series, facts, obstacles.get(step.carrier) ?? null, asIfNow)
    const title = step.carrier === 'email' ? step.subject || step.templateSubject : step.templateName
    const tried = { number: n + 1, subject: title ?? '' }
    // A recurring day has one row for each occasion.
    const row = asIfNow
      ? undefined
      : ledger.find(each => each.step === step.id && (series.kind !== 'date' || each.occasion === occasion))
    if (row) {
      const { shown, sends } = fromLedger(row, now)
      due = sends !== null && shown.outcome === 'waiting' ? await afterQuiet(trx, sends, series, facts.zone) : sends
      steps.push({ ...tried, ...shown, ...(shown.outcome === 'waiting' && { at: timeOf(due) }) })
      continue
    }
    const never = n === 0 && 'reason' in first ? first.reason : (stop ?? tryTexts.previous)
    const why = due === null ? never : (stop ?? (step.templateName === null ? tryTexts.empty : null))
    due = why === null && due !== null ? await afterQuiet(trx, Math.max(now, due), series, facts.zone) : null
    steps.push({ ...tried, outcome: due === null ? 'not' : 'would', at: timeOf(due), reason: why })
  }
  return { lead: facts.name, asIfNow, steps }
}

const timeOf = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString())

/** The reason that would keep the lead from every step at the time of sending. */
function stopOf(series: Series, facts: Facts, obstacle: RecipientReason | null, asIfNow: boolean): string | null {
  if (obstacle) return recipientReasons[obstacle]
  if (series.stopStatuses.some(status => status === facts.status)) return recipientReasons.status
  return series.kind !== 'date' && !asIfNow && facts.answered ? recipientReasons.answered : null
}

/** A step that the ledger has, and when it was, or will be, sent: null where nothing follows it. */
function fromLedger(
  { state, reason, dueAt, sentAt }: Sent,
  now: number
): { shown: Pick<Tried, 'outcome' | 'at' | 'reason'>; sends: number | null } {
  const why = reason === null ? null : recipientReasons[reason]
  switch (state) {
    case 'accepted':
    case 'unknown':
      return { shown: { outcome: 'sent', at: sentAt, reason: why }, sends: sentAt === null ? null : Date.parse(sentAt) }
    case 'pending':
    case 'deferred':
    case 'sending':
    case 'held':
      return {
        shown: { outcome: 'waiting', at: null, reason: null },
        sends: Math.max(now, dueAt === null ? now : Date.parse(dueAt))
      }
    case 'skipped':
    case 'rejected':
      return { shown: { outcome: 'not', at: null, reason: why }, sends: null }
    default:
      return { shown: { outcome: 'sent', at: sentAt, reason: recipientStateLabels[state] }, sends: null }
  }
}
