/**
 * True where PostgreSQL could not store the text unchanged: it takes no NUL, and a lone surrogate has no UTF-8 form.
 */
export const unstorable = (value: string): boolean => value.includes('\0') || !value.isWellFormed()

/** Looks through everything in a JSON value, keys included; returns the path of the first unstorable text. */
export function findUnstorable(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return unstorable(value) ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const here = path ? `${path}.${key}` : key
    if (unstorable(key)) return path || 'dados'
    const found = findUnstorable(inner, here)
    if (found !== null) return found
  }
  return null
}
