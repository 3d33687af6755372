import { unsentPrefix, user } from './session.ts'

/** Where something that was typed is kept in this tab: of a person in a company, so that nobody else who signs in reads it. */
export const keptKey = (name: string): string => `${unsentPrefix}${user()?.id} ${user()?.companyId} ${name}`

/** Forgets everything that was typed and not sent, whoever typed it. */
export function forgetKept(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(unsentPrefix)) sessionStorage.removeItem(key)
}
