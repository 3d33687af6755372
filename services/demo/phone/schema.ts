import { type Static, Type } from '@sinclair/typebox'
import { Nullable, oneOf } from '../../core/schema.ts'
import { channelKinds } from '../../messaging/channels/rules.ts'
import { playKinds } from './rules.ts'

export const PhoneLine = Type.Object({
  id: Type.String(),
  from: oneOf(['customer', 'business'] as const),
  at: Type.Number({ description: 'Milliseconds since 1970' }),
  kind: Type.String(),
  text: Type.String(),
  file: Nullable(Type.String({ description: 'Where a page gets it, for an hour or two' })),
  status: Nullable(Type.String({ description: 'Of what the business sent' })),
  seen: Type.Boolean({ description: 'Of what the customer sent: whether the business has read it' }),
  replyTo: Nullable(Type.String()),
  choices: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
  reactions: Type.Array(Type.String()),
  edited: Type.Boolean(),
  deleted: Type.Boolean()
})
export type PhoneLine = Static<typeof PhoneLine>

export const Phone = Type.Object({
  id: Type.String(),
  channel: oneOf(channelKinds),
  name: Type.String(),
  address: Nullable(Type.String({ description: 'The number or @name' })),
  businessTyping: Type.Boolean(),
  conversationId: Nullable(Type.String({ description: 'What the customer said, as the company has it' })),
  messages: Type.Array(PhoneLine)
})
export type Phone = Static<typeof Phone>

export const PhoneParams = Type.Object({ id: Type.String({ pattern: '^\\d{1,9}$' }) }, { additionalProperties: false })

export const NewPhone = Type.Object(
  { channel: oneOf(channelKinds), name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }) },
  { additionalProperties: false }
)
export type NewPhone = Static<typeof NewPhone>

export const NewDemoChannel = Type.Object({ channel: oneOf(channelKinds) }, { additionalProperties: false })

export const Play = Type.Object(
  {
    kind: oneOf(playKinds),
    text: Type.Optional(Type.String({ maxLength: 2000 })),
    messageId: Type.Optional(Type.String({ maxLength: 300 })),
    emoji: Type.Optional(Type.String({ maxLength: 20 })),
    choice: Type.Optional(Type.String({ maxLength: 300, description: 'The id of a button or of a row of a list' }))
  },
  { additionalProperties: false }
)
export type Play = Static<typeof Play>
