import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Time } from '../core/schema.ts'

/** What anybody may learn of a company by its CNPJ. */
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
