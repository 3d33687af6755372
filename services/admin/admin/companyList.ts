import { type RawBuilder, sql } from 'kysely'
import { cnpjCharacters } from '../../account/companies/rules.ts'
import { leadsOfMonth, limitNow } from '../../account/plans/companyUsage.ts'
import type { Trx } from '../../core/db.ts'
import type { ListRequest } from '../../core/list.ts'
import type { PlanKey } from '../../core/planKeys/rules.ts'
import type { Situation } from './rules.ts'
import type { CompanyRow } from './schema.ts'

export const sortableCompanyFields = ['createdAt', 'name', 'plan', 'trialEndsAt', 'leadsUsed', 'lastAccess'] as const
type SortableCompanyField = (typeof sortableCompanyFields)[number]

export type CompanyFilter = { q: string | undefined; plan: PlanKey | undefined; situation: Situation | undefined }

const situationSql = sql<Situation>`case when not c.active then 'suspended' when c.trial_ends_at > now() then 'trial' else 'active' end`

const lastAccess = sql<string | null>`(select max(s.seen_at) from sessions s where s.company_id = c.id)`

const order: Record<SortableCompanyField, RawBuilder<unknown>> = {
  createdAt: sql`c.created_at`,
  name: sql`fold(c.name)`,
  plan: sql`p.position`,
  trialEndsAt: sql`c.trial_ends_at`,
  leadsUsed: leadsOfMonth,
  lastAccess
}

type CompanyListRow = Omit<CompanyRow, 'trialEndsAt'> & { trialEndsAt: string | null }

/** One page of companies with their usage; the costly figures are computed for that page only. */
export async function listCompanies(
  trx: Trx,
  { sort, skip, take }: ListRequest<SortableCompanyField>,
  { q, plan, situation }: CompanyFilter
): Promise<{ companies: CompanyRow[]; total: number }> {
  const term = q?.replace(/[\\%_]/g, '\\$&')
  const cnpj = q ? cnpjCharacters(q) : ''
  const conditions = [
    term
      ? sql`(fold(c.name) like '%' || fold(${term}) || '%' or lower(c.email) like '%' || lower(${term}) || '%'
          or (${cnpj.length >= 3} and c.cnpj like '%' || ${cnpj} || '%'))`
      : undefined,
    plan ? sql`c.plan = ${plan}` : undefined,
    situation ? sql`${situationSql} = ${situation}` : undefined
  ].filter(condition => condition !== undefined)
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const direction = sort.descending ? sql`desc nulls last` : sql`asc nulls last`
  const { rows } = await sql<CompanyListRow>`
    with page as (
      select c.* from companies c join plans p on p.key = c.plan ${where}
      order by ${order[sort.field]} ${direction}, c.id ${direction} offset ${skip} limit ${take})
    select c.id, c.name, c.email, c.cnpj, c.plan, c.active, ${situationSql} as situation,
      c.trial_ends_at as "trialEndsAt", c.created_at as "createdAt", ${leadsOfMonth} as "leadsUsed",
      ${limitNow('leads_limit', 'leads_per_month')} as "leadsLimit",
      (select count(*)::int from employees e where e.company_id = c.id and e.active) as users,
      ${limitNow('users_limit', 'users')} as "usersLimit", ${lastAccess} as "lastAccess"
    from page c join plans p on p.key = c.plan
    order by ${order[sort.field]} ${direction}, c.id ${direction}`.execute(trx)
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::int as total from companies c ${where}`.execute(trx)
  return { companies: rows, total: counted[0]?.total ?? 0 }
}
