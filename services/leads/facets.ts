import { sql } from 'kysely'
import { type Db, type Statement, sqlBuilder } from '../core/db.ts'
import { prepare } from '../core/prepare.ts'
import { type FacetField, facetFields, isCounted, type LeadFilter } from './filter.ts'
import type { LeadViewer } from './queries.ts'

type Asked = {
  companyId: string
  status: string[] | null
  owner: string[] | null
  source: string[] | null
  tag: string
  owners: string[] | null
}

const asked = ({ id, owners }: LeadViewer, filter: LeadFilter): Asked => ({
  companyId: id,
  status: filter.status ?? null,
  owner: filter.owner ?? null,
  source: filter.source ?? null,
  // The counts of the leads themselves stand under no tag.
  tag: filter.tag?.[0] ?? '',
  owners
})

const countOfStatuses = prepare<Asked>('count leads by status', hole =>
  sqlBuilder
    .selectFrom('lead_counts')
    .select(sql<number>`coalesce(sum(n), 0)`.as('total'))
    .where('company_id', '=', hole('companyId'))
    .where(sql<boolean>`(${hole('status', 'text[]')} is null or status = any (${hole('status', 'text[]')}))`)
)

const countOfFacets = prepare<Asked>('count leads by facets', hole =>
  sqlBuilder
    .selectFrom('lead_facets')
    .select(sql<number>`coalesce(sum(n), 0)`.as('total'))
    .where('company_id', '=', hole('companyId'))
    .where('tag_id', '=', hole('tag'))
    .where(sql<boolean>`(${hole('status', 'text[]')} is null or status = any (${hole('status', 'text[]')}))`)
    .where(sql<boolean>`(${hole('owner', 'text[]')} is null or owner_id = any (${hole('owner', 'text[]')}))`)
    .where(sql<boolean>`(${hole('source', 'text[]')} is null or source = any (${hole('source', 'text[]')}))`)
    .where(sql<boolean>`(${hole('owners', 'text[]')} is null or owner_id = any (${hole('owners', 'text[]')}))`)
)

const notCounted: Statement = { name: 'not counted', text: 'select null::bigint as total', values: [] }

/** How many leads the viewer has of a filter whose counts are kept; a null total for any other filter. */
export function countStatement(viewer: LeadViewer, filter: LeadFilter): Statement {
  if (!isCounted(filter)) return notCounted
  const onlyStatuses = Object.keys(filter).every(key => key === 'status')
  return onlyStatuses && viewer.owners === null
    ? countOfStatuses(asked(viewer, filter))
    : countOfFacets(asked(viewer, filter))
}

export type FacetCounts = Record<FacetField, { value: string; count: number }[]> & {
  /** The counts are of the first `facetCap` leads only: there are at least so many. */
  capped: boolean
}

/** Of a filter beyond the kept counts, so many leads are read to count them. */
const facetCap = 1000

const columns = { status: 'status', owner: 'owner_id', source: 'source', tag: 'tag_id' } as const

/** Each value with its leads, where all filters but the one on the field itself hold. */
const keptFacet = (field: FacetField) =>
  prepare<Asked>(`facet ${field}`, hole =>
    sqlBuilder
      .selectFrom('lead_facets')
      .select([`${columns[field]} as value`, sql<number>`sum(n)`.as('count')])
      .where('company_id', '=', hole('companyId'))
      .where(field === 'tag' ? sql<boolean>`tag_id <> ''` : sql<boolean>`tag_id = ${hole('tag')}`)
      .$if(field !== 'status', query =>
        query.where(sql<boolean>`(${hole('status', 'text[]')} is null or status = any (${hole('status', 'text[]')}))`)
      )
      .$if(field !== 'owner', query =>
        query.where(sql<boolean>`(${hole('owner', 'text[]')} is null or owner_id = any (${hole('owner', 'text[]')}))`)
      )
      .$if(field !== 'source', query =>
        query.where(sql<boolean>`(${hole('source', 'text[]')} is null or source = any (${hole('source', 'text[]')}))`)
      )
      .where(sql<boolean>`(${hole('owners', 'text[]')} is null or owner_id = any (${hole('owners', 'text[]')}))`)
      .groupBy(columns[field])
      .having(sql<boolean>`sum(n) > 0`)
      .orderBy('count', 'desc')
      .limit(200)
  )

const keptFacets = facetFields.map(keptFacet)

type Found = { filter: string; own: string; companyId: string }

/** The leads that every other filter finds, counted by value in one reading; `own` are the filters on the facets. */
const countedFacets = prepare<Found>('facets of found leads', hole => {
  const own = sql`${hole('own', 'jsonb')}`
  const holds = (field: FacetField) => sql`(not ${own} ? ${sql.lit(field)} or ${value(field)})`
  const value = (field: FacetField) =>
    field === 'tag'
      ? sql`l.tags && lead_texts(${own} -> 'tag')`
      : sql`coalesce(${sql.ref(`l.${columns[field]}`)}, '') = any (lead_texts(${own} -> ${sql.lit(field)}))`
  const others = (field: FacetField) => sql.join(facetFields.filter(each => each !== field).map(holds), sql` and `)
  const parts = facetFields.map(field =>
    field === 'tag'
      ? sql`select 'tag' as field, tag as value, count(*) as count from found l, unnest(l.tags) as tag
          where ${others(field)} group by tag`
      : sql`select ${sql.lit(field)} as field, coalesce(${sql.ref(`l.${columns[field]}`)}, '') as value, count(*) as count
          from found l where ${others(field)} group by 2`
  )
  return sqlBuilder
    .with('found', db =>
      db
        .selectFrom(
          sql<{
            id: string
          }>`(select matching_leads(${hole('filter', 'jsonb')}, ${sql.lit(facetCap)}) as id offset 0)`.as('m')
        )
        .innerJoin('leads', join => join.onRef('leads.id', '=', 'm.id').on('leads.company_id', '=', hole('companyId')))
        .select(['status', 'owner_id', 'source', 'tags'])
    )
    .selectFrom(
      sql<{ field: FacetField; value: string; count: number }>`(
        ${sql.join(parts, sql` union all `)} union all select 'all', '', count(*) from found)`.as('counted')
    )
    .selectAll()
    .orderBy('count', 'desc')
})

/** How many of the viewer's leads there are for each value that the filters offer. */
export async function countFacets(db: Db, viewer: LeadViewer, filter: LeadFilter): Promise<FacetCounts> {
  if (isCounted(filter)) {
    const results = await db.companyAtOnce(
      viewer,
      keptFacets.map(facet => facet(asked(viewer, filter)))
    )
    const counts = facetFields.map((field, n) => [field, (results[n]?.rows ?? []).map(toCount)])
    return { ...(Object.fromEntries(counts) as Record<FacetField, { value: string; count: number }[]>), capped: false }
  }
  const own = Object.fromEntries(facetFields.flatMap(field => (filter[field] ? [[field, filter[field]]] : [])))
  const others = Object.fromEntries(Object.entries(filter).filter(([key]) => !(key in own)))
  const [result] = await db.companyAtOnce(viewer, [
    countedFacets({ companyId: viewer.id, filter: JSON.stringify(others), own: JSON.stringify(own) })
  ])
  const rows = result?.rows ?? []
  const of = (field: string) => rows.filter(row => row.field === field).map(toCount)
  return {
    status: of('status'),
    owner: of('owner'),
    source: of('source'),
    tag: of('tag'),
    capped: Number(rows.find(row => row.field === 'all')?.count ?? 0) >= facetCap
  }
}

const toCount = ({ value, count }: { value: string; count: number }) => ({ value, count: Number(count) })
