import { type Static, Type } from '@sinclair/typebox'
import { idPattern } from '../../core/rules.ts'
import { Id, JsonObject, Nullable, oneOf, Time } from '../../core/schema.ts'
import { operationStates, taskKinds } from '../leads/rules.ts'
import { LeadFilterQuery } from '../leads/schema.ts'
import { bulkKinds } from './rules.ts'

export const BulkParams = Type.Object(
  {
    status: Type.Optional(Type.String({ maxLength: 40, description: 'The key of a step' })),
    lostReason: Type.Optional(Type.String({ maxLength: 200 })),
    ownerId: Type.Optional(Nullable(Type.String({ pattern: idPattern }))),
    employeeIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100 })),
    tagIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 20 })),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    taskKind: Type.Optional(oneOf(taskKinds)),
    dueAt: Type.Optional(Time)
  },
  { additionalProperties: false }
)
export type BulkParams = Static<typeof BulkParams>

/** The leads by id, or all that match a filter now. */
export const NewOperation = Type.Object(
  {
    kind: oneOf(bulkKinds),
    params: BulkParams,
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000 })),
    filter: Type.Optional(LeadFilterQuery)
  },
  { additionalProperties: false }
)
export type NewOperation = Static<typeof NewOperation>

export const Operation = Type.Object({
  id: Id,
  kind: Type.String(),
  params: JsonObject(),
  state: oneOf(operationStates),
  total: Type.Integer(),
  done: Type.Integer({ description: 'How far it has come' }),
  changed: Type.Integer(),
  skipped: Type.Integer(),
  result: JsonObject({
    description:
      'Of a bulk action: `meanwhile`, the leads that others changed after it was asked; `inactive`, those whose new owner had left; `incomplete`, those that lack what the step requires; of its undo `kept` and `keptInactive`'
  }),
  error: Nullable(Type.String()),
  actorName: Nullable(Type.String()),
  createdAt: Time,
  finishedAt: Nullable(Time),
  undoneAt: Nullable(Time),
  undoable: Type.Boolean()
})
export type Operation = Static<typeof Operation>
