import type { User } from '../../../services/account/auth/schema.ts'
import type { Company } from '../../../services/account/companies/schema.ts'
import { errorTexts } from '../../../services/core/rules.ts'
import { openSignIn } from '../core/address.ts'
import { HttpError, request } from '../core/http.ts'
import { clearSession, companyDataPrefix, storeUser } from '../core/session.ts'

/** A promise for code that has nothing left to do, because the browser is on its way to another document. */
export const never = new Promise<never>(() => {})

let leaving = false
const onLeave = () => {
  leaving = true
}
const onReturn = () => {
  leaving = false
}

/** From the first question on; what is added again is not added twice. */
function watchLeaving(): void {
  for (const event of ['beforeunload', 'pagehide']) addEventListener(event, onLeave)
  addEventListener('pageshow', onReturn)
}

/** Ends the session in this browser and opens the sign-in page, which comes back here afterwards. */
export function leaveForLogin(message?: string): void {
  clearSession({ unsent: 'keep' })
  sessionStorage.setItem('returnTo', location.pathname + location.search)
  if (message) sessionStorage.setItem('loginMessage', message)
  openSignIn()
}

let current: Promise<User> | undefined

/** The signed-in user as the server knows them; current once a page load. Ends the session when there is no answer. */
export function currentUser(): Promise<User> {
  current ??= askWhoIAm()
  return current
}

/** Asks again, after a change of the own account. */
export function refreshUser(): Promise<User> {
  current = askWhoIAm()
  return current
}

/** Asks again in the background: rights may have changed. Without an answer everything stays as it is. */
export async function rereadUser(): Promise<void> {
  await readUser().then(
    person => (current = Promise.resolve(person)),
    () => {}
  )
}

async function readUser(): Promise<User> {
  const { json } = await request<User>('/api/auth/me')
  const company = readCompany()
  storeUser(json)
  // storeUser knows the name only; what we had learnt of the same company is kept beside it.
  if (company && company.id === json.companyId) storeCompany({ ...company, name: json.company ?? company.name })
  return json
}

async function askWhoIAm(): Promise<User> {
  watchLeaving()
  try {
    return await readUser()
  } catch (error) {
    // Browsers fail the calls of a page that is being left or reloaded: that is no reason to end the session.
    if (leaving) return never
    const ended = error instanceof HttpError && error.status === 401
    if (!ended) leaveForLogin(error instanceof HttpError ? error.message : errorTexts.generic)
    return never
  }
}

/** Signs out here whatever happens; where the server could not be reached, the sign-in page says so. */
export async function signOut(): Promise<void> {
  const reached = await request('/api/auth/logout', { method: 'POST' }).then(
    () => true,
    error => error instanceof HttpError && error.status === 401
  )
  clearSession({ unsent: 'drop' })
  // Only when the page goes: until then a call that is refused without a session may still note where it was.
  addEventListener('pagehide', () => sessionStorage.removeItem('returnTo'), { once: true })
  if (!reached) sessionStorage.setItem('loginMessage', 'Erro ao fazer logout')
  openSignIn()
}

export type KnownCompany = Pick<Company, 'id' | 'name'> & Partial<Company>

export const placeholderName = 'Sua Empresa'

/** The company kept in this browser; null where there is none, or one without a name. */
export function readCompany(): KnownCompany | null {
  try {
    const company = JSON.parse(localStorage.getItem('company') ?? 'null')
    return company?.id && company.name ? company : null
  } catch {
    return null
  }
}

/** A company as this browser cached it on another day; null without a cache. */
export function readCompanyData(companyId: string): KnownCompany | null {
  try {
    const company = JSON.parse(localStorage.getItem(companyDataPrefix + companyId) ?? 'null')
    return company?.id === companyId && company.name ? company : null
  } catch {
    return null
  }
}

/** Keeps what is known of the company for the next visit. */
export function storeCompany(company: KnownCompany): void {
  localStorage.setItem('company', JSON.stringify(company))
  localStorage.setItem(companyDataPrefix + company.id, JSON.stringify(company))
}
