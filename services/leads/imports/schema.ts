import { type Static, Type } from '@sinclair/typebox'
import { Id, JsonObject, Nullable, oneOf, Time } from '../../core/schema.ts'
import { encodings } from '../../platform/sheets/rules.ts'
import { operationStates } from '../leads/rules.ts'
import { dateStyles, duplicatePolicies, faultWays, listOrigins, maxShownValues, rowOutcomes } from './rules.ts'

const Column = Type.Object({
  heading: Type.String(),
  examples: Type.Array(Type.String(), { description: 'The first values that are not empty' }),
  numbers: Type.Array(Type.Boolean(), { description: 'Which of the examples are numbers of a workbook' }),
  decimal: oneOf([',', '.'], { description: 'What comes before the decimals of its texts' }),
  dateStyle: Nullable(oneOf(dateStyles, { description: 'How its dates are written, where they leave no doubt' })),
  phones: Type.Array(Type.String(), { description: 'What each example is as a telephone, or why it is none' }),
  suggestion: Nullable(Type.String({ description: 'A field of the lead, or `custom:` and that of a form' }))
})

export const Reading = Type.Object({
  format: oneOf(['csv', 'xlsx', 'vcard']),
  encoding: Nullable(Type.String()),
  accented: Nullable(Type.String({ description: 'Of a CSV: a text that shows whether its letters are right' })),
  delimiter: Nullable(Type.String()),
  sheets: Type.Array(Type.String(), { description: 'Of a workbook: those that are shown' }),
  sheet: Type.Integer({ description: 'The place of the one that is read among them' }),
  headerRow: Type.Integer({ description: 'Counted from 1; 0: there is none' }),
  dateStyle: oneOf(dateStyles),
  totals: Type.Boolean({ description: 'The last row that was looked at sums the others up' }),
  columns: Type.Array(Column),
  firstRows: Type.Array(Type.Array(Type.String()))
})
export type Reading = Static<typeof Reading>

export const ImportSettings = Type.Object(
  {
    mapping: Type.Array(
      Nullable(
        Type.String({
          maxLength: 120,
          description: 'What the column holds; `new`: a field of its own, called by its heading; null: it is left out'
        })
      ),
      { maxItems: 300 }
    ),
    policy: oneOf(duplicatePolicies),
    dateStyle: oneOf(dateStyles, { description: 'Of the columns whose dates leave a doubt' }),
    decimal: Type.Optional(oneOf([',', '.'], { description: 'Of older pages, and of no effect' })),
    writing: Type.Optional(
      Type.Array(
        Type.Object(
          {
            decimal: Type.Optional(oneOf([',', '.'], { description: 'What comes before the decimals' })),
            dateStyle: Type.Optional(oneOf(dateStyles))
          },
          { additionalProperties: false }
        ),
        { maxItems: 300, description: 'Of each column: how it is written, where that is not what was found' }
      )
    ),
    loudNames: Type.Optional(Type.Boolean({ description: 'Names in capitals stay as they are' })),
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
    notify: Type.Boolean({ description: 'Notify the company of each new lead, as for the form' }),
    values: Type.Optional(
      Type.Array(
        Type.Object(
          {
            field: Type.String({ maxLength: 120 }),
            text: Type.String({ maxLength: 120, description: 'As it is in the file, in capitals or not' }),
            value: Nullable(Type.String({ maxLength: 200, description: 'What is read instead; null: nothing' }))
          },
          { additionalProperties: false }
        ),
        { maxItems: 40 * maxShownValues, description: 'What texts that no field knows mean, in all rows' }
      )
    ),
    faults: Type.Optional(
      Type.Array(
        Type.Object(
          {
            field: Type.String({ maxLength: 120 }),
            reason: Type.String({ maxLength: 2000 }),
            how: oneOf(faultWays)
          },
          { additionalProperties: false }
        ),
        { maxItems: 100, description: 'What becomes of rows with other bad values, by their kind' }
      )
    ),
    blankFaults: Type.Optional(
      Type.Boolean({ description: 'Rows come in without their bad values, where nothing else is chosen' })
    ),
    refusalsLeftOut: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: 299 }), {
        maxItems: 300,
        description: 'Columns of refusals, by their places, that somebody decided to leave out'
      })
    )
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

/** Bad values of one column for one reason, whether they were mended or keep their rows out. */
const Fault = Type.Object({
  column: Nullable(Type.String()),
  field: Nullable(Type.String({ description: 'Without one nothing can be chosen' })),
  reason: Type.String(),
  rows: Type.Integer(),
  out: Type.Integer({ description: 'Rows that stay out' }),
  firstRow: Type.Integer(),
  different: Type.Integer({ description: 'Different texts, of which the most frequent are `values`' }),
  ways: Type.Array(oneOf(faultWays)),
  choices: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'The values of the field, where it has a list of them'
  }),
  values: Type.Array(
    Type.Object({
      text: Type.String(),
      rows: Type.Integer(),
      suggestion: Nullable(Type.String({ description: 'One of the choices' }))
    })
  )
})
export type Fault = Static<typeof Fault>

const Undated = Type.Object({
  rows: Type.Integer({ description: 'New leads that the column of dates leaves blank' }),
  at: Type.String({ description: 'When they count as received' })
})
export type Undated = Static<typeof Undated>

const KeptCounts = Type.Object({
  unnamed: Type.Integer({ description: 'New leads without the name of a person or a company' }),
  notes: Type.Integer({ description: 'Texts that no field takes, and that become notes' }),
  closedSales: Type.Integer({ description: 'Sales dated in closed months, which only who administers brings in' }),
  refusals: Type.Array(Type.Object({ at: Type.Integer(), rows: Type.Integer() }), {
    description: 'People who refused contact, by the place of a column that is left out'
  })
})
export type KeptCounts = Static<typeof KeptCounts>

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
  custom: Type.Array(Type.Object({ name: Type.String(), label: Type.String(), type: Type.String() }), {
    description: 'The own fields of the company'
  }),
  settings: Nullable(Type.Unsafe<ImportSettings>(JsonObject())),
  errors: Type.Array(CellError, { description: 'The first ones' }),
  expired: Type.Boolean({ description: 'The file and its rows are gone' }),
  check: Nullable(
    Type.Object({
      ...Progress.properties,
      counts: Nullable(Counts),
      newTags: Type.Array(Type.String()),
      undated: Nullable(Undated),
      ...KeptCounts.properties,
      faults: Type.Array(Fault, { description: 'The most frequent kinds first' })
    })
  ),
  run: Nullable(
    Type.Object({
      ...Progress.properties,
      counts: Nullable(Counts),
      changed: Type.Integer({ description: 'Leads created or updated so far' }),
      finishedAt: Nullable(Time),
      undoneAt: Nullable(Time),
      undoable: Type.Boolean(),
      retryable: Type.Boolean({ description: 'It failed before its end, and may go on from there' }),
      undone: Type.Integer(),
      removed: Type.Integer({ description: 'Of those undone, the leads that the import had made' }),
      kept: Type.Integer(),
      notes: Type.Integer({ description: 'Notes of texts that no field takes' }),
      erased: Type.Integer({ description: 'People erased since, who are not restored' }),
      leftOut: Type.Record(Type.String(), Type.Integer(), {
        description: 'Values of a column whose field was deleted while the import ran, by the heading'
      }),
      keptLeads: Type.Array(Type.Object({ id: Id, name: Type.String(), reason: Type.String() }))
    })
  )
})
export type Import = Static<typeof Import>

export const KeptColumns = Type.Object(
  {
    columns: Type.Array(Type.Integer({ minimum: 0, maximum: 299 }), { minItems: 1, maxItems: 300, uniqueItems: true })
  },
  { additionalProperties: false }
)

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
    encoding: Type.Optional(oneOf(encodings, { description: 'Of a CSV whose letters are wrong' })),
    headerRow: Type.Optional(Type.Integer({ minimum: 0, maximum: 20, description: 'Looked for, where it is not said' }))
  },
  { additionalProperties: false }
)
export type NewReading = Static<typeof NewReading>

/** A field of the company's own that was made of a column, with the heading as its label. */
export const ColumnField = Type.Object({ name: Type.String(), label: Type.String() })
export type ColumnField = Static<typeof ColumnField>
