import { hasPermission, type Permission } from '../../../services/auth/rules.ts'
import { user } from '../core/session.ts'

/** Whether the signed-in person may; the API decides, this hides what it would refuse. */
export function may(permission: Permission): boolean {
  const person = user()
  return person !== null && hasPermission(person, permission)
}
