import { type Static, Type } from '@sinclair/typebox'
import { emailLength } from '../../core/rules.ts'
import { Day, Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { correctable, refusals, requestChannels, requestKinds, requestStatuses } from './rules.ts'

const closed = { additionalProperties: false }

export const PrivacyRequest = Type.Object({
  id: Id,
  kind: oneOf(requestKinds),
  channel: oneOf(requestChannels),
  status: oneOf(requestStatuses),
  simplified: Type.Boolean(),
  name: Nullable(Type.String({ description: 'Null once the person has been erased' })),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  details: Type.String(),
  receivedAt: Time,
  dueAt: Time,
  daysLeft: Type.Integer({ description: 'In days of the company’s zone; below 0 where the term is over' }),
  answeredAt: Nullable(Time),
  answeredBy: Nullable(Type.String()),
  refusal: Nullable(oneOf(refusals)),
  answer: Type.String(),
  certificate: Nullable(Type.Integer())
})
export type PrivacyRequest = Static<typeof PrivacyRequest>

/** A lead that the request may concern. */
const RequestLead = Type.Object({
  id: Id,
  name: Type.String(),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  company: Nullable(Type.String()),
  receivedAt: Time,
  proven: Type.Boolean({ description: 'The person has shown that the e-mail of this lead is theirs' }),
  same: Type.Boolean({ description: 'By the rule of who is whom, this is the person of the request' })
})

export const PrivacyRequestDetail = Type.Composite([
  PrivacyRequest,
  Type.Object({
    proposal: Type.Array(Type.Object({ field: oneOf(correctable), value: Type.String(), applied: Type.Boolean() })),
    leads: Type.Array(RequestLead)
  })
])
export type PrivacyRequestDetail = Static<typeof PrivacyRequestDetail>

/** A request that did not come by the person's page. */
export const TypedRequest = Type.Object(
  {
    kind: oneOf(requestKinds),
    channel: oneOf(requestChannels.filter(channel => channel !== 'page')),
    simplified: Type.Optional(Type.Boolean()),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    email: Type.String({ maxLength: emailLength }),
    phone: Type.String({ maxLength: 40 }),
    receivedOn: Day,
    details: Type.String({ maxLength: 2000 })
  },
  closed
)
export type TypedRequest = Static<typeof TypedRequest>

export const Correction = Type.Object(
  { field: oneOf(correctable), leadIds: Type.Array(Id, { minItems: 1, maxItems: 50 }) },
  closed
)

export const Answer = Type.Object({ text: Type.String({ maxLength: 2000 }) }, closed)

export const Refused = Type.Object({ refusal: oneOf(refusals), text: Type.String({ maxLength: 2000 }) }, closed)

export const Confirmed = Type.Object(
  {
    leadIds: Type.Array(Id, { minItems: 1, maxItems: 50 }),
    confirmation: Type.String({ maxLength: 20, description: 'The word that says that it is meant' })
  },
  closed
)

export const Certificate = Type.Object({
  number: Type.Integer(),
  at: Time,
  text: Type.String(),
  sha256: Type.String(),
  valid: Type.Boolean({ description: 'The text is the one that was hashed' })
})
export type Certificate = Static<typeof Certificate>

export const PrivacySettings = Type.Object(
  {
    smallAgent: Type.Boolean(),
    retentionMonths: Nullable(Type.Integer({ description: '6, 12, 24 or 60; null keeps leads' }))
  },
  closed
)
export type PrivacySettings = Static<typeof PrivacySettings>

export const PrivacySettingsNow = Type.Composite([
  PrivacySettings,
  Type.Object({ retentionNext: Nullable(Day), retentionCount: Type.Integer() })
])
export type PrivacySettingsNow = Static<typeof PrivacySettingsNow>

export const RetentionQuery = Type.Object({ months: Type.String({ pattern: '^(6|12|24|60)$' }) }, closed)
export const RetentionCount = Type.Object({ count: Type.Integer() })

export const PersonLink = Type.Object({ url: Type.String() })
