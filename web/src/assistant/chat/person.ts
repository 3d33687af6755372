import { internalStaff } from '../../../../services/account/auth/rules.ts'
import { signedIn, user } from '../../core/session.ts'

type Served = { name: string; kind: 'Funcionário' | 'Cliente'; staff: boolean; admin: boolean }

/** The person served; null for a visitor, and where a framed page may not read it. */
export function served(): Served | null {
  try {
    const person = signedIn() ? user() : null
    if (!person) return null
    const staff = internalStaff(person)
    return {
      name: person.name,
      kind: staff ? 'Funcionário' : 'Cliente',
      staff,
      admin: person.companyEmployee?.role === 'admin'
    }
  } catch {
    return null
  }
}

/** True where the provider's key can be set from here: a global admin in the admin area. */
export function mayConfigure(): boolean {
  try {
    return /^\/admin(\/|$)/.test(location.pathname) && signedIn() && user()?.role === 'global_admin'
  } catch {
    return false
  }
}
