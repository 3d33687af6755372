import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { PriceSchema } from '../../messaging/prices/schema.ts'
import { automationFacts, automationKinds } from './rules.ts'

const closed = { additionalProperties: false }

export const AutomationParams = Type.Object(
  { kind: Type.String({ maxLength: 60, description: automationKinds.join(', ') }) },
  closed
)

const Facts = Type.Record(
  Type.String({ maxLength: 60 }),
  Type.Object({ from: oneOf(automationFacts), fallback: Type.Optional(Type.String({ maxLength: 200 })) }, closed),
  { maxProperties: 50 }
)

const Minutes = Type.Array(Type.Integer({ minimum: 0, maximum: 10_080 }), { maxItems: 5 })

export const Automation = Type.Object({
  kind: oneOf(automationKinds),
  active: Type.Boolean(),
  templateId: Nullable(Id),
  template: Nullable(
    Type.Object({
      name: Type.String(),
      language: Type.String(),
      body: Type.String(),
      buttons: Type.Array(Type.String()),
      approved: Type.Boolean()
    })
  ),
  values: Facts,
  text: Nullable(Type.String({ description: 'The words of `no_answer`, which goes within the window' })),
  minutes: Minutes,
  quietHours: Type.Boolean(),
  problem: Nullable(Type.String({ description: 'Why nothing would be sent' })),
  price: PriceSchema
})
export type Automation = Static<typeof Automation>

export const AutomationChange = Type.Object(
  {
    active: Type.Optional(Type.Boolean()),
    templateId: Type.Optional(Nullable(Id)),
    values: Type.Optional(Facts),
    text: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
    minutes: Type.Optional(Minutes),
    quietHours: Type.Optional(Type.Boolean())
  },
  { ...closed, minProperties: 1 }
)
export type AutomationChange = Static<typeof AutomationChange>

export const AutomationTry = Type.Object({ leadId: Id }, closed)

export const TriedAutomation = Type.Object({
  outcome: oneOf(['sent', 'waiting', 'would', 'not'] as const),
  reason: Nullable(Type.String()),
  at: Nullable(Time),
  text: Nullable(Type.String())
})
export type TriedAutomation = Static<typeof TriedAutomation>
