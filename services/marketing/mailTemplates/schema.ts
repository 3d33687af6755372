import { type Static, Type } from '@sinclair/typebox'
import { Id, JsonObject, Nullable, Time } from '../../core/schema.ts'
import { type MailBody, mailLimits } from './rules.ts'

const closed = { additionalProperties: false }

/** Checked block by block (`readBody`), so that a refusal can say which one it is about. */
const Body = Type.Unsafe<MailBody>(JsonObject({ description: '{ format: 1, accent, blocks }' }))

const Content = {
  subject: Type.String({ maxLength: mailLimits.subject }),
  preheader: Type.String({ maxLength: mailLimits.preheader }),
  body: Body
}
const Name = Type.String({ minLength: 1, maxLength: mailLimits.name, pattern: '\\S' })

export const NewMailTemplate = Type.Object({ name: Name, ...Content }, closed)
export type NewMailTemplate = Static<typeof NewMailTemplate>

export const MailTemplateChange = Type.Object(
  { name: Name, ...Content, version: Type.Integer({ minimum: 1, description: 'The one that was read' }) },
  closed
)
export type MailTemplateChange = Static<typeof MailTemplateChange>

export const MailTemplateRow = Type.Object({
  id: Id,
  name: Type.String(),
  subject: Type.String(),
  preheader: Type.String(),
  version: Type.Integer({ description: 'Raised by each change; a change that names another one gets 409' }),
  updatedAt: Time,
  updatedBy: Nullable(Type.String())
})
export type MailTemplateRow = Static<typeof MailTemplateRow>

export const MailTemplate = Type.Object({ ...MailTemplateRow.properties, body: Body })
export type MailTemplate = Static<typeof MailTemplate>

export const MailVariable = Type.Object({
  name: Type.String(),
  label: Type.String(),
  always: Type.Optional(Type.Literal(true, { description: 'It cannot be empty' }))
})

export const ReadyTemplate = Type.Object({
  key: Type.String(),
  name: Type.String(),
  about: Type.String({ description: 'When it is of use' }),
  subject: Type.String(),
  preheader: Type.String(),
  body: Body
})
export type ReadyTemplate = Static<typeof ReadyTemplate>

/** The data that the editor begins with. */
export const MailKit = Type.Object({ variables: Type.Array(MailVariable), ready: Type.Array(ReadyTemplate) })
export type MailKit = Static<typeof MailKit>

export const MailPreviewRequest = Type.Object(
  { ...Content, leadId: Type.Optional(Nullable(Id)) },
  { ...closed, description: 'Without leadId the person is an example' }
)
export type MailPreviewRequest = Static<typeof MailPreviewRequest>

export const MailPreview = Type.Object({
  subject: Type.String(),
  preheader: Type.String(),
  html: Type.String(),
  text: Type.String(),
  bytes: Type.Integer({ description: 'Of the HTML in UTF-8' }),
  person: Type.String({ description: 'Whose mail this is' }),
  warnings: Type.Array(Type.Object({ text: Type.String(), block: Type.Optional(Type.String()) }))
})
export type MailPreview = Static<typeof MailPreview>

export const MailPicture = Type.Object({
  src: Type.String({ description: 'Its address on this server, as a picture block has it' })
})
export type MailPicture = Static<typeof MailPicture>
