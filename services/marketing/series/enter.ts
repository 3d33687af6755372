import { type RawBuilder, sql } from 'kysely'
import { eachAlone } from '../../core/alone.ts'
import type { Db, Trx } from '../../core/db.ts'
import { publish } from '../../core/jobs.ts'
import type {} from '../../leads/leads/tables.ts'
import { carriers } from '../campaigns/carriers.ts'
import { campaignsDue } from '../campaigns/jobs.ts'
import { hasAnsweredMail } from '../campaigns/ledger.ts'
import type { CarrierKind } from '../campaigns/rules.ts'
import type {} from '../campaigns/tables.ts'
import { dateHour, lateHours, type SeriesKind, type SeriesReach, valuesOn } from './rules.ts'
import type {} from './tables.ts'

/** People who become due in one statement, and statements of one step in one run. */
const [portion, portions] = [1000, 20]

type Step = { id: string; carrier: CarrierKind; waitHours: number }

export type Running = {
  companyId: string
  id: string
  kind: SeriesKind
  field: string | null
  yearly: boolean
  reach: SeriesReach
  onSince: string
  steps: Step[]
}

/** A series that is on; undefined where it was stopped. */
async function findRunning(trx: Trx, companyId: string, id: string): Promise<Running | undefined> {
  const { rows } = await sql<Running>`
    select s.company_id as "companyId", s.id, s.kind, s.field, s.yearly, s.reach, s.on_since as "onSince", (
      select jsonb_agg(jsonb_build_object('id', c.id, 'carrier', c.carrier, 'waitHours', c.wait_hours) order by c.step)
      from campaigns c where c.company_id = s.company_id and c.series_id = s.id and c.step is not null) as steps
    from mail_series s where s.company_id = ${companyId} and s.id = ${id} and s.on_since is not null
      and not exists (select from campaigns c
        where c.company_id = s.company_id and c.series_id = s.id and c.step is not null and c.state <> 'sending')`.execute(
    trx
  )
  return rows[0]
}

const hours = (n: number): RawBuilder<string> => sql`${n}::integer * interval '1 hour'`

/** Leads `l` that the series is for. */
export const isMeant = ({ reach, onSince }: Pick<Running, 'reach' | 'onSince'>): RawBuilder<boolean> =>
  // Imported leads are older than their import.
  reach === 'all' ? sql<boolean>`true` : sql<boolean>`l.received_at >= ${onSince} and l.imported_at is null`

/** The lead wrote last, and waits for an answer of a person. */
export const wroteLast = sql<boolean>`(exists (select from conversations v where v.company_id = l.company_id
  and v.lead_id = l.id and v.last_inbound_at > l.touched_at) or ${hasAnsweredMail(sql`l.touched_at`)})`

/**
 * The people who are due for the first step: rows of `lead_id`, `since_at`, `due_at` and `occasion`, out of the leads
 * of the company. Each time is bounded on both sides, so that an index finds it.
 */
function beginning(series: Running, wait: number): RawBuilder<unknown> {
  const { companyId, kind, onSince } = series
  const late = lateHours[kind]
  const between = (column: RawBuilder<unknown>) => sql`${column} <= now() - ${hours(wait)}
    and ${column} > now() - ${hours(wait + late)} and ${column} + ${hours(wait)} >= ${onSince}`
  if (kind === 'new_lead')
    return sql`
      select l.id as lead_id, l.received_at as since_at, l.received_at + ${hours(wait)} as due_at, '' as occasion
      from leads l where l.company_id = ${companyId} and ${between(sql`l.received_at`)} and ${isMeant(series)}`
  return sql`
    select l.id as lead_id, l.touched_at as since_at, l.touched_at + ${hours(wait)} as due_at, '' as occasion
    from leads l where l.company_id = ${companyId} and l.status in ('new', 'contacted', 'scheduled')
      and ${between(sql`l.touched_at`)} and ${isMeant(series)} and not ${wroteLast}`
}

type Day = { event: string; due: string }

/** The days whose mails are due by now, where they were not over before the series was switched on. */
async function dueDays(trx: Trx, { companyId, kind, onSince }: Running, wait: number): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select to_char(day - ${wait / 24}::integer, 'YYYY-MM-DD') as event, due
    from companies o cross join lateral (select (now() at time zone o.time_zone)::date - n as day from generate_series(0, 2) n) as d
      cross join lateral (select (day + make_time(${dateHour}, 0, 0)) at time zone o.time_zone as due) as t
    where o.id = ${companyId} and due <= now() and due > now() - ${hours(lateHours[kind])} and due >= ${onSince}`.execute(
    trx
  )
  return rows
}

/**
 * The same for leads whose field holds one of the values of a day. It reads every lead of the company: the index of
 * answers would be searched for each of more than a hundred years.
 */
function onDay(series: Running, { event, due }: Day): RawBuilder<unknown> {
  const { companyId, field, yearly } = series
  return sql`
    select l.id as lead_id, null::timestamptz as since_at, ${due}::timestamptz as due_at, ${event}::text as occasion
    from leads l where l.company_id = ${companyId} and l.custom <> '{}'
      and l.custom ->> ${field} = any (${valuesOn(event, yearly)}::text[]) and ${isMeant(series)}`
}

/** People who got the step before, some time ago. */
function following(series: Running, before: string, wait: number): RawBuilder<unknown> {
  const { companyId, kind, onSince } = series
  return sql`
    select p.lead_id, p.since_at, p.sent_at + ${hours(wait)} as due_at, p.occasion
    from campaign_recipients p join leads l on l.company_id = p.company_id and l.id = p.lead_id
    where p.company_id = ${companyId} and p.campaign_id = ${before} and p.entrant is not null
      and p.state in ('accepted', 'unknown') and p.sent_at <= now() - ${hours(wait)}
      and p.sent_at > now() - ${hours(wait + lateHours[kind])} and p.sent_at + ${hours(wait)} >= ${onSince}
      and ${isMeant(series)}`
}

/**
 * Adds those who became due for a step to its recipients, each once whatever runs beside it. Whether they may get it is
 * asked when it is sent. Returns how many.
 */
async function addDue(trx: Trx, { companyId }: Running, step: Step, due: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into campaign_recipients (company_id, campaign_id, lead_id, entrant, occasion, address, state, due_at, since_at)
    select ${companyId}, ${step.id}, l.id, l.id, d.occasion, ${carriers[step.carrier].audience.address}, 'pending', d.due_at,
      d.since_at
    from (${due}) as d join leads l on l.company_id = ${companyId} and l.id = d.lead_id
    where not exists (select from campaign_recipients r where r.company_id = ${companyId} and r.campaign_id = ${step.id}
      and r.lead_id = l.id and r.occasion = d.occasion)
    order by d.due_at, l.id limit ${portion}
    on conflict (company_id, campaign_id, entrant, occasion) where entrant is not null do nothing`.execute(trx)
  return Number(numAffectedRows)
}

/** Adds to each step of a series who is due by now. May run twice, and beside itself. */
export async function enterSeries(db: Db, companyId: string, id: string): Promise<void> {
  const first = await db.company(companyId, async trx => {
    const series = await findRunning(trx, companyId, id)
    const wait = series?.steps[0]?.waitHours ?? 0
    return series && { series, days: series.kind === 'date' ? await dueDays(trx, series, wait) : [] }
  })
  if (!first) return
  const { series, days } = first
  const work = series.steps.flatMap((step, n) => {
    const before = series.steps[n - 1]
    if (before) return [{ step, due: following(series, before.id, step.waitHours) }]
    if (series.kind === 'date') return days.map(day => ({ step, due: onDay(series, day) }))
    return [{ step, due: beginning(series, step.waitHours) }]
  })
  for (const { step, due } of work)
    for (let n = 0; n < portions; n++) {
      const added = await db.company(companyId, async trx => {
        // Switching it off waits for this, and nobody is added after it.
        const { rows } = await sql`
          select from campaigns where company_id = ${companyId} and id = ${step.id} and state = 'sending' for share`.execute(
          trx
        )
        const n = rows.length > 0 ? await addDue(trx, series, step, due) : 0
        if (n > 0) await publish(trx, campaignsDue, { companyId, carrier: step.carrier })
        return n
      })
      if (added < portion) break
    }
}

/** The series of these kinds, of all companies, that are on. */
async function findOn(trx: Trx, kinds: readonly SeriesKind[]): Promise<{ companyId: string; id: string }[]> {
  const { rows } = await sql<{ companyId: string; id: string }>`
    select company_id as "companyId", id from mail_series
    where on_since is not null and kind = any (${[...kinds]}::text[]) order by company_id, id`.execute(trx)
  return rows
}

/** Does so for the series of all companies, one by one. */
export async function enterAll(db: Db, kinds: readonly SeriesKind[]): Promise<void> {
  await eachAlone(
    await db.everyCompany(trx => findOn(trx, kinds)),
    ({ companyId, id }) => `series ${id} of company ${companyId}`,
    ({ companyId, id }) => enterSeries(db, companyId, id)
  )
}
