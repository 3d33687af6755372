import { type Static, type TOptional, type TString, Type } from '@sinclair/typebox'
import { idPattern } from '../core/rules.ts'
import { Day, Id, JsonObject, Nullable, oneOf, Time } from '../core/schema.ts'
import { emailLength, leadMarks, leadStatuses, preferredPeriods, touchFields } from './rules.ts'

export const Lead = Type.Object({
  id: Id,
  _id: Id,
  companyId: Id,
  name: Type.String(),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String({ description: 'Digits only' })),
  cnpj: Nullable(Type.String()),
  company: Nullable(Type.String({ description: 'The company the person works for, where a custom field tells it' })),
  message: Nullable(Type.String()),
  status: oneOf(leadStatuses),
  ownerId: Nullable(Id),
  ownerName: Nullable(Type.String()),
  source: Type.String(),
  preferredDate: Nullable(Day),
  preferredPeriod: Nullable(oneOf(preferredPeriods)),
  preferredTime: Nullable(Type.String()),
  consentGiven: Type.Boolean(),
  marks: Type.Array(oneOf(leadMarks)),
  custom: JsonObject({ description: 'Values of the company’s own form fields, by name' }),
  tags: Type.Array(Id, { description: 'Ids of its tags' }),
  lostReason: Nullable(Type.String()),
  score: Nullable(Type.Integer()),
  nextTaskAt: Nullable(Time),
  firstContactAt: Nullable(Time),
  lastContactAt: Nullable(Time),
  statusAt: Time,
  version: Type.Integer({ description: 'Raised by each change; a change that names another one gets 409' }),
  submittedAt: Nullable(Time),
  receivedAt: Time,
  updatedAt: Time
})
export type Lead = Static<typeof Lead>

const Touch = Type.Object(
  Object.fromEntries(touchFields.map(field => [field, Type.Optional(Type.String({ maxLength: 500 }))])) as Record<
    (typeof touchFields)[number],
    TOptional<TString>
  >,
  { additionalProperties: false }
)

/**
 * What the public form sends. Own form fields arrive beside the known ones; so do the synonyms of other forms
 * (`nome`, `celular` ...), which is why this schema alone is open.
 */
export const LeadSubmission = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200 })),
    email: Type.Optional(Type.String({ maxLength: emailLength })),
    phone: Type.Optional(Type.String({ maxLength: 40 })),
    companyId: Type.Optional(Type.String({ maxLength: 40, description: 'Id of the company, or its CNPJ' })),
    cnpj: Type.Optional(Type.String({ maxLength: 30 })),
    message: Type.Optional(Type.String({ maxLength: 5000 })),
    source: Type.Optional(Type.String({ maxLength: 100 })),
    submittedAt: Type.Optional(Time),
    status: Type.Optional(Type.String({ maxLength: 40, description: 'Ignored: a lead starts as new' })),
    consentGiven: Type.Optional(Type.Boolean()),
    preferredDate: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
    preferredPeriod: Type.Optional(Nullable(Type.String({ maxLength: 20 }))),
    preferredTime: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
    website: Type.Optional(Type.String({ maxLength: 500, description: 'Hidden in the form: only robots fill it' })),
    elapsed: Type.Optional(Type.Integer({ minimum: 0, description: 'Milliseconds from the form’s first display' })),
    touch: Type.Optional(
      Type.Object(
        { first: Type.Optional(Touch), last: Type.Optional(Touch) },
        { additionalProperties: false, description: 'By what the visitor came, the first time and now' }
      )
    )
  },
  { additionalProperties: Type.Unknown() }
)
export type LeadSubmission = Static<typeof LeadSubmission>

export const LeadAccepted = Type.Object({ success: Type.Boolean(), id: Id })
export type LeadAccepted = Static<typeof LeadAccepted>

export const LeadChange = Type.Object(
  {
    status: Type.Optional(oneOf(leadStatuses)),
    ownerId: Type.Optional(
      Nullable(Type.String({ pattern: idPattern, description: 'An active employee; null: nobody' }))
    )
  },
  { additionalProperties: false, minProperties: 1 }
)
export type LeadChange = Static<typeof LeadChange>

export const StatusCount = Type.Object({ status: oneOf(leadStatuses), count: Type.Integer() })
export type StatusCount = Static<typeof StatusCount>

const ValueCounts = Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }))

export const FacetCounts = Type.Object({
  status: ValueCounts,
  owner: ValueCounts,
  source: ValueCounts,
  tag: ValueCounts,
  capped: Type.Boolean({ description: 'There are at least so many' })
})
