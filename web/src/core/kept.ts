import { removeKept, unsentPrefix, user } from './session.ts'

/**
 * Where something that was typed is kept in this tab: of a person in a company, so that nobody else who signs in reads
 * it.
 */
export const keptKey = (name: string): string => `${unsentPrefix}${user()?.id} ${user()?.companyId} ${name}`

/** Forgets everything that anyone typed here and did not send. */
export const forgetKept = (): void => removeKept(key => key.startsWith(unsentPrefix))

/** The same, except for the unsent words of the signed-in person in their company, which wait for them. */
export const forgetKeptOfOthers = (): void =>
  removeKept(key => key.startsWith(unsentPrefix) && !key.startsWith(keptKey('')))
