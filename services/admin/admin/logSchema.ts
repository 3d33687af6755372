import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { mailKinds } from '../../core/rules.ts'
import { Id, JsonObject, Nullable, oneOf, Time } from '../../core/schema.ts'
import { auditProblems } from '../../platform/audit/rules.ts'
import { inboundSources, mailStates } from '../../platform/inboundMail/rules.ts'
import { exportFormats } from './rules.ts'

const closed = { additionalProperties: false }

export const AuditRow = Type.Object({
  seq: Type.Integer(),
  at: Time,
  companyId: Nullable(Id),
  companyName: Nullable(Type.String()),
  actorId: Nullable(Type.String()),
  actorName: Nullable(Type.String()),
  action: Type.String(),
  objectType: Nullable(Type.String()),
  objectId: Nullable(Type.String()),
  objectName: Nullable(Type.String()),
  changes: JsonObject(),
  names: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'Of the ids in the changes, and of a job in Portuguese' })
  ),
  reason: Nullable(Type.String()),
  ip: Nullable(Type.String()),
  requestId: Nullable(Type.String())
})
export type AuditRow = Static<typeof AuditRow>

const Labels = Type.Record(Type.String(), Type.String())
/** The labels that staff read for the actions and fields of the audit log. */
export const AuditLabels = Type.Object({ actions: Labels, fields: Labels })
export type AuditLabels = Static<typeof AuditLabels>

export const SignInRow = Type.Object({
  id: Id,
  at: Time,
  userId: Nullable(Type.String()),
  userName: Nullable(Type.String()),
  outcome: Type.String(),
  ip: Nullable(Type.String()),
  userAgent: Nullable(Type.String())
})
export type SignInRow = Static<typeof SignInRow>

export const ErrorRow = Type.Object({
  id: Id,
  route: Type.String(),
  message: Type.String(),
  status: Type.Integer(),
  count: Type.Integer(),
  firstAt: Time,
  lastAt: Time,
  requestIds: Type.Array(Type.String())
})
export type ErrorRow = Static<typeof ErrorRow>

export const FailedJobRow = Type.Object({
  id: Id,
  jobId: Type.String(),
  queue: Type.String(),
  name: Type.String(),
  label: Type.String({ description: 'Its queue and what it does, in Portuguese' }),
  data: JsonObject(),
  error: Type.String(),
  attempts: Type.Integer(),
  failedAt: Time
})
export type FailedJobRow = Static<typeof FailedJobRow>

export const InboundMailRow = Type.Object({
  id: Id,
  receivedAt: Time,
  source: oneOf(inboundSources),
  sender: Nullable(Type.String({ description: 'Nobody has proved it; null once the mail is no longer kept' })),
  size: Type.Integer({ description: 'In bytes' }),
  state: oneOf(mailStates),
  kind: Nullable(oneOf(mailKinds)),
  handledBy: Nullable(Type.String({ description: 'The feature that took it' })),
  outcome: Nullable(Type.String({ description: 'What that feature made of it' })),
  kept: Type.Boolean({ description: 'It is still stored as it came, so that it can be read again' })
})
export type InboundMailRow = Static<typeof InboundMailRow>

export const QueueState = Type.Object({
  name: Type.String(),
  label: Type.String({ description: 'In Portuguese' }),
  away: Type.Boolean({ description: 'Its store did not answer' }),
  waiting: Type.Integer(),
  active: Type.Integer(),
  delayed: Type.Integer(),
  failed: Type.Integer(),
  oldestSeconds: Nullable(Type.Number({ description: 'Age of the job that has waited longest' })),
  deadLetters: Type.Integer()
})
export type QueueState = Static<typeof QueueState>

export const ScheduleState = Type.Object({
  name: Type.String(),
  label: Type.String({ description: 'In Portuguese' }),
  everySeconds: Type.Number(),
  lastAt: Nullable(Time),
  nextAt: Time,
  error: Nullable(Type.String({ description: 'Why the latest run failed' }))
})
export type ScheduleState = Static<typeof ScheduleState>

/** A page of a log, newest first; `next` is the next request's `after`. */
export const LogPage = <T extends TSchema>(row: T) =>
  Type.Object({ rows: Type.Array(row), next: Nullable(Type.String()) })

const filters = {
  companyId: Type.Optional(Id),
  person: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a name, or an id' })),
  action: Type.Optional(Type.String({ maxLength: 100, description: 'The beginning of it' })),
  object: Type.Optional(Type.String({ maxLength: 200, description: 'Kind, part of a name, or an id' })),
  requestId: Type.Optional(Type.String({ maxLength: 60 })),
  from: Type.Optional(Time),
  to: Type.Optional(Time)
}

export const LogQuery = Type.Object(
  {
    ...filters,
    after: Type.Optional(Type.String({ maxLength: 120 })),
    limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-9]\\d|1\\d\\d|200)$', description: '1 to 200' }))
  },
  closed
)
export type LogQuery = Static<typeof LogQuery>

export const ExportQuery = Type.Object({ ...filters, format: oneOf(exportFormats) }, closed)
export type ExportQuery = Static<typeof ExportQuery>

export const Integrity = Type.Object({
  checkedAt: Nullable(Time),
  chains: Type.Integer(),
  entries: Nullable(Type.Integer({ description: 'Only right after a check' })),
  broken: Type.Array(
    Type.Object({
      companyId: Nullable(Id),
      companyName: Nullable(Type.String()),
      seq: Type.Integer(),
      problem: oneOf(auditProblems),
      checkedAt: Time
    })
  )
})
export type Integrity = Static<typeof Integrity>
