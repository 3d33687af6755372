import type { User } from '../../../services/auth/schema.ts'

/**
 * The session as the browser keeps it. Keys are those of the specification, section 3; everything here is cleared on
 * logout but the chat session id.
 */
const keys = [
  'token',
  'user',
  'isAuthenticated',
  'companyLoggedIn',
  'companyEmployee',
  'company',
  'lastActivity'
] as const

/** Company records from the look-up are kept under this prefix and the company's id. */
export const companyDataPrefix = 'companyData_'

export const token = (): string | null => localStorage.getItem('token')

export function user(): User | null {
  try {
    return JSON.parse(localStorage.getItem('user') ?? 'null')
  } catch {
    return null
  }
}

export const signedIn = (): boolean => token() !== null && user() !== null

export function storeToken(value: string): void {
  localStorage.setItem('token', value)
}

/** Told in this window when what is kept of the person may have changed; other windows hear of it by `storage`. */
export const userStored = 'userStored'

export function storeUser(value: User): void {
  localStorage.setItem('user', JSON.stringify(value))
  localStorage.setItem('isAuthenticated', 'true')
  if (value.companyId) localStorage.setItem('company', JSON.stringify({ id: value.companyId, name: value.company }))
  if (value.companyEmployee) localStorage.setItem('companyEmployee', JSON.stringify(value.companyEmployee))
  touch()
  dispatchEvent(new Event(userStored))
}

export function touch(): void {
  localStorage.setItem('lastActivity', String(Date.now()))
}

export function clearSession(): void {
  for (const key of keys) localStorage.removeItem(key)
  for (const key of Object.keys(localStorage)) if (key.startsWith(companyDataPrefix)) localStorage.removeItem(key)
}
