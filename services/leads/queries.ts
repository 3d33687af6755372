import { sql } from 'kysely'
import { type Db, sqlBuilder, type Trx } from '../core/db.ts'
import type { ListRequest } from '../core/list.ts'
import { type Prepared, prepare } from '../core/prepare.ts'
import type { Tables } from '../core/tables.ts'
import type { LeadViewer } from '../core/viewer.ts'
import { countStatement } from './counts.ts'
import { columnsWith } from './fields.ts'
import type { LeadFilter } from './filter.ts'
import { leadStatuses } from './rules.ts'
import type { Lead, StatusCount } from './schema.ts'
import { valuesUsed } from './values.ts'

export const sortableLeadFields = [
  'receivedAt',
  'name',
  'status',
  'source',
  'rank',
  'score',
  'valueCents',
  'nextTaskAt',
  'lastContactAt'
] as const
export type SortableLeadField = (typeof sortableLeadFields)[number]

const columns = {
  id: 'id',
  _id: 'id',
  companyId: 'company_id',
  ...columnsWith('column'),
  consents: 'consents',
  marks: 'marks',
  firstContactAt: 'first_contact_at',
  statusAt: 'status_at',
  version: 'version',
  updatedAt: 'updated_at'
} satisfies Record<Exclude<keyof Lead, 'ownerName'>, keyof Tables['leads']>

/** The columns of a lead under their names in the API: a list of leads then needs no further work for each row. */
const leadColumns = [
  ...Object.entries(columns).map(([name, column]) => sql.ref(`leads.${column}`).as(name)),
  // The owner may have left the company.
  sql`case when leads.owner_id is not null then (
    select name from employees where employees.company_id = leads.company_id and employees.id = leads.owner_id)
    end`.as('ownerName')
]

/** `capped`: there are at least `total`. `valued`: the company has leads with a value. */
export type LeadPage = { leads: Lead[]; total: number; capped: boolean; valued: boolean }

/** Up to this many matches are sorted; with more, leads are read in order until the page is full. */
const searchCap = 1000

type PageValues = { companyId: string; skip: number; take: number; status: string | null; owner: string | null }

type Order = `${SortableLeadField} ${'asc' | 'desc'}`

/** Filters for which an index has the requested order; each gets a plan of its own. */
type Kind = '' | 'status' | 'source' | 'owner' | 'unowned'

function indexedKind(field: SortableLeadField, filter: LeadFilter): Kind | null {
  const keys = Object.keys(filter)
  if (keys.length === 0) return ['receivedAt', 'name', 'status', 'source'].includes(field) ? '' : null
  const [key] = keys as (keyof LeadFilter)[]
  const values = filter[key as 'status' | 'source' | 'owner']
  if (keys.length > 1 || !Array.isArray(values) || values.length !== 1) return null
  if (key === 'status') return field === 'receivedAt' || field === 'rank' ? 'status' : null
  if (field !== 'receivedAt') return null
  if (key === 'owner') return values[0] === '' ? 'unowned' : 'owner'
  return key === 'source' ? 'source' : null
}

const columnOf = {
  receivedAt: null,
  name: sql`fold(name) collate "C"`,
  status: sql.ref('status'),
  source: sql.ref('source'),
  rank: sql.ref('rank')
}

const pages = new Map<string, Prepared<PageValues>>()

function pageStatement(order: Order, kind: Kind): Prepared<PageValues> {
  const name = `leads ${order} ${kind}`
  const prepared = pages.get(name)
  if (prepared) return prepared
  const [field, direction] = order.split(' ') as [keyof typeof columnOf, 'asc' | 'desc']
  const statement = prepare<PageValues>(name, placeholder => {
    let query = sqlBuilder.selectFrom('leads').select(leadColumns).where('company_id', '=', placeholder('companyId'))
    if (kind === 'status') query = query.where('status', '=', placeholder('status', 'text') as never)
    if (kind === 'source') query = query.where('source', '=', placeholder('status', 'text') as never)
    if (kind === 'owner') query = query.where('owner_id', '=', placeholder('owner', 'text') as never)
    if (kind === 'unowned') query = query.where('owner_id', 'is', null)
    const column = columnOf[field]
    if (column) query = query.orderBy(column, direction)
    if (field !== 'name' && field !== 'rank') query = query.orderBy('received_at', direction)
    return query.orderBy('id', direction).offset(placeholder('skip', 'bigint')).limit(placeholder('take', 'bigint'))
  })
  pages.set(name, statement)
  return statement
}

type SearchValues = {
  companyId: string
  filter: string
  sort: string
  descending: boolean
  skip: number
  take: number
}

const search = prepare<SearchValues>('search leads', placeholder =>
  sqlBuilder
    .selectFrom(
      sql<{
        id: string
        place: number
        total: number
      }>`search_leads(${placeholder('filter', 'jsonb')}, ${placeholder('sort', 'text')}, ${placeholder('descending', 'boolean')},
        ${placeholder('skip', 'integer')}, ${placeholder('take', 'integer')}, ${sql.lit(searchCap)})`.as('found')
    )
    .innerJoin('leads', join =>
      join.onRef('leads.id', '=', 'found.id').on('leads.company_id', '=', placeholder('companyId'))
    )
    .select(leadColumns)
    .select('found.total')
    .orderBy('found.place')
)

/**
 * One page of the company's leads and their total. The total is exact where kept counts answer the filter (status,
 * owner, source and one tag, or answers) and where at most `searchCap` leads match.
 */
export async function listLeads(
  db: Db,
  viewer: LeadViewer,
  request: Pick<ListRequest<SortableLeadField>, 'sort' | 'skip' | 'take'>,
  filter: LeadFilter
): Promise<LeadPage> {
  const [page] = await listPages(db, viewer, request, [filter])
  return page as LeadPage
}

/** The same for several filters in one round trip, for the columns of the board. */
export async function listPages(
  db: Db,
  viewer: LeadViewer,
  { sort, skip, take }: Pick<ListRequest<SortableLeadField>, 'sort' | 'skip' | 'take'>,
  filters: readonly LeadFilter[]
): Promise<LeadPage[]> {
  const kinds = filters.map(filter => (viewer.owners === null ? indexedKind(sort.field, filter) : null))
  const inOrder = kinds.every(kind => kind !== null)
  const order: Order = `${sort.field} ${sort.descending ? 'desc' : 'asc'}`
  const statements = filters.flatMap((filter, n) => {
    const kind = kinds[n] ?? null
    const values = { companyId: viewer.id, skip, take }
    const page =
      kind === null
        ? search({ ...values, filter: JSON.stringify(filter), sort: sort.field, descending: sort.descending })
        : pageStatement(
            order,
            kind
          )({
            ...values,
            status: (kind === 'status' ? filter.status : filter.source)?.[0] ?? null,
            owner: filter.owner?.[0] ?? null
          })
    return [page, countStatement(viewer, filter)]
  })
  const results = await db.companyBatch(viewer, [...statements, valuesUsed({})], { inOrder })
  const valued = results.at(-1)?.rows[0]?.used === true
  const found = filters.map((filter, n) => {
    const rows = results[2 * n]?.rows ?? []
    const counted = results[2 * n + 1]?.rows[0]?.total as number | null | undefined
    return { filter, kind: kinds[n], rows, total: Number(counted ?? rows[0]?.total ?? 0), kept: counted != null }
  })
  const pages: LeadPage[] = []
  for (const { filter, kind, rows, total, kept } of found) {
    // A search returns its total with each row, so a page beyond the last has none.
    const beyond = !kept && rows.length === 0 && skip > 0
    const counted = beyond ? (await listLeads(db, viewer, { sort, skip: 0, take: 1 }, filter)).total : total
    pages.push({
      leads: kind === null ? rows.map(({ total, ...lead }) => lead) : rows,
      total: kept ? counted : Math.min(counted, searchCap),
      capped: !kept && counted > searchCap,
      valued
    })
  }
  return pages
}

export async function findLead(trx: Trx, id: string): Promise<Lead | undefined> {
  return trx.selectFrom('leads').select(leadColumns).$castTo<Lead>().where('id', '=', id).executeTakeFirst()
}

/** The number of leads in each status that the viewer sees, in the order of the statuses. */
export async function countByStatus(trx: Trx, owners: string[] | null): Promise<StatusCount[]> {
  const rows = owners
    ? await trx
        .selectFrom('leads')
        .select(row => ['status', row.fn.countAll<number>().as('count')] as const)
        .where('owner_id', 'in', owners)
        .groupBy('status')
        .execute()
    : await trx
        .selectFrom('lead_counts')
        .select(row => ['status', row.fn.sum<number>('n').as('count')] as const)
        .groupBy('status')
        .execute()
  const counts = new Map(rows.map(row => [row.status, Number(row.count)]))
  return leadStatuses.map(status => ({ status, count: counts.get(status) ?? 0 }))
}
