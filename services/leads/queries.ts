import { type Selectable, sql } from 'kysely'
import { type Db, sqlBuilder, type Trx } from '../core/db.ts'
import { announce } from '../core/events.ts'
import type { ListRequest } from '../core/list.ts'
import { type Prepared, prepare } from '../core/prepare.ts'
import { digits } from '../core/rules.ts'
import type { Tables } from '../core/tables.ts'
import { holdOwner } from './owners.ts'
import { type LeadStatus, leadStatuses } from './rules.ts'
import type { Lead, LeadChange, StatusCount } from './schema.ts'

export const sortableLeadFields = ['receivedAt', 'name', 'status', 'source'] as const
export type SortableLeadField = (typeof sortableLeadFields)[number]

const leadColumns = [
  'id',
  'company_id',
  'name',
  'email',
  'phone',
  'cnpj',
  'company',
  'message',
  'status',
  'source',
  'preferred_date',
  'preferred_period',
  'preferred_time',
  'consent_given',
  'owner_id',
  'marks',
  'custom',
  'submitted_at',
  'received_at',
  'updated_at'
] as const

/** The name of the employee that a lead was given to, who may have left the company. */
const ownerName = sql<string | null>`(
  select name from employees where employees.company_id = leads.company_id and employees.id = leads.owner_id)`.as(
  'owner_name'
)

type LeadRow = Pick<Selectable<Tables['leads']>, (typeof leadColumns)[number]> & { owner_name: string | null }

export function toLead(row: LeadRow): Lead {
  return {
    id: row.id,
    _id: row.id,
    companyId: row.company_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    cnpj: row.cnpj,
    company: row.company,
    message: row.message,
    status: row.status,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    source: row.source,
    preferredDate: row.preferred_date,
    preferredPeriod: row.preferred_period,
    preferredTime: row.preferred_time,
    consentGiven: row.consent_given,
    marks: row.marks,
    custom: row.custom,
    submittedAt: row.submitted_at,
    receivedAt: row.received_at,
    updatedAt: row.updated_at
  }
}

/** Of whose leads there are to see: those of one company, or of some of its people. */
export type LeadViewer = { id: string; owners: string[] | null }

export type LeadFilter = {
  q: string | undefined
  statuses: LeadStatus[] | undefined
  source: string | undefined
  ids: string[] | undefined
  /** An employee's id, or `none` for the leads that nobody has. */
  owner?: string | undefined
}

/** `capped`: there are at least `total`. */
export type LeadPage = { leads: Lead[]; total: number; capped: boolean }

/** Totals beyond this are not counted where no kept total answers. */
export const countCap = 10_000
/** A search sorts up to this many matches; a term with more is read in order until the page is full. */
const searchCap = 1000

type PageValues = {
  companyId: string
  skip: number
  take: number
  statuses: LeadStatus[] | null
  source: string | null
  ids: string[] | null
  owners: string[] | null
  owner: string | null
}

type Order = `${SortableLeadField} ${'asc' | 'desc'}`

/** One statement for each order and combination of filters, so that PostgreSQL plans each for its own index. */
const pages = new Map<string, { page: Prepared<PageValues>; total: Prepared<PageValues> }>()

function pageStatements(order: Order, filter: LeadFilter, owned: boolean) {
  const kind = [
    filter.statuses ? (filter.statuses.length === 1 ? 'status' : 'statuses') : '',
    filter.source ? 'source' : '',
    filter.ids ? 'ids' : '',
    owned ? 'owned' : '',
    filter.owner === 'none' ? 'unowned' : filter.owner ? 'owner' : ''
  ]
  const name = `${order} ${kind.join(' ')}`
  const known = pages.get(name)
  if (known) return known

  const [field, direction] = order.split(' ') as [SortableLeadField, 'asc' | 'desc']
  const statements = {
    page: prepare<PageValues>(`leads ${name}`, hole => {
      let query = sqlBuilder
        .selectFrom('leads')
        .select(leadColumns)
        .select(ownerName)
        .where('company_id', '=', hole('companyId'))
      if (kind[0] === 'status') query = query.where('status', '=', sql<LeadStatus>`(${hole('statuses', 'text[]')})[1]`)
      if (kind[0] === 'statuses')
        query = query.where('status', '=', sql<LeadStatus>`any (${hole('statuses', 'text[]')})`)
      if (filter.source) query = query.where('source', '=', hole('source', 'text') as never)
      if (filter.ids) query = query.where('id', '=', sql<string>`any (${hole('ids', 'text[]')})`)
      if (owned) query = query.where('owner_id', '=', sql<string>`any (${hole('owners', 'text[]')})`)
      if (kind[4] === 'unowned') query = query.where('owner_id', 'is', null)
      if (kind[4] === 'owner') query = query.where('owner_id', '=', hole('owner', 'text') as never)
      if (field === 'name') query = query.orderBy(sql`fold(name) collate "C"`, direction)
      if (field === 'status') query = query.orderBy('status', direction)
      if (field === 'source') query = query.orderBy('source', direction)
      if (field !== 'name') query = query.orderBy('received_at', direction)
      return query.orderBy('id', direction).offset(hole('skip', 'bigint')).limit(hole('take', 'bigint'))
    }),
    total: prepare<PageValues>(`count leads ${kind.join(' ')}`, hole => {
      if (!filter.source && !filter.ids && !filter.owner && !owned)
        return sqlBuilder
          .selectFrom('lead_counts')
          .select(row => row.fn.coalesce(row.fn.sum<number>('n'), sql<number>`0`).as('total'))
          .where('company_id', '=', hole('companyId'))
          .$if(kind[0] !== '', query =>
            query.where('status', '=', sql<LeadStatus>`any (${hole('statuses', 'text[]')})`)
          )
      let some = sqlBuilder.selectFrom('leads').select('id').where('company_id', '=', hole('companyId'))
      if (filter.statuses) some = some.where('status', '=', sql<LeadStatus>`any (${hole('statuses', 'text[]')})`)
      if (filter.source) some = some.where('source', '=', hole('source', 'text') as never)
      if (filter.ids) some = some.where('id', '=', sql<string>`any (${hole('ids', 'text[]')})`)
      if (owned) some = some.where('owner_id', '=', sql<string>`any (${hole('owners', 'text[]')})`)
      if (kind[4] === 'unowned') some = some.where('owner_id', 'is', null)
      if (kind[4] === 'owner') some = some.where('owner_id', '=', hole('owner', 'text') as never)
      return sqlBuilder
        .selectFrom(some.limit(countCap + 1).as('some'))
        .select(row => row.fn.countAll<number>().as('total'))
    })
  }
  pages.set(name, statements)
  return statements
}

/** True where an index holds just the leads of the filter in the asked order. */
function hasIndex(field: SortableLeadField, { statuses, source, ids, owner }: LeadFilter): boolean {
  if (ids) return false
  if (owner) return field === 'receivedAt' && !statuses && !source
  if (!statuses && !source) return true
  return field === 'receivedAt' && (statuses === undefined || (statuses.length === 1 && source === undefined))
}

/** One page of the company's leads and how many there are. */
export async function listLeads(
  db: Db,
  viewer: LeadViewer,
  request: ListRequest<SortableLeadField>,
  filter: LeadFilter
): Promise<LeadPage> {
  const { sort, skip, take } = request
  if (filter.q) return searchLeads(db, viewer, request, { ...filter, q: filter.q })
  const owned = viewer.owners !== null
  const { page, total } = pageStatements(`${sort.field} ${sort.descending ? 'desc' : 'asc'}`, filter, owned)
  const values = {
    companyId: viewer.id,
    owners: viewer.owners,
    skip,
    take,
    statuses: filter.statuses ?? null,
    source: filter.source ?? null,
    ids: filter.ids ?? null,
    owner: filter.owner ?? null
  }
  const inOrder = !owned && hasIndex(sort.field, filter)
  const [rows, counted] = await db.companyAtOnce(viewer, [page(values), total(values)], { inOrder })
  const count = Number(counted?.rows[0]?.total ?? 0)
  const kept = !filter.source && !filter.ids && !filter.owner && !owned
  return {
    leads: (rows?.rows ?? []).map(toLead),
    total: kept ? count : Math.min(count, countCap),
    capped: !kept && count > countCap
  }
}

type SearchValues = PageValues & { term: string; sort: string; descending: boolean }

const search = prepare<SearchValues>('search leads', hole =>
  sqlBuilder
    .selectFrom(
      sql<{
        id: string
        place: number
        total: number
      }>`search_leads(${hole('term', 'text')}, ${hole('statuses', 'text[]')},
        ${hole('source', 'text')}, ${hole('owner', 'text')}, ${hole('sort', 'text')}, ${hole('descending', 'boolean')}, ${hole('skip', 'integer')},
        ${hole('take', 'integer')}, ${sql.lit(searchCap)})`.as('found')
    )
    .innerJoin('leads', join => join.onRef('leads.id', '=', 'found.id').on('leads.company_id', '=', hole('companyId')))
    .select(leadColumns.map(column => `leads.${column}` as const))
    .select(ownerName)
    .select('found.total')
    .orderBy('found.place')
)

async function searchLeads(
  db: Db,
  viewer: LeadViewer,
  { sort, skip, take }: ListRequest<SortableLeadField>,
  filter: LeadFilter & { q: string }
): Promise<LeadPage> {
  const values = {
    companyId: viewer.id,
    owners: null,
    term: searchTerm(filter.q),
    statuses: filter.statuses ?? null,
    source: filter.source ?? null,
    ids: null,
    owner: filter.owner ?? null,
    sort: sort.field,
    descending: sort.descending
  }
  const find = async (skip: number, take: number) => {
    const [result] = await db.companyAtOnce(viewer, [search({ ...values, skip, take })])
    return result?.rows ?? []
  }
  const rows = await find(skip, take)
  // The total comes with each row, and a page beyond the last has none.
  const [first] = rows.length === 0 && skip > 0 ? await find(0, 1) : rows
  const total = Number(first?.total ?? 0)
  return { leads: rows.map(toLead), total: Math.min(total, searchCap), capped: total > searchCap }
}

/** A phone or CNPJ is stored as digits, so its punctuation is taken off before it is looked for. */
export function searchTerm(text: string): string {
  const term = text.trim().replace(/\s+/g, ' ')
  return /^[\d\s()+./-]+$/.test(term) && digits(term).length >= 3 ? digits(term) : term
}

export async function findLead(trx: Trx, id: string): Promise<Lead | undefined> {
  const row = await trx
    .selectFrom('leads')
    .select(leadColumns)
    .select(ownerName)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toLead(row)
}

/**
 * Changes the status, the owner or both, and announces it. Undefined where the company has no such lead; throws where
 * the owner is no active employee of it.
 */
export async function changeLead(
  trx: Trx,
  companyId: string,
  id: string,
  { status, ownerId }: LeadChange
): Promise<Lead | undefined> {
  if (ownerId) await holdOwner(trx, ownerId)
  const row = await trx
    .updateTable('leads')
    .set({
      ...(status !== undefined && { status }),
      ...(ownerId !== undefined && { owner_id: ownerId }),
      updated_at: sql`now()`
    })
    .where('id', '=', id)
    .returning(leadColumns)
    .returning(ownerName)
    .executeTakeFirst()
  if (!row) return undefined
  await announce(trx, { companyId, kind: 'lead-changed', data: { leadId: id } })
  return toLead(row)
}

/** How many of the leads that somebody sees are in each status, in the order of the statuses. */
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
