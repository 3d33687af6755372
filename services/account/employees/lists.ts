import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type { ListRequest } from '../../core/list.ts'
import { editsLeads } from '../auth/rights.ts'
import type { CompanyRole } from '../auth/rules.ts'
import type { EmployeeStatus } from './rules.ts'
import type { Employee, EmployeeOption } from './schema.ts'

export const sortableEmployeeFields = [
  'name',
  'email',
  'role',
  'status',
  'openLeads',
  'lastSeenAt',
  'createdAt'
] as const
type SortableEmployeeField = (typeof sortableEmployeeFields)[number]

export type EmployeeFilter = {
  q: string | undefined
  status: EmployeeStatus | undefined
  role: CompanyRole | undefined
}

/** People and open invitations of the company in scope, one page. */
export async function listTeam(
  trx: Trx,
  { sort, skip, take }: ListRequest<SortableEmployeeField>,
  { q, status, role }: EmployeeFilter
): Promise<{ employees: Employee[]; total: number }> {
  const text = q ? `%${q.replace(/[\\%_]/g, '\\$&')}%` : null
  const order = sql.raw(
    `${sort.field === 'name' ? 'fold(name) collate "C"' : `"${sort.field}"`} ${sort.descending ? 'desc' : 'asc'} nulls last`
  )
  const { rows } = await sql<Employee & { total: number }>`
    with team as (
      select e.id, e.id as "_id", e.user_id as "userId", e.company_id as "companyId", e.name, e.email, e.role, e.permissions,
        e.lead_access as "leadAccess", e.team, coalesce(o.n, 0)::int as "openLeads", e.seen_at as "lastSeenAt",
        exists (select from company_second_factors() f where f.user_id = e.user_id) as "secondFactor",
        case when e.active then 'active' else 'inactive' end as status, e.active, e.created_at as "createdAt",
        null::timestamptz as "expiresAt"
      from employees e
      left join (
        select owner_id, count(*) as n from leads
        where owner_id is not null and status in ('new', 'contacted', 'scheduled') group by owner_id
      ) o on o.owner_id = e.id
      union all
      select i.id, i.id, null, nullif(current_setting('app.company', true), ''), i.data ->> 'name', i.email, i.data ->> 'role',
        array(select jsonb_array_elements_text(i.data -> 'permissions')), i.data ->> 'leadAccess', i.data ->> 'team',
        0, null, null::boolean, case when i.expires_at > now() then 'invited' else 'expired' end, false, i.created_at, i.expires_at
      from company_invitations() i
    )
    select *, count(*) over () as total from team
    where (${text}::text is null or fold(name) like fold(${text}) or fold(email) like fold(${text}))
      and (${status ?? null}::text is null or status = ${status ?? null})
      and (${role ?? null}::text is null or role = ${role ?? null})
    order by ${order}, id offset ${skip} limit ${take}`.execute(trx)
  return { employees: rows, total: Number(rows[0]?.total ?? 0) }
}

/** Names and roles of the active people, which everyone in the company may read. */
export async function listNames(
  trx: Trx,
  { sort, skip, take }: ListRequest<SortableEmployeeField>,
  { q, role }: EmployeeFilter
): Promise<{ employees: Employee[]; total: number }> {
  const text = q ? `%${q.replace(/[\\%_]/g, '\\$&')}%` : null
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  type Name = Pick<Employee, 'id' | 'userId' | 'companyId' | 'name' | 'role'> & { total: number }
  const { rows } = await sql<Name>`
    select id, user_id as "userId", company_id as "companyId", name, role, count(*) over () as total from employees
    where active and (${text}::text is null or fold(name) like fold(${text}))
      and (${role ?? null}::text is null or role = ${role ?? null})
    order by fold(name) collate "C" ${direction}, id offset ${skip} limit ${take}`.execute(trx)
  const unsaid = {
    email: null,
    permissions: [],
    leadAccess: null,
    team: null,
    openLeads: null,
    lastSeenAt: null,
    secondFactor: null,
    status: 'active' as const,
    active: true,
    createdAt: null,
    expiresAt: null
  }
  return {
    employees: rows.map(({ total: _, ...row }) => ({ ...unsaid, ...row, _id: row.id })),
    total: Number(rows[0]?.total ?? 0)
  }
}

/** Everyone to whom a lead can be or was assigned. */
export async function listOptions(trx: Trx, leadId?: string): Promise<EmployeeOption[]> {
  const rows = await trx
    .selectFrom('employees as e')
    .leftJoin('leads as l', join => join.onRef('l.company_id', '=', 'e.company_id').on('l.id', '=', leadId ?? ''))
    .leftJoin('employees as o', join =>
      join.onRef('o.company_id', '=', 'l.company_id').onRef('o.id', '=', 'l.owner_id')
    )
    .select(['e.id', 'e.name', 'e.active', 'l.id as lead'])
    .select(editsLeads('e').as('editsLeads'))
    .select(
      sql<boolean>`coalesce(e.role = 'admin' or e.lead_access = 'all' or o.id = e.id
        or e.lead_access = 'team' and o.team = e.team, false)`.as('seesLead')
    )
    .orderBy(sql`fold(e.name) collate "C"`)
    .orderBy('e.id')
    .execute()
  return rows.map(({ lead, seesLead, ...person }) => (lead === null ? person : { ...person, seesLead }))
}
