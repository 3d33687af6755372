import type { Inline, List, Mark, Paragraph, RichText } from './rules.ts'
import { safeLink } from './rules.ts'

/** Makes what a person typed fit for where it is put; `{{ }}` of variables included. */
type Write = (text: string) => string

const tags = { bold: 'strong', italic: 'em' } as const

function marked(html: string, mark: Mark): string {
  if (mark.type !== 'link') return `<${tags[mark.type]}>${html}</${tags[mark.type]}>`
  const link = safeLink(mark.attrs.href)
  return link ? `<a class="link" href="${escaped(link)}" target="_blank">${html}</a>` : html
}

/** Escapes a text for HTML and its attributes; also braces, which the template would read as its own. */
export const escaped = (text: string): string =>
  text.replace(/[&"'<>{}]/g, character => `&#${character.charCodeAt(0)};`)

const inlineHtml = (inlines: readonly Inline[] = [], write: Write): string =>
  inlines
    .map(each => (each.type === 'hardBreak' ? '<br />' : (each.marks ?? []).reduce(marked, write(each.text))))
    .join('')

/** An empty line stays one, as it does in the editor. */
const paragraph = ({ content }: Paragraph, write: Write): string =>
  `<p style="margin:0 0 12px">${inlineHtml(content, write) || '&#160;'}</p>`

const items = ({ content }: List, write: Write): string =>
  content
    .map(({ content: lines }) => lines.map(line => inlineHtml(line.content, write)).join('<br />'))
    .map(html => `<li style="margin:0 0 6px">${html}</li>`)
    .join('')

/**
 * A document as HTML of the few tags that it can have. Nothing of it is taken as HTML; links that lead nowhere safe are
 * text.
 */
export const richHtml = (doc: RichText, write: Write): string =>
  doc.content
    .map(node => {
      if (node.type === 'paragraph') return paragraph(node, write)
      const tag = node.type === 'bulletList' ? 'ul' : 'ol'
      return `<${tag} style="margin:0 0 12px;padding:0 0 0 24px">${items(node, write)}</${tag}>`
    })
    .join('')

function inlineText(inlines: readonly Inline[] = []): string {
  return inlines
    .map((each, at) => {
      if (each.type === 'hardBreak') return '\n'
      const link = linkOf(each)
      // A link in several parts, part of it bold, has its address behind the last one.
      const ends = link !== undefined && link !== linkOf(inlines[at + 1])
      return each.text + (ends && link !== each.text ? ` (${link})` : '')
    })
    .join('')
}

function linkOf(inline: Inline | undefined): string | undefined {
  if (inline?.type !== 'text') return undefined
  const mark = inline.marks?.find(({ type }) => type === 'link')
  return mark?.type === 'link' ? safeLink(mark.attrs.href) : undefined
}

/** A document as plain text, with the addresses of its links in brackets. */
export const richText = (doc: RichText): string =>
  doc.content
    .map(node => {
      if (node.type === 'paragraph') return inlineText(node.content)
      return node.content
        .map(({ content }, n) => {
          const sign = node.type === 'bulletList' ? '-' : `${n + 1}.`
          return `${sign} ${content.map(line => inlineText(line.content)).join('\n  ')}`
        })
        .join('\n')
    })
    .join('\n\n')
