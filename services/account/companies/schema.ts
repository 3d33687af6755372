import { type Static, Type } from '@sinclair/typebox'
import { planKeys } from '../../core/planKeys/rules.ts'
import { Id, Nullable, oneOf, Time, TypedEmail } from '../../core/schema.ts'
import { companyRoles } from '../auth/rules.ts'

/** The public data of a company. */
export const CompanyCard = Type.Object({ id: Id, name: Type.String(), cnpj: Type.String() })
export type CompanyCard = Static<typeof CompanyCard>

export const Company = Type.Object({
  id: Id,
  _id: Id,
  name: Type.String(),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  address: Nullable(Type.String()),
  cnpj: Nullable(Type.String()),
  industry: Nullable(Type.String()),
  plan: Type.String(),
  timeZone: Type.String(),
  trialEndsAt: Nullable(Time),
  createdAt: Time,
  active: Type.Boolean()
})
export type Company = Static<typeof Company>

const Text = (maxLength: number) => Nullable(Type.String({ maxLength }))

export const CompanyChange = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    email: Nullable(TypedEmail),
    phone: Text(40),
    address: Text(300),
    industry: Text(100),
    timeZone: Type.String({ maxLength: 60, description: 'One of Brazil’s, or the one that the company has' }),
    cnpj: Type.Optional(Nullable(Type.String({ maxLength: 30, description: 'Only while the company has none' })))
  },
  { additionalProperties: false }
)
export type CompanyChange = Static<typeof CompanyChange>

const Limit = Nullable(Type.Integer({ description: 'null: without limit' }))

export const Usage = Type.Object({
  plan: Type.Object({ key: oneOf(planKeys), name: Type.String(), priceCents: Type.Integer() }),
  leads: Type.Object({
    used: Type.Integer({ description: 'In the company’s current month' }),
    limit: Limit,
    held: Type.Integer({ description: 'Received above the limit' })
  }),
  users: Type.Object({ used: Type.Integer({ description: 'Active people and open invitations' }), limit: Limit }),
  mails: Type.Object({ used: Type.Integer({ description: 'In the company’s current day' }), limit: Type.Integer() }),
  trialEndsAt: Nullable(Time),
  monthEndsAt: Time,
  limitDay: Nullable(
    Type.String({ format: 'date', description: 'When the limit is reached at the pace of the last 30 days' })
  )
})
export type Usage = Static<typeof Usage>

export const PlanChoice = Type.Object({ plan: oneOf(planKeys) }, { additionalProperties: false })

export const Membership = Type.Object({
  id: Id,
  name: Type.String(),
  role: oneOf(companyRoles),
  active: Type.Boolean({ description: 'Still one of its people' }),
  suspended: Type.Boolean(),
  current: Type.Boolean()
})
export type Membership = Static<typeof Membership>

export const CompanyChoice = Type.Object({ companyId: Id }, { additionalProperties: false })
