import {
  type CompanyRole,
  companyRoles,
  type LeadAccess,
  leadAccesses,
  type StaffPermission,
  staffPermissions,
  type UserRole
} from '../auth/rules.ts'
import { AppError } from '../core/errors.ts'
import { permissionsOf, type Rights, teamTexts } from './rules.ts'

export const expired = () => new AppError('notFound', teamTexts.linkExpired, { code: 'LINK_EXPIRED' })

/** What an invitation into a company carries. */
export type ForCompany = Rights & { name: string; role: CompanyRole }

/** What an invitation into the provider's staff carries. */
type ForStaff = { name: string; staffRole: UserRole; permissions: StaffPermission[] }

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(each => typeof each === 'string') : [])

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value ? value : null)

/** Reads what was stored with the link, and takes nothing for granted: other parts of the product make links too. */
export function readForCompany(data: Record<string, unknown>): ForCompany {
  const role = companyRoles.find(each => each === data.role)
  if (!role) throw expired()
  return {
    name: textOrNull(data.name) ?? '',
    role,
    permissions: permissionsOf(role, texts(data.permissions)),
    leadAccess: leadAccesses.find(each => each === data.leadAccess) ?? ('own' satisfies LeadAccess),
    team: textOrNull(data.team)
  }
}

const staffRoles = ['global_admin', 'manager', 'employee'] as const

export function readForStaff(data: Record<string, unknown>): ForStaff {
  const staffRole = staffRoles.find(each => each === data.staffRole)
  if (!staffRole) throw expired()
  const names = Object.keys(staffPermissions) as StaffPermission[]
  return {
    name: textOrNull(data.name) ?? '',
    staffRole,
    permissions: names.filter(name => texts(data.permissions).includes(name))
  }
}
