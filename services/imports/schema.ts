import { type Static, Type } from '@sinclair/typebox'
import { Id, JsonObject, Nullable, oneOf, Time } from '../core/schema.ts'
import { operationStates } from '../leads/rules.ts'
import { dateStyles, duplicatePolicies, listOrigins, rowOutcomes } from './rules.ts'

const Column = Type.Object({
  heading: Type.String(),
  examples: Type.Array(Type.String(), { description: 'The first values that are not empty' }),
  suggestion: Nullable(Type.String({ description: 'A field of the lead, or `custom:` and that of a form' }))
})

export const Reading = Type.Object({
  format: oneOf(['csv', 'xlsx']),
  encoding: Nullable(Type.String()),
  delimiter: Nullable(Type.String()),
  sheets: Type.Array(Type.String(), { description: 'Of a workbook: those that are shown' }),
  sheet: Type.Integer({ description: 'The place of the one that is read among them' }),
  headerRow: Type.Integer({ description: 'Counted from 1; 0: there is none' }),
  dateStyle: oneOf(dateStyles),
  decimal: oneOf([',', '.']),
  totals: Type.Boolean({ description: 'The last row that was looked at sums the others up' }),
  columns: Type.Array(Column),
  firstRows: Type.Array(Type.Array(Type.String()))
})
export type Reading = Static<typeof Reading>

export const ImportSettings = Type.Object(
  {
    mapping: Type.Array(
      Nullable(Type.String({ maxLength: 120, description: 'What the column holds; null: it is left out' })),
      { maxItems: 300 }
    ),
    policy: oneOf(duplicatePolicies),
    dateStyle: oneOf(dateStyles),
    decimal: oneOf([',', '.']),
    source: Type.String({ minLength: 1, maxLength: 100, description: 'Of rows that name none' }),
    ownerId: Nullable(Id),
    tags: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 20 }),
    newTags: Type.Boolean({ description: 'Tags that the company lacks are made; else their rows are in fault' }),
    origin: oneOf(listOrigins, { description: 'Where the list comes from' }),
    originNote: Type.String({ maxLength: 500 }),
    consentEvidence: Type.String({
      maxLength: 1000,
      description: 'How consent was given; without it no column may hold consent'
    }),
    notify: Type.Boolean({ description: 'Notify the company of each new lead, as for the form' })
  },
  { additionalProperties: false }
)
export type ImportSettings = Static<typeof ImportSettings>

const Counts = Type.Object(
  Object.fromEntries(rowOutcomes.map(outcome => [outcome, Type.Integer()])) as Record<
    (typeof rowOutcomes)[number],
    ReturnType<typeof Type.Integer>
  >
)

const CellError = Type.Object({
  row: Type.Integer(),
  column: Nullable(Type.String()),
  value: Type.String(),
  reason: Type.String()
})

const Progress = Type.Object({
  id: Id,
  state: oneOf(operationStates),
  done: Type.Integer(),
  total: Type.Integer(),
  error: Nullable(Type.String())
})

export const Import = Type.Object({
  id: Id,
  name: Type.String(),
  size: Type.Integer(),
  createdAt: Time,
  actorName: Nullable(Type.String()),
  reading: Reading,
  custom: Type.Array(Type.Object({ name: Type.String(), label: Type.String() }), {
    description: 'The own fields of the company’s forms'
  }),
  settings: Nullable(Type.Unsafe<ImportSettings>(JsonObject())),
  errors: Type.Array(CellError, { description: 'The first ones' }),
  expired: Type.Boolean({ description: 'The file and its rows are gone' }),
  check: Nullable(
    Type.Object({
      ...Progress.properties,
      counts: Nullable(Counts),
      held: Type.Integer({ description: 'New leads that the plan would not show this month' }),
      room: Nullable(Type.Integer({ description: 'Leads that the plan still shows this month; null for any number' })),
      newTags: Type.Array(Type.String())
    })
  ),
  run: Nullable(
    Type.Object({
      ...Progress.properties,
      counts: Nullable(Counts),
      held: Type.Integer(),
      finishedAt: Nullable(Time),
      undoneAt: Nullable(Time),
      undoable: Type.Boolean(),
      undone: Type.Integer(),
      removed: Type.Integer({ description: 'Of those undone, the leads that the import had made' }),
      kept: Type.Integer(),
      erased: Type.Integer({ description: 'People erased since, who are not restored' }),
      keptLeads: Type.Array(Type.Object({ id: Id, name: Type.String(), reason: Type.String() }))
    })
  )
})
export type Import = Static<typeof Import>

export const ImportSummary = Type.Pick(Import, ['id', 'name', 'size', 'createdAt', 'actorName', 'run'])
export type ImportSummary = Static<typeof ImportSummary>

export const ImportSpace = Type.Object({
  used: Type.Integer({ description: 'Bytes of the files of imports that are kept' }),
  limit: Type.Integer(),
  freedOn: Nullable(Type.String({ description: 'DD/MM, when the oldest of them goes' }))
})
export type ImportSpace = Static<typeof ImportSpace>

export const NewReading = Type.Object(
  {
    sheet: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    headerRow: Type.Optional(Type.Integer({ minimum: 0, maximum: 20, description: 'Looked for, where it is not said' }))
  },
  { additionalProperties: false }
)
export type NewReading = Static<typeof NewReading>
