import { type Static, Type } from '@sinclair/typebox'
import { Day, Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { maxMicros } from './rules.ts'

const closed = { additionalProperties: false }

export const PriceSchema = Nullable(
  Type.Object({ currency: Type.String(), micros: Type.Integer() }, { description: 'Null where no price is known' })
)

const Decimal = Type.Optional(Type.String({ maxLength: 40, description: 'A decimal with a point, as 0.3250' }))
const Prices = Type.Object({ marketing: Decimal, utility: Decimal, authentication: Decimal, service: Decimal }, closed)

const Rules = Type.Object(
  {
    freeServiceMessages: Type.Optional(
      Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'By number and month; all without it' }))
    ),
    utilityInWindow: Type.Optional(oneOf(['free', 'charged'] as const))
  },
  closed
)

const Currency = Type.String({ pattern: '^[A-Z]{3}$' })
const Source = Type.String({ minLength: 1, maxLength: 300 })

export const NewPriceCard = Type.Object(
  {
    market: Type.String({ minLength: 1, maxLength: 100, description: "A country's two letters or a region of Meta's" }),
    currency: Currency,
    from: Day,
    source: Source,
    prices: Prices,
    rules: Type.Optional(Rules)
  },
  closed
)
export type NewPriceCard = Static<typeof NewPriceCard>

export const priceStates = ['current', 'future', 'past', 'replaced'] as const

export const PriceCard = Type.Object({
  id: Id,
  market: Type.String(),
  marketName: Type.String(),
  currency: Type.String(),
  from: Day,
  source: Type.String(),
  prices: Prices,
  rules: Rules,
  state: oneOf(priceStates),
  authorName: Nullable(Type.String()),
  createdAt: Time,
  replacedAt: Nullable(Time)
})
export type PriceCard = Static<typeof PriceCard>

export const PriceImport = Type.Object(
  {
    csv: Type.String({ minLength: 1, maxLength: 500_000 }),
    from: Day,
    source: Source,
    currency: Type.Optional(Currency),
    rules: Type.Optional(Rules)
  },
  closed
)
export type PriceImport = Static<typeof PriceImport>

export const PricesImported = Type.Object({
  cards: Type.Integer(),
  unread: Type.Array(Type.Object({ line: Type.Integer(), text: Type.String(), reason: Type.String() }))
})
export type PricesImported = Static<typeof PricesImported>

export const CostGap = Type.Object({
  companyId: Id,
  companyName: Type.String(),
  month: Type.String({ description: 'yyyy-MM' }),
  currency: Type.String(),
  messages: Type.Integer(),
  estimatedMicros: Type.Integer(),
  billedMicros: Type.Integer()
})
export type CostGap = Static<typeof CostGap>

export const CostsQuery = Type.Object(
  { month: Type.Optional(Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' })) },
  closed
)

const CategoryCosts = Type.Object({
  estimated: Type.Integer({ description: 'Messages that cost something by our estimate' }),
  billed: Type.Integer({ description: 'Messages that the provider reported as billed' }),
  micros: Type.Integer({ description: 'As billed, and as estimated where no report came' })
})

export const Costs = Type.Object({
  month: Type.String(),
  currency: Nullable(Type.String()),
  categories: Type.Object({
    marketing: CategoryCosts,
    utility: CategoryCosts,
    authentication: CategoryCosts,
    service: CategoryCosts
  }),
  freeService: Type.Object({ used: Type.Integer(), of: Nullable(Type.Integer()) }),
  micros: Type.Integer({ description: 'All categories together' }),
  unpriced: Type.Integer({ description: 'Messages whose price is not known' }),
  limit: Nullable(Type.Integer({ description: 'Micros in a month' }))
})
export type Costs = Static<typeof Costs>

export const SpendingLimit = Type.Object(
  { micros: Nullable(Type.Integer({ minimum: 0, maximum: maxMicros, description: 'Null: no limit' })) },
  closed
)
export type SpendingLimit = Static<typeof SpendingLimit>
