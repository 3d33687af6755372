import { sql } from 'kysely'
import { companyCreated } from '../../account/companies/moments.ts'
import { cnpjCharacters, cnpjTexts, noCompany, validCnpj } from '../../account/companies/rules.ts'
import { acceptLetters } from '../../account/settings/queries.ts'
import type { Config } from '../../core/config.ts'
import { signalAfterCommit, type Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { PlanKey } from '../../core/planKeys/rules.ts'
import { checkPhone } from '../../core/telephone/brazil/rules.ts'
import { storePhone } from '../../core/telephone/rules.ts'
import { findUnstorable } from '../../core/text.ts'
import { type AuditActor, added, audit, changed } from '../../platform/audit/queries.ts'
import { invite } from './invitations.ts'
import { situationOf } from './rules.ts'
import type { AdminCompany, CompanyChange, NewCompany } from './schema.ts'

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
  // Serialises changes of one company.
  await trx.selectFrom('companies').select('id').where('id', '=', id).forUpdate().execute()
  const company = await findCompany(trx, id)
  if (!company) throw new AppError('notFound', noCompany)
  return company
}

const orNull = (text: string | null | undefined): string | null => text?.trim() || null

/** Trims the input, and checks what the schema cannot. */
function readFields<T extends CompanyChange>(fields: T): T {
  const unstorable = findUnstorable(fields)
  if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })
  const read: CompanyChange = { ...fields }
  if (fields.name !== undefined) read.name = fields.name.trim()
  for (const field of ['email', 'address', 'industry', 'limitsReason', 'notes'] as const)
    if (fields[field] !== undefined) read[field] = orNull(fields[field])
  if (fields.phone !== undefined) {
    const wrong = checkPhone(fields.phone ?? '')
    if (wrong) throw invalid({ phone: wrong })
    read.phone = storePhone(fields.phone ?? '') || null
  }
  if (fields.cnpj !== undefined) read.cnpj = cnpjCharacters(fields.cnpj ?? '') || null
  if (read.cnpj && !validCnpj(read.cnpj)) throw invalid({ cnpj: cnpjTexts.invalid })
  return read as T
}

/** A limit other than the plan's needs a reason, so that it can be understood later. */
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

/** Creates a company on trial with its default form, and invites its first admin. */
export async function createCompany(
  trx: Trx,
  config: Config,
  input: NewCompany,
  { trialDays, actor }: { trialDays: number; actor: AuditActor }
): Promise<AdminCompany> {
  const { adminName, adminEmail, ...rest } = input
  const company = readFields(rest)
  checkLimits({
    leadsLimit: company.leadsLimit ?? null,
    usersLimit: company.usersLimit ?? null,
    limitsReason: company.limitsReason ?? null
  })
  await refuseDuplicate(trx, company.cnpj)
  await refuseTakenEmail(trx, adminEmail, 'adminEmail')
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
  await acceptLetters(trx, company.cnpj ?? null, actor)
  await storeNotes(trx, row.id, company.notes)
  await companyCreated(trx, row.id)
  const created = await companyOr404(trx, row.id)
  const object = { type: 'company', id: row.id, name: created.name }
  const { notes: _, ...visible } = company
  await audit(trx, { ...actor, companyId: row.id, action: 'company.created', object, changes: added(visible) })
  await invite(trx, config, { companyId: row.id, companyName: created.name, name: adminName, email: adminEmail, actor })
  return created
}

export async function refuseTakenEmail(trx: Trx, email: string, field: string): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  if (!user) return
  const message = 'Já existe uma conta com este e-mail.'
  throw new AppError('conflict', message, { errors: { [field]: message } })
}

/** Changes the given fields. `active` suspends or reactivates, as the actions of those names do. */
export async function changeCompany(
  trx: Trx,
  id: string,
  input: CompanyChange,
  actor: AuditActor
): Promise<AdminCompany> {
  const before = await companyOr404(trx, id)
  const change = readFields(input)
  checkLimits({ ...before, ...change })
  await refuseDuplicate(trx, change.cnpj, id)
  const columns = columnsOf(change)
  if (Object.keys(columns).length > 0) await trx.updateTable('companies').set(columns).where('id', '=', id).execute()
  await acceptLetters(trx, change.cnpj ?? null, actor)
  await storeNotes(trx, id, change.notes)
  const { notes, ...visible } = change
  const changes = changed(before, visible)
  const object = { type: 'company', id, name: change.name ?? before.name }
  // Staff's notes are audited in the provider's chain, which the company cannot read.
  if (notes !== undefined && notes !== before.notes)
    await audit(trx, {
      ...actor,
      companyId: null,
      action: 'company.noted',
      object,
      changes: { notes: [before.notes, notes] }
    })
  if (Object.keys(changes).length > 0) {
    await audit(trx, { ...actor, companyId: id, action: 'company.changed', object, changes })
    await invalidateSessions(trx, id, before.active && change.active === false)
  }
  return companyOr404(trx, id)
}

/** Drops the company from every process's caches, and ends its sessions where asked. */
async function invalidateSessions(trx: Trx, companyId: string, endSessions: boolean): Promise<void> {
  signalAfterCommit(trx, `company:${companyId}`)
  const open = trx.updateTable('sessions').where('ended_at', 'is', null).returning('id')
  const touched = endSessions
    ? await open
        .set({ ended_at: sql<string>`now()`, end_reason: 'company suspended' })
        .where('company_id', '=', companyId)
        .execute()
    : await open
        .set({ company_id: companyId })
        // Somebody who signed in during the suspension has a session without a company; it may belong to this one
        // again.
        .where(sql<boolean>`company_id = ${companyId} or (company_id is null
          and user_id in (select user_id from employees where company_id = ${companyId} and active))`)
        .execute()
  for (const session of touched) signalAfterCommit(trx, `session:${session.id}`)
}

/** Suspends or reactivates the company. A suspension ends its sessions at once and deletes nothing. */
export async function setActive(
  trx: Trx,
  id: string,
  active: boolean,
  reason: string | null,
  actor: AuditActor
): Promise<AdminCompany> {
  const before = await companyOr404(trx, id)
  if (before.active === active)
    throw new AppError('conflict', active ? 'A empresa já está ativa.' : 'A empresa já está suspensa.')
  await trx.updateTable('companies').set({ active }).where('id', '=', id).execute()
  await audit(trx, {
    ...actor,
    companyId: id,
    action: active ? 'company.reactivated' : 'company.suspended',
    object: { type: 'company', id, name: before.name },
    changes: { active: [before.active, active] },
    reason
  })
  await invalidateSessions(trx, id, !active)
  return companyOr404(trx, id)
}

/** Adds days to the end of the trial, or from now where it has ended. */
export async function extendTrial(trx: Trx, id: string, days: number, actor: AuditActor): Promise<AdminCompany> {
  const before = await companyOr404(trx, id)
  await trx
    .updateTable('companies')
    .set({ trial_ends_at: sql<string>`greatest(trial_ends_at, now()) + ${days} * interval '1 day'` })
    .where('id', '=', id)
    .execute()
  const after = await companyOr404(trx, id)
  await audit(trx, {
    ...actor,
    companyId: id,
    action: 'company.trial_extended',
    object: { type: 'company', id, name: before.name },
    changes: changed(before, { trialEndsAt: after.trialEndsAt })
  })
  return after
}
