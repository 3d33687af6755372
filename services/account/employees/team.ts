import type { Selectable } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import type { Tables } from '../../core/tables.ts'
import type { AuditActor } from '../../platform/audit/queries.ts'
import type { CompanyPermission, CompanyRole } from '../auth/rules.ts'
import { lockCompany } from '../companies/limits.ts'
import { permissionsOf, type Rights, refuseGrant } from './rules.ts'
import type { EmployeeChange } from './schema.ts'

export type Row = Selectable<Tables['employees']>

export const rightsOf = ({ role, permissions, lead_access, team }: Row): Rights => ({
  role,
  permissions,
  leadAccess: lead_access,
  team
})

/** The person who changes a team, and its company. */
export type TeamChange = { companyId: string; userId: string; actor: AuditActor }

/**
 * The current rights of the person who changes the team: those of the request may be seconds old. Locks the company, so
 * that they stay valid until the transaction ends.
 */
export async function lockTeam(
  trx: Trx,
  { companyId, userId }: TeamChange
): Promise<{ company: { name: string; active: boolean }; rights: Rights }> {
  const company = await lockCompany(trx, companyId)
  const row = await trx
    .selectFrom('employees')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!row || (row.role !== 'admin' && !row.permissions.includes('manage_team' satisfies CompanyPermission)))
    throw new AppError('forbidden', 'Você não tem permissão para fazer isso.')
  return { company, rights: rightsOf(row) }
}

/** Throws where the rights may not be given. */
export function checkGrant(giver: Rights, before: Rights | null, after: Rights): void {
  const refused = refuseGrant(giver, before, after)
  if (refused) throw new AppError('forbidden', refused)
}

/** The requested rights in stored form. */
export const requestedRights = ({
  role,
  permissions,
  leadAccess,
  team
}: Pick<EmployeeChange, 'role' | 'permissions' | 'leadAccess'> & {
  team?: string | null | undefined
}): Rights & { role: CompanyRole } => ({
  role,
  permissions: permissionsOf(role, permissions),
  leadAccess: role === 'admin' ? 'all' : leadAccess,
  team: team?.trim() || null
})

/** Refreshes the team on the company's open screens. */
export const announceTeam = (trx: Trx, companyId: string): Promise<void> =>
  announce(trx, { companyId, kind: 'team-changed', data: {} })
