import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { recipientStates } from './rules.ts'

const closed = { additionalProperties: false }

export const Recipient = Type.Object({
  id: Nullable(Id),
  email: Type.String(),
  state: oneOf(recipientStates),
  sentAt: Nullable(Time)
})
export type Recipient = Static<typeof Recipient>

export const RecipientQuery = Type.Object(
  { emails: Type.String({ maxLength: 20 * 255, description: 'Up to twenty addresses with commas between them' }) },
  closed
)

export const RecipientToken = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, closed)

export const RecipientAnswer = Type.Object({ ...RecipientToken.properties, wanted: Type.Boolean() }, closed)

/** The question that an address is asked. */
export const RecipientRequest = Type.Object({
  companyName: Type.String(),
  email: Type.String({ description: 'Such as a***@example.com' }),
  state: oneOf(recipientStates)
})
export type RecipientRequest = Static<typeof RecipientRequest>
