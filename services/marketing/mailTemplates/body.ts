import { type TSchema, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { invalid } from '../../core/errors.ts'
import { findUnstorable } from '../../core/text.ts'
import {
  type Block,
  type BlockType,
  blockLabels,
  countVariables,
  type Inline,
  type MailBody,
  mailLimits,
  mailTemplateTexts,
  pictureOwner,
  spacerHeights
} from './rules.ts'

const closed = { additionalProperties: false }
const object = (properties: Record<string, TSchema>) => Type.Object(properties, closed)
/** `oneOf` is known to the validators of routes alone. */
const choice = (values: readonly string[]) => Type.Union(values.map(value => Type.Literal(value)))
const Text = (maxLength: number) => Type.String({ maxLength })

const MarkShape = Type.Union([
  object({ type: choice(['bold', 'italic']) }),
  object({ type: Type.Literal('link'), attrs: object({ href: Text(mailLimits.link) }) })
])
const InlineShape = Type.Union([
  object({
    type: Type.Literal('text'),
    text: Type.String({ minLength: 1, maxLength: mailLimits.text }),
    marks: Type.Optional(Type.Array(MarkShape, { maxItems: 3 }))
  }),
  object({ type: Type.Literal('hardBreak') })
])
const ParagraphShape = object({
  type: Type.Literal('paragraph'),
  content: Type.Optional(Type.Array(InlineShape, { maxItems: 500 }))
})
const ListShape = object({
  type: choice(['bulletList', 'orderedList']),
  content: Type.Array(
    object({ type: Type.Literal('listItem'), content: Type.Array(ParagraphShape, { minItems: 1, maxItems: 20 }) }),
    { minItems: 1, maxItems: 100 }
  )
})
const Doc = object({
  type: Type.Literal('doc'),
  content: Type.Array(Type.Union([ParagraphShape, ListShape]), { maxItems: 200 })
})

const align = choice(['left', 'center'])
const id = Type.String({ pattern: '^[A-Za-z0-9-]{1,40}$' })

const shapes: Record<BlockType, Record<string, TSchema>> = {
  heading: { text: Text(mailLimits.heading), align },
  text: { doc: Doc },
  button: { text: Text(mailLimits.button), link: Text(mailLimits.link), align },
  picture: { src: Text(mailLimits.link), alt: Text(mailLimits.alt), link: Text(mailLimits.link) },
  divider: {},
  spacer: { size: choice(Object.keys(spacerHeights)) }
}

const compiled = new Map(
  Object.entries(shapes).map(([type, shape]) => [
    type,
    TypeCompiler.Compile(object({ id, type: Type.Literal(type), ...shape }))
  ])
)

const Frame = TypeCompiler.Compile(
  object({
    format: Type.Literal(1),
    accent: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
    blocks: Type.Array(Type.Object({ id, type: choice(Object.keys(shapes)) }), { maxItems: mailLimits.blocks })
  })
)

/**
 * The body of a mail out of what a request carries. Throws 400 with the block at fault: of a shape that no block has,
 * too long, or with a picture of another company.
 */
export function readBody(value: unknown, companyId: string): MailBody {
  // This also bounds how deep it is, which `stringify` would follow without end.
  if (findUnstorable(value) !== null) throw invalid({ body: mailTemplateTexts.characters })
  if (JSON.stringify(value).length > mailLimits.body)
    throw invalid({ body: 'O e-mail está grande demais. Encurte os textos ou divida em dois.' })
  const blocks = (value as { blocks?: unknown[] }).blocks
  if (Array.isArray(blocks) && blocks.length > mailLimits.blocks)
    throw invalid({ body: `Um e-mail tem até ${mailLimits.blocks} blocos.` })
  if (!Frame.Check(value)) throw invalid({ body: 'O conteúdo do e-mail não está em um formato aceito.' })
  const body = value as MailBody
  for (const [place, block] of body.blocks.entries()) {
    const name = `Bloco ${place + 1} (${blockLabels[block.type]})`
    if (!compiled.get(block.type)?.Check(block) || isTooLong(block))
      throw invalid({ body: `${name}: o conteúdo é longo demais ou não é aceito em um e-mail.` })
    const owner = block.type === 'picture' ? pictureOwner(block.src) : undefined
    if (owner && owner !== companyId) throw invalid({ body: `${name}: a imagem é de outra empresa. Envie-a de novo.` })
  }
  if (new Set(body.blocks.map(block => block.id)).size < body.blocks.length)
    throw invalid({ body: 'Dois blocos têm o mesmo id.' })
  if (countVariables(body) > mailLimits.variables)
    throw invalid({ body: `Um e-mail tem até ${mailLimits.variables} variáveis.` })
  return body
}

const lengthOf = (inlines: readonly Inline[] = []): number =>
  inlines.reduce((sum, each) => sum + (each.type === 'text' ? each.text.length : 1), 0)

function isTooLong(block: Block): boolean {
  if (block.type !== 'text') return false
  const paragraphs = block.doc.content.flatMap(node =>
    node.type === 'paragraph' ? [node] : node.content.flatMap(item => item.content)
  )
  return paragraphs.reduce((sum, { content }) => sum + lengthOf(content), 0) > mailLimits.text
}
