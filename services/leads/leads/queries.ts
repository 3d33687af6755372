import { sql } from 'kysely'
import { type Db, namedBatch, type Rows, type Statement, sqlBuilder, type Trx } from '../../core/db.ts'
import type { ListRequest } from '../../core/list.ts'
import { type Prepared, prepare } from '../../core/prepare.ts'
import type { Tables } from '../../core/tables.ts'
import type { LeadViewer } from '../../core/viewer.ts'
import { isStatus } from '../funnels/rules.ts'
import { listSteps } from '../funnels/steps.ts'
import type { AddressKind } from './addresses/rules.ts'
import { countStatement } from './counts.ts'
import { columnsWith } from './fields.ts'
import type { LeadFilter } from './filter.ts'
import { type LeadStatus, leadStatuses } from './rules.ts'
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

const { phones: _phones, emails: _emails, ...listedColumns } = columnsWith('column')

const columns = {
  id: 'id',
  _id: 'id',
  companyId: 'company_id',
  ...listedColumns,
  consents: 'consents',
  marks: 'marks',
  firstContactAt: 'first_contact_at',
  statusAt: 'status_at',
  version: 'version',
  updatedAt: 'updated_at'
} satisfies Record<
  Exclude<keyof Lead, 'ownerName' | 'whatsappConversationId' | 'statusKind' | 'statusName' | 'funnelId' | AddressKind>,
  keyof Tables['leads']
>

/**
 * The latest conversation by WhatsApp with a lead, whose table the query calls so. Null too where the company's number
 * sends nothing now: the conversation is no way to reach the person then.
 */
export const whatsappConversationOf = (leads: string) =>
  sql<string | null>`(select conversations.id from conversations join channels
      on channels.company_id = conversations.company_id and channels.id = conversations.channel_id
        and channels.active and channels.problem is null
    where conversations.company_id = ${sql.ref(`${leads}.company_id`)}
      and conversations.lead_id = ${sql.ref(`${leads}.id`)} and conversations.channel = 'whatsapp'
    order by conversations.last_message_at desc, conversations.id desc limit 1)`

/** The key of the step of a lead, whose table the query calls so. */
export const stepKeyOf = (leads: string) =>
  sql<string>`coalesce(${sql.ref(`${leads}.step_key`)}, ${sql.ref(`${leads}.status`)})`

/** The columns of a lead under their names in the API: a list of leads then needs no further work for each row. */
const leadColumns = [
  ...Object.entries(columns).map(([name, column]) =>
    name === 'status' ? stepKeyOf('leads').as(name) : sql.ref(`leads.${column}`).as(name)
  ),
  sql`case leads.status when 'converted' then 'won' when 'lost' then 'lost' else 'open' end`.as('statusKind'),
  sql`case when leads.step_key is not null then (select name from funnel_steps
    where funnel_steps.company_id = leads.company_id and funnel_steps.key = leads.step_key) end`.as('statusName'),
  sql`coalesce(leads.funnel_id, leads.company_id)`.as('funnelId'),
  sql`shown_addresses(leads.phone, leads.phones)`.as('phones'),
  sql`shown_addresses(leads.email, leads.emails)`.as('emails'),
  // The owner may have left the company.
  sql`case when leads.owner_id is not null then (
    select name from employees where employees.company_id = leads.company_id and employees.id = leads.owner_id)
    end`.as('ownerName'),
  whatsappConversationOf('leads').as('whatsappConversationId')
]

/** `capped`: there are at least `total`. `valued`: the company has leads with a value. */
export type LeadPage = { leads: Lead[]; total: number; capped: boolean; valued: boolean }

/** Up to this many matches are sorted; with more, leads are read in order until the page is full. */
const searchCap = 1000

type PageValues = { companyId: string; skip: number; take: number; status: string | null; owner: string | null }

type Order = `${SortableLeadField} ${'asc' | 'desc'}`

/** Filters for which an index has the requested order; each gets a plan of its own. */
type Kind = '' | 'status' | 'step' | 'source' | 'owner' | 'unowned'

function indexedKind(field: SortableLeadField, filter: LeadFilter): Kind | null {
  const keys = Object.keys(filter)
  if (keys.length === 0) return ['receivedAt', 'name', 'status', 'source'].includes(field) ? '' : null
  const [key] = keys as (keyof LeadFilter)[]
  const values = filter[key as 'status' | 'source' | 'owner']
  if (keys.length > 1 || !Array.isArray(values) || values.length !== 1) return null
  if (key === 'status')
    return field === 'receivedAt' || field === 'rank' ? (isStatus(values[0] ?? '') ? 'status' : 'step') : null
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
    if (kind === 'status')
      query = query.where('status', '=', placeholder('status', 'text') as never).where('step_key', 'is', null)
    if (kind === 'step') query = query.where('step_key', '=', placeholder('status', 'text') as never)
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

type PageRequest = Pick<ListRequest<SortableLeadField>, 'sort' | 'skip' | 'take'>

/** The statements of one page: its leads, and their total where kept counts answer the filter. */
type PageStatements = { kind: Kind | null; leads: Statement; count: Statement }

function pageStatements(viewer: LeadViewer, { sort, skip, take }: PageRequest, filter: LeadFilter): PageStatements {
  const kind = viewer.owners === null ? indexedKind(sort.field, filter) : null
  const count = countStatement(viewer, filter)
  const values = { companyId: viewer.id, skip, take }
  if (kind === null) {
    const { field, descending } = sort
    return { kind, leads: search({ ...values, filter: JSON.stringify(filter), sort: field, descending }), count }
  }
  const inOrder = pageStatement(`${sort.field} ${sort.descending ? 'desc' : 'asc'}`, kind)
  const status = (kind === 'source' ? filter.source : filter.status)?.[0] ?? null
  return { kind, leads: inOrder({ ...values, status, owner: filter.owner?.[0] ?? null }), count }
}

type Total = { total: number; capped: boolean; kept: boolean }

/** The total that was kept, or that of the search, which each of its rows has. */
function totalOf(leads: Rows, count: Rows): Total {
  const kept = count[0]?.total as number | null | undefined
  if (kept != null) return { total: Number(kept), capped: false, kept: true }
  const total = Number(leads[0]?.total ?? 0)
  return { total: Math.min(total, searchCap), capped: total > searchCap, kept: false }
}

const leadsOf = (kind: Kind | null, rows: Rows): Lead[] =>
  (kind === null ? rows.map(({ total, ...lead }) => lead) : rows) as Lead[]

/**
 * One page of the company's leads and their total. The total is exact where kept counts answer the filter (status,
 * owner, source and one tag, or answers) and where at most `searchCap` leads match.
 */
export async function listLeads(
  db: Db,
  viewer: LeadViewer,
  request: PageRequest,
  filter: LeadFilter
): Promise<LeadPage> {
  const { kind, leads, count } = pageStatements(viewer, request, filter)
  const statements = { leads, count, valued: valuesUsed({}) }
  const rows = await namedBatch(db, viewer, statements, { inOrder: kind !== null })
  const { total, capped, kept } = totalOf(rows.leads, rows.count)
  const page = { leads: leadsOf(kind, rows.leads), total, capped, valued: rows.valued[0]?.used === true }
  // A search returns its total with each row, so a page beyond the last has none.
  if (kept || rows.leads.length > 0 || request.skip === 0) return page
  const first = await listLeads(db, viewer, { ...request, skip: 0, take: 1 }, filter)
  return { ...page, total: first.total, capped: first.capped }
}

/** The first leads of each step of the board, in one round trip. */
export async function listColumns(
  db: Db,
  viewer: LeadViewer,
  { sort, take }: Pick<PageRequest, 'sort' | 'take'>,
  statuses: readonly string[],
  filter: LeadFilter
): Promise<Map<string, LeadPage>> {
  const columns = statuses.map(status => ({
    status,
    ...pageStatements(viewer, { sort, skip: 0, take }, { ...filter, status: [status] })
  }))
  const named = columns.flatMap(({ status, leads, count }) => [
    [`leads of ${status}`, leads] as const,
    [`count of ${status}`, count] as const
  ])
  const inOrder = columns.every(({ kind }) => kind !== null)
  const rows = await namedBatch(db, viewer, { ...Object.fromEntries(named), valued: valuesUsed({}) }, { inOrder })
  const rowsOf = (name: string): Rows => rows[name as keyof typeof rows] ?? []
  const pages = columns.map(({ status, kind }) => {
    const leads = rowsOf(`leads of ${status}`)
    const { total, capped } = totalOf(leads, rowsOf(`count of ${status}`))
    return [status, { leads: leadsOf(kind, leads), total, capped, valued: rows.valued[0]?.used === true }] as const
  })
  return new Map(pages)
}

export async function findLead(trx: Trx, id: string): Promise<Lead | undefined> {
  return trx.selectFrom('leads').select(leadColumns).$castTo<Lead>().where('id', '=', id).executeTakeFirst()
}

export type PhaseCount = { status: LeadStatus; count: number }

/** The number of leads in each status that the viewer sees; those in steps of own funnels at the status that they mean. */
export async function countByPhase(trx: Trx, owners: string[] | null): Promise<PhaseCount[]> {
  const [counts, steps] = [await countByStatus(trx, owners), await listSteps(trx)]
  return leadStatuses.map(status => ({
    status,
    count: counts.reduce((sum, each) => sum + (steps.get(each.status)?.phase === status ? each.count : 0), 0)
  }))
}

/** The number of leads in each step that the viewer sees: the statuses, then the steps of own funnels. */
export async function countByStatus(trx: Trx, owners: string[] | null): Promise<StatusCount[]> {
  const rows = owners
    ? await trx
        .selectFrom('leads')
        .select(row => [stepKeyOf('leads').as('status'), row.fn.countAll<number>().as('count')] as const)
        .where('owner_id', 'in', owners)
        .groupBy(stepKeyOf('leads'))
        .execute()
    : await trx
        .selectFrom('lead_counts')
        .select(row => ['status', row.fn.sum<number>('n').as('count')] as const)
        .groupBy('status')
        .execute()
  const counts = new Map(rows.map(row => [row.status, Number(row.count)]))
  const steps = await listSteps(trx)
  return [...steps.keys()].map(status => ({ status, count: counts.get(status) ?? 0 }))
}
