import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { PriceSchema } from '../prices/schema.ts'
import { buttonTypes, headerTypes, templateCategories, templateStatuses } from './rules.ts'

const closed = { additionalProperties: false }

const Header = Type.Object({ type: oneOf(headerTypes), text: Type.Optional(Type.String({ maxLength: 1000 })) }, closed)

const Button = Type.Object(
  {
    type: oneOf(buttonTypes),
    text: Type.String({ maxLength: 200 }),
    url: Type.Optional(Type.String({ maxLength: 4000 })),
    phone: Type.Optional(Type.String({ maxLength: 60 }))
  },
  closed
)

/** Longer than the provider takes, so that a refusal can say what is too long. */
const Examples = Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 4000 }), { maxProperties: 100 })

const Content = {
  category: oneOf(templateCategories),
  header: Type.Optional(Type.Union([Header, Type.String({ maxLength: 1000, description: 'A text' }), Type.Null()])),
  body: Type.String({ maxLength: 8000 }),
  footer: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
  examples: Type.Optional(Examples),
  buttons: Type.Optional(Type.Array(Button, { maxItems: 50 }))
}

const Name = Type.String({ maxLength: 1000 })
const Language = Type.String({ maxLength: 20 })

export const NewTemplate = Type.Object({ name: Name, language: Language, ...Content }, closed)
export type NewTemplate = Static<typeof NewTemplate>

export const TemplateCopy = Type.Object({ name: Type.Optional(Name), language: Type.Optional(Language) }, closed)
export type TemplateCopy = Static<typeof TemplateCopy>

const ShownContent = {
  category: oneOf(templateCategories),
  header: Nullable(Header),
  body: Type.String(),
  footer: Nullable(Type.String()),
  buttons: Type.Array(Button),
  examples: Type.Record(Type.String(), Type.String())
}

export const Template = Type.Object({
  id: Id,
  name: Type.String(),
  language: Type.String(),
  ...ShownContent,
  previousCategory: Nullable(oneOf(templateCategories)),
  status: oneOf(templateStatuses),
  rejectedReason: Nullable(Type.String({ description: 'In Portuguese, with what to change' })),
  quality: Nullable(Type.String()),
  draft: Nullable(Type.Object(ShownContent, { description: 'A change that was not submitted yet' })),
  price: PriceSchema,
  usedAt: Nullable(Time),
  syncedAt: Nullable(Time),
  updatedAt: Time
})
export type Template = Static<typeof Template>

export const TemplatesSynced = Type.Object({ templates: Type.Integer(), syncedAt: Time })
export type TemplatesSynced = Static<typeof TemplatesSynced>

export const PreviewQuery = Type.Object({ conversationId: Type.Optional(Id), leadId: Type.Optional(Id) }, closed)

/** The reason for which a person may be written to. */
export const TemplateBasis = Type.Object({
  kind: oneOf(['consent', 'request', 'conversation', 'customer'] as const),
  text: Type.String(),
  at: Time
})
export type TemplateBasis = Static<typeof TemplateBasis>

export const TemplatePreview = Type.Object({
  header: Nullable(Header),
  text: Type.String(),
  footer: Nullable(Type.String()),
  buttons: Type.Array(Button),
  values: Type.Record(Type.String(), Type.String()),
  missing: Type.Array(Type.String()),
  price: PriceSchema,
  basis: Nullable(TemplateBasis),
  refused: Nullable(Type.String({ description: 'Why it cannot be sent to this person, whatever the values' }))
})
export type TemplatePreview = Static<typeof TemplatePreview>

/** The values of a template by the names of its variables. */
export const TemplateValues = Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 8000 }), {
  maxProperties: 100
})
