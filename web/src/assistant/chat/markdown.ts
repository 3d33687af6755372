export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; text: string }
  | { kind: 'link'; text: string; href: string }
export type Block = { kind: 'paragraph'; lines: Inline[][] } | { kind: 'list'; ordered: boolean; items: Inline[][] }

const bold = /\*\*([^*]+(?:\*[^*]+)*)\*\*/
const link = /\[([^[\]\n]+)\]\(([^\s()]+)\)/
const address = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]])/
const marks = new RegExp([bold, link, address].map(({ source }) => source).join('|'), 'g')

/** The address if a browser may be sent there: the web, and nothing that runs. */
export function webAddress(text: string): string | null {
  try {
    const url = new URL(text)
    return /^https?:$/.test(url.protocol) ? url.href : null
  } catch {
    return null
  }
}

function inlinesOf(line: string): Inline[] {
  const parts: Inline[] = []
  let from = 0
  for (const match of line.matchAll(marks)) {
    const [whole, bold, label, target, bare] = match
    const href = webAddress(target ?? bare ?? '')
    if (bold === undefined && href === null) continue
    if (match.index > from) parts.push({ kind: 'text', text: line.slice(from, match.index) })
    if (bold !== undefined) parts.push({ kind: 'bold', text: bold })
    else if (href !== null) parts.push({ kind: 'link', text: label ?? bare ?? href, href })
    from = match.index + whole.length
  }
  if (from < line.length) parts.push({ kind: 'text', text: line.slice(from) })
  return parts
}

const item = /^\s*(?:([-*•])|\d+[.)])\s(.*)$/

/** Reads the little Markdown that answers use: bold, lists, links. Everything else is text as it stands. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  for (const line of text.split('\n')) {
    const last = blocks.at(-1)
    const listed = item.exec(line)
    if (listed) {
      const ordered = listed[1] === undefined
      const inlines = inlinesOf(listed[2] ?? '')
      if (last?.kind === 'list' && last.ordered === ordered) last.items.push(inlines)
      else blocks.push({ kind: 'list', ordered, items: [inlines] })
    } else if (line.trim() === '') blocks.push({ kind: 'paragraph', lines: [] })
    else if (last?.kind === 'paragraph') last.lines.push(inlinesOf(line))
    else blocks.push({ kind: 'paragraph', lines: [inlinesOf(line)] })
  }
  return blocks.filter(block => block.kind === 'list' || block.lines.length > 0)
}

/** The same without marks, to be spoken. */
export const plainText = (text: string): string =>
  text.replace(marks, (_whole, bold, label, _target, bare) => bold ?? label ?? bare)
