import { invalid } from './errors.ts'

/**
 * True where PostgreSQL could not store the text unchanged: it takes no NUL, and a lone surrogate has no UTF-8 form.
 */
export const unstorable = (value: string): boolean => value.includes('\0') || !value.isWellFormed()

/** The text with every e-mail address left out: servers quote the recipient when they refuse a mail. */
export const withoutAddresses = (text: string): string =>
  text.replace(/(?<![^\s<>@"'(),;:])[^\s<>@"'(),;:]+@[^\s<>@"'(),;]+/g, '[e-mail]')

/** Neither PostgreSQL nor our own stack takes any number of levels. */
const deepest = 32

/**
 * Looks through everything in a JSON value, keys included; returns the path of the first unstorable text. Throws where
 * the value is nested deeper than anybody's data.
 */
export function findUnstorable(value: unknown, path = '', depth = 0): string | null {
  if (typeof value === 'string') return unstorable(value) ? path : null
  if (typeof value !== 'object' || value === null) return null
  if (depth > deepest) throw invalid({ [path.split('.')[0] ?? 'dados']: 'Os dados têm níveis demais.' })
  for (const [key, inner] of Object.entries(value)) {
    const here = path ? `${path}.${key}` : key
    if (unstorable(key)) return path || 'dados'
    const found = findUnstorable(inner, here, depth + 1)
    if (found !== null) return found
  }
  return null
}
