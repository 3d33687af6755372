import { staffPermissions } from '../../../../services/account/auth/rules.ts'
import { type StaffRights, type StaffRole, staffPermissionNames } from '../../../../services/admin/admin/rules.ts'
import { user } from '../../core/session.ts'

/** The rights of the signed-in person. */
export function ownRights(): StaffRights {
  const person = user()
  return {
    role: (person?.role ?? 'employee') as StaffRole,
    permissions: staffPermissionNames.filter(name => person?.permissions[staffPermissions[name]])
  }
}
