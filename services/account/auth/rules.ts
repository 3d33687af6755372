export const userRoles = ['admin', 'superadmin', 'global_admin', 'manager', 'employee', 'client'] as const
export type UserRole = (typeof userRoles)[number]

export const passwordLength = { min: 8, max: 128 }

/** The outcome of an attempt to sign in. `second_factor`: the password was right, the code missing or wrong. */
export const signInOutcomes = ['ok', 'wrong', 'unknown', 'throttled', 'second_factor', 'inactive'] as const
export type SignInOutcome = (typeof signInOutcomes)[number]

/** `required`: the person must set one up before anything else. */
export const secondFactorStates = ['off', 'on', 'required'] as const
export type SecondFactorState = (typeof secondFactorStates)[number]

/** Error codes that ask the client for a further step. */
export const accountCodes = {
  secondFactor: 'SECOND_FACTOR',
  linkExpired: 'LINK_EXPIRED',
  companyExists: 'COMPANY_EXISTS'
} as const

/** Staff permissions (specification, section 6), and the user's field for each. */
export const staffPermissions = {
  manage_employees: 'manageEmployees',
  view_logs: 'viewLogs',
  edit_system_settings: 'editSystemSettings',
  manage_integrations: 'manageIntegrations'
} as const
export type StaffPermission = keyof typeof staffPermissions

const isStaffPermission = (name: string): name is StaffPermission => Object.hasOwn(staffPermissions, name)

/** Permissions of a company's people. */
export const companyPermissions = [
  'edit_leads',
  'assign_leads',
  'import_leads',
  'export_leads',
  'delete_leads',
  'manage_funnels',
  'send_email',
  'send_messages',
  'manage_channels',
  'manage_calendar',
  'manage_tickets',
  'edit_form',
  'manage_team',
  'edit_company',
  'manage_privacy',
  'manage_billing'
] as const
export type CompanyPermission = (typeof companyPermissions)[number]

/**
 * Not covered by the specification's four staff permissions, so it depends on the role: changing companies, and reading
 * account mails, whose links are as good as passwords; backups have every secret.
 */
const rolesOnly = {
  manage_companies: ['manager'],
  read_account_mails: [],
  manage_backups: []
} as const satisfies Record<string, readonly UserRole[]>
type RolePermission = keyof typeof rolesOnly

const isRolePermission = (name: string): name is RolePermission => Object.hasOwn(rolesOnly, name)

export type Permission = StaffPermission | CompanyPermission | RolePermission

export const isPermission = (name: string): name is Permission =>
  isStaffPermission(name) || isRolePermission(name) || (companyPermissions as readonly string[]).includes(name)

/** Roles of a company's people. An admin may do everything; the others have a list of permissions. */
export const companyRoles = ['admin', 'manager', 'agent', 'viewer', 'custom'] as const
export type CompanyRole = (typeof companyRoles)[number]

const notOfManagers: readonly CompanyPermission[] = ['edit_company', 'manage_privacy', 'manage_billing']

/** The permissions of each role; `custom` has a chosen list. */
export const rolePermissions: Record<Exclude<CompanyRole, 'custom'>, readonly CompanyPermission[]> = {
  admin: companyPermissions,
  manager: companyPermissions.filter(name => !notOfManagers.includes(name)),
  agent: ['edit_leads', 'send_messages', 'manage_calendar', 'manage_tickets'],
  viewer: []
}

/** Which leads an employee sees. */
export const leadAccesses = ['all', 'team', 'own'] as const
export type LeadAccess = (typeof leadAccesses)[number]

/** The facts that permissions depend on. */
export type Permitted = {
  role: string
  isEmployee?: boolean
  isInternalEmployee?: boolean
  permissions?: Partial<Record<(typeof staffPermissions)[StaffPermission], boolean>> | null
  companyEmployee?: { role: string; permissions: readonly string[] } | null
}

/** True for the provider's staff, who work under /admin (specification, section 6). */
export function internalStaff(user: { role: string; isEmployee?: boolean; isInternalEmployee?: boolean }): boolean {
  return (
    Boolean(user.isEmployee || user.isInternalEmployee) || ['global_admin', 'manager', 'employee'].includes(user.role)
  )
}

/** True where the user has the permission (specification, section 6). Shared by the API and the browser. */
export function hasPermission(user: Permitted, name: Permission): boolean {
  if (user.role === 'global_admin' || user.role === 'superadmin') return true
  if (internalStaff(user) && isStaffPermission(name)) return user.permissions?.[staffPermissions[name]] === true
  if (isRolePermission(name)) return (rolesOnly[name] as readonly string[]).includes(user.role)
  if (isStaffPermission(name)) return false
  if (user.role === 'manager' && user.companyEmployee?.role === 'admin') return true
  if (!user.companyEmployee) return false
  return user.companyEmployee.role === 'admin' || user.companyEmployee.permissions.includes(name)
}

/** The start page of a signed-in user. */
export const homeOf = (user: Parameters<typeof internalStaff>[0]): string =>
  internalStaff(user) ? '/admin' : '/dashboard'

/** An e-mail that only its owner recognises: a***@example.com. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***')
