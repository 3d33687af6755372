import { type RawBuilder, sql } from 'kysely'
import { type Db, sqlBuilder } from '../../core/db.ts'
import { prepare } from '../../core/prepare.ts'
import { leadStatuses } from '../leads/rules.ts'
import { sumValues, totalCents } from '../leads/values.ts'
import { findSalesFigures } from '../sales/queries.ts'
import type { Figures } from './schema.ts'
import type {} from './tables.ts'
import { valueFigures } from './values.ts'

const day = 24 * 3600_000
const addDays = (value: string, days: number): string =>
  new Date(new Date(`${value}T00:00:00Z`).getTime() + days * day).toISOString().slice(0, 10)

/** `owner`: only one employee's leads, '' for those without an owner. */
export type Period = { from: string; to: string; owner: string | undefined; owners: string[] | null }

type Found = {
  sums: {
    status: (typeof leadStatuses)[number]
    now: boolean
    n: number
    reached: number
    contacted: number
    booked: number
    waited: number
    entered: number
  }[]
  days: { day: string; received: number; converted: number }[]
  any: boolean
  sources: Figures['sources']
  lost: Figures['lost']
  owners: {
    owner_id: string
    name: string | null
    received: number
    converted: number
    reached: number
    waited: number
  }[]
}

type Values = {
  companyId: string
  owner: string | null
  owners: string[] | null
  /** The first day of the period before. */
  start: string
  from: string
  to: string
  /** The whole months of the period and of the one before it: start, and start of what follows. */
  monthsFrom: string[]
  monthsTo: string[]
  /** The days around those months, in the same form. */
  daysFrom: string[]
  daysTo: string[]
}

/**
 * All figures in one statement. Whole months come from monthly sums; the days around them, and rows of the months that
 * are not settled yet, from daily counts.
 */
const figures = prepare<Values>('figures', placeholder => {
  const chosen = sql`k.company_id = ${placeholder('companyId')}
    and (${placeholder('owner', 'text')} is null or k.owner_id = ${placeholder('owner', 'text')})
    and (${placeholder('owners', 'text[]')} is null or k.owner_id = any (${placeholder('owners', 'text[]')}))`
  const columns = sql`k.status, k.owner_id, k.source, k.campaign, k.lost_reason, k.n, k.reached, k.contacted, k.booked, k.waited, k.entered`
  const [start, from, to] = [placeholder('start', 'date'), placeholder('from', 'date'), placeholder('to', 'date')]
  const months = sql`unnest(${placeholder('monthsFrom', 'date[]')}, ${placeholder('monthsTo', 'date[]')}) as span (first, next)`
  const days = sql`unnest(${placeholder('daysFrom', 'date[]')}, ${placeholder('daysTo', 'date[]')}) as span (first, next)`
  const within = sql`k.day >= span.first and k.day < span.next`
  const converted = sql`coalesce(sum(n) filter (where status = 'converted'), 0)::integer as converted`
  const listed = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(r), '[]') from (${rows}) as r)`
  return sqlBuilder
    .selectFrom(
      sql<Found>`(
        with kept as materialized (
          select now, status, owner_id, source, campaign, lost_reason, sum(n) as n, sum(reached) as reached,
            sum(contacted) as contacted, sum(booked) as booked, sum(waited) as waited, sum(entered) as entered
          from (
            select k.month >= ${from} as now, ${columns} from ${months}
            join lead_months k on ${chosen} and k.month >= span.first and k.month < span.next
            union all
            select k.day >= ${from}, ${columns} from ${days} join lead_days k on ${chosen} and ${within}
            union all
            select k.day >= ${from}, ${columns} from ${months}
            join lead_days k on ${chosen} and ${within} and k.slot >= 0
          ) as parts group by 1, 2, 3, 4, 5, 6
        )
        select ${listed(sql`
          select status, now, sum(n) as n, sum(reached) as reached, sum(contacted) as contacted, sum(booked) as booked, sum(waited) as waited,
            sum(entered) as entered
          from kept group by 1, 2`)} as sums,
        ${listed(sql`
          select day, sum(n)::integer as received, sum(converted)::integer as converted from (
            select k.day, k.n, k.converted from lead_day_totals k where ${chosen} and k.day between ${start} and ${to}
            union all
            select k.day, k.n, case when k.status = 'converted' then k.n else 0 end from lead_days k
            where ${chosen} and k.day between ${start} and ${to} and k.slot >= 0
          ) as parts group by day order by day`)} as days,
        (exists (select from lead_days where company_id = ${placeholder('companyId')})
          or exists (select from lead_months where company_id = ${placeholder('companyId')})) as any,
        ${listed(sql`
          select source, campaign, sum(n)::integer as received, ${converted} from kept where now
          group by 1, 2 having sum(n) > 0 order by 3 desc, 1, 2 limit 12`)} as sources,
        ${listed(sql`
          select lost_reason as reason, sum(n)::integer as count from kept where now and status = 'lost'
          group by 1 having sum(n) > 0 order by 2 desc, 1 limit 12`)} as lost,
        ${listed(sql`
          select d.*, e.name from (
            select owner_id, sum(n)::integer as received, ${converted}, sum(reached)::integer as reached,
              sum(waited) as waited
            from kept where now group by 1 having sum(n) > 0 order by 2 desc, 1 limit 20
          ) d left join employees e on e.company_id = ${placeholder('companyId')} and e.id = d.owner_id
          order by received desc, owner_id`)} as owners
      )`.as('found')
    )
    .selectAll()
})

const monthOf = (value: string): string => `${value.slice(0, 8)}01`

/** The whole months between two days: start, and start of what follows. */
function wholeMonths(from: string, next: string): [string, string] {
  const first = from === monthOf(from) ? from : monthOf(addDays(monthOf(from), 31))
  return first < monthOf(next) ? [first, monthOf(next)] : [from, from]
}

/**
 * The figures of leads received from one day to another, both included, in the company's time zone, and of the sales
 * dated in it. From kept counts and the ledger, never from the leads.
 */
export async function findFigures(db: Db, companyId: string, period: Period): Promise<Figures> {
  const { from, to } = period
  const length = Math.round((Date.parse(to) - Date.parse(from)) / day) + 1
  const [start, end] = [addDays(from, -length), addDays(to, 1)]
  const [earlier, later] = [wholeMonths(start, from), wholeMonths(from, end)]
  const wanted = { receivedFrom: from, receivedTo: to, ...(period.owner !== undefined && { owner: [period.owner] }) }
  const [[result], values, sales] = await Promise.all([
    db.companyBatch(companyId, [
      figures({
        companyId,
        owner: period.owner ?? null,
        owners: period.owners,
        start,
        from,
        to,
        monthsFrom: [earlier[0], later[0]],
        monthsTo: [earlier[1], later[1]],
        daysFrom: [start, earlier[1], later[1]],
        daysTo: [earlier[0], later[0], end]
      })
    ]),
    sumValues(db, { id: companyId, owners: period.owners }, wanted),
    db.company(companyId, trx => findSalesFigures(trx, companyId, period, period.owners))
  ])
  const found: Found | undefined = result?.rows[0]
  if (!found) throw new Error('The database gave no figures')
  const { sums, days, any, sources, lost, owners } = found

  const total = (now: boolean, of?: string) => {
    const rows = sums.filter(row => row.now === now && (of === undefined || row.status === of))
    const sum = (field: 'n' | 'reached' | 'contacted' | 'booked' | 'waited') =>
      rows.reduce((so, row) => so + Number(row[field]), 0)
    return {
      n: sum('n'),
      contacted: sum('contacted'),
      booked: sum('booked'),
      minutes: minutes(sum('waited'), sum('reached'))
    }
  }
  const sold = total(true, 'converted')
  const figure = (of: (now: boolean) => number | null) => ({ now: of(true), before: of(false) })
  const share = (part: number, of: number) => (of === 0 ? null : part / of)
  const seconds = Date.now() / 1000
  const received = new Map(days.map(row => [row.day, row]))
  return {
    any,
    from,
    to,
    received: figure(now => total(now).n),
    contacted: figure(now => total(now, 'contacted').n),
    scheduled: figure(now => total(now, 'scheduled').n),
    converted: figure(now => total(now, 'converted').n),
    conversion: figure(now => share(total(now, 'converted').n, total(now).n)),
    firstContactMinutes: figure(now => total(now).minutes),
    days: Array.from({ length }, (_, n) => {
      const at = addDays(from, n)
      return {
        day: at,
        received: received.get(at)?.received ?? 0,
        converted: received.get(at)?.converted ?? 0,
        before: received.get(addDays(start, n))?.received ?? 0
      }
    }),
    // Scheduling and selling imply contact, so an appointment is the only step that can be skipped.
    steps: [
      { step: 'received', count: total(true).n, skipped: 0 },
      { step: 'contacted', count: total(true).contacted, skipped: 0 },
      { step: 'scheduled', count: total(true).booked, skipped: 0 },
      { step: 'converted', count: sold.n, skipped: sold.n - sold.booked }
    ],
    funnel: leadStatuses.map(status => {
      const row = sums.find(each => each.now && each.status === status)
      const count = Number(row?.n ?? 0)
      return {
        status,
        count,
        averageDays: count > 0 ? Math.max(0, (seconds - Number(row?.entered) / count) / 86_400) : null,
        valueCents: totalCents(values.filter(each => each.status === status))
      }
    }),
    sources,
    lost,
    values: values.length > 0 ? await valueFigures(db, companyId, values) : null,
    sales,
    owners: owners.map(row => ({
      ownerId: row.owner_id || null,
      name: row.name,
      received: row.received,
      converted: row.converted,
      firstContactMinutes: minutes(Number(row.waited), Number(row.reached))
    }))
  }
}

const minutes = (seconds: number, count: number): number | null => (count > 0 ? seconds / count / 60 : null)
