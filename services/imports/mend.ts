import { severalEmails, severalPhones } from './rules.ts'
import type { ImportSettings } from './schema.ts'
import type { RowError } from './tables.ts'

/** The text that is read in place of a bad one; null for a blank, undefined where the row stays out. */
export type Mending = (fault: RowError) => string | null | undefined

const keyOf = (field: string | null, text: string) => `${field}\n${text.toLowerCase()}`

/** What the person has chosen for the bad values of all rows. */
export function mendingOf({ values = [], faults = [], blankFaults = false }: ImportSettings): Mending {
  const byValue = new Map(values.map(({ field, text, value }) => [keyOf(field, text), value]))
  const byFault = new Map(faults.map(({ field, reason, how }) => [keyOf(field, reason), how]))
  return ({ field, value, reason }) => {
    const chosen = byValue.get(keyOf(field, value))
    if (chosen !== undefined) return chosen
    const how = byFault.get(keyOf(field, reason)) ?? (blankFaults ? 'blank' : 'out')
    if (how === 'out') return undefined
    return how === 'first' ? (firstOf(reason, value) ?? undefined) : null
  }
}

/** The first of several e-mails or phones in a cell. */
function firstOf(reason: string, text: string): string | null {
  if (reason === severalEmails) return text.split(/[;,/|\s]+/).find(part => part.includes('@')) ?? null
  if (reason === severalPhones) return text.split(/[/;|,]|\bou\b/i).find(part => /\d/.test(part)) ?? null
  return null
}
