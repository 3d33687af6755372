import { type Static, Type } from '@sinclair/typebox'
import { contactChannels } from '../../account/activities/rules.ts'
import { emailLength, idPattern } from '../../core/rules.ts'
import { Id, JsonObject, Nullable, oneOf, Time } from '../../core/schema.ts'
import { matchReasons, matchStrengths } from '../merges/rules.ts'
import { leadFields } from './fields.ts'
import { AddressLists, Lead, textsWith } from './schema.ts'

const Touches = Type.Object({
  scoreReasons: Type.Array(Type.Object({ points: Type.Number(), text: Type.String() })),
  firstTouch: Nullable(JsonObject({ description: 'By what the person came the first time' })),
  lastTouch: Nullable(JsonObject({ description: 'By what the person came the last time' }))
})

/** One lead with what only its page shows. */
export const LeadDetail = Type.Composite([Lead, Touches])
export type LeadDetail = Static<typeof LeadDetail>

/** Another lead of the firm that a person works for. */
export const CompanyPerson = Type.Object({ id: Id, name: Type.String(), companyRole: Nullable(Type.String()) })
export type CompanyPerson = Static<typeof CompanyPerson>

/** A lead that may be the same person, and why. */
export const Likeness = Type.Object({
  id: Id,
  name: Type.String(),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  cnpj: Nullable(Type.String()),
  status: Lead.properties.status,
  ownerName: Nullable(Type.String()),
  receivedAt: Time,
  reasons: Type.Array(oneOf(matchReasons)),
  strength: oneOf(matchStrengths)
})
export type Likeness = Static<typeof Likeness>

const Text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })))

export const LikenessQuery = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200 })),
    email: Type.Optional(Type.String({ maxLength: emailLength })),
    phone: Type.Optional(Type.String({ maxLength: 40 })),
    cnpj: Type.Optional(Type.String({ maxLength: 30 }))
  },
  { additionalProperties: false }
)

/** A lead that an employee types in. */
export const TypedLead = Type.Object(
  {
    ...Type.Partial(Type.Object(textsWith('typed'))).properties,
    name: Type.String({ maxLength: leadFields.name.longest }),
    email: Text(emailLength),
    phone: Text(40),
    ...Type.Partial(Type.Object(AddressLists)).properties,
    cnpj: Text(30),
    valueCents: Type.Optional(Lead.properties.valueCents),
    source: Type.Optional(Type.String({ maxLength: 100 })),
    ownerId: Type.Optional(
      Nullable(Type.String({ pattern: idPattern, description: 'An active employee; null: nobody' }))
    ),
    tags: Type.Optional(Type.Array(Id, { maxItems: 50 })),
    consent: Type.Optional(
      Type.Object(
        {
          granted: Type.Boolean(),
          channels: Type.Array(oneOf(contactChannels), { minItems: 1, maxItems: 3 }),
          evidence: Type.String({
            minLength: 1,
            maxLength: 1000,
            description: 'How the employee knows of the decision'
          })
        },
        { additionalProperties: false }
      )
    ),
    separate: Type.Optional(Type.Boolean({ description: 'Store a separate lead although a similar one exists' })),
    againReason: Type.Optional(
      Type.String({ maxLength: 500, description: 'Why a person who asked to be erased is stored again' })
    )
  },
  { additionalProperties: false }
)
export type TypedLead = Static<typeof TypedLead>

export const TypedAnswer = Type.Object({
  id: Id,
  lead: Nullable(Lead),
  matchedBy: Type.Array(oneOf(matchReasons)),
  filled: Type.Array(Type.String(), {
    description: 'Fields of the existing lead that were empty and have been filled in'
  }),
  held: Type.Boolean({ description: 'Beyond the plan: it is kept, and shown when the plan allows' })
})
export type TypedAnswer = Static<typeof TypedAnswer>
