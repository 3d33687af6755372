import { type RawBuilder, sql } from 'kysely'
import { type Db, type Statement, sqlBuilder } from '../../core/db.ts'
import { prepare } from '../../core/prepare.ts'
import type { LeadViewer } from '../../core/viewer.ts'
import type {} from '../dashboard/tables.ts'
import { columns, type FacetParams, ofAnswer, paramsOf, underFilters } from './counts.ts'
import { countsOf, type FacetField, facetFields, type LeadFilter } from './filter.ts'

type ValueCounts = { value: string; count: number }[]

export type FacetCounts = Record<FacetField, ValueCounts> & {
  custom: Record<string, ValueCounts>
  /** Facets counted from the first `facetCap` leads only, so their counts are lower bounds. */
  capped: string[]
}

/** Leads read to count facets that have no kept counts. */
const facetCap = 1000

/** The count of each value under all filters except the one on the field itself. */
const keptFacet = (field: FacetField) =>
  prepare<FacetParams>(`facet ${field}`, placeholder =>
    sqlBuilder
      .selectFrom('lead_facets')
      .select([sql.lit(field).as('facet'), `${columns[field]} as value`, sql<number>`sum(n)`.as('count')])
      .where('company_id', '=', placeholder('companyId'))
      .where(field === 'tag' ? sql<boolean>`tag_id <> ''` : sql<boolean>`tag_id = ${placeholder('tag')}`)
      .where(underFilters(placeholder, field))
      .groupBy(columns[field])
      .having(sql<boolean>`sum(n) > 0`)
      .orderBy('count', 'desc')
      .limit(200)
  )

/** The same among the leads with one answer. */
const answeredFacet = (field: Exclude<FacetField, 'tag'>) =>
  prepare<FacetParams>(`facet ${field} of an answer`, placeholder =>
    sqlBuilder
      .selectFrom('answer_counts')
      .select([sql.lit(field).as('facet'), `${columns[field]} as value`, sql<number>`sum(n)`.as('count')])
      .where('company_id', '=', placeholder('companyId'))
      .where(ofAnswer(placeholder))
      .where(underFilters(placeholder, field))
      .groupBy(columns[field])
      .having(sql<boolean>`sum(n) > 0`)
      .orderBy('count', 'desc')
      .limit(200)
  )

/** The counts of one custom field's answers, or of all. */
const keptAnswers = prepare<FacetParams>('facets of answers', placeholder =>
  sqlBuilder
    .selectFrom('answer_counts')
    .select([sql<string>`'custom.' || field`.as('facet'), 'value', sql<number>`sum(n)`.as('count')])
    .where('company_id', '=', placeholder('companyId'))
    .where(sql<boolean>`(${placeholder('field', 'text')} = '' or field = ${placeholder('field', 'text')})`)
    .where(underFilters(placeholder))
    .groupBy(['field', 'value'])
    .having(sql<boolean>`sum(n) > 0`)
    .orderBy('count', 'desc')
    .limit(5000)
)

const kept = Object.fromEntries(facetFields.map(field => [field, keptFacet(field)])) as Record<
  FacetField,
  ReturnType<typeof keptFacet>
>
const answered = {
  status: answeredFacet('status'),
  owner: answeredFacet('owner'),
  source: answeredFacet('source')
}

type ReadParams = {
  filter: string
  companyId: string
  /** The only facet to count; null for all except those skipped. */
  only: string | null
  skipped: string[]
}

/** Counts facets by reading leads, once for all of them. */
const countedFacets = prepare<ReadParams>('facets of found leads', placeholder => {
  const isWanted = (facet: RawBuilder<string>) =>
    sql`case when ${placeholder('only', 'text')} is null then ${facet} <> all (${placeholder('skipped', 'text[]')})
      else ${facet} = ${placeholder('only', 'text')} end`
  const parts = facetFields.map(field => {
    const facet = sql.lit(field) as RawBuilder<string>
    return field === 'tag'
      ? sql`select ${facet} as facet, tag as value, count(*) as count from found, unnest(tags) as tag
          where ${isWanted(facet)} group by tag`
      : sql`select ${facet} as facet, coalesce(${sql.ref(columns[field])}, '') as value, count(*) as count
          from found where ${isWanted(facet)} group by 2`
  })
  const answer = sql<string>`'custom.' || f.name`
  // Without custom fields, and with kept counts for all else, nothing has to be read.
  const limit = sql`case when ${placeholder('only', 'text')} is null and ${placeholder('skipped', 'text[]')} @> ${sql.lit(`{${facetFields}}`)}::text[]
    and not exists (select from answer_fields where company_id = ${placeholder('companyId', 'text')}) then 0
    else ${sql.lit(facetCap)} end`
  return sqlBuilder
    .with('found', db =>
      db
        .selectFrom(
          sql<{ id: string }>`(select matching_leads(${placeholder('filter', 'jsonb')}, ${limit}) as id offset 0)`.as(
            'm'
          )
        )
        // One by one: without statistics the planner would read all leads of the company and look up the ids again for
        // each.
        .innerJoinLateral(
          inner =>
            inner
              .selectFrom('leads')
              .select(['status', 'owner_id', 'source', 'tags', 'custom'])
              .where('company_id', '=', placeholder('companyId'))
              .whereRef('id', '=', 'm.id')
              .offset(0)
              .as('l'),
          join => join.onTrue()
        )
        .select(['status', 'owner_id', 'source', 'tags', 'custom'])
    )
    .selectFrom(
      sql<{ facet: string; value: string; count: number }>`(
        ${sql.join(parts, sql` union all `)}
        union all select ${answer}, found.custom ->> f.name, count(*)
          from found join answer_fields f on f.company_id = ${placeholder('companyId', 'text')}
            and found.custom ->> f.name = any (f.options)
          where ${isWanted(answer)} group by 1, 2
        union all select 'all', '', count(*) from found)`.as('counted')
    )
    .selectAll()
    .orderBy('count', 'desc')
})

const allCounted = prepare<{ companyId: string; custom: string }>('answers are counted', placeholder =>
  sqlBuilder.selectNoFrom(
    sql<boolean>`not exists (
      select from jsonb_each(${placeholder('custom', 'jsonb')}) as a (name, wanted)
      left join answer_fields f on f.company_id = ${placeholder('companyId', 'text')} and f.name = a.name and f.counted
        and lead_texts(a.wanted) <@ f.options
      where f.name is null)`.as('all')
  )
)

const ownAnswer = (name: string) => `custom.${name}`

/** The filter without its condition on one facet. */
function without(filter: LeadFilter, facet: string): LeadFilter {
  const { custom, ...others } = filter
  const answers = Object.entries(custom ?? {}).filter(([name]) => ownAnswer(name) !== facet)
  return {
    ...Object.fromEntries(Object.entries(others).filter(([key]) => key !== facet)),
    ...(answers.length > 0 && { custom: Object.fromEntries(answers) })
  }
}

/**
 * For each value that the filters offer, the number of the viewer's leads, each facet under the filters on the others:
 * from kept counts where possible, else by reading leads.
 */
export async function countFacets(db: Db, viewer: LeadViewer, filter: LeadFilter): Promise<FacetCounts> {
  const custom = Object.keys(filter.custom ?? {})
  const answersCounted = custom.length === 0 || (await areAnswersCounted(db, viewer, filter))
  const counts = (rest: LeadFilter) => (rest.custom && !answersCounted ? null : countsOf(rest))
  const filtered = [...facetFields.filter(field => filter[field] !== undefined), ...custom.map(ownAnswer)]

  const statements: Statement[] = []
  const read: string[] = []
  for (const field of facetFields) {
    const rest = without(filter, field)
    const by = counts(rest)
    if (by === 'facets') statements.push(kept[field](paramsOf(viewer, rest)))
    else if (by === 'answers' && field !== 'tag') statements.push(answered[field](paramsOf(viewer, rest)))
    else read.push(field)
  }
  for (const name of custom) {
    const rest = without(filter, ownAnswer(name))
    if (counts(rest) === 'facets' && rest.tag === undefined)
      statements.push(keptAnswers({ ...paramsOf(viewer, rest), field: name }))
    else read.push(ownAnswer(name))
  }
  const othersKept = counts(filter) === 'facets' && filter.tag === undefined
  if (othersKept) statements.push(keptAnswers(paramsOf(viewer, filter)))

  const values = (rest: LeadFilter) => ({ companyId: viewer.id, filter: JSON.stringify(rest) })
  const readings: Statement[] = read
    .filter(facet => filtered.includes(facet))
    .map(only => countedFacets({ ...values(without(filter, only)), only, skipped: [] }))
  if (!othersKept) {
    const skipped = [...facetFields.filter(field => !read.includes(field)), ...filtered]
    readings.push(countedFacets({ ...values(filter), only: null, skipped }))
  }
  const results = await db.companyBatch(viewer, [...statements, ...readings])
  return toCounts(
    results.slice(0, statements.length).map(({ rows }) => rows),
    results.slice(statements.length).map(({ rows }) => rows)
  )
}

async function areAnswersCounted(db: Db, viewer: LeadViewer, { custom }: LeadFilter): Promise<boolean> {
  const [result] = await db.companyBatch(viewer, [allCounted({ companyId: viewer.id, custom: JSON.stringify(custom) })])
  return result?.rows[0]?.all === true
}

type Row = { facet: string; value: string; count: number }

function toCounts(counted: readonly Row[][], read: readonly Row[][]): FacetCounts {
  const counts: Record<FacetField, ValueCounts> = { status: [], owner: [], source: [], tag: [] }
  // A map, because a field may be named like a property of every object.
  const custom = new Map<string, ValueCounts>()
  const capped = new Set<string>()
  for (const rows of [...counted, ...read]) {
    const all = rows.find(({ facet }) => facet === 'all')
    for (const { facet, value, count } of rows) {
      if (facet === 'all') continue
      if (Number(all?.count ?? 0) >= facetCap) capped.add(facet)
      const each = { value, count: Number(count) }
      if (!facet.startsWith('custom.')) counts[facet as FacetField].push(each)
      else {
        const name = facet.slice('custom.'.length)
        custom.set(name, [...(custom.get(name) ?? []), each])
      }
    }
  }
  return { ...counts, custom: Object.fromEntries(custom), capped: [...capped] }
}
