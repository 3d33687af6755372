import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, oneOf } from '../../core/schema.ts'
import { operationStates } from '../leads/rules.ts'
import { LeadFilterQuery } from '../leads/schema.ts'
import { exportFormats } from './rules.ts'

/** The leads by id, or all that match a filter now. */
export const NewExport = Type.Object(
  {
    format: oneOf(exportFormats),
    columns: Type.Array(Type.String({ maxLength: 120 }), { minItems: 1, maxItems: 200, uniqueItems: true }),
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000 })),
    filter: Type.Optional(LeadFilterQuery)
  },
  { additionalProperties: false }
)
export type NewExport = Static<typeof NewExport>

export const Export = Type.Object({
  id: Id,
  state: oneOf(operationStates),
  done: Type.Integer(),
  total: Type.Integer(),
  error: Nullable(Type.String()),
  fileName: Nullable(Type.String({ description: 'Once it can be downloaded' }))
})
export type Export = Static<typeof Export>

export const ExportFields = Type.Array(Type.Object({ name: Type.String(), label: Type.String() }))
