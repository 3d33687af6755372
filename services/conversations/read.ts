/** An object of unknown content. */
export type Fields = Record<string, unknown>

export const fields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Characters of a text that are kept: channels allow up to 65,536. */
const longestText = 65_536

/** What a person wrote, as the database can store it: a NUL or half a character becomes the sign for one unknown. */
export const text = (value: unknown, longest = longestText): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, longest).replaceAll('\0', '\ufffd').toWellFormed() : null

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

const years = { from: Date.UTC(2015, 0), to: Date.UTC(2100, 0) }

/** Milliseconds as the database takes a time; undefined for what cannot be when somebody wrote. */
export const moment = (milliseconds: number): string | undefined =>
  milliseconds >= years.from && milliseconds < years.to ? new Date(milliseconds).toISOString() : undefined
