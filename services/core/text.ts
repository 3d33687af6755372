import { invalid } from './errors.ts'

/** True for text that PostgreSQL cannot store unchanged: it accepts no NUL, and a lone surrogate has no UTF-8 form. */
export const unstorable = (value: string): boolean => value.includes('\0') || !value.isWellFormed()

/** The text without e-mail addresses: servers quote the recipient when they refuse a mail. */
export const withoutAddresses = (text: string): string =>
  text.replace(/(?<![^\s<>@"'(),;:])[^\s<>@"'(),;:]+@[^\s<>@"'(),;]+/g, '[e-mail]')

/** PostgreSQL and our own call stack limit the depth of nesting. */
const deepest = 32

/**
 * Searches a JSON value, keys included, and returns the path of the first unstorable text. Throws where it is nested
 * too deeply.
 */
export function findUnstorable(value: unknown, path = '', depth = 0): string | null {
  if (typeof value === 'string') return unstorable(value) ? path : null
  if (typeof value !== 'object' || value === null) return null
  if (depth > deepest) throw invalid({ [path.split('.')[0] ?? 'dados']: 'Os dados têm níveis demais.' })
  for (const [key, inner] of Object.entries(value)) {
    const here = path ? `${path}.${key}` : key
    if (unstorable(key)) return path || 'dados'
    const inside = findUnstorable(inner, here, depth + 1)
    if (inside !== null) return inside
  }
  return null
}
