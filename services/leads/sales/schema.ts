import { type Static, Type } from '@sinclair/typebox'
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
  source: Type.String()
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
  sources: Type.Array(Type.Object({ source: Type.String(), ...Sums, before: Type.Integer() }))
})
export type SalesFigures = Static<typeof SalesFigures>
