import { AppError } from '../../core/errors.ts'
import {
  type CompanyRole,
  companyRoles,
  type LeadAccess,
  leadAccesses,
  type StaffPermission,
  staffPermissions,
  type UserRole
} from '../auth/rules.ts'
import { permissionsOf, type Rights, teamTexts } from './rules.ts'

export const expired = () => new AppError('notFound', teamTexts.linkExpired, { code: 'LINK_EXPIRED' })

/** The data of an invitation to a company. */
export type ForCompany = Rights & { name: string; role: CompanyRole }

/** The data of an invitation to the provider's staff. */
type ForStaff = { name: string; staffRole: UserRole; permissions: StaffPermission[] }

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(each => typeof each === 'string') : [])

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value ? value : null)

/** Parses the data stored with a link, without trusting it: other features create links too. */
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
