/** A part of a line; `marked`: a word that was searched for. */
export type Part = { text: string; marked: boolean }

const word = /[\p{L}\p{N}\p{M}]+/gu

/** Words of fewer letters are found whole, others by their beginning too (search.sql). */
const shortWord = 3

/** As `fold` in the database: without accents, in small letters. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const isWanted = (found: string, wanted: readonly string[]): boolean =>
  wanted.some(each => (each.length < shortWord ? found === each : found.startsWith(each)))

/** Letters before the first word that was found, and of the whole line. */
const lead = 12
const longest = 160

/** One line of a message, from shortly before the first of the words, with the words marked. */
export function excerptOf(message: string, q: string): Part[] {
  const text = message.replace(/\s+/g, ' ').trim()
  const wanted = [...q.matchAll(word)].map(([each]) => fold(each))
  const found = [...text.matchAll(word)].filter(([each]) => isWanted(fold(each), wanted))
  const first = found[0]?.index ?? 0
  const from = first <= lead ? 0 : Math.max(text.lastIndexOf(' ', first - lead) + 1, first - 2 * lead)
  const end = Math.min(text.length, from + longest)
  const parts: Part[] = []
  const add = (part: string, marked: boolean) => {
    // The cut may fall between the halves of an emoji.
    if (part) parts.push({ text: part.toWellFormed(), marked })
  }
  let at = from
  if (from > 0) add('…', false)
  for (const { 0: each, index } of found) {
    if (index + each.length > end) break
    add(text.slice(at, index), false)
    add(each, true)
    at = index + each.length
  }
  add(text.slice(at, end), false)
  if (end < text.length) add('…', false)
  return parts
}
