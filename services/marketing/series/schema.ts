import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { leadStatuses } from '../../leads/leads/rules.ts'
import { campaignLimits, carrierKinds, type recipientStates } from '../campaigns/rules.ts'
import { Values } from '../campaigns/schema.ts'
import { answerWays } from '../senders/rules.ts'
import { seriesKinds, seriesLimits, seriesReaches, seriesStates } from './rules.ts'

const closed = { additionalProperties: false }

const NewStep = Type.Object(
  {
    id: Type.Optional(Nullable(Id)),
    waitHours: Type.Integer({
      minimum: -seriesLimits.waitHours,
      maximum: seriesLimits.waitHours,
      description: 'Hours after the step before; of the first one after what the series begins with, or before a date'
    }),
    carrier: Type.Optional(oneOf(carrierKinds, { description: 'email by default' })),
    templateId: Id,
    subject: Type.String({ maxLength: campaignLimits.subject, description: 'Empty for that of the template' }),
    values: Type.Optional(Values)
  },
  closed
)

const Content = {
  name: Type.String({ minLength: 1, maxLength: seriesLimits.name, pattern: '\\S' }),
  kind: oneOf(seriesKinds),
  field: Type.Optional(Nullable(Type.String({ maxLength: 100, description: "Of 'date': the field with the day" }))),
  yearly: Type.Optional(Type.Boolean({ description: "Of 'date': it comes again every year; true by default" })),
  reach: Type.Optional(oneOf(seriesReaches, { description: "'new' by default: leads that come while it is on" })),
  stopStatuses: Type.Optional(
    Type.Array(oneOf(leadStatuses), { uniqueItems: true, description: 'converted and lost by default' })
  ),
  quietHours: Type.Optional(Type.Boolean({ description: 'Nothing is sent between 20:00 and 8:00; true by default' })),
  steps: Type.Array(NewStep, { minItems: 1, maxItems: seriesLimits.steps })
}

export const NewSeries = Type.Object(Content, closed)
export type NewSeries = Static<typeof NewSeries>

export const SeriesChange = Type.Object(
  { ...Content, version: Type.Integer({ minimum: 1, description: 'The one that was read' }) },
  closed
)
export type SeriesChange = Static<typeof SeriesChange>

const Counts = Type.Unsafe<Partial<Record<(typeof recipientStates)[number], number>>>(
  Type.Record(Type.String(), Type.Integer())
)

export const SeriesStep = Type.Object({
  id: Type.String({ description: 'Of the campaign that has its report' }),
  carrier: oneOf(carrierKinds),
  waitHours: Type.Integer(),
  templateId: Nullable(Id),
  values: Nullable(Values),
  templateName: Nullable(Type.String({ description: 'Null where the template is gone' })),
  templateSubject: Nullable(Type.String({ description: 'Of a mail' })),
  subject: Type.String(),
  changed: Type.Boolean({ description: 'The template was changed since the series was switched on' }),
  counts: Counts
})
export type SeriesStep = Static<typeof SeriesStep>

export const SeriesRow = Type.Object({
  id: Id,
  name: Type.String(),
  kind: oneOf(seriesKinds),
  state: oneOf(seriesStates),
  problem: Nullable(Type.String({ description: 'Why it stopped on its own' })),
  onSince: Nullable(Time),
  createdAt: Time,
  createdName: Nullable(Type.String()),
  stepCount: Type.Integer(),
  counts: Counts
})
export type SeriesRow = Static<typeof SeriesRow>

export const Series = Type.Object({
  ...SeriesRow.properties,
  field: Nullable(Type.String()),
  yearly: Type.Boolean(),
  reach: oneOf(seriesReaches),
  stopStatuses: Type.Array(oneOf(leadStatuses)),
  quietHours: Type.Boolean(),
  version: Type.Integer(),
  steps: Type.Array(SeriesStep)
})
export type Series = Static<typeof Series>

export const SeriesKit = Type.Object({
  fields: Type.Array(Type.Object({ name: Type.String(), label: Type.String() }), {
    description: "The date fields of the company's forms"
  }),
  answers: oneOf(answerWays, { description: "Where people's answers to the mails go" })
})
export type SeriesKit = Static<typeof SeriesKit>

export const SeriesTry = Type.Object({ leadId: Id }, closed)

export const triedOutcomes = ['sent', 'waiting', 'would', 'not'] as const

export const TriedSeries = Type.Object({
  lead: Type.String({ description: 'Name of the lead' }),
  asIfNow: Type.Boolean({ description: 'It is off: shown as if the lead came, or was last spoken with, now' }),
  steps: Type.Array(
    Type.Object({
      number: Type.Integer(),
      subject: Type.String(),
      outcome: oneOf(triedOutcomes, { description: "'sent' and 'waiting' by the ledger; 'would', or why 'not'" }),
      at: Nullable(Time),
      reason: Nullable(Type.String())
    })
  )
})
export type TriedSeries = Static<typeof TriedSeries>
