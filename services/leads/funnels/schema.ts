import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, oneOf } from '../../core/schema.ts'
import { tagColors } from '../tags/rules.ts'
import { stepKinds } from './rules.ts'

const Name = Type.String({ minLength: 1, maxLength: 60 })

export const FunnelStep = Type.Object({
  key: Type.String({ description: 'Unique in the company; stays when the step is renamed' }),
  name: Type.String(),
  kind: oneOf(stepKinds),
  color: oneOf(tagColors),
  chance: Nullable(Type.Integer({ description: 'Of a sale, in percent; null: by what became of earlier leads' })),
  staleDays: Nullable(Type.Integer({ description: 'Days in the step after which a lead counts as stale' })),
  required: Type.Array(Type.String(), {
    description: 'Fields that a lead needs to enter; `custom.` and its name for an own field'
  })
})
export type FunnelStep = Static<typeof FunnelStep>

export const Funnel = Type.Object({
  id: Id,
  name: Type.String(),
  default: Type.Boolean({ description: 'The one that every company has, whose keys are the five statuses' }),
  version: Type.Integer({ description: 'Raised by each change; `PUT` with another one gets 409' }),
  steps: Type.Array(FunnelStep)
})
export type Funnel = Static<typeof Funnel>

const StepChange = Type.Object(
  {
    key: Type.Optional(Type.String({ maxLength: 40, description: 'Of a step that the funnel has; absent: a new one' })),
    name: Name,
    kind: oneOf(stepKinds),
    color: Type.Optional(oneOf(tagColors)),
    chance: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
    staleDays: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 365 }))),
    required: Type.Optional(Type.Array(Type.String({ maxLength: 120 }), { maxItems: 20 }))
  },
  { additionalProperties: false }
)
export type StepChange = Static<typeof StepChange>

const Moves = Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 40 }), {
  description: 'For steps that go: the step of the same kind, of any funnel, to which their leads move'
})
export type Moves = Static<typeof Moves>

export const NewFunnel = Type.Object(
  { name: Name, steps: Type.Array(StepChange, { minItems: 1, maxItems: 30 }) },
  { additionalProperties: false }
)
export type NewFunnel = Static<typeof NewFunnel>

export const FunnelChange = Type.Object(
  {
    name: Name,
    version: Type.Integer({ minimum: 0 }),
    steps: Type.Array(StepChange, { minItems: 1, maxItems: 30 }),
    moves: Type.Optional(Moves)
  },
  { additionalProperties: false }
)
export type FunnelChange = Static<typeof FunnelChange>

export const FunnelRemoval = Type.Object({ moves: Type.Optional(Moves) }, { additionalProperties: false })
export type FunnelRemoval = Static<typeof FunnelRemoval>
