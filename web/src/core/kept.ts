import { unsentPrefix, user } from './session.ts'

/** Where something that was typed is kept in this tab: of a person in a company, so that nobody else who signs in reads it. */
export const keptKey = (name: string): string => `${unsentPrefix}${user()?.id} ${user()?.companyId} ${name}`

/** Forgets what was typed and not sent: all of it, or all but what who is signed in typed. */
export function forgetKept(whose: 'everybody' | 'others' = 'everybody'): void {
  const own = keptKey('')
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(unsentPrefix) && !(whose === 'others' && key.startsWith(own))) sessionStorage.removeItem(key)
}
