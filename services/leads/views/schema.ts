import { type Static, Type } from '@sinclair/typebox'
import { Id, oneOf } from '../../core/schema.ts'
import { LeadFilterQuery } from '../leads/schema.ts'

/** The state of the list: filter, order, layout and columns. */
const ViewState = Type.Object(
  {
    filter: LeadFilterQuery,
    sort: Type.Optional(
      Type.Object(
        { field: Type.String({ maxLength: 40 }), order: oneOf(['ASC', 'DESC']) },
        { additionalProperties: false }
      )
    ),
    layout: Type.Optional(oneOf(['table', 'board'])),
    columns: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 60 }))
  },
  { additionalProperties: false }
)

export const LeadView = Type.Object({
  id: Id,
  name: Type.String(),
  shared: Type.Boolean({ description: 'All of the company see it' }),
  own: Type.Boolean({ description: 'The asking person made it' }),
  view: ViewState
})
export type LeadView = Static<typeof LeadView>

export const NewView = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 60 }), shared: Type.Optional(Type.Boolean()), view: ViewState },
  { additionalProperties: false }
)
export type NewView = Static<typeof NewView>

export const ViewChange = Type.Partial(NewView, { minProperties: 1, additionalProperties: false })
export type ViewChange = Static<typeof ViewChange>
