import { sql } from 'kysely'
import { limitsOf } from '../../account/plans/rules.ts'
import { type Db, signalAfterCommit, type Trx } from '../../core/db.ts'
import { leadsUnowned } from './jobs.ts'

export type LeadUsage = {
  /** Leads of this month that count towards the plan, without held ones. */
  used: number
  /** Null without a limit. */
  limit: number | null
  /** Held leads of any month. */
  held: number
}

type Month = { limit: number | null; month: string; starts: string }

/** The current limit, and the current month in the company's time zone. */
export async function monthOf(trx: Trx, companyId: string): Promise<Month> {
  const company = await trx
    .selectFrom('companies as c')
    .innerJoin('plans as p', 'p.key', 'c.plan')
    .select(['c.leads_limit', 'c.users_limit', 'c.limits_until', 'p.leads_per_month', 'p.users'])
    .select([
      sql<string>`date_trunc('month', now() at time zone c.time_zone)::date`.as('month'),
      sql<string>`date_trunc('month', now() at time zone c.time_zone) at time zone c.time_zone`.as('starts')
    ])
    .where('c.id', '=', companyId)
    .executeTakeFirstOrThrow()
  const { leadsPerMonth } = limitsOf(
    { leadsPerMonth: company.leads_per_month, users: company.users },
    { leadsLimit: company.leads_limit, usersLimit: company.users_limit, limitsUntil: company.limits_until },
    new Date()
  )
  return { limit: leadsPerMonth, month: company.month, starts: company.starts }
}

/**
 * The company's use of this month's leads, in a scope that sees held leads. From the counts by day, corrected
 * for robots, imported and deleted leads, so the cost does not grow with the month.
 */
export async function countLeadUsage(trx: Trx, companyId: string): Promise<LeadUsage> {
  const { limit, month, starts } = await monthOf(trx, companyId)
  const received = sql`company_id = ${companyId} and received_at >= ${starts} and held_at is null`
  const { rows } = await sql<{ used: number; held: number }>`
    select (
      select coalesce(sum(n), 0)::integer from (
        select n from lead_day_totals where company_id = ${companyId} and day >= ${month}
        union all select n from lead_days where company_id = ${companyId} and day >= ${month} and slot >= 0
        union all select 1 from leads
          where ${received} and deleted_at is not null and not marks @> '{bot}' and imported_at is null
        union all select -1 from leads where ${received} and deleted_at is null and doubtful and marks @> '{bot}'
          and imported_at is null
        union all select -count(*) from leads where ${received} and deleted_at is null and imported_at is not null
      ) as counted) as used,
      (select count(*)::integer from leads where company_id = ${companyId} and held_at is not null) as held`.execute(
    trx
  )
  return { used: rows[0]?.used ?? 0, limit, held: rows[0]?.held ?? 0 }
}

/** The same in a transaction of its own. */
export const leadUsage = (db: Db, companyId: string): Promise<LeadUsage> =>
  db.company({ id: companyId, held: true }, trx => countLeadUsage(trx, companyId))

/** Leads released in one statement, which must end within the statement timeout. */
export const releasePortion = 1000

/**
 * Releases held leads as far as the plan now allows, a portion at a time: all of earlier months, those of this month
 * oldest first up to the limit. Needs a scope that sees held leads; locks the month's row, as an arriving lead does.
 */
export async function releaseHeldLeads(trx: Trx, companyId: string): Promise<number> {
  const { limit, month, starts } = await monthOf(trx, companyId)
  const { rows: kept } = await sql<{ n: number }>`
    insert into lead_usage as u (company_id, month, n) values (${companyId}, ${month}, 0)
    on conflict (company_id, month) do update set n = u.n returning n`.execute(trx)
  const { rows: heldNow } = await sql<{ n: number }>`
    select count(*)::int as n from leads
    where company_id = ${companyId} and held_at is not null and received_at >= ${starts}`.execute(trx)
  // Held leads were counted on arrival.
  const shown = (kept[0]?.n ?? 0) - (heldNow[0]?.n ?? 0)
  const room = limit === null ? null : Math.max(0, limit - shown)
  const { rows: released } = await sql<{ n: number }>`
    with released as (
      update leads set held_at = null, updated_at = now() where company_id = ${companyId} and id in (
        select id from (
          select id from leads where company_id = ${companyId} and held_at is not null and received_at < ${starts}
          union all
          (select id from leads where company_id = ${companyId} and held_at is not null and received_at >= ${starts}
           order by received_at, id limit ${room})) as allowed limit ${releasePortion})
      returning id, owner_id, received_at
    ), job as (
      insert into outbox (queue, name, data)
      select ${leadsUnowned.queue}, ${leadsUnowned.name},
        jsonb_build_object('companyId', ${companyId}::text, 'leadIds', jsonb_agg(id order by received_at, id))
      from released where owner_id is null having count(*) > 0
    )
    select count(*)::integer as n from released`.execute(trx)
  signalAfterCommit(trx, 'outbox')
  return released[0]?.n ?? 0
}

/** The companies that have held leads. */
export async function companiesWithHeldLeads(trx: Trx): Promise<string[]> {
  const rows = await trx.selectFrom('leads').select('company_id').distinct().where('held_at', 'is not', null).execute()
  return rows.map(row => row.company_id)
}
