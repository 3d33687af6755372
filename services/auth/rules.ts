export const userRoles = ['admin', 'superadmin', 'global_admin', 'manager', 'employee', 'client'] as const
export type UserRole = (typeof userRoles)[number]

/** An address that a mail can be sent to as it stands: no lists, names or comments (RFC 5322, atoms and dots). */
export const accountEmail = '^[^\\s@<>"(),:;\\[\\]\\\\]+@[^\\s@<>"(),:;\\[\\]\\\\]+\\.[^\\s@<>"(),:;\\[\\]\\\\]+$'

export const passwordLength = { min: 8, max: 128 }

/** True for the provider's staff, who work under /admin (specification, section 6). */
export function internalStaff(user: { role: string; isEmployee?: boolean; isInternalEmployee?: boolean }): boolean {
  return (
    Boolean(user.isEmployee || user.isInternalEmployee) || ['global_admin', 'manager', 'employee'].includes(user.role)
  )
}

/** Where a signed-in user starts. */
export const homeOf = (user: Parameters<typeof internalStaff>[0]): string =>
  internalStaff(user) ? '/admin' : '/dashboard'
