import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import type { NewTargets, Targets } from './schema.ts'
import type {} from './tables.ts'

type Row = {
  owner_id: string
  name: string | null
  count: number | null
  cents: number | null
  sold_count: number
  sold_cents: number
}

/**
 * The targets of a month and what was sold towards them; a sale that was taken back counts for nothing. Somebody who sees
 * some leads only, `owners`, gets these people's targets and nothing of the company's.
 */
export async function findTargets(
  trx: Trx,
  companyId: string,
  month: string,
  owners: readonly string[] | null
): Promise<Targets> {
  const first = `${month}-01`
  const { rows } = await sql<Row>`
    with sold as (
      select coalesce(owner_id, '') as owner_id,
        sum(case kind when 'sale' then 1 when 'reversal' then -1 else 0 end)::integer as count, sum(value_cents) as cents
      from counted_sales(${companyId}, ${first}::date, (${first}::date + interval '1 month')::date - 1) group by 1
    ), wanted as (
      select owner_id, count, cents from sales_targets where company_id = ${companyId} and month = ${first}::date
    )
    select w.owner_id, e.name, w.count, w.cents::float8 as cents, coalesce(s.count, 0) as sold_count,
      coalesce(s.cents, 0)::float8 as sold_cents
    from wanted w join employees e on e.company_id = ${companyId} and e.id = w.owner_id
    left join sold s on s.owner_id = w.owner_id
    where ${owners}::text[] is null or w.owner_id = any (${owners}::text[])
    union all
    select '', null, w.count, w.cents::float8, coalesce(s.count, 0)::integer, coalesce(s.cents, 0)::float8
    from (select sum(count) as count, sum(cents) as cents from sold
      where ${owners}::text[] is null or owner_id = any (${owners}::text[])) as s
    left join wanted w on w.owner_id = '' and ${owners}::text[] is null
    order by 2`.execute(trx)
  const days = await sql<{ n: number }>`
    select count(*)::integer as n
    from generate_series(greatest(today_of(${companyId}), ${first}::date),
      (${first}::date + interval '1 month')::date - 1, '1 day') as day
    where extract(isodow from day) < 6`.execute(trx)
  const sold = ({ sold_count, sold_cents }: Row) => ({ count: sold_count, cents: sold_cents })
  const whole = rows.find(({ owner_id }) => owner_id === '')
  return {
    count: whole?.count ?? null,
    cents: whole?.cents ?? null,
    sold: whole ? sold(whole) : { count: 0, cents: 0 },
    daysLeft: days.rows[0]?.n ?? 0,
    owners: rows.flatMap(row =>
      row.owner_id === ''
        ? []
        : { ownerId: row.owner_id, name: row.name ?? '', count: row.count, cents: row.cents, sold: sold(row) }
    )
  }
}

/** Replaces the targets of a month. Throws 400 for a person who is named twice, or is not active in the company. */
export async function saveTargets(
  trx: Trx,
  companyId: string,
  month: string,
  { count, cents, owners }: NewTargets
): Promise<void> {
  const ids = owners.map(({ ownerId }) => ownerId)
  if (new Set(ids).size < ids.length) throw invalid({ owners: 'Cada pessoa tem uma meta só.' })
  const { n } = await trx
    .selectFrom('employees')
    .select(row => row.fn.countAll<string>().as('n'))
    .where('active', '=', true)
    .where(sql<boolean>`id = any (${ids}::text[])`)
    .executeTakeFirstOrThrow()
  if (Number(n) < ids.length) throw invalid({ owners: 'Uma destas pessoas não está mais na equipe.' })
  const rows = [{ ownerId: '', count, cents }, ...owners].filter(target => target.count || target.cents)
  await trx.deleteFrom('sales_targets').where('company_id', '=', companyId).where('month', '=', `${month}-01`).execute()
  if (rows.length === 0) return
  await trx
    .insertInto('sales_targets')
    .values(
      rows.map(({ ownerId, count, cents }) => ({
        company_id: companyId,
        month: `${month}-01`,
        owner_id: ownerId,
        count: count || null,
        cents: cents || null
      }))
    )
    .execute()
}
