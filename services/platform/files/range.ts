/** The bytes that a request asks for, the end not included. */
type Range = { from: number; to: number }

/**
 * Reads a Range header of one range. Undefined where all is to be sent: no header, several ranges, or another unit.
 * Null where the file has no such bytes.
 */
export function readRange(header: string | undefined, size: number): Range | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  return from < to ? { from, to } : null
}
