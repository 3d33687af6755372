import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type { Tables } from '../../core/tables.ts'
import { defaultFunnelName } from '../funnels/rules.ts'
import type {} from '../funnels/tables.ts'
import type {} from '../leads/tables.ts'
import type { Sale, SalesFigures } from './schema.ts'
import type {} from './tables.ts'

/** `owner`: '' for sales of nobody. */
export type SalesFilter = { from?: string; to?: string; owner?: string; source?: string; funnel?: string }

/** The usual funnel has the company's id. */
const funnelOf = sql<string>`coalesce(s.funnel_id, s.company_id)`

const matching = (trx: Trx, companyId: string, filter: SalesFilter, owners: readonly string[] | null) =>
  trx
    .selectFrom(
      sql<
        Selectable<Tables['sales']>
      >`counted_sales(${companyId}, ${filter.from ?? null}::date, ${filter.to ?? null}::date)`.as('s')
    )
    .$if(filter.source !== undefined, query => query.where('s.source', '=', filter.source ?? ''))
    .$if(filter.funnel !== undefined, query => query.where(funnelOf, '=', filter.funnel ?? ''))
    .$if(filter.owner === '', query => query.where('s.owner_id', 'is', null))
    .$if(Boolean(filter.owner), query => query.where('s.owner_id', '=', filter.owner ?? ''))
    .$if(owners !== null, query => query.where(sql<SqlBool>`s.owner_id = any (${owners}::text[])`))

/**
 * The sales that match, the latest first; a sale that was taken back on its own day is none. `owners`: the people whose
 * sales the viewer sees, null for all. The scope shows deleted leads too, whose sales stay in the ledger.
 */
export async function listSales(
  trx: Trx,
  companyId: string,
  filter: SalesFilter,
  owners: readonly string[] | null,
  { skip, take, descending }: { skip: number; take: number; descending: boolean }
): Promise<{ rows: Sale[]; total: number }> {
  const direction = descending ? 'desc' : 'asc'
  const rows = await matching(trx, companyId, filter, owners)
    .leftJoin('leads as l', join => join.onRef('l.company_id', '=', 's.company_id').onRef('l.id', '=', 's.lead_id'))
    .leftJoin('employees as e', join =>
      join.onRef('e.company_id', '=', 's.company_id').onRef('e.id', '=', 's.owner_id')
    )
    .select([
      's.id',
      's.lead_id as leadId',
      'l.name as leadName',
      's.day',
      's.kind',
      sql<number>`s.value_cents::float8`.as('valueCents'),
      's.owner_id as ownerId',
      'e.name as ownerName',
      's.source',
      funnelOf.as('funnelId')
    ])
    .orderBy('s.day', direction)
    .orderBy('s.seq', direction)
    .offset(skip)
    .limit(take)
    .execute()
  const { n } = await matching(trx, companyId, filter, owners)
    .select(query => query.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

const msOfDay = 24 * 3600_000
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * msOfDay).toISOString().slice(0, 10)

type Row = {
  day: string
  owner_id: string | null
  name: string | null
  source: string
  funnel: string
  funnel_name: string | null
  count: number
  reversed: number
  cents: number
}

/** People and origins that are shown. */
const maxRows = 12

/** The sales dated in a period, by day, person, origin and funnel, beside the period of the same length before it. */
export async function findSalesFigures(
  trx: Trx,
  companyId: string,
  { from, to, owner }: { from: string; to: string; owner: string | undefined },
  owners: readonly string[] | null
): Promise<SalesFigures> {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / msOfDay) + 1
  const start = addDays(from, -length)
  const filter = { from: start, to, ...(owner !== undefined && { owner }) }
  const rows: Row[] = await matching(trx, companyId, filter, owners)
    .leftJoin('employees as e', join =>
      join.onRef('e.company_id', '=', 's.company_id').onRef('e.id', '=', 's.owner_id')
    )
    .leftJoin('funnels as f', join => join.onRef('f.company_id', '=', 's.company_id').on('f.id', '=', funnelOf))
    .select([
      's.day',
      's.owner_id',
      'e.name',
      's.source',
      funnelOf.as('funnel'),
      'f.name as funnel_name',
      sql<number>`(count(*) filter (where kind = 'sale'))::integer`.as('count'),
      sql<number>`(count(*) filter (where kind = 'reversal'))::integer`.as('reversed'),
      sql<number>`sum(value_cents)::float8`.as('cents')
    ])
    .groupBy(['s.day', 's.owner_id', 'e.name', 's.source', 's.funnel_id', 's.company_id', 'f.name'])
    .execute()
  const now = rows.filter(({ day }) => day >= from)
  const before = rows.filter(({ day }) => day < from)
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const compared = (what: 'count' | 'reversed' | 'cents') => ({ now: sum(now, what), before: sum(before, what) })
  /** The sums by one trait of the rows, the most sold first. */
  const by = (of: (row: Row) => string) =>
    [...Map.groupBy(rows, of).values()]
      .map(all => {
        const [first = all[0] as Row] = all
        const [current, earlier] = [all.filter(({ day }) => day >= from), all.filter(({ day }) => day < from)]
        return { first, ...sumsOf(current), before: sum(earlier, 'cents'), any: current.length > 0 }
      })
      .filter(({ any, before }) => any || before !== 0)
      .sort((a, b) => b.cents - a.cents || b.count - a.count)
      .slice(0, maxRows)
      .map(({ first, any, ...sums }) => ({ first, sums }))
  return {
    count: compared('count'),
    reversed: compared('reversed'),
    cents: compared('cents'),
    days: Array.from({ length }, (_, n) => {
      const day = addDays(from, n)
      const earlier = addDays(start, n)
      return {
        day,
        ...sumsOf(byDay.get(day) ?? []),
        before: sum(byDay.get(earlier) ?? [], 'cents')
      }
    }),
    owners: by(row => row.owner_id ?? '').map(({ first, sums }) => ({
      ownerId: first.owner_id,
      name: first.name,
      ...sums
    })),
    sources: by(row => row.source).map(({ first, sums }) => ({ source: first.source, ...sums })),
    funnels: by(row => row.funnel).map(({ first, sums }) => ({
      funnelId: first.funnel,
      name: first.funnel_name ?? (first.funnel === companyId ? defaultFunnelName : null),
      ...sums
    }))
  }
}

const sum = (rows: readonly Row[], what: 'count' | 'reversed' | 'cents'): number =>
  rows.reduce((so, row) => so + Number(row[what]), 0)

const sumsOf = (rows: readonly Row[]) => ({
  count: sum(rows, 'count'),
  reversed: sum(rows, 'reversed'),
  cents: sum(rows, 'cents')
})
