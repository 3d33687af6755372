import { homeOf, internalStaff } from '../../../services/account/auth/rules.ts'
import { signedIn, user } from '../core/session.ts'

/** Anybody may open these: what needs a person is asked for by the page itself. */
export const unguarded = ['/instagram-messages']

/**
 * Where the person must go instead of `path`: to sign in, to the staff's area, or out of it. Null where they may stay.
 * The address is kept for after the sign-in.
 */
export function admit(path: string): string | null {
  if (unguarded.includes(path)) return null
  const person = user()
  if (!signedIn() || !person) {
    sessionStorage.setItem('returnTo', location.pathname + location.search)
    return '/login'
  }
  if (path === '/profile') return null
  if (person.secondFactor === 'required') return '/profile'
  const staffArea = path === '/admin' || path.startsWith('/admin/')
  return internalStaff(person) === staffArea ? null : homeOf(person)
}
