import { type Static, Type } from '@sinclair/typebox'
import { planKeys } from '../../core/planKeys/rules.ts'
import { Nullable, oneOf } from '../../core/schema.ts'

const Limit = Nullable(Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'null: without limit' }))
const Texts = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 20 })

export const Plan = Type.Object(
  {
    key: oneOf(planKeys),
    name: Type.String({ minLength: 1, maxLength: 60 }),
    priceCents: Type.Integer({ minimum: 0, maximum: 100_000_000, description: 'A month, in cents of BRL' }),
    description: Type.String({ maxLength: 300 }),
    leadsPerMonth: Limit,
    users: Limit,
    features: Texts,
    limitations: Texts,
    highlights: Texts,
    popular: Type.Boolean()
  },
  { additionalProperties: false }
)
export type Plan = Static<typeof Plan>
export const PlanChange = Type.Partial(Plan, { additionalProperties: false })

/** The public data of a plan. */
export const OfferedPlan = Type.Object({ ...Plan.properties, price: Type.Number({ description: 'A month, in BRL' }) })

export const CompanyUsage = Type.Object({
  leads: Type.Object({ used: Type.Integer(), limit: Nullable(Type.Integer()) }),
  users: Type.Object({ used: Type.Integer(), limit: Nullable(Type.Integer()) }),
  months: Type.Array(Type.Object({ month: Type.String({ description: 'yyyy-MM' }), leads: Type.Integer() }))
})
export type CompanyUsage = Static<typeof CompanyUsage>
