const particles = new Set(['da', 'das', 'de', 'di', 'do', 'dos', 'e'])

/** Different spellings of one sound: Peçanha and Pessanha, Luís and Luiz, Raphael and Rafael. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/ç|ss|z/g, 's'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/y/g, 'i'],
  [/w/g, 'v'],
  [/(.)\1/g, '$1']
]

/** The words of a name by their sound, without accents and particles such as 'de' and 'da'. */
function soundsOf(name: string): string[] {
  const heard = spellings.reduce(
    (text, [written, sound]) => text.replace(written, sound),
    name.normalize('NFC').toLowerCase()
  )
  const plain = heard.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '' && !particles.has(word))
}

/**
 * True for one letter more, less, different or swapped within the word; a different last letter is another name (Paulo,
 * Paula).
 */
function slipped(a: string, b: string): boolean {
  if (a === b) return true
  if (Math.min(a.length, b.length) < 4 || a[0] !== b[0] || a.at(-1) !== b.at(-1)) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [mine, other] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const swapped = mine.length === 2 && other.length === 2 && mine[0] === other[1] && mine[1] === other[0]
  return swapped || Math.max(mine.length, other.length) === 1
}

/**
 * True where two names may be the same: each word of the shorter one matches a word of the other, allowing for spelling
 * and one typing error. A single word does not match several.
 */
export function namesAlike(one: string, other: string): boolean {
  const [few, many] = [soundsOf(one), soundsOf(other)].sort((a, b) => a.length - b.length) as [string[], string[]]
  if (few.length === 0 || (few.length === 1 && many.length > 1)) return false
  const left = [...many]
  return few.every(word => {
    const found = left.findIndex(each => slipped(word, each))
    if (found >= 0) left.splice(found, 1)
    return found >= 0
  })
}
