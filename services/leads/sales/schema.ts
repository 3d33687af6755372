import { type Static, Type } from '@sinclair/typebox'
import { maxCents } from '../../core/money/rules.ts'
import { Day, Id, Nullable, oneOf } from '../../core/schema.ts'
import { saleKinds } from './rules.ts'

/** A row of the ledger of sales. */
export const Sale = Type.Object({
  id: Id,
  leadId: Nullable(Id),
  leadName: Nullable(Type.String({ description: 'Null where the person was erased' })),
  day: Day,
  kind: oneOf(saleKinds),
  valueCents: Type.Integer({ description: 'Signed: a reversal takes away' }),
  ownerId: Nullable(Id),
  ownerName: Nullable(Type.String()),
  source: Type.String(),
  funnelId: Id
})
export type Sale = Static<typeof Sale>

export const Month = Type.String({ maxLength: 24, description: '2026-10' })

export const SalesMonth = Type.Object({
  month: Month,
  closed: Type.Boolean(),
  count: Type.Integer({ description: 'Sales; one that was taken back on its own day is none' }),
  reversed: Type.Integer({ description: 'Sales of any month that were taken back in this one' }),
  cents: Type.Integer()
})
export type SalesMonth = Static<typeof SalesMonth>

export const MonthChange = Type.Object({ closed: Type.Boolean() }, { additionalProperties: false })

export const SalesSettings = Type.Object(
  {
    closingDay: Nullable(
      Type.Integer({ minimum: 1, maximum: 28, description: 'Of the next month; null: months are closed by hand' })
    )
  },
  { additionalProperties: false }
)
export type SalesSettings = Static<typeof SalesSettings>

const Target = {
  count: Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Sales' })),
  cents: Nullable(Type.Integer({ minimum: 0, maximum: maxCents }))
}

export const NewTargets = Type.Object(
  {
    ...Target,
    owners: Type.Array(Type.Object({ ownerId: Id, ...Target }, { additionalProperties: false }), { maxItems: 500 })
  },
  { additionalProperties: false, description: 'Of a month; null or nothing: no target' }
)
export type NewTargets = Static<typeof NewTargets>

const Sold = Type.Object({ count: Type.Integer(), cents: Type.Integer() })

export const Targets = Type.Object({
  ...Target,
  sold: Sold,
  daysLeft: Type.Integer({ description: 'Working days of the month from today on' }),
  owners: Type.Array(Type.Object({ ownerId: Id, name: Type.String(), ...Target, sold: Sold }))
})
export type Targets = Static<typeof Targets>

const Expected = {
  count: Type.Integer(),
  cents: Type.Integer(),
  weightedCents: Nullable(Type.Integer({ description: 'By the chance of each step; null where one is not known' }))
}

/** Open leads with a value, by the month in which their sale is expected. */
export const Forecast = Type.Object({
  months: Type.Array(Type.Object({ month: Type.String({ description: '2026-12' }), ...Expected })),
  late: Type.Object(Expected, { description: 'Expected before today' }),
  undated: Type.Object(Expected),
  chances: Type.Object({
    new: Nullable(Type.Number()),
    contacted: Nullable(Type.Number()),
    scheduled: Nullable(Type.Number())
  })
})
export type Forecast = Static<typeof Forecast>

const Compared = Type.Object({ now: Type.Integer(), before: Type.Integer() })
const Sums = { count: Type.Integer(), reversed: Type.Integer(), cents: Type.Integer() }

/** The sales dated in a period, also those of older leads; `before` is the period of the same length before it. */
export const SalesFigures = Type.Object({
  count: Compared,
  reversed: Compared,
  cents: Compared,
  days: Type.Array(Type.Object({ day: Day, ...Sums, before: Type.Integer({ description: 'In cents' }) })),
  owners: Type.Array(
    Type.Object({ ownerId: Nullable(Id), name: Nullable(Type.String()), ...Sums, before: Type.Integer() })
  ),
  sources: Type.Array(Type.Object({ source: Type.String(), ...Sums, before: Type.Integer() })),
  funnels: Type.Array(
    Type.Object({
      funnelId: Id,
      name: Nullable(Type.String({ description: 'Null where the funnel is gone' })),
      ...Sums,
      before: Type.Integer()
    })
  )
})
export type SalesFigures = Static<typeof SalesFigures>
