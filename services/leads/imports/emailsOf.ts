/** An address may have 254 characters; what is longer than several of them with their names is a text. */
const longest = 2000

/**
 * The e-mail addresses of a cell, each without what mail programs write around it: `mailto:`, `<a@b>`, `Ana <a@b>`.
 * Empty for a text without any.
 */
export function emailsOf(text: string): string[] {
  if (text.length > longest) return []
  const inBrackets = [...text.matchAll(/<([^<>]*)>/g)].flatMap(([, address = '']) =>
    address.includes('@') ? address : []
  )
  const parts = inBrackets.length > 0 ? inBrackets : text.split(/[;,|/\r\n]|:::/).flatMap(apart)
  const addresses = parts.flatMap(part => bare(part) ?? [])
  return addresses.filter((one, at) => addresses.findIndex(other => other.toLowerCase() === one.toLowerCase()) === at)
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
