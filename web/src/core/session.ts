import type { User } from '../../../services/auth/schema.ts'

/** What belongs to the device and tells nothing of a person. Everything else goes with the session. */
const deviceSettings = ['RaStoreclient.theme', 'RaStoreadmin.theme', 'chatOpened']

/** Of the tab: where the next sign-in leads back to, and what the sign-in page has to say. */
const forNextSignIn = ['returnTo', 'loginMessage', 'loginMessageTone']

/** Of the tab: what was typed and not sent, under keys that begin so. */
export const unsentPrefix = 'kept '

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

/** Told in this window when the session has ended, to whoever holds data of it in memory. */
export const sessionEnded = 'sessionEnded'

/** The same for the other tabs, told by `storage` and only where the person signed out. */
export const signedOutKey = 'signedOut'

/**
 * Clears what this browser keeps of a session. What was typed and not sent waits in its tab for the same person, unless
 * the person signed out or was away for too long.
 */
export function clearSession({ unsent }: { unsent: 'keep' | 'drop' }): void {
  const clear = () => {
    for (const key of Object.keys(localStorage)) if (!deviceSettings.includes(key)) localStorage.removeItem(key)
    for (const key of Object.keys(sessionStorage)) {
      if (forNextSignIn.includes(key) || (unsent === 'keep' && key.startsWith(unsentPrefix))) continue
      sessionStorage.removeItem(key)
    }
  }
  if (unsent === 'drop') localStorage.setItem(signedOutKey, String(Date.now()))
  clear()
  dispatchEvent(new Event(sessionEnded))
  // Answers still on their way are written down by what waits for them.
  addEventListener('pagehide', () => token() === null && clear(), { once: true })
}

/** Takes the place of whoever was signed in here before. */
export function replaceSession(value: string, owner: User): void {
  for (const key of ['company', 'companyEmployee', 'companyLoggedIn']) localStorage.removeItem(key)
  for (const key of Object.keys(localStorage)) if (key.startsWith(companyDataPrefix)) localStorage.removeItem(key)
  storeToken(value)
  storeUser(owner)
}
