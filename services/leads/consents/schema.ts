import { type Static, Type } from '@sinclair/typebox'
import { contactChannels } from '../../account/activities/rules.ts'
import { Id, Nullable, oneOf, Time } from '../../core/schema.ts'

/** A person's decision; decisions are only ever added. */
export const Consent = Type.Object({
  id: Id,
  channels: Type.Array(oneOf(contactChannels)),
  granted: Type.Boolean(),
  text: Type.String({ description: 'The sentence that was shown; empty where an employee recorded the decision' }),
  evidence: Nullable(Type.String({ description: 'How an employee knows of the decision' })),
  purpose: Type.String(),
  source: Type.String(),
  ip: Nullable(Type.String()),
  userAgent: Nullable(Type.String()),
  actorName: Nullable(Type.String()),
  decidedAt: Time
})
export type Consent = Static<typeof Consent>

export const NewConsent = Type.Object(
  {
    channel: oneOf(contactChannels),
    granted: Type.Boolean(),
    evidence: Type.String({ minLength: 1, maxLength: 1000 })
  },
  { additionalProperties: false }
)
export type NewConsent = Static<typeof NewConsent>
