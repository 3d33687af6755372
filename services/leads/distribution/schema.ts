import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { distributionModes } from './rules.ts'

export const Distribution = Type.Object(
  {
    mode: oneOf(distributionModes),
    members: Type.Array(
      Type.Object(
        {
          employeeId: Id,
          away: Type.Boolean(),
          maxOpen: Nullable(Type.Integer({ minimum: 1, maximum: 100_000 }))
        },
        { additionalProperties: false }
      ),
      { maxItems: 200 }
    ),
    fallbackId: Nullable(Id)
  },
  { additionalProperties: false }
)
export type Distribution = Static<typeof Distribution>

export const DistributionChange = Type.Object(
  {
    ...Distribution.properties,
    expected: Type.Optional({ ...Distribution, description: 'As it was read: where it is another one now, 409' })
  },
  { additionalProperties: false }
)
export type DistributionChange = Static<typeof DistributionChange>

export const Distributed = Type.Object({
  id: Id,
  leadId: Id,
  leadName: Type.String(),
  ownerName: Nullable(Type.String()),
  reason: Type.String(),
  createdAt: Time
})
export type Distributed = Static<typeof Distributed>
