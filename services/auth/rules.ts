export const userRoles = ['admin', 'superadmin', 'global_admin', 'manager', 'employee', 'client'] as const
export type UserRole = (typeof userRoles)[number]

/** An address that a mail can be sent to as it stands: no lists, names or comments (RFC 5322, atoms and dots). */
export const accountEmail = '^[^\\s@<>"(),:;\\[\\]\\\\]+@[^\\s@.<>"(),:;\\[\\]\\\\]+\\.[^\\s@<>"(),:;\\[\\]\\\\]+$'

export const passwordLength = { min: 8, max: 128 }

/** How an attempt to sign in ended. `second_factor`: the password was right, the code was missing or wrong. */
export const signInOutcomes = ['ok', 'wrong', 'unknown', 'throttled', 'second_factor', 'inactive'] as const
export type SignInOutcome = (typeof signInOutcomes)[number]

/** `required`: nothing else can be done until the person has set one up. */
export const secondFactorStates = ['off', 'on', 'required'] as const
export type SecondFactorState = (typeof secondFactorStates)[number]

/** The codes by which an answer asks for more than its status says. */
export const accountCodes = {
  secondFactor: 'SECOND_FACTOR',
  secondFactorRequired: 'SECOND_FACTOR_REQUIRED',
  linkExpired: 'LINK_EXPIRED',
  companyExists: 'COMPANY_EXISTS'
} as const

/** What staff may be allowed by name (specification, section 6), and the field of the user that says so. */
export const staffPermissions = {
  manage_employees: 'manageEmployees',
  view_logs: 'viewLogs',
  edit_system_settings: 'editSystemSettings',
  manage_integrations: 'manageIntegrations'
} as const
export type StaffPermission = keyof typeof staffPermissions

const isStaffPermission = (name: string): name is StaffPermission => Object.hasOwn(staffPermissions, name)

/** What people of a company may be allowed by name. */
export const companyPermissions = [
  'edit_leads',
  'assign_leads',
  'import_leads',
  'export_leads',
  'delete_leads',
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
 * What the specification's four permissions of staff do not name, so that it goes by role: changing companies, and
 * reading the mails about accounts, whose links are as good as a password.
 */
export const rolesOnly = {
  manage_companies: ['manager'],
  read_account_mails: []
} as const satisfies Record<string, readonly UserRole[]>
export type RolePermission = keyof typeof rolesOnly

const isRolePermission = (name: string): name is RolePermission => Object.hasOwn(rolesOnly, name)

export type Permission = StaffPermission | CompanyPermission | RolePermission

export const isPermission = (name: string): name is Permission =>
  isStaffPermission(name) || isRolePermission(name) || (companyPermissions as readonly string[]).includes(name)

/** The roles of a company's people. An admin passes everything; the others hold a list of permissions. */
export const companyRoles = ['admin', 'manager', 'agent', 'viewer', 'custom'] as const
export type CompanyRole = (typeof companyRoles)[number]

const notOfManagers: readonly CompanyPermission[] = ['edit_company', 'manage_privacy', 'manage_billing']

/** What each role brings; a custom one has the list that was chosen for it. */
export const rolePermissions: Record<Exclude<CompanyRole, 'custom'>, readonly CompanyPermission[]> = {
  admin: companyPermissions,
  manager: companyPermissions.filter(name => !notOfManagers.includes(name)),
  agent: ['edit_leads', 'send_messages', 'manage_calendar', 'manage_tickets'],
  viewer: []
}

/** Whose leads an employee sees. */
export const leadAccesses = ['all', 'team', 'own'] as const
export type LeadAccess = (typeof leadAccesses)[number]

/** As much of a user as permissions are decided by. */
export type Permitted = {
  role: string
  isEmployee?: boolean
  isInternalEmployee?: boolean
  permissions?: Partial<Record<(typeof staffPermissions)[StaffPermission], boolean>> | null
  companyEmployee?: { role: string; permissions: readonly string[] } | null
}

/** True for admin and superadmin (specification, section 6). */
export const isAdmin = ({ role }: { role: string }): boolean => role === 'admin' || role === 'superadmin'

/** True for the provider's staff, who work under /admin (specification, section 6). */
export function internalStaff(user: { role: string; isEmployee?: boolean; isInternalEmployee?: boolean }): boolean {
  return (
    Boolean(user.isEmployee || user.isInternalEmployee) || ['global_admin', 'manager', 'employee'].includes(user.role)
  )
}

/** Whether a user may do what the permission names (specification, section 6). The API and the browser ask the same. */
export function hasPermission(user: Permitted, name: Permission): boolean {
  if (user.role === 'global_admin' || user.role === 'superadmin') return true
  if (internalStaff(user) && isStaffPermission(name)) return user.permissions?.[staffPermissions[name]] === true
  if (isRolePermission(name)) return (rolesOnly[name] as readonly string[]).includes(user.role)
  if (isStaffPermission(name)) return false
  if (user.role === 'manager' && user.companyEmployee?.role === 'admin') return true
  if (!user.companyEmployee) return false
  return user.companyEmployee.role === 'admin' || user.companyEmployee.permissions.includes(name)
}

/** Where a signed-in user starts. */
export const homeOf = (user: Parameters<typeof internalStaff>[0]): string =>
  internalStaff(user) ? '/admin' : '/dashboard'

/** An e-mail that its owner recognises and nobody else can read: a***@example.com. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***')
