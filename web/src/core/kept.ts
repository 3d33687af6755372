import { removeKept, unsentPrefix, user } from './session.ts'

/** Where something that was typed is kept in this tab: of a person in a company, so that nobody else who signs in reads it. */
export const keptKey = (name: string): string => `${unsentPrefix}${user()?.id} ${user()?.companyId} ${name}`

/** Forgets everything that was typed and not sent, whoever typed it. */
export const forgetKept = (): void => removeKept(key => key.startsWith(unsentPrefix))

/** The same but for what the person signed in had typed in their company, which waits for them. */
export const forgetKeptOfOthers = (): void =>
  removeKept(key => key.startsWith(unsentPrefix) && !key.startsWith(keptKey('')))
