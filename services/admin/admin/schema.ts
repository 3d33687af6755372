import { type Static, Type } from '@sinclair/typebox'
import { Settings } from '../../account/settings/schema.ts'
import { planKeys } from '../../core/planKeys/rules.ts'
import { Email, Id, Nullable, oneOf, Time, TypedEmail } from '../../core/schema.ts'
import { mailStatuses } from '../../platform/email/schema.ts'
import { LastBackup } from '../backups/schema.ts'
import { AuditRow, QueueState } from './logSchema.ts'
import { situations, staffPermissionNames, staffRoles, supportLength } from './rules.ts'

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
  email: Type.Optional(Nullable(TypedEmail)),
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

export const SettingsChange = Type.Partial(Settings, closed)

export const SettingChange = Type.Intersect([
  AuditRow,
  Type.Object({ undoable: Type.Boolean({ description: 'What it changed is still as it left it' }) })
])
export type SettingChange = Static<typeof SettingChange>

export const UndoRequest = Type.Object({ seq: Type.Integer({ minimum: 1 }) }, closed)

export const AccountMail = Type.Object({
  id: Id,
  to: Type.String(),
  subject: Type.String(),
  text: Type.String({ description: 'Empty in a list' }),
  status: oneOf(mailStatuses),
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
  tickets: Type.Object(
    { waiting: Type.Integer(), since: Nullable(Time) },
    { description: 'That nobody has looked at yet; since when the first waits' }
  ),
  openMails: Type.Integer({ description: 'Mails that came in, nothing took and nobody decided on' }),
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
      relay: Type.Object({
        waiting: Type.Integer(),
        lagSeconds: Type.Number(),
        deliveryLagSeconds: Type.Number({ description: 'Age of the oldest webhook that is not processed' })
      }),
      queues: Type.Array(QueueState),
      mailsFailed: Type.Integer({ description: 'Of the last 7 days' }),
      checking: Nullable(
        Type.Object(
          { answers: Type.Boolean(), waiting: Type.Integer(), blocked: Type.Integer() },
          { description: 'Of files for viruses, where that is configured; blocked in the last 30 days' }
        )
      ),
      backup: LastBackup,
      inbound: Nullable(
        Type.Object(
          {
            sources: Type.Array(
              Type.Object({
                name: oneOf(['mailbox', 'port'] as const),
                connected: Type.Boolean(),
                mailAt: Nullable(Time),
                error: Nullable(Type.String()),
                used: Nullable(Type.Integer({ description: 'Share of the mailbox, in percent' }))
              })
            ),
            waiting: Type.Integer(),
            open: Type.Integer({ description: 'Nothing took them and nobody decided on them' })
          },
          { description: 'How mail comes in, where that is configured' }
        )
      ),
      integrityBroken: Type.Integer(),
      version: Type.String()
    })
  )
})
export type Dashboard = Static<typeof Dashboard>
