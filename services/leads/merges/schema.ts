import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Time } from '../../core/schema.ts'
import { Lead } from '../leads/schema.ts'

const Side = Type.Union([Type.Literal('this'), Type.Literal('other')])

export const NewMerge = Type.Object(
  {
    otherId: Id,
    fields: Type.Record(Type.String({ pattern: '^(custom\\..{1,60}|[a-zA-Z]{1,20})$' }), Side, {
      description: 'Whose value stays, by field; without a choice what this lead lacks is filled in'
    }),
    expectedVersions: Type.Optional(
      Type.Object(
        { this: Type.Integer(), other: Type.Integer() },
        { additionalProperties: false, description: 'The versions that were compared; others now get 409' }
      )
    )
  },
  { additionalProperties: false }
)
export type NewMerge = Static<typeof NewMerge>

export const Merge = Type.Object({
  id: Id,
  leadId: Id,
  otherId: Id,
  otherName: Type.String(),
  actorName: Nullable(Type.String()),
  createdAt: Time,
  undoneAt: Nullable(Time),
  kept: Type.Array(Type.String(), { description: 'Fields that the undoing left as somebody had made them meanwhile' })
})
export type Merge = Static<typeof Merge>

export const Merged = Type.Object({ merge: Merge, lead: Lead })
export type Merged = Static<typeof Merged>
