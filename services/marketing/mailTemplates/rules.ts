import { cut } from '../../core/rules.ts'

export const mailLimits = {
  templates: 200,
  blocks: 60,
  name: 80,
  subject: 150,
  preheader: 150,
  heading: 150,
  button: 150,
  alt: 200,
  link: 2000,
  /** Characters of one text block. */
  text: 10_000,
  fallback: 60,
  /** Characters of the body as JSON, and variables in it: what Gmail shows of a mail is less. */
  body: 150_000,
  variables: 300
} as const

/** Gmail shows no more of a mail than this, in bytes of its HTML. */
export const clippedAt = 102 * 1024

export const longestPicture = 2 * 1024 * 1024
export const pictureTypes: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif'
}

export const defaultAccent = '#0f766e'

export type Align = 'left' | 'center'
export type Mark = { type: 'bold' } | { type: 'italic' } | { type: 'link'; attrs: { href: string } }
export type Inline = { type: 'text'; text: string; marks?: Mark[] } | { type: 'hardBreak' }
export type Paragraph = { type: 'paragraph'; content?: Inline[] }
export type List = { type: 'bulletList' | 'orderedList'; content: { type: 'listItem'; content: Paragraph[] }[] }
/** A document of tiptap, with the few nodes and marks that mails have. */
export type RichText = { type: 'doc'; content: (Paragraph | List)[] }

export const spacerHeights = { small: 12, medium: 28, large: 56 } as const

export type Block = { id: string } & (
  | { type: 'heading'; text: string; align: Align }
  | { type: 'text'; doc: RichText }
  | { type: 'button'; text: string; link: string; align: Align }
  | { type: 'picture'; src: string; alt: string; link: string }
  | { type: 'divider' }
  | { type: 'spacer'; size: keyof typeof spacerHeights }
)
export type BlockType = Block['type']

export const blockLabels: Record<BlockType, string> = {
  heading: 'Título',
  text: 'Texto',
  button: 'Botão',
  picture: 'Imagem',
  divider: 'Linha',
  spacer: 'Espaço'
}

/** `format`: raised when blocks change their shape. `accent`: #rrggbb, of buttons and links. */
export type MailBody = { format: 1; accent: string; blocks: Block[] }

/** The part of a mail that the person writes. */
export type MailContent = { subject: string; preheader: string; body: MailBody }

/** A value that differs from person to person. `always`: it cannot be empty, so it needs no fallback. */
export type MailVariable = { name: string; label: string; always?: true }

export const commonVariables: readonly MailVariable[] = [
  { name: 'primeiro_nome', label: 'Primeiro nome' },
  { name: 'nome', label: 'Nome completo' },
  { name: 'email', label: 'E-mail da pessoa', always: true },
  { name: 'telefone', label: 'Telefone da pessoa' },
  { name: 'empresa', label: 'Nome da sua empresa', always: true },
  { name: 'empresa_telefone', label: 'Telefone da sua empresa' },
  { name: 'empresa_email', label: 'E-mail da sua empresa' }
]

/**
 * How a form field is called in a mail: `Cidade natal` is `cidade_natal`, and `Empresa`, which is a common variable,
 * `campo_empresa`. Empty where no letter is left.
 */
export function variableName(field: string): string {
  const name = field
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_$/g, '')
    .slice(0, 60)
  return commonVariables.some(common => common.name === name) ? `campo_${name}` : name
}

export type Placeholder = { name: string; fallback: string }

const placeholders = /\{\{\s*([a-z][a-z0-9_]{0,59})\s*(?:\|\s*default:\s*"([^"{}\\\r\n]{0,60})"\s*)?\}\}/gi

/**
 * A text cut into what stands there and its variables. Only `{{ name }}` and `{{ name | default: "text" }}` are
 * variables; all else between braces is text.
 */
export function partsOf(text: string): (string | Placeholder)[] {
  const parts: (string | Placeholder)[] = []
  let at = 0
  for (const match of text.matchAll(placeholders)) {
    if (match.index > at) parts.push(text.slice(at, match.index))
    parts.push({ name: (match[1] as string).toLowerCase(), fallback: match[2] ?? '' })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}

/** The recipient of an example. */
export const examplePerson = { name: 'Maria Oliveira', email: 'maria@example.com', phone: '11987654321' } as const

/**
 * A line as the person of an example would read it. A field of the company's own shows its fallback, or its name in
 * brackets: what is empty would look forgotten. `company`: its name.
 */
export function exampleLine(text: string, company: string): string {
  const { name, email } = examplePerson
  const values: Readonly<Record<string, string>> = {
    nome: name,
    primeiro_nome: name.slice(0, name.indexOf(' ')),
    email,
    // As a mail writes it. The formatter of all numbers is thirty kilobytes, too much for a page that shows only this.
    telefone: '(11) 98765-4321',
    empresa: company
  }
  const shown = ({ name, fallback }: Placeholder) => values[name] || fallback || `[${name.replaceAll('_', ' ')}]`
  return partsOf(text)
    .map(part => (typeof part === 'string' ? part : shown(part)))
    .join('')
}

/** The placeholder as it stands in a text. Characters that a fallback cannot have are left out. */
export function placeholderText({ name, fallback }: Placeholder): string {
  const safe = fallback.replace(/["{}\\\r\n]/g, '').slice(0, mailLimits.fallback)
  return safe ? `{{ ${name} | default: "${safe}" }}` : `{{ ${name} }}`
}

/** An address that a mail may lead to, as it is to be written; undefined for any other. */
export function safeLink(text: string): string | undefined {
  const url = URL.parse(text.trim())
  if (!url || !['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) return undefined
  return /^https?:$/.test(url.protocol) && !url.hostname.includes('.') && url.hostname !== 'localhost'
    ? undefined
    : url.href.replace(/[{}]/g, encodeURIComponent)
}

const ownPicture = /^\/email-pictures\/([0-9a-f]{24})\/[0-9a-f]{24}$/

/** The company whose picture an address of ours shows; undefined for other addresses. */
export const pictureOwner = (src: string): string | undefined => ownPicture.exec(src)?.[1]

/** The whole address of a picture: one of ours, or one on the web with https. Undefined for any other. */
export function pictureAddress(src: string, publicUrl: string): string | undefined {
  if (ownPicture.test(src)) return new URL(src, publicUrl).href
  const url = URL.parse(src.trim())
  return url?.protocol === 'https:' ? url.href : undefined
}

const inlinesOf = ({ content }: RichText): Inline[] =>
  content.flatMap(node =>
    node.type === 'paragraph'
      ? (node.content ?? [])
      : node.content.flatMap(item => item.content.flatMap(({ content = [] }) => content))
  )

/** The texts of a block, each as its variables are looked for, and its links. */
function contentsOf(block: Block): { texts: string[]; links: string[] } {
  switch (block.type) {
    case 'heading':
      return { texts: [block.text], links: [] }
    case 'text': {
      const inlines = inlinesOf(block.doc).flatMap(inline => (inline.type === 'text' ? [inline] : []))
      const marks = inlines.flatMap(({ marks = [] }) => marks)
      return {
        texts: inlines.map(({ text }) => text),
        links: marks.flatMap(mark => (mark.type === 'link' ? [mark.attrs.href] : []))
      }
    }
    case 'button':
      return { texts: [block.text], links: [block.link] }
    case 'picture':
      return { texts: [block.alt], links: block.link ? [block.link] : [] }
    default:
      return { texts: [], links: [] }
  }
}

/** The web addresses that the links of a body lead to, each once, in their order. */
export const webLinksOf = ({ blocks }: MailBody): string[] => [
  ...new Set(
    blocks
      .flatMap(block => contentsOf(block).links)
      .map(safeLink)
      .filter((link): link is string => link !== undefined && /^https?:/.test(link))
  )
]

/** How many variables stand in a body. */
export const countVariables = ({ blocks }: MailBody): number =>
  blocks.flatMap(block => contentsOf(block).texts.flatMap(partsOf)).filter(part => typeof part !== 'string').length

/** Something to look at before sending; `block` is the id of the block that it is about. */
export type MailWarning = { text: string; block?: string }

type Facts = { bytes: number; variables: readonly MailVariable[]; identified: boolean }

/**
 * Warnings before a mail is sent, in reading order. `bytes`: the size of the rendered HTML. `identified`: the
 * company has a CNPJ or an address, which the footer shows.
 */
export function mailWarnings({ subject, preheader, body }: MailContent, facts: Facts): MailWarning[] {
  const found: MailWarning[] = []
  if (!subject.trim()) found.push({ text: 'Falta o assunto.' })
  found.push(...aboutText(subject, 'No assunto: ', facts).map(text => ({ text })))
  found.push(...aboutText(preheader, 'No texto de prévia: ', facts).map(text => ({ text })))
  if (body.blocks.length === 0) found.push({ text: 'O e-mail ainda não tem nenhum bloco.' })
  for (const block of body.blocks) found.push(...aboutBlock(block, facts).map(text => ({ text, block: block.id })))
  if (!facts.identified)
    found.push({ text: 'O rodapé está sem CNPJ e sem endereço. Complete um deles em Minha empresa.' })
  if (facts.bytes > clippedAt)
    found.push({
      text: `O e-mail tem ${Math.ceil(facts.bytes / 1024)} KB. O Gmail corta o que passa de 102 KB: tire blocos ou encurte textos.`
    })
  return found
}

function aboutBlock(block: Block, facts: Facts): string[] {
  const { texts, links } = contentsOf(block)
  const about: string[] = []
  if (block.type === 'button' && !block.text.trim()) about.push('Botão sem texto.')
  if (block.type === 'picture' && !pictureAddress(block.src, 'https://prosa.example'))
    about.push(block.src ? 'O endereço da imagem precisa começar com https://.' : 'Imagem ainda não escolhida.')
  if (block.type === 'picture' && !block.alt.trim())
    about.push('Imagem sem descrição. Muitos programas de e-mail só mostram imagens depois de um toque.')
  for (const link of new Set(links))
    if (!safeLink(link))
      about.push(link.trim() ? `Link que não funciona: ${cut(link, 60)}` : `${blockLabels[block.type]} sem link.`)
    else if (partsOf(link).length > 1) about.push('Links não aceitam variáveis: o endereço vai como está escrito.')
  return [...new Set([...about, ...texts.flatMap(text => aboutText(text, '', facts))])]
}

function aboutText(text: string, where: string, { variables }: Facts): string[] {
  const parts = partsOf(text)
  const about = parts.flatMap(part => {
    if (typeof part === 'string')
      return /\{\{|\}\}|\{%/.test(part)
        ? [`${where}há chaves {{ }} que não são uma variável. Use o botão Variável.`]
        : []
    const variable = variables.find(({ name }) => name === part.name)
    if (variable?.always) return []
    if (!variable) return [`${where}a variável {{ ${part.name} }} não existe e vai ficar vazia.`]
    return part.fallback ? [] : [`${where}“${variable.label}” está sem texto alternativo para quem não tem esse dado.`]
  })
  const left = /\[[^[\]]{2,60}\]/.exec(text)?.[0]
  if (left) about.push(`${where ? `${where}falta` : 'Falta'} trocar o que está entre colchetes: ${left}`)
  return [...new Set(about)]
}

export const mailTemplateTexts = {
  gone: 'Este modelo não existe mais.',
  stale: 'Alguém mudou este modelo enquanto você editava. Use a versão salva ou fique com a sua.',
  tooMany: `Uma empresa tem até ${mailLimits.templates} modelos. Exclua algum que não use.`,
  characters: 'O texto contém caracteres inválidos.',
  inSeries: (name: string) =>
    `A sequência automática “${name}” usa este modelo. Escolha outro na sequência antes de excluir.`
} as const
