import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type {} from '../dashboard/tables.ts'
import { listSteps } from '../funnels/steps.ts'
import { minClosed } from './rules.ts'
import type { Forecast } from './schema.ts'

type OpenStatus = 'new' | 'contacted' | 'scheduled'
type Row = { part: string; status: OpenStatus; step: string; count: number; cents: number }
type Closed = { status: 'converted' | 'lost'; n: number; contacted: number; booked: number }
type Chances = Forecast['chances']

/**
 * The value of the open leads, by the month in which their sale is expected: as a whole, and by the chance
 * of the step that each has come to. A chance is the part of the leads received in a year and closed since that were won
 * of those that had come to the step; null with fewer than `minClosed` of them. A step with a percentage of its own has that.
 */
export async function findForecast(trx: Trx, companyId: string): Promise<Forecast> {
  const { rows } = await sql<Row>`
    select case when expected_on is null then 'undated' when expected_on < today_of(${companyId}) then 'late'
        else to_char(expected_on, 'YYYY-MM') end as part,
      status, coalesce(step_key, status) as step, count(*)::integer as count, sum(value_cents)::float8 as cents
    from leads where company_id = ${companyId} and status in ('new', 'contacted', 'scheduled') and value_cents is not null
      and held_at is null and deleted_at is null
    group by 1, 2, 3 order by 1`.execute(trx)
  const { rows: closed } = await sql<Closed>`
    select status, sum(n)::float8 as n, sum(contacted)::float8 as contacted, sum(booked)::float8 as booked from (
      select status, n, contacted, booked from lead_months
      where company_id = ${companyId} and month >= date_trunc('month', today_of(${companyId}) - interval '1 year')
      union all
      select status, n, contacted, booked from lead_days
      where company_id = ${companyId} and slot >= 0 and day >= date_trunc('month', today_of(${companyId}) - interval '1 year')
    ) as kept where status in ('converted', 'lost') group by status`.execute(trx)
  const chances: Chances = {
    new: chanceOf(closed, 'n'),
    contacted: chanceOf(closed, 'contacted'),
    scheduled: chanceOf(closed, 'booked')
  }
  const steps = await listSteps(trx)
  const own = (step: string): number | null => {
    const chance = steps.get(step)?.chance ?? null
    return chance === null ? null : chance / 100
  }
  const sums = (part: string) =>
    sumsOf(
      rows.filter(row => row.part === part),
      ({ step, status }) => own(step) ?? chances[status]
    )
  const months = [...new Set(rows.map(({ part }) => part))].filter(part => /^\d/.test(part))
  return {
    months: months.map(month => ({ month, ...sums(month) })),
    late: sums('late'),
    undated: sums('undated'),
    chances
  }
}

function chanceOf(closed: readonly Closed[], what: 'n' | 'contacted' | 'booked'): number | null {
  const of = (status: Closed['status']) => Number(closed.find(row => row.status === status)?.[what] ?? 0)
  const all = of('converted') + of('lost')
  return all < minClosed ? null : of('converted') / all
}

function sumsOf(rows: readonly Row[], chanceAt: (row: Row) => number | null) {
  const isKnown = rows.every(row => chanceAt(row) !== null)
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    cents: rows.reduce((sum, { cents }) => sum + cents, 0),
    weightedCents: isKnown ? Math.round(rows.reduce((sum, row) => sum + row.cents * (chanceAt(row) ?? 0), 0)) : null
  }
}
