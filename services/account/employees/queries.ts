import { sql } from 'kysely'
import { signalAfterCommit, type Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { audit, changed } from '../../platform/audit/queries.ts'
import { type CompanyRole, internalStaff } from '../auth/rules.ts'
import { needSeat } from '../companies/limits.ts'
import { employeeLeaves } from '../companies/moments.ts'
import { type Rights, teamTexts } from './rules.ts'
import type { Employee, EmployeeChange } from './schema.ts'
import type {} from './tables.ts'
import { announceTeam, checkGrant, lockTeam, type Row, requestedRights, rightsOf, type TeamChange } from './team.ts'

const notFound = 'Pessoa não encontrada'

const same = (a: Rights, b: Rights): boolean =>
  a.role === b.role &&
  a.leadAccess === b.leadAccess &&
  a.team === b.team &&
  a.permissions.length === b.permissions.length &&
  a.permissions.every(name => b.permissions.includes(name))

/** Changes a person's rights; their sessions get the new ones at once. */
export async function changeEmployee(
  trx: Trx,
  change: TeamChange,
  id: string,
  { active, ...requested }: EmployeeChange
): Promise<void> {
  const { rights: giver } = await lockTeam(trx, change)
  const employee = await findRow(trx, change.companyId, id)
  const [before, after] = [rightsOf(employee), requestedRights(requested)]
  if (!same(before, after)) {
    const onlyTeam = before.role === 'admin' && after.role === 'admin'
    if (employee.user_id === change.userId && !onlyTeam) throw new AppError('forbidden', teamTexts.ownRights)
    checkGrant(giver, before, after)
    if (employee.active && before.role === 'admin' && after.role !== 'admin') await keepAnAdmin(trx, employee)
    await trx
      .updateTable('employees')
      .set({
        role: after.role,
        permissions: [...after.permissions],
        lead_access: after.leadAccess,
        team: after.team
      })
      .where('company_id', '=', change.companyId)
      .where('id', '=', id)
      .execute()
    await audit(trx, {
      ...change.actor,
      companyId: change.companyId,
      action: 'employee.changed',
      object: { type: 'employee', id, name: employee.name },
      changes: changed(before, after)
    })
    await refreshSessions(trx, employee)
    await announceTeam(trx, change.companyId)
  }
  if (active === true) await bringBack(trx, change, giver, { ...employee, ...columnsOf(after) })
  if (active === false && employee.active)
    await sendAway(trx, change, giver, { ...employee, ...columnsOf(after) }, null)
}

const columnsOf = ({ role, permissions, leadAccess, team }: Rights) => ({
  role,
  permissions: [...permissions],
  lead_access: leadAccess,
  team
})

/** Deactivates a person: their leads go to the heir, their sessions in this company end, their name stays. */
export async function deactivateEmployee(
  trx: Trx,
  change: TeamChange,
  id: string,
  heirId: string | null
): Promise<void> {
  const { rights: giver } = await lockTeam(trx, change)
  const employee = await findRow(trx, change.companyId, id)
  if (employee.active) await sendAway(trx, change, giver, employee, heirId)
}

/** Reactivates a person, where the plan has a seat. */
export async function reactivateEmployee(trx: Trx, change: TeamChange, id: string): Promise<void> {
  const { rights: giver } = await lockTeam(trx, change)
  await bringBack(trx, change, giver, await findRow(trx, change.companyId, id))
}

/**
 * The user whose second factor this admin may remove. Not the provider's staff, nor somebody who works in another
 * company too, whose account must not be weakened by this one.
 */
export async function findForRemoval(trx: Trx, change: TeamChange, id: string): Promise<string> {
  const { rights } = await lockTeam(trx, change)
  if (rights.role !== 'admin') throw new AppError('forbidden', teamTexts.removalByAdmin)
  const { user_id: userId } = await findRow(trx, change.companyId, id)
  const user = await trx.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow()
  const elsewhere = await trx
    .selectFrom('employees')
    .select('id')
    .where('user_id', '=', userId)
    .where('company_id', '<>', change.companyId)
    .where('active', '=', true)
    .executeTakeFirst()
  if (elsewhere || internalStaff(user)) throw new AppError('forbidden', teamTexts.removalBySupport)
  return userId
}

async function sendAway(
  trx: Trx,
  { companyId, userId, actor }: TeamChange,
  giver: Rights,
  employee: Row,
  heirId: string | null
): Promise<void> {
  if (employee.user_id === userId) throw new AppError('forbidden', teamTexts.ownAccess)
  if (employee.role === 'admin') {
    if (giver.role !== 'admin') throw new AppError('forbidden', teamTexts.adminOnly)
    await keepAnAdmin(trx, employee)
  }
  const heir = heirId === null ? null : await findHeir(trx, employee, heirId)
  // Lock the employee before leads, so that none is assigned to them during the handover.
  await trx
    .updateTable('employees')
    .set({ active: false, deactivated_at: sql`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', employee.id)
    .execute()
  const leads = await employeeLeaves(trx, companyId, employee.id, heir?.id ?? null)
  await audit(trx, {
    ...actor,
    companyId,
    action: 'employee.deactivated',
    object: { type: 'employee', id: employee.id, name: employee.name },
    changes: { active: [true, false], leads: [employee.name, heir?.name ?? null], leadCount: [leads, 0] }
  })
  await endSessionsIn(trx, employee)
  await announceTeam(trx, companyId)
}

async function bringBack(trx: Trx, { companyId, actor }: TeamChange, giver: Rights, employee: Row): Promise<void> {
  if (employee.active) return
  checkGrant(giver, null, rightsOf(employee))
  await needSeat(trx, companyId, teamTexts.seats)
  await trx
    .updateTable('employees')
    .set({ active: true, deactivated_at: null })
    .where('company_id', '=', companyId)
    .where('id', '=', employee.id)
    .execute()
  await audit(trx, {
    ...actor,
    companyId,
    action: 'employee.reactivated',
    object: { type: 'employee', id: employee.id, name: employee.name },
    changes: { active: [false, true] }
  })
  await announceTeam(trx, companyId)
}

async function findRow(trx: Trx, companyId: string, id: string): Promise<Row> {
  const row = await trx
    .selectFrom('employees')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound', notFound)
  return row
}

async function findHeir(trx: Trx, { company_id, id }: Row, heirId: string): Promise<Row> {
  const heir = await trx
    .selectFrom('employees')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('id', '=', heirId)
    .where('id', '<>', id)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!heir) throw invalid({ heirId: 'Escolha uma pessoa ativa da equipe.' })
  return heir
}

/** Throws for the only active admin. */
async function keepAnAdmin(trx: Trx, { company_id, id }: Row): Promise<void> {
  const other = await trx
    .selectFrom('employees as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select('e.id')
    .where('e.company_id', '=', company_id)
    .where('e.id', '<>', id)
    .where('e.role', '=', 'admin')
    .where('e.active', '=', true)
    .where('u.active', '=', true)
    .executeTakeFirst()
  if (!other) throw new AppError('conflict', teamTexts.lastAdmin, { code: 'LAST_ADMIN' })
}

/** Drops the person's sessions in this company from every process's cache. */
async function refreshSessions(trx: Trx, { company_id, user_id }: Row): Promise<void> {
  const sessions = await trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user_id)
    .where('company_id', '=', company_id)
    .where('ended_at', 'is', null)
    .execute()
  for (const { id } of sessions) signalAfterCommit(trx, `session:${id}`)
}

/** Ends the person's sessions in this company; those in others stay. */
async function endSessionsIn(trx: Trx, { company_id, user_id }: Row): Promise<void> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: 'deactivated' })
    .where('user_id', '=', user_id)
    .where('company_id', '=', company_id)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of ended) signalAfterCommit(trx, `session:${id}`)
}

/** An employee as those who manage the team see them. */
export async function findEmployee(trx: Trx, id: string): Promise<Employee> {
  const row = await trx.selectFrom('employees').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('notFound', notFound)
  const { openLeads } = await trx
    .selectFrom('leads')
    .select(count => count.fn.countAll<number>().as('openLeads'))
    .where('company_id', '=', row.company_id)
    .where('owner_id', '=', id)
    .where('status', 'in', ['new', 'contacted', 'scheduled'])
    .executeTakeFirstOrThrow()
  const { rows: protectedPeople } = await sql<{ user_id: string }>`
    select user_id from company_second_factors() where user_id = ${row.user_id}`.execute(trx)
  return {
    id,
    _id: id,
    userId: row.user_id,
    companyId: row.company_id,
    name: row.name,
    email: row.email,
    role: row.role as CompanyRole,
    permissions: row.permissions,
    leadAccess: row.lead_access,
    team: row.team,
    openLeads: Number(openLeads),
    lastSeenAt: row.seen_at,
    secondFactor: protectedPeople.length > 0,
    status: row.active ? 'active' : 'inactive',
    active: row.active,
    createdAt: row.created_at,
    expiresAt: null
  }
}
