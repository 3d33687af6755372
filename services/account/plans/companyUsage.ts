import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { noCompany } from '../companies/rules.ts'
import type { CompanyUsage } from './schema.ts'

/** The count of a month's leads stops here, to bound its cost. */
const countCap = 10_000

/** Leads of the current month in the company's time zone. */
export const leadsOfMonth = sql<number>`(
  select count(*)::int from (
    select from leads l where l.company_id = c.id and l.held_at is null and l.imported_at is null and not l.marks @> '{bot}'
      and l.received_at >= date_trunc('month', now() at time zone c.time_zone) at time zone c.time_zone
    limit ${sql.lit(countCap)}) as month)`

/** The current limits: the company's own while they last, else its plan's. */
export const limitNow = (own: 'leads_limit' | 'users_limit', plan: 'leads_per_month' | 'users') =>
  sql<
    number | null
  >`coalesce(case when c.limits_until is null or c.limits_until > now() then c.${sql.ref(own)} end, p.${sql.ref(plan)})`

/** The company's usage of its limits, and its leads of the last twelve months. */
export async function findUsage(trx: Trx, companyId: string): Promise<CompanyUsage> {
  const { rows } = await sql<{ used: number; limit: number | null; users: number; users_limit: number | null }>`
    select ${leadsOfMonth} as used, ${limitNow('leads_limit', 'leads_per_month')} as limit,
      (select count(*)::int from employees e where e.company_id = c.id and e.active)
        + (select count(*)::int from account_links i where i.company_id = c.id and i.kind = 'invitation'
          and i.used_at is null and i.expires_at > now()) as users,
      ${limitNow('users_limit', 'users')} as users_limit
    from companies c join plans p on p.key = c.plan where c.id = ${companyId}`.execute(trx)
  const [now] = rows
  if (!now) throw new AppError('notFound', noCompany)
  const { rows: months } = await sql<{ month: string; leads: number }>`
    select to_char(m.start, 'YYYY-MM') as month, (
      select count(*)::int from leads l where l.company_id = c.id
        and l.received_at >= m.start at time zone c.time_zone
        and l.received_at < (m.start + interval '1 month') at time zone c.time_zone) as leads
    from companies c, generate_series(
      date_trunc('month', now() at time zone c.time_zone) - interval '11 months',
      date_trunc('month', now() at time zone c.time_zone), interval '1 month') as m (start)
    where c.id = ${companyId} order by m.start desc`.execute(trx)
  return { leads: { used: now.used, limit: now.limit }, users: { used: now.users, limit: now.users_limit }, months }
}
