import { type RawBuilder, sql } from 'kysely'
import { type Statement, sqlBuilder } from '../../core/db.ts'
import { prepare } from '../../core/prepare.ts'
import type { LeadViewer } from '../../core/viewer.ts'
import { countsOf, type FacetField, type LeadFilter } from './filter.ts'

export type FacetParams = {
  companyId: string
  status: string[] | null
  owner: string[] | null
  source: string[] | null
  tag: string
  owners: string[] | null
  /** The custom field that is filtered by. */
  field: string
  values: string[]
}

type DayParams = FacetParams & { from: string; to: string; campaign: string[] | null; lostReason: string[] | null }

export const paramsOf = ({ id, owners }: LeadViewer, filter: LeadFilter): FacetParams => {
  const [field, values] = Object.entries(filter.custom ?? {})[0] ?? ['', []]
  return {
    companyId: id,
    status: filter.status ?? null,
    owner: filter.owner ?? null,
    source: filter.source ?? null,
    // Totals are stored under an empty tag.
    tag: filter.tag?.[0] ?? '',
    owners,
    field,
    values
  }
}

type Placeholder = <K extends keyof FacetParams>(name: K, type?: string) => RawBuilder<FacetParams[K]>

export const columns = { status: 'status', owner: 'owner_id', source: 'source', tag: 'tag_id' } as const

/**
 * The conditions of the filter on the columns that all counts have, without the one on `but`, and limited to the owners
 * whose leads the viewer sees.
 */
export const underFilters = (placeholder: Placeholder, but?: FacetField) => {
  const oneOf = (column: string, key: 'status' | 'owner' | 'source' | 'owners') =>
    sql`(${placeholder(key, 'text[]')} is null or ${sql.ref(column)} = any (${placeholder(key, 'text[]')}))`
  const filters = (['status', 'owner', 'source'] as const).filter(field => field !== but)
  return sql<boolean>`${sql.join([...filters.map(field => oneOf(columns[field], field)), oneOf('owner_id', 'owners')], sql` and `)}`
}

export const ofAnswer = (placeholder: Placeholder) =>
  sql<boolean>`field = ${placeholder('field', 'text')} and value = any (${placeholder('values', 'text[]')})`

const countOfStatuses = prepare<FacetParams>('count leads by status', placeholder =>
  sqlBuilder
    .selectFrom('lead_counts')
    .select(sql<number>`coalesce(sum(n), 0)`.as('total'))
    .where('company_id', '=', placeholder('companyId'))
    .where(
      sql<boolean>`(${placeholder('status', 'text[]')} is null or status = any (${placeholder('status', 'text[]')}))`
    )
)

const countOfFacets = prepare<FacetParams>('count leads by facets', placeholder =>
  sqlBuilder
    .selectFrom('lead_facets')
    .select(sql<number>`coalesce(sum(n), 0)`.as('total'))
    .where('company_id', '=', placeholder('companyId'))
    .where('tag_id', '=', placeholder('tag'))
    .where(underFilters(placeholder))
)

/** Null where a value is not an option of the field, because only options are counted. */
const countOfAnswers = prepare<FacetParams>('count leads by an answer', placeholder =>
  sqlBuilder
    .selectFrom('answer_fields as f')
    .select(eb =>
      eb
        .selectFrom('answer_counts')
        .select(sql<number>`coalesce(sum(n), 0)`.as('n'))
        .where('company_id', '=', placeholder('companyId'))
        .where(ofAnswer(placeholder))
        .where(underFilters(placeholder))
        .as('total')
    )
    .where('f.company_id', '=', placeholder('companyId'))
    .where('f.name', '=', placeholder('field'))
    .where('f.counted', '=', true)
    .where(sql<boolean>`${placeholder('values', 'text[]')} <@ f.options`)
)

const countOfDays = prepare<DayParams>('count leads by days', placeholder => {
  const oneOf = (column: string, key: 'campaign' | 'lostReason') =>
    sql<boolean>`(${placeholder(key, 'text[]')} is null or ${sql.ref(column)} = any (${placeholder(key, 'text[]')}))`
  return (
    sqlBuilder
      .selectFrom('lead_days')
      // By status, to which the steps of own funnels belong as well: it says nothing of a step then.
      .select(
        sql<number>`case when ${placeholder('status', 'text[]')} is null or not has_own_funnels(${placeholder('companyId', 'text')})
        then coalesce(sum(n), 0) end`.as('total')
      )
      .where('company_id', '=', placeholder('companyId'))
      .where(sql<boolean>`day between ${placeholder('from', 'date')} and ${placeholder('to', 'date')}`)
      .where(underFilters(placeholder))
      .where(oneOf('campaign', 'campaign'))
      .where(oneOf('lost_reason', 'lostReason'))
  )
})

const notCounted: Statement = { name: 'not counted', text: 'select null::bigint as total', values: [] }

/**
 * Counts the viewer's leads from kept counts; the total is null, or there is no row, where they cannot answer the
 * filter.
 */
export function countStatement(viewer: LeadViewer, filter: LeadFilter): Statement {
  const counts = countsOf(filter)
  if (counts === null) return notCounted
  if (counts === 'days') {
    const { receivedFrom: from = '', receivedTo: to = '', campaign = null, lostReason = null } = filter
    return countOfDays({ ...paramsOf(viewer, filter), from, to, campaign, lostReason })
  }
  if (counts === 'answers') return countOfAnswers(paramsOf(viewer, filter))
  const onlyStatuses = Object.keys(filter).every(key => key === 'status')
  return onlyStatuses && viewer.owners === null
    ? countOfStatuses(paramsOf(viewer, filter))
    : countOfFacets(paramsOf(viewer, filter))
}
