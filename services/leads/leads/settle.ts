import { type RawBuilder, sql } from 'kysely'
import { eachAlone, forEachCompany } from '../../core/alone.ts'
import type { Db, Trx } from '../../core/db.ts'
import { countAnswers } from '../forms/answers.ts'

/** The columns that identify a row of each table of kept counts, besides company and slot. */
const kinds: Record<'lead_facets' | 'answer_counts', RawBuilder<unknown>> = {
  lead_facets: sql`tag_id, status, owner_id, source`,
  answer_counts: sql`field, value, status, owner_id, source`
}

const portionSize = 20_000

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/**
 * Merges the counts that each connection keeps in a slot of its own, so that filters read few rows, and removes counts
 * that are zero. Also counts answers that an earlier run could not count. Returns how many rows it merged.
 */
export async function settleCounts(db: Db): Promise<number> {
  const { rows: uncounted } = await db.everyCompany(trx =>
    sql<{ id: string }>`select distinct company_id as id from answer_fields where not counted`.execute(trx)
  )
  let settled = 0
  const settle = async (table: keyof typeof kinds): Promise<void> => {
    const { rows } = await db.everyCompany(trx =>
      sql<{ id: string }>`
        select c.id from companies c
        where exists (select from ${sql.table(table)} k where k.company_id = c.id and k.slot >= 0)`.execute(trx)
    )
    await forEachCompany(idsOf(rows), async id => {
      for (let taken = portionSize; taken === portionSize; settled += taken)
        taken = await db.everyCompany(trx => settlePortion(trx, table, id))
    })
  }
  const steps = [
    () => forEachCompany(idsOf(uncounted), id => countAnswers(db, id)),
    ...(Object.keys(kinds) as (keyof typeof kinds)[]).map(table => () => settle(table))
  ]
  await eachAlone(
    steps,
    () => 'counts',
    step => step()
  )
  return settled
}

/** Rows locked by a transaction that is storing a lead are left for the next run. */
async function settlePortion(trx: Trx, table: keyof typeof kinds, companyId: string): Promise<number> {
  const [counts, kind] = [sql.table(table), kinds[table]]
  const { rows } = await sql<{ n: number }>`
    with chosen as materialized (
      select ${kind}, slot from ${counts} where company_id = ${companyId} and slot >= 0
      limit ${portionSize} for update skip locked
    ), taken as (
      delete from ${counts} where company_id = ${companyId} and (${kind}, slot) in (select ${kind}, slot from chosen)
      returning *
    ), settled as (
      insert into ${counts} as kept (company_id, ${kind}, slot, n)
      select ${companyId}, ${kind}, -1, sum(n) from taken group by ${kind}
      on conflict (company_id, ${kind}, slot) do update set n = kept.n + excluded.n
    )
    select count(*)::integer as n from taken`.execute(trx)
  await sql`delete from ${counts} where company_id = ${companyId} and n = 0 and slot = -1`.execute(trx)
  return rows[0]?.n ?? 0
}
