import { cut } from '../../core/rules.ts'

/** An object of unknown content. */
export type Fields = Record<string, unknown>

export const fields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Characters of a text that are kept: channels allow up to 65,536. */
const longestText = 65_536

/** A person's text as the database can store it: a NUL or half a character becomes the sign for one unknown. */
export const text = (value: unknown, longest = longestText): string | null =>
  typeof value === 'string' && value !== '' ? cut(value.replaceAll('\0', '\ufffd').toWellFormed(), longest) : null

/** A name with something to see in it; null for one of blanks, controls and fillers alone. */
export const visible = (name: string | null): string | null =>
  name !== null && /[^\s\u2800\p{C}\p{Default_Ignorable_Code_Point}]/u.test(name) ? name : null

/** The provider's id of something. */
export const identifier = (value: unknown): string | null =>
  typeof value === 'string' && /^[\x21-\x7e]{1,400}$/.test(value) ? value : null

/** The texts among the values, at most 2,000 characters of each. */
export const texts = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const kept = text(value, 2000)
      return kept === null ? [] : [[key, kept]]
    })
  )

/** No provider had webhooks before, and none reports an event more than a day ahead. */
const [firstMoment, ahead] = [Date.UTC(2015, 0), 86_400_000]

/** Milliseconds as a time of the database; undefined for a time at which nobody can have written. */
export const moment = (milliseconds: number): string | undefined =>
  milliseconds >= firstMoment && milliseconds < Date.now() + ahead ? new Date(milliseconds).toISOString() : undefined

/** A whole number as the database takes it; undefined for any other value. */
export const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : undefined
