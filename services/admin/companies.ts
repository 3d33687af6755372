import { type RawBuilder, sql } from 'kysely'
import { type AuditActor, added, audit, changed } from '../audit/queries.ts'
import { cnpjCharacters, cnpjTexts, noCompany, validCnpj } from '../companies/rules.ts'
import type { Config } from '../core/config.ts'
import { signalAfterCommit, type Trx } from '../core/db.ts'
import { AppError, invalid } from '../core/errors.ts'
import type { ListRequest } from '../core/list.ts'
import { digits } from '../core/rules.ts'
import { findUnstorable } from '../core/text.ts'
import { createDefaultForm } from '../forms/queries.ts'
import type { PlanKey } from '../plans/rules.ts'
import { acceptLetters } from '../settings/queries.ts'
import { invite } from './invitations.ts'
import { type Situation, situationOf } from './rules.ts'
import type { AdminCompany, CompanyChange, CompanyRow, CompanyUsage, NewCompany } from './schema.ts'

export const sortableCompanyFields = ['createdAt', 'name', 'plan', 'trialEndsAt', 'leadsUsed', 'lastAccess'] as const
export type SortableCompanyField = (typeof sortableCompanyFields)[number]

export type CompanyFilter = { q: string | undefined; plan: PlanKey | undefined; situation: Situation | undefined }

/** Leads of a month are counted this far; more are no news to anybody who reads the number. */
const countCap = 10_000

const situationSql = sql<Situation>`case when not c.active then 'suspended' when c.trial_ends_at > now() then 'trial' else 'active' end`

/** The leads of the company's current month, in its own time zone. */
export const leadsOfMonth = sql<number>`(
  select count(*)::int from (
    select from leads l where l.company_id = c.id and l.held_at is null and not l.marks @> '{bot}'
      and l.received_at >= date_trunc('month', now() at time zone c.time_zone) at time zone c.time_zone
    limit ${sql.lit(countCap)}) as month)`

const lastAccess = sql<string | null>`(select max(s.seen_at) from sessions s where s.company_id = c.id)`

/** The limits that hold now: the company's own while they last, else those of its plan. */
export const limitNow = (own: 'leads_limit' | 'users_limit', plan: 'leads_per_month' | 'users') =>
  sql<
    number | null
  >`coalesce(case when c.limits_until is null or c.limits_until > now() then c.${sql.ref(own)} end, p.${sql.ref(plan)})`

const order: Record<SortableCompanyField, RawBuilder<unknown>> = {
  createdAt: sql`c.created_at`,
  name: sql`fold(c.name)`,
  plan: sql`p.position`,
  trialEndsAt: sql`c.trial_ends_at`,
  leadsUsed: leadsOfMonth,
  lastAccess
}

type CompanyListRow = Omit<CompanyRow, 'trialEndsAt'> & { trialEndsAt: string | null }

/** One page of the companies with what they use. What is costly to know is asked for that page only. */
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

export async function findCompany(trx: Trx, id: string): Promise<AdminCompany | undefined> {
  const row = await trx
    .selectFrom('companies as c')
    .leftJoin('company_notes as n', 'n.company_id', 'c.id')
    .selectAll('c')
    .select('n.text as notes')
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const company = {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    address: row.address,
    cnpj: row.cnpj,
    industry: row.industry,
    plan: row.plan as PlanKey,
    trialEndsAt: row.trial_ends_at,
    leadsLimit: row.leads_limit,
    usersLimit: row.users_limit,
    limitsReason: row.limits_reason,
    limitsUntil: row.limits_until,
    notes: row.notes,
    active: row.active,
    timeZone: row.time_zone,
    createdAt: row.created_at
  }
  return { ...company, situation: situationOf(company) }
}

async function companyOr404(trx: Trx, id: string): Promise<AdminCompany> {
  // Whoever changes a company waits for whoever is changing it.
  await trx.selectFrom('companies').select('id').where('id', '=', id).forUpdate().execute()
  const company = await findCompany(trx, id)
  if (!company) throw new AppError('notFound', noCompany)
  return company
}

const orNull = (text: string | null | undefined): string | null => text?.trim() || null

/** Trims what was typed, and checks what the schema cannot. */
function readFields<T extends CompanyChange>(given: T): T {
  const unstorable = findUnstorable(given)
  if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })
  const read: CompanyChange = { ...given }
  if (given.name !== undefined) read.name = given.name.trim()
  for (const field of ['email', 'address', 'industry', 'limitsReason', 'notes'] as const)
    if (given[field] !== undefined) read[field] = orNull(given[field])
  if (given.phone !== undefined) read.phone = digits(given.phone ?? '') || null
  if (given.cnpj !== undefined) read.cnpj = cnpjCharacters(given.cnpj ?? '') || null
  if (read.cnpj && !validCnpj(read.cnpj)) throw invalid({ cnpj: cnpjTexts.invalid })
  return read as T
}

/** A limit that differs from the plan's has a reason, so that the next person knows why. */
function checkLimits(limits: Pick<AdminCompany, 'leadsLimit' | 'usersLimit' | 'limitsReason'>): void {
  if ((limits.leadsLimit !== null || limits.usersLimit !== null) && !limits.limitsReason)
    throw invalid({ limitsReason: 'Diga por que esta empresa tem limites próprios.' })
}

async function refuseDuplicate(trx: Trx, cnpj: string | null | undefined, ownId?: string): Promise<void> {
  if (!cnpj) return
  const other = await trx
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('cnpj', '=', cnpj)
    .$if(ownId !== undefined, query => query.where('id', '!=', ownId ?? ''))
    .executeTakeFirst()
  if (other)
    throw new AppError('conflict', `Este CNPJ já é da empresa ${other.name}.`, {
      errors: { cnpj: `Este CNPJ já é da empresa ${other.name}.`, existingId: other.id }
    })
}

const columnsOf = (company: CompanyChange) => ({
  ...(company.name !== undefined && { name: company.name }),
  ...(company.email !== undefined && { email: company.email }),
  ...(company.phone !== undefined && { phone: company.phone }),
  ...(company.address !== undefined && { address: company.address }),
  ...(company.cnpj !== undefined && { cnpj: company.cnpj }),
  ...(company.industry !== undefined && { industry: company.industry }),
  ...(company.plan !== undefined && { plan: company.plan }),
  ...(company.trialEndsAt !== undefined && { trial_ends_at: company.trialEndsAt }),
  ...(company.leadsLimit !== undefined && { leads_limit: company.leadsLimit }),
  ...(company.usersLimit !== undefined && { users_limit: company.usersLimit }),
  ...(company.limitsReason !== undefined && { limits_reason: company.limitsReason }),
  ...(company.limitsUntil !== undefined && { limits_until: company.limitsUntil }),
  ...(company.active !== undefined && { active: company.active })
})

async function storeNotes(trx: Trx, companyId: string, text: string | null | undefined): Promise<void> {
  if (text === undefined) return
  if (text === null) await trx.deleteFrom('company_notes').where('company_id', '=', companyId).execute()
  else
    await trx
      .insertInto('company_notes')
      .values({ company_id: companyId, text })
      .onConflict(conflict => conflict.column('company_id').doUpdateSet({ text, updated_at: sql<string>`now()` }))
      .execute()
}

/** Creates the company with its form, on trial, and invites its first person, who is its admin. */
export async function createCompany(
  trx: Trx,
  config: Config,
  given: NewCompany,
  { trialDays, by }: { trialDays: number; by: AuditActor }
): Promise<AdminCompany> {
  const { adminName, adminEmail, ...rest } = given
  const company = readFields(rest)
  checkLimits({
    leadsLimit: company.leadsLimit ?? null,
    usersLimit: company.usersLimit ?? null,
    limitsReason: company.limitsReason ?? null
  })
  await refuseDuplicate(trx, company.cnpj)
  await refuseKnownAddress(trx, adminEmail, 'adminEmail')
  const row = await trx
    .insertInto('companies')
    .values({
      email: adminEmail,
      phone: null,
      address: null,
      cnpj: null,
      industry: null,
      leads_limit: null,
      users_limit: null,
      limits_reason: null,
      trial_ends_at: sql`now() + ${trialDays} * interval '1 day'`,
      ...columnsOf(company),
      name: company.name
    })
    .onConflict(conflict => conflict.column('cnpj').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) {
    await refuseDuplicate(trx, company.cnpj)
    throw new AppError('conflict', 'Este CNPJ já é de outra empresa.')
  }
  await acceptLetters(trx, company.cnpj ?? null, by)
  await storeNotes(trx, row.id, company.notes)
  await createDefaultForm(trx, row.id)
  const created = await companyOr404(trx, row.id)
  const object = { type: 'company', id: row.id, name: created.name }
  const { notes: _, ...visible } = company
  await audit(trx, { ...by, companyId: row.id, action: 'company.created', object, changes: added(visible) })
  await invite(trx, config, { companyId: row.id, companyName: created.name, name: adminName, email: adminEmail, by })
  return created
}

export async function refuseKnownAddress(trx: Trx, email: string, field: string): Promise<void> {
  const known = await trx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  if (!known) return
  const message = 'Já existe uma conta com este e-mail.'
  throw new AppError('conflict', message, { errors: { [field]: message } })
}

/** Changes what is given. A change of `active` suspends or takes back, as the actions of that name do. */
export async function changeCompany(trx: Trx, id: string, given: CompanyChange, by: AuditActor): Promise<AdminCompany> {
  const before = await companyOr404(trx, id)
  const change = readFields(given)
  checkLimits({ ...before, ...change })
  await refuseDuplicate(trx, change.cnpj, id)
  const columns = columnsOf(change)
  if (Object.keys(columns).length > 0) await trx.updateTable('companies').set(columns).where('id', '=', id).execute()
  await acceptLetters(trx, change.cnpj ?? null, by)
  await storeNotes(trx, id, change.notes)
  const { notes, ...visible } = change
  const changes = changed(before, visible)
  const object = { type: 'company', id, name: change.name ?? before.name }
  // What staff note of a company stands in their own chain, which the company never reads.
  if (notes !== undefined && notes !== before.notes)
    await audit(trx, {
      ...by,
      companyId: null,
      action: 'company.noted',
      object,
      changes: { notes: [before.notes, notes] }
    })
  if (Object.keys(changes).length > 0) {
    await audit(trx, { ...by, companyId: id, action: 'company.changed', object, changes })
    await tellProcesses(trx, id, before.active && change.active === false)
  }
  return companyOr404(trx, id)
}

/** Makes every process forget what it knows of the company, and ends its people's sessions where asked. */
async function tellProcesses(trx: Trx, companyId: string, endSessions: boolean): Promise<void> {
  signalAfterCommit(trx, `company:${companyId}`)
  const open = trx.updateTable('sessions').where('ended_at', 'is', null).returning('id')
  const touched = endSessions
    ? await open
        .set({ ended_at: sql<string>`now()`, end_reason: 'company suspended' })
        .where('company_id', '=', companyId)
        .execute()
    : await open
        .set({ company_id: companyId })
        // Whoever signed in while their company was shut out belongs to none; now they may belong to it again.
        .where(sql<boolean>`company_id = ${companyId} or (company_id is null
          and user_id in (select user_id from employees where company_id = ${companyId} and active))`)
        .execute()
  for (const session of touched) signalAfterCommit(trx, `session:${session.id}`)
}

/** Shuts the company out or lets it in again; its sessions end at once, nothing of it is lost. */
export async function setActive(
  trx: Trx,
  id: string,
  active: boolean,
  reason: string | null,
  by: AuditActor
): Promise<AdminCompany> {
  const before = await companyOr404(trx, id)
  if (before.active === active)
    throw new AppError('conflict', active ? 'A empresa já está ativa.' : 'A empresa já está suspensa.')
  await trx.updateTable('companies').set({ active }).where('id', '=', id).execute()
  await audit(trx, {
    ...by,
    companyId: id,
    action: active ? 'company.reactivated' : 'company.suspended',
    object: { type: 'company', id, name: before.name },
    changes: { active: [before.active, active] },
    reason
  })
  await tellProcesses(trx, id, !active)
  return companyOr404(trx, id)
}

/** Adds days to the trial: to what is left of it, or from now where it is over. */
export async function extendTrial(trx: Trx, id: string, days: number, by: AuditActor): Promise<AdminCompany> {
  const before = await companyOr404(trx, id)
  await trx
    .updateTable('companies')
    .set({ trial_ends_at: sql<string>`greatest(trial_ends_at, now()) + ${days} * interval '1 day'` })
    .where('id', '=', id)
    .execute()
  const after = await companyOr404(trx, id)
  await audit(trx, {
    ...by,
    companyId: id,
    action: 'company.trial_extended',
    object: { type: 'company', id, name: before.name },
    changes: changed(before, { trialEndsAt: after.trialEndsAt })
  })
  return after
}

/** What the company uses of its limits, and the leads of its last twelve months. */
export async function findUsage(trx: Trx, companyId: string): Promise<CompanyUsage> {
  const { rows } = await sql<{ used: number; limit: number | null; users: number; users_limit: number | null }>`
    select ${leadsOfMonth} as used, ${limitNow('leads_limit', 'leads_per_month')} as limit,
      (select count(*)::int from employees e where e.company_id = c.id and e.active)
        + (select count(*)::int from account_links i where i.company_id = c.id and i.kind = 'invitation'
          and i.used_at is null and i.expires_at > now()) as users,
      ${limitNow('users_limit', 'users')} as users_limit
    from companies c join plans p on p.key = c.plan where c.id = ${companyId}`.execute(trx)
  const [now] = rows
  if (!now) throw new AppError('notFound', noCompany)
  const { rows: months } = await sql<{ month: string; leads: number }>`
    select to_char(m.start, 'YYYY-MM') as month, (
      select count(*)::int from leads l where l.company_id = c.id
        and l.received_at >= m.start at time zone c.time_zone
        and l.received_at < (m.start + interval '1 month') at time zone c.time_zone) as leads
    from companies c, generate_series(
      date_trunc('month', now() at time zone c.time_zone) - interval '11 months',
      date_trunc('month', now() at time zone c.time_zone), interval '1 month') as m (start)
    where c.id = ${companyId} order by m.start desc`.execute(trx)
  return { leads: { used: now.used, limit: now.limit }, users: { used: now.users, limit: now.users_limit }, months }
}
