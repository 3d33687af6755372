/** A text as people of a channel see it: plain, marked, or an address that opens. */
export type RichPart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'bold' | 'italic' | 'struck'; parts: RichPart[] }
  | { kind: 'code'; text: string }

const address = /(?<address>(?:https?:\/\/|www\.)[^\s<>"]{0,2000}[^\s<>"'.,;:!?)\]*_~])/giu
// No mark reaches further than a thousand letters or its next sign, which bounds what a stranger's text costs. It stands
// at the edge of words, and touches what it marks.
const code = /`{3}(?<block>[^`]{1,1000})`{3}|`(?<code>[^`\n]{1,1000})`/giu
const bold = /(?<![\p{L}\p{N}])\*(?=\S)(?<bold>[^\n*]{1,1000})(?<=\S)\*(?![\p{L}\p{N}])/giu
const italic = /(?<![\p{L}\p{N}])_(?=\S)(?<italic>[^\n_]{1,1000})(?<=\S)_(?![\p{L}\p{N}])/giu
const struck = /(?<![\p{L}\p{N}])~(?=\S)(?<struck>[^\n~]{1,1000})(?<=\S)~(?![\p{L}\p{N}])/giu
const everything = new RegExp([address, code, bold, italic, struck].map(({ source }) => source).join('|'), 'giu')

/** Marks within marks are read so deep. */
const deepest = 3

/**
 * Reads addresses, and where the channel has them the marks of *bold*, _italic_, ~struck~ and `code`.
 *
 * @param markup whether the channel's applications show marks as such
 */
export function readRich(text: string, markup: boolean, depth = 0): RichPart[] {
  const parts: RichPart[] = []
  let from = 0
  for (const { 0: whole, index, groups = {} } of text.matchAll(markup && depth < deepest ? everything : address)) {
    const part = partOf(groups, depth)
    if (!part) continue
    if (index > from) parts.push({ kind: 'text', text: text.slice(from, index) })
    parts.push(part)
    from = index + whole.length
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) })
  return parts
}

/** The same words without marks, for one line. */
export const plainText = (text: string): string => readRich(text, true).map(wordsOf).join('')

const wordsOf = (part: RichPart): string => ('parts' in part ? part.parts.map(wordsOf).join('') : part.text)

function partOf(groups: Partial<Record<string, string>>, depth: number): RichPart | undefined {
  if (groups.address) return linkTo(groups.address)
  const code = groups.block ?? groups.code
  if (code !== undefined) return { kind: 'code', text: code }
  for (const kind of ['bold', 'italic', 'struck'] as const) {
    const inner = groups[kind]
    if (inner !== undefined) return { kind, parts: readRich(inner, true, depth + 1) }
  }
  return undefined
}

/** Undefined for what is no address of the web. */
function linkTo(text: string): RichPart | undefined {
  try {
    const { href, hostname } = new URL(/^www\./i.test(text) ? `https://${text}` : text)
    return hostname.includes('.') ? { kind: 'link', text, href } : undefined
  } catch {
    return undefined
  }
}
