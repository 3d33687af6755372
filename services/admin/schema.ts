import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Email, Id, JsonObject, Nullable, oneOf, Time } from '../core/schema.ts'
import { planKeys } from '../plans/rules.ts'
import { auditProblems, exportFormats, situations, staffPermissionNames, staffRoles, supportLength } from './rules.ts'

const closed = { additionalProperties: false }

const Text = (maxLength: number) => Nullable(Type.String({ maxLength }))
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Limit = Nullable(Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'null: as the plan says' }))

/** Long enough that others understand it later. */
const Reason = Type.String({ minLength: 5, maxLength: 500, pattern: '\\S' })
export const Reasoned = Type.Object({ reason: Reason }, closed)

export const CompanyRow = Type.Object({
  id: Id,
  name: Type.String(),
  email: Nullable(Type.String()),
  cnpj: Nullable(Type.String()),
  plan: oneOf(planKeys),
  active: Type.Boolean(),
  situation: oneOf(situations),
  trialEndsAt: Nullable(Time),
  createdAt: Time,
  leadsUsed: Type.Integer({ description: 'In the current month of the company, counted up to 10,000' }),
  leadsLimit: Nullable(Type.Integer({ description: 'What holds now; null: without limit' })),
  users: Type.Integer(),
  usersLimit: Nullable(Type.Integer()),
  lastAccess: Nullable(Time)
})
export type CompanyRow = Static<typeof CompanyRow>

export const AdminCompany = Type.Object({
  id: Id,
  name: Type.String(),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  address: Nullable(Type.String()),
  cnpj: Nullable(Type.String()),
  industry: Nullable(Type.String()),
  plan: oneOf(planKeys),
  trialEndsAt: Nullable(Time),
  leadsLimit: Limit,
  usersLimit: Limit,
  limitsReason: Nullable(Type.String()),
  limitsUntil: Nullable(Time),
  notes: Nullable(Type.String()),
  active: Type.Boolean(),
  situation: oneOf(situations),
  timeZone: Type.String(),
  createdAt: Time
})
export type AdminCompany = Static<typeof AdminCompany>

const companyFields = {
  name: Name,
  email: Type.Optional(Nullable(Email)),
  phone: Type.Optional(Text(40)),
  address: Type.Optional(Text(300)),
  cnpj: Type.Optional(Text(30)),
  industry: Type.Optional(Text(100)),
  plan: oneOf(planKeys),
  trialEndsAt: Type.Optional(Nullable(Time)),
  leadsLimit: Type.Optional(Limit),
  usersLimit: Type.Optional(Limit),
  limitsReason: Type.Optional(Text(500)),
  limitsUntil: Type.Optional(Nullable(Time)),
  notes: Type.Optional(Text(5000))
}

export const NewCompany = Type.Object({ ...companyFields, adminName: Name, adminEmail: Email }, closed)
export type NewCompany = Static<typeof NewCompany>

export const CompanyChange = Type.Partial(Type.Object({ ...companyFields, active: Type.Boolean() }), closed)
export type CompanyChange = Static<typeof CompanyChange>

export const TrialExtension = Type.Object({ days: Type.Integer({ minimum: 1, maximum: 365 }) }, closed)

/** A person of a company, or somebody invited. */
export const CompanyPerson = Type.Object({
  id: Id,
  kind: oneOf(['person', 'invitation']),
  name: Type.String(),
  email: Type.String(),
  role: Type.String(),
  situation: oneOf(['active', 'inactive', 'invited', 'expired']),
  twoStep: Type.Boolean(),
  sessions: Type.Integer({ description: 'Open ones' }),
  lastAccess: Nullable(Time)
})
export type CompanyPerson = Static<typeof CompanyPerson>

export const CompanyUsage = Type.Object({
  leads: Type.Object({ used: Type.Integer(), limit: Nullable(Type.Integer()) }),
  users: Type.Object({ used: Type.Integer(), limit: Nullable(Type.Integer()) }),
  months: Type.Array(Type.Object({ month: Type.String({ description: 'yyyy-MM' }), leads: Type.Integer() }))
})
export type CompanyUsage = Static<typeof CompanyUsage>

export const SupportRequest = Type.Object(
  { reason: Reason, minutes: Type.Integer({ minimum: supportLength.min, maximum: supportLength.max }) },
  closed
)

export const SupportAccess = Type.Object({
  id: Id,
  companyId: Id,
  companyName: Type.String(),
  userId: Id,
  userName: Type.String(),
  reason: Type.String(),
  startedAt: Time,
  endsAt: Time,
  endedAt: Nullable(Time),
  open: Type.Boolean()
})
export type SupportAccess = Static<typeof SupportAccess>

export const StaffPerson = Type.Object({
  id: Id,
  kind: oneOf(['person', 'invitation']),
  name: Type.String(),
  email: Type.String(),
  role: oneOf(staffRoles),
  permissions: Type.Array(oneOf(staffPermissionNames)),
  situation: oneOf(['active', 'inactive', 'invited', 'expired']),
  twoStep: Type.Boolean(),
  lastAccess: Nullable(Time),
  createdAt: Time
})
export type StaffPerson = Static<typeof StaffPerson>

const StaffPermissions = Type.Array(oneOf(staffPermissionNames), { uniqueItems: true, maxItems: 4 })

export const StaffInvitation = Type.Object(
  { name: Name, email: Email, role: oneOf(staffRoles), permissions: StaffPermissions },
  closed
)
export type StaffInvitation = Static<typeof StaffInvitation>

export const StaffChange = Type.Partial(
  Type.Object({ role: oneOf(staffRoles), permissions: StaffPermissions, active: Type.Boolean() }),
  closed
)
export type StaffChange = Static<typeof StaffChange>

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
  names: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Of the ids in the changes' })),
  reason: Nullable(Type.String()),
  ip: Nullable(Type.String()),
  requestId: Nullable(Type.String())
})
export type AuditRow = Static<typeof AuditRow>

export const SettingChange = Type.Intersect([
  AuditRow,
  Type.Object({ undoable: Type.Boolean({ description: 'What it changed is still as it left it' }) })
])
export type SettingChange = Static<typeof SettingChange>

export const UndoRequest = Type.Object({ seq: Type.Integer({ minimum: 1 }) }, closed)

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
  data: JsonObject(),
  error: Type.String(),
  attempts: Type.Integer(),
  failedAt: Time
})
export type FailedJobRow = Static<typeof FailedJobRow>

export const QueueState = Type.Object({
  name: Type.String(),
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

export const AccountMail = Type.Object({
  id: Id,
  to: Type.String(),
  subject: Type.String(),
  text: Type.String({ description: 'Empty in a list' }),
  status: oneOf(['kept', 'queued', 'sent', 'failed']),
  error: Nullable(Type.String()),
  createdAt: Time,
  sentAt: Nullable(Time)
})
export type AccountMail = Static<typeof AccountMail>

const CompanyLink = Type.Object({ id: Id, name: Type.String() })

export const Dashboard = Type.Object({
  companies: Type.Object({ active: Type.Integer(), trial: Type.Integer(), suspended: Type.Integer() }),
  trials: Type.Array(Type.Object({ id: Id, name: Type.String(), daysLeft: Type.Integer() })),
  revenue: Nullable(
    Type.Array(
      Type.Object({ plan: Type.String(), name: Type.String(), companies: Type.Integer(), cents: Type.Integer() })
    )
  ),
  leads: Type.Object({ today: Type.Integer(), month: Type.Integer({ description: 'Of the last 30 days' }) }),
  limits: Type.Array(
    Type.Object({ id: Id, name: Type.String(), used: Type.Integer(), limit: Type.Integer(), over: Type.Boolean() })
  ),
  silent: Type.Object({ count: Type.Integer(), some: Type.Array(CompanyLink) }),
  conversations: Type.Object(
    { waiting: Type.Integer(), since: Nullable(Time) },
    { description: 'Which a person was asked for, and that nobody has taken; since when the first waits' }
  ),
  health: Nullable(
    Type.Object({
      answers: Type.Object({
        count: Type.Integer(),
        p50: Nullable(Type.Number()),
        p95: Nullable(Type.Number()),
        errorRate: Type.Number({ description: 'Share of answers of status 500 and above' }),
        minutes: Type.Integer()
      }),
      databaseBytes: Type.Number(),
      relay: Type.Object({ waiting: Type.Integer(), lagSeconds: Type.Number() }),
      queues: Type.Array(QueueState),
      mailsFailed: Type.Integer({ description: 'Of the last 7 days' }),
      integrityBroken: Type.Integer(),
      version: Type.String()
    })
  )
})
export type Dashboard = Static<typeof Dashboard>
