import { emailsOf } from './emailsOf.ts'
import { chosenOf, phonesOf } from './phones.ts'
import { severalEmails, severalPhones } from './rules.ts'
import type { ImportSettings } from './schema.ts'
import type { RowError } from './tables.ts'

/** The text that is read in place of a bad one; null for a blank, undefined where the row stays out. */
export type Mending = (fault: RowError) => string | null | undefined

const keyOf = (field: string | null, text: string) => `${field}\n${text.toLowerCase()}`

/** The person's choices for the bad values of all rows. */
export function mendingOf({ values = [], faults = [], blankFaults = false }: ImportSettings): Mending {
  const byValue = new Map(values.map(({ field, text, value }) => [keyOf(field, text), value]))
  const byFault = new Map(faults.map(({ field, reason, how }) => [keyOf(field, reason), how]))
  return ({ field, value, reason }) => {
    const chosen = byValue.get(keyOf(field, value))
    if (chosen !== undefined) return chosen
    const how = byFault.get(keyOf(field, reason)) ?? (blankFaults ? 'blank' : 'out')
    if (how === 'out') return undefined
    if (how === 'point') return value.replaceAll(',', '.')
    return how === 'first' ? severalOf(reason, value).first : null
  }
}

/** The e-mails or phones of a cell that holds several: the one that is used, and the others. */
export function severalOf(reason: string, text: string): { first: string | undefined; others: string[] } {
  const { parts, first } = partsOf(reason, text)
  return { first, others: parts.filter(part => part !== first) }
}

function partsOf(reason: string, text: string): { parts: string[]; first: string | undefined } {
  if (reason === severalPhones) {
    const { numbers } = phonesOf(text)
    return { parts: numbers, first: chosenOf(numbers) }
  }
  if (reason !== severalEmails) return { parts: [], first: undefined }
  const parts = emailsOf(text)
  return { parts, first: parts[0] }
}
