import { type Static, Type } from '@sinclair/typebox'
import { idPattern } from '../../core/rules.ts'
import { Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { taskKinds } from '../leads/rules.ts'
import { dayGroups } from './rules.ts'

export const Task = Type.Object({
  id: Id,
  leadId: Id,
  leadName: Type.String(),
  leadPhone: Nullable(Type.String()),
  whatsappConversationId: Nullable(
    Type.String({ description: "The lead's, where the company has WhatsApp connected" })
  ),
  title: Type.String(),
  kind: oneOf(taskKinds),
  dueAt: Time,
  remindAt: Nullable(Time),
  ownerId: Nullable(Id),
  ownerName: Nullable(Type.String()),
  doneAt: Nullable(Time),
  createdAt: Time
})
export type Task = Static<typeof Task>

const Fields = {
  title: Type.String({ minLength: 1, maxLength: 200 }),
  kind: oneOf(taskKinds),
  dueAt: Time,
  remindAt: Nullable(Time),
  ownerId: Nullable(Type.String({ pattern: idPattern, description: 'An active employee; null: nobody' }))
}

/** Without `ownerId` the task belongs to its creator. */
export const NewTask = Type.Object(
  {
    leadId: Id,
    title: Fields.title,
    dueAt: Fields.dueAt,
    kind: Type.Optional(Fields.kind),
    remindAt: Type.Optional(Fields.remindAt),
    ownerId: Type.Optional(Fields.ownerId)
  },
  { additionalProperties: false }
)
export type NewTask = Static<typeof NewTask>

export const TaskChange = Type.Object(
  {
    title: Type.Optional(Fields.title),
    kind: Type.Optional(Fields.kind),
    dueAt: Type.Optional(Fields.dueAt),
    remindAt: Type.Optional(Fields.remindAt),
    ownerId: Type.Optional(Fields.ownerId),
    done: Type.Optional(Type.Boolean()),
    expected: Type.Optional(
      Type.Partial(Type.Object(Fields), {
        additionalProperties: false,
        description: 'What the fields were when they were read: where somebody has changed one since, 409'
      })
    )
  },
  { additionalProperties: false, minProperties: 1 }
)
export type TaskChange = Static<typeof TaskChange>

const taskStates = ['open', 'done'] as const

/** The filter of a list of tasks. */
export const TaskListFilter = Type.Object(
  {
    leadId: Type.Optional(Type.String({ pattern: idPattern })),
    owner: Type.Optional(Type.String({ maxLength: 24, description: 'An employee, `me`, or `none`' })),
    state: Type.Optional(Type.Union(taskStates.map(state => Type.Literal(state)))),
    dueFrom: Type.Optional(Type.String({ maxLength: 10, description: 'A day of the company’s time zone' })),
    dueTo: Type.Optional(Type.String({ maxLength: 10 }))
  },
  { additionalProperties: false }
)
export type TaskListFilter = Static<typeof TaskListFilter>

export const TaskCounts = Type.Array(Type.Object({ group: oneOf(dayGroups), count: Type.Integer() }))
export type TaskCounts = Static<typeof TaskCounts>

/** The owner whose overdue tasks are moved; everybody's without one. */
export const OverdueMove = Type.Object({ owner: TaskListFilter.properties.owner }, { additionalProperties: false })
export type OverdueMove = Static<typeof OverdueMove>

export const TasksMoved = Type.Object({
  id: Nullable(Type.String({ description: 'Of the move, to undo it; null where nothing was to be moved' })),
  moved: Type.Integer()
})
export type TasksMoved = Static<typeof TasksMoved>
