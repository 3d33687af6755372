import {
  type Block,
  type BlockType,
  type Inline,
  type MailBody,
  type Paragraph,
  partsOf,
  type RichText
} from '../../../../services/marketing/mailTemplates/rules.ts'

/** Fields of a block that get other values. */
export type BlockChange = { [T in BlockType]: Partial<Omit<Extract<Block, { type: T }>, 'id' | 'type'>> }[BlockType]

/** A template as it is edited. */
export type Draft = { name: string; subject: string; preheader: string; body: MailBody }

const emptyDoc: RichText = { type: 'doc', content: [{ type: 'paragraph' }] }

const makers = {
  heading: () => ({ type: 'heading', text: '', align: 'left' }),
  text: () => ({ type: 'text', doc: emptyDoc }),
  button: () => ({ type: 'button', text: '', link: '', align: 'left' }),
  picture: () => ({ type: 'picture', src: '', alt: '', link: '' }),
  divider: () => ({ type: 'divider' }),
  spacer: () => ({ type: 'spacer', size: 'medium' })
} as const satisfies Record<BlockType, () => object>

export const newBlock = (type: BlockType): Block => ({ id: crypto.randomUUID(), ...makers[type]() }) as Block

const linesOf = ({ content }: RichText): Paragraph[] =>
  content.flatMap(node => (node.type === 'paragraph' ? [node] : node.content.flatMap(item => item.content)))

const inlineText = (inlines: readonly Inline[] = []) =>
  inlines.map(each => (each.type === 'text' ? each.text : ' ')).join('')

/** A text with its variables called by their labels, for people who do not write templates. */
export const readable = (text: string, labels: ReadonlyMap<string, string>) =>
  partsOf(text)
    .map(part => (typeof part === 'string' ? part : `[${labels.get(part.name) ?? part.name}]`))
    .join('')

/** A block's text in one line; empty where it has none yet. */
export function summaryOf(block: Block, labels: ReadonlyMap<string, string>): string {
  if (block.type === 'heading' || block.type === 'button') return readable(block.text, labels)
  if (block.type === 'picture') return block.alt
  if (block.type === 'text')
    return readable(
      linesOf(block.doc)
        .map(({ content }) => inlineText(content))
        .join(' ')
        .slice(0, 200),
      labels
    )
  return ''
}

/** The items with one of them in another place. */
export const moved = <T>(items: readonly T[], from: number, to: number): T[] => {
  const rest = items.filter((_, place) => place !== from)
  return [...rest.slice(0, to), items[from] as T, ...rest.slice(to)]
}

/** The element that opens a block. */
export const headId = (block: string): string => `block-${block}`
