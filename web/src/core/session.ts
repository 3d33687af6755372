import type { User } from '../../../services/account/auth/schema.ts'

/**
 * Keys that survive the end of a session: settings of the device, which reveal nothing of a person, and of the tab the
 * address to which the next sign-in returns and the message of its page.
 */
const lasting = [
  'RaStoreclient.theme',
  'RaStoreadmin.theme',
  'chatOpened',
  'desktopNotices',
  'returnTo',
  'loginMessage',
  'loginMessageTone'
]

/** Prefix of the tab's keys for unsent words. */
export const unsentPrefix = 'kept '

/** Removes the entries of the browser's storage whose key matches. */
export function removeKept(goes: (key: string) => boolean): void {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (goes(key)) storage.removeItem(key)
}

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

/** Announced in this window when what is kept of the person may have changed; other windows hear of it by `storage`. */
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

/** Announced in this window when the session has ended, for modules that hold data of it in memory. */
export const sessionEnded = 'sessionEnded'

/** The same for the other tabs, announced by `storage` and only where the person signed out. */
export const signedOutKey = 'signedOut'

/**
 * Clears what this browser keeps of a session. Unsent words wait in their tab for the same person, unless the person
 * signed out or was away for too long.
 */
export function clearSession({ unsent }: { unsent: 'keep' | 'drop' }): void {
  const keeps = (key: string) => lasting.includes(key) || (unsent === 'keep' && key.startsWith(unsentPrefix))
  const clear = () => removeKept(key => !keeps(key))
  if (unsent === 'drop') localStorage.setItem(signedOutKey, String(Date.now()))
  clear()
  dispatchEvent(new Event(sessionEnded))
  // Code that still waits for an answer may store it, so the storage is cleared once more when the page goes.
  addEventListener('pagehide', () => token() === null && clear(), { once: true })
}

/** Replaces the session of the person who was signed in here before. */
export function replaceSession(value: string, owner: User): void {
  removeKept(key => key.startsWith('company'))
  storeToken(value)
  storeUser(owner)
}
