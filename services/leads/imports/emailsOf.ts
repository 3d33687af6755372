/** An address may have 254 characters; what is longer than several of them with their names is a text. */
const longest = 2000

/**
 * The e-mail addresses of a cell, each without what mail programs write around it: `mailto:`, `<a@b>`, `Ana <a@b>`.
 * Empty for a text without any. A sign within an address is a slip, and separates nothing: `ana,silva@x.com` is one
 * address that does not exist, not that of Silva.
 */
export function emailsOf(text: string): string[] {
  if (text.length > longest) return []
  const inBrackets = [...text.matchAll(/<([^<>]*)>/g)].flatMap(([, address = '']) =>
    address.includes('@') ? address : []
  )
  const parts = inBrackets.length > 0 ? inBrackets : separated(text).flatMap(apart)
  const addresses = parts.flatMap(part => bare(part) ?? [])
  return addresses.filter((one, at) => addresses.findIndex(other => other.toLowerCase() === one.toLowerCase()) === at)
}

const separators = /[;,|/\r\n]|:::/

/** The parts of a text between its separators; a part without an @ that touches another one belongs to it. */
function separated(text: string): string[] {
  const parts = text.split(new RegExp(`(${separators.source})`))
  const joined: string[] = []
  for (let at = 0; at < parts.length; at += 2) {
    const [part = '', separator = '', before = joined.at(-1) ?? ''] = [parts[at], parts[at - 1]]
    const touches = /\S$/.test(before) && /^\S/.test(part) && /[,;/|]/.test(separator)
    if (at > 0 && touches && before.includes('@') !== part.includes('@'))
      joined[joined.length - 1] = `${before}${separator}${part}`
    else joined.push(part)
  }
  return joined
}

/** Only between two addresses does a space separate; within one it is a mistake that somebody has to look at. */
function apart(text: string): string[] {
  const words = text.trim().split(/\s+/)
  return words.every(word => word.includes('@')) ? words : [text.trim()]
}

function bare(text: string): string | undefined {
  const address = text.trim().replace(/^mailto:/i, '')
  if (!address.includes('@')) return undefined
  return address.endsWith('.') ? address.slice(0, -1) : address
}
