import { type Static, Type } from '@sinclair/typebox'
import { Email, Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { companyPermissions, companyRoles, leadAccesses } from '../auth/rules.ts'
import { employeeStatuses } from './rules.ts'

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Permissions = Type.Array(oneOf(companyPermissions), { maxItems: companyPermissions.length, uniqueItems: true })
const Team = Nullable(Type.String({ maxLength: 60 }))
const Token = Type.String({ minLength: 1, maxLength: 200 })

/** A person of the company, or an open invitation. */
export const Employee = Type.Object({
  id: Id,
  _id: Id,
  userId: Nullable(Id),
  companyId: Id,
  name: Type.String(),
  email: Nullable(Type.String({ description: 'For those who manage the team, as is all that follows but the role' })),
  role: oneOf(companyRoles),
  permissions: Type.Array(Type.String()),
  leadAccess: Nullable(oneOf(leadAccesses)),
  team: Nullable(Type.String()),
  openLeads: Nullable(Type.Integer({ description: 'Owned and neither converted nor lost' })),
  lastSeenAt: Nullable(Time),
  secondFactor: Nullable(Type.Boolean()),
  status: oneOf(employeeStatuses),
  active: Type.Boolean({ description: 'May sign in: neither deactivated nor only invited' }),
  createdAt: Nullable(Time),
  expiresAt: Nullable(Time)
})
export type Employee = Static<typeof Employee>

/** An employee, as needed to assign leads. */
export const EmployeeOption = Type.Object({
  id: Id,
  name: Type.String(),
  active: Type.Boolean(),
  editsLeads: Type.Boolean({ description: 'False: may only read, and gets no leads by distribution' }),
  seesLead: Type.Optional(Type.Boolean({ description: 'Whether they see the lead in the query' }))
})
export type EmployeeOption = Static<typeof EmployeeOption>

export const EmployeeChange = Type.Object(
  {
    role: oneOf(companyRoles),
    permissions: Type.Optional(Permissions),
    leadAccess: oneOf(leadAccesses),
    team: Team,
    active: Type.Optional(Type.Boolean())
  },
  { additionalProperties: false }
)
export type EmployeeChange = Static<typeof EmployeeChange>

export const Deactivation = Type.Object(
  { heirId: Nullable(Id) },
  { additionalProperties: false, description: 'Who takes over the leads; null: nobody' }
)
export type Deactivation = Static<typeof Deactivation>

export const NewInvitation = Type.Object(
  {
    name: Name,
    email: Email,
    role: oneOf(companyRoles),
    permissions: Type.Optional(Permissions),
    leadAccess: oneOf(leadAccesses),
    team: Type.Optional(Team)
  },
  { additionalProperties: false }
)
export type NewInvitation = Static<typeof NewInvitation>

export const SentInvitation = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  link: Type.String({ description: 'Returned this once; it is stored nowhere' }),
  expiresAt: Time
})
export type SentInvitation = Static<typeof SentInvitation>

export const InvitationToken = Type.Object({ token: Token }, { additionalProperties: false })

export const InvitationCheck = Type.Object({
  name: Type.String(),
  email: Type.String(),
  companyName: Nullable(Type.String({ description: 'null: the provider’s own staff' })),
  inviterName: Nullable(Type.String()),
  hasAccount: Nullable(
    Type.Boolean({
      description:
        'The person only needs the password of their account. null: not revealed, as the inviter has the link'
    })
  )
})
export type InvitationCheck = Static<typeof InvitationCheck>

export const Acceptance = Type.Object(
  {
    token: Token,
    name: Type.Optional(Type.String({ maxLength: 200 })),
    password: Type.String({ minLength: 1, maxLength: 1024 }),
    code: Type.Optional(Type.String({ minLength: 6, maxLength: 40, description: 'Of the second factor' }))
  },
  { additionalProperties: false }
)
export type Acceptance = Static<typeof Acceptance>
