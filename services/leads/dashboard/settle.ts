import { sql } from 'kysely'
import { forEachCompany } from '../../core/alone.ts'
import type { Db, Trx } from '../../core/db.ts'
import { takeLocks } from '../../core/locks.ts'

const portionSize = 20_000

/**
 * Merges the counts of past days into one row each, and into the sums by month and by day, so that the dashboard reads
 * equally little for any company. Blocks arriving leads for a moment at most; rows that they hold are left for the next
 * run. Returns how many rows it merged.
 */
export async function settleDays(db: Db): Promise<number> {
  const companies = await db.everyCompany(async trx => {
    const { rows } = await sql<{ id: string }>`
      select c.id from companies c where exists (
        select from lead_days d where d.company_id = c.id and d.slot >= 0
          and d.day < (now() at time zone c.time_zone)::date)`.execute(trx)
    return rows
  })
  let settled = 0
  const settle = async (id: string): Promise<void> => {
    for (let rows = portionSize; rows === portionSize; settled += rows)
      rows = await db.everyCompany(trx => settlePortion(trx, id))
    await db.everyCompany(trx => forgetEmpty(trx, id))
  }
  await forEachCompany(
    companies.map(({ id }) => id),
    settle
  )
  return settled
}

async function settlePortion(trx: Trx, companyId: string): Promise<number> {
  // The recount after a change of time zone takes the same lock.
  await takeLocks(trx, companyId, 'days')
  const kind = sql`status, owner_id, source, campaign, lost_reason`
  const sums = sql`sum(n) as n, sum(reached) as reached, sum(contacted) as contacted,
    sum(booked) as booked, sum(waited) as waited, sum(entered) as entered`
  const added = sql`n = kept.n + excluded.n, reached = kept.reached + excluded.reached,
    contacted = kept.contacted + excluded.contacted, booked = kept.booked + excluded.booked, waited = kept.waited + excluded.waited, entered = kept.entered + excluded.entered`
  const { rows } = await sql<{ n: number }>`
    with chosen as materialized (
      select d.day, ${kind}, slot from lead_days d join companies c on c.id = d.company_id
      where d.company_id = ${companyId} and d.slot >= 0 and d.day < (now() at time zone c.time_zone)::date
      order by d.day limit ${portionSize} for update of d skip locked
    ), taken as (
      delete from lead_days where company_id = ${companyId}
        and (day, ${kind}, slot) in (select day, ${kind}, slot from chosen)
      returning *
    ), into_days as (
      insert into lead_days as kept (company_id, day, ${kind}, slot, n, reached, contacted, booked, waited, entered)
      select ${companyId}, day, ${kind}, -1, ${sums} from taken group by day, ${kind}
      on conflict (company_id, day, ${kind}, slot) do update set ${added}
    ), into_totals as (
      insert into lead_day_totals as kept (company_id, day, owner_id, n, converted)
      select ${companyId}, day, owner_id, sum(n), coalesce(sum(n) filter (where status = 'converted'), 0)
      from taken group by day, owner_id
      on conflict (company_id, day, owner_id) do update
        set n = kept.n + excluded.n, converted = kept.converted + excluded.converted
    ), into_months as (
      insert into lead_months as kept (company_id, month, ${kind}, n, reached, contacted, booked, waited, entered)
      select ${companyId}, date_trunc('month', day)::date as month, ${kind}, ${sums} from taken group by month, ${kind}
      on conflict (company_id, month, ${kind}) do update set ${added}
    )
    select count(*)::integer as n from taken`.execute(trx)
  return rows[0]?.n ?? 0
}

/** A row with a count of zero holds nothing but rounding errors of its times. */
async function forgetEmpty(trx: Trx, companyId: string): Promise<void> {
  const empty = sql`company_id = ${companyId} and n = 0 and reached = 0 and contacted = 0 and booked = 0 and abs(waited) < 1 and abs(entered) < 1`
  await sql`delete from lead_days where ${empty} and slot = -1`.execute(trx)
  await sql`delete from lead_months where ${empty}`.execute(trx)
}
