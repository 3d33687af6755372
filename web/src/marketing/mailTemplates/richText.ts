import type { JSONContent } from '@tiptap/core'
import {
  type Inline,
  type List,
  type Mark,
  type Paragraph,
  partsOf,
  placeholderText,
  type RichText
} from '../../../../services/marketing/mailTemplates/rules.ts'

const markOf = ({ type, attrs }: NonNullable<JSONContent['marks']>[number]): Mark[] => {
  if (type === 'bold' || type === 'italic') return [{ type }]
  return type === 'link' && typeof attrs?.href === 'string' ? [{ type, attrs: { href: attrs.href } }] : []
}

const textOf = ({ type, text, attrs }: JSONContent): string =>
  type === 'variable'
    ? placeholderText({ name: String(attrs?.name), fallback: String(attrs?.fallback ?? '') })
    : (text ?? '')

const inlineOf = (node: JSONContent): Inline[] => {
  if (node.type === 'hardBreak') return [{ type: 'hardBreak' }]
  const text = textOf(node)
  const marks = (node.marks ?? []).flatMap(markOf)
  return text ? [{ type: 'text', text, ...(marks.length > 0 && { marks }) }] : []
}

const paragraphOf = ({ content = [] }: JSONContent): Paragraph => {
  const inlines = content.flatMap(inlineOf)
  return { type: 'paragraph', ...(inlines.length > 0 && { content: inlines }) }
}

const listOf = (type: List['type'], { content = [] }: JSONContent): List => ({
  type,
  content: content.map(item => ({ type: 'listItem', content: (item.content ?? []).map(paragraphOf) }))
})

/** The editor's content as a text of a mail: variables as they are stored, and no formats that mails lack. */
export const documentOf = ({ content = [] }: JSONContent): RichText => ({
  type: 'doc',
  content: content.map(node =>
    node.type === 'bulletList' || node.type === 'orderedList' ? listOf(node.type, node) : paragraphOf(node)
  )
})

/** A text as the editor shows it: its variables are nodes. */
export const nodesOf = (text: string, marks: JSONContent['marks'] = []): JSONContent[] =>
  partsOf(text).map(part => ({
    ...(typeof part === 'string' ? { type: 'text', text: part } : { type: 'variable', attrs: part }),
    ...(marks.length > 0 && { marks })
  }))

const editedParagraph = ({ type, content = [] }: Paragraph): JSONContent => ({
  type,
  content: content.flatMap(each => (each.type === 'text' ? nodesOf(each.text, each.marks) : [each]))
})

/** A document as the editor takes it. */
export const editedOf = ({ type, content }: RichText): JSONContent => ({
  type,
  content: content.map(node =>
    node.type === 'paragraph'
      ? editedParagraph(node)
      : { ...node, content: node.content.map(item => ({ ...item, content: item.content.map(editedParagraph) })) }
  )
})
