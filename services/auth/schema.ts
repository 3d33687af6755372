import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, oneOf } from '../core/schema.ts'
import { accountEmail, leadAccesses, passwordLength, userRoles } from './rules.ts'

const Email = Type.String({ minLength: 3, maxLength: 254, pattern: accountEmail })

export const Credentials = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: 254 }), password: Type.String({ minLength: 1, maxLength: 1024 }) },
  { additionalProperties: false }
)
export type Credentials = Static<typeof Credentials>

export const Signup = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    email: Email,
    password: Type.String({ minLength: passwordLength.min, maxLength: passwordLength.max }),
    phone: Type.Optional(Type.String({ maxLength: 40 })),
    companyName: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    cnpj: Type.Optional(Type.String({ maxLength: 30 })),
    plan: Type.Optional(oneOf(['basic', 'pro', 'advanced', 'enterprise']))
  },
  { additionalProperties: false }
)
export type Signup = Static<typeof Signup>

/** The signed-in user as the browser keeps it (specification, section 3). */
export const User = Type.Object({
  id: Id,
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  role: oneOf(userRoles),
  companyId: Nullable(Id),
  company: Nullable(Type.String({ description: 'Name of the company' })),
  companySuspended: Type.Boolean({ description: 'It exists, but its people may not work; `companyId` is then null' }),
  isInternalEmployee: Type.Boolean(),
  isEmployee: Type.Boolean(),
  permissions: Type.Object({
    manageEmployees: Type.Boolean(),
    viewLogs: Type.Boolean(),
    editSystemSettings: Type.Boolean(),
    manageIntegrations: Type.Boolean()
  }),
  companyEmployee: Nullable(
    Type.Object({
      id: Id,
      companyId: Id,
      role: Type.String(),
      permissions: Type.Array(Type.String()),
      leadAccess: oneOf(leadAccesses)
    })
  )
})
export type User = Static<typeof User>

export const SignedIn = Type.Object({ token: Type.String(), user: User })
export type SignedIn = Static<typeof SignedIn>
