import { type Static, Type } from '@sinclair/typebox'
import { Email, Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { leadAccesses, passwordLength, secondFactorStates, signInOutcomes, userRoles } from './rules.ts'

export const Credentials = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 1024 }),
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'Of the app, or a recovery code' }))
  },
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

export const AccessRequest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    email: Email,
    cnpj: Type.String({ minLength: 14, maxLength: 30 })
  },
  { additionalProperties: false }
)
export type AccessRequest = Static<typeof AccessRequest>

/** The signed-in user as the browser stores it (specification, section 3). */
export const User = Type.Object({
  id: Id,
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  role: oneOf(userRoles),
  companyId: Nullable(Id),
  company: Nullable(Type.String({ description: 'Name of the company' })),
  companyTimeZone: Nullable(Type.String({ description: 'By whose clock the company works' })),
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
      userId: Id,
      companyId: Id,
      role: Type.String(),
      name: Type.String(),
      email: Type.String(),
      active: Type.Boolean(),
      permissions: Type.Array(Type.String()),
      leadAccess: oneOf(leadAccesses)
    })
  ),
  secondFactor: oneOf(secondFactorStates),
  emailConfirmed: Type.Boolean(),
  mailsKept: Type.Optional(
    Type.Boolean({ description: 'No mail server is configured: mails stay in the installation' })
  )
})
export type User = Static<typeof User>

export const SignedIn = Type.Object({ token: Type.String(), user: User })
export type SignedIn = Static<typeof SignedIn>

const NewPassword = Type.String({ minLength: passwordLength.min, maxLength: passwordLength.max })
const GivenPassword = Type.String({ minLength: 1, maxLength: 1024 })
const Code = Type.String({ minLength: 1, maxLength: 40 })
/** 32 random bytes in base64url; anything else gets the answer of an invalid link. */
const Token = Type.String({ minLength: 1, maxLength: 200 })

const closed = { additionalProperties: false }

export const ForgotPassword = Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) }, closed)
export const LinkToken = Type.Object({ token: Token }, closed)
export const ResetPassword = Type.Object({ token: Token, password: NewPassword }, closed)
export const MaskedEmail = Type.Object({ email: Type.String({ description: 'Such as a***@example.com' }) })
export const Message = Type.Object({ message: Type.String() })

/** `waiting`: the other address has not confirmed yet. */
export const EmailConfirmed = Type.Object({ result: oneOf(['confirmed', 'waiting', 'changed']) })
export type EmailConfirmed = Static<typeof EmailConfirmed>

/** A person's own account, as they see and change it. */
export const Profile = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  emailConfirmed: Type.Boolean(),
  phone: Nullable(Type.String()),
  jobTitle: Nullable(Type.String()),
  timeZone: Type.String(),
  passwordChangedAt: Nullable(Time),
  secondFactor: oneOf(secondFactorStates),
  recoveryCodesLeft: Type.Integer(),
  emailChange: Nullable(
    Type.Object({ email: Type.String(), byOld: Type.Boolean(), byNew: Type.Boolean(), expiresAt: Time })
  ),
  createdAt: Time
})
export type Profile = Static<typeof Profile>

export const ProfileChanges = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    phone: Nullable(Type.String({ maxLength: 40 })),
    jobTitle: Nullable(Type.String({ maxLength: 100 })),
    timeZone: Type.String({ minLength: 1, maxLength: 60 })
  },
  closed
)
export type ProfileChanges = Static<typeof ProfileChanges>

export const PasswordChange = Type.Object({ current: GivenPassword, password: NewPassword }, closed)
export const EmailChange = Type.Object({ email: Email, password: GivenPassword }, closed)

export const OwnSession = Type.Object({
  id: Id,
  device: Type.String(),
  ip: Nullable(Type.String()),
  createdAt: Time,
  seenAt: Time,
  current: Type.Boolean()
})
export type OwnSession = Static<typeof OwnSession>

export const OwnSignIn = Type.Object({
  id: Id,
  outcome: oneOf(signInOutcomes),
  device: Type.String(),
  ip: Nullable(Type.String()),
  at: Time
})
export type OwnSignIn = Static<typeof OwnSignIn>

export const Ended = Type.Object({ ended: Type.Integer() })

/** For the authenticator app: a URI for the QR code, and the secret for typing. */
export const SecondFactorStart = Type.Object({ uri: Type.String(), secret: Type.String() })
export type SecondFactorStart = Static<typeof SecondFactorStart>
export const SecondFactorCode = Type.Object({ code: Code }, closed)
export const SecondFactorProof = Type.Object({ password: GivenPassword, code: Code }, closed)
export const SecondFactorRemoval = Type.Object(
  { reason: Type.String({ minLength: 3, maxLength: 300, pattern: '\\S' }) },
  closed
)
export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })
export type RecoveryCodes = Static<typeof RecoveryCodes>
