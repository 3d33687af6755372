import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '../../core/schema.ts'
import { contactSubjects } from './rules.ts'

export const ContactMessage = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    email: Type.String({ minLength: 3, maxLength: 254 }),
    phone: Type.String({ minLength: 1, maxLength: 40 }),
    subject: oneOf(contactSubjects),
    message: Type.String({ minLength: 1, maxLength: 5000 }),
    consentGiven: Type.Boolean(),
    website: Type.Optional(Type.String({ maxLength: 500, description: 'Hidden in the form: only robots fill it' })),
    elapsed: Type.Optional(Type.Integer({ minimum: 0 }))
  },
  { additionalProperties: false }
)
export type ContactMessage = Static<typeof ContactMessage>

export const ContactAccepted = Type.Object({
  protocol: Type.String({ description: 'What the person may refer to, such as 2026-4F7K2M' })
})
export type ContactAccepted = Static<typeof ContactAccepted>
