import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { ticketCategories, ticketLimits } from '../tickets/rules.ts'
import { TicketRules } from '../tickets/schema.ts'
import { maxAtOnce } from './rules.ts'
import { DeskFilter, Words } from './schema.ts'

export const Issue = Type.Object({
  id: Id,
  title: Type.String(),
  text: Type.String({ description: 'For staff' }),
  status: oneOf(['open', 'solved'] as const),
  tickets: Type.Integer(),
  openTickets: Type.Integer(),
  createdAt: Time,
  solvedAt: Nullable(Time)
})
export type Issue = Static<typeof Issue>

export const NewIssue = Type.Object(
  {
    title: Words(200),
    text: Type.Optional(Type.String({ maxLength: ticketLimits.text })),
    ticketIds: Type.Optional(Type.Array(Id, { maxItems: maxAtOnce, uniqueItems: true }))
  },
  { additionalProperties: false }
)
export type NewIssue = Static<typeof NewIssue>

export const IssueTickets = Type.Object(
  {
    add: Type.Optional(Type.Array(Id, { maxItems: maxAtOnce, uniqueItems: true })),
    remove: Type.Optional(Type.Array(Id, { maxItems: maxAtOnce, uniqueItems: true }))
  },
  { additionalProperties: false, minProperties: 1 }
)
export type IssueTickets = Static<typeof IssueTickets>

/** One answer to all open tickets of a known issue, with the variables of canned answers. `solve` resolves them too. */
export const IssueAnswer = Type.Object(
  { text: Words(ticketLimits.text), solve: Type.Optional(Type.Boolean()) },
  { additionalProperties: false }
)
export type IssueAnswer = Static<typeof IssueAnswer>
export const IssueAnswered = Type.Object({ answered: Type.Integer() })

/**
 * `{{nome}}`, `{{primeiro_nome}}`, `{{empresa}}`, `{{atendente}}`, `{{primeiro_nome_atendente}}` are filled in by the
 * browser.
 */
export const NewCannedAnswer = Type.Object(
  {
    shortcut: Type.String({ minLength: 1, maxLength: 30, pattern: '^[\\p{L}\\d_-]+$' }),
    text: Words(ticketLimits.text)
  },
  { additionalProperties: false }
)
export type NewCannedAnswer = Static<typeof NewCannedAnswer>
export const CannedAnswer = Type.Composite([Type.Object({ id: Id }), NewCannedAnswer])
export type CannedAnswer = Static<typeof CannedAnswer>

export const NewDeskView = Type.Object(
  { name: Words(60), shared: Type.Optional(Type.Boolean()), filter: DeskFilter },
  { additionalProperties: false }
)
export type NewDeskView = Static<typeof NewDeskView>
export const DeskView = Type.Object({
  id: Id,
  name: Type.String(),
  shared: Type.Boolean(),
  own: Type.Boolean(),
  filter: DeskFilter
})
export type DeskView = Static<typeof DeskView>

export const DeskPresence = Type.Object({ typing: Type.Boolean() }, { additionalProperties: false })

export const StoredRules = Type.Object({ rules: TicketRules, version: Type.Integer() })
export const RulesChange = Type.Object(
  { rules: TicketRules, version: Type.Integer({ minimum: 0 }) },
  { additionalProperties: false }
)

export const FiguresQuery = Type.Object(
  { from: Type.String({ format: 'date' }), to: Type.String({ format: 'date' }) },
  { additionalProperties: false }
)

const Group = Type.Object({
  tickets: Type.Integer({ description: 'Opened in the period' }),
  open: Type.Integer({ description: 'Of these, still open' }),
  solved: Type.Integer(),
  reopened: Type.Integer(),
  answerMinutes: Nullable(Type.Integer({ description: 'Business time to the first answer, median' })),
  solutionMinutes: Nullable(Type.Integer({ description: 'Business time to the solution, median' })),
  answerLate: Type.Integer(),
  solutionLate: Type.Integer(),
  rated: Type.Integer(),
  satisfaction: Nullable(Type.Number({ description: 'Mean of 1 to 5' }))
})
export type FigureGroup = Static<typeof Group>

/** The figures of tickets opened from one day to another, in the provider's zone. */
export const Figures = Type.Object({
  backlog: Type.Integer({ description: 'All that are open now' }),
  overdue: Type.Integer(),
  all: Group,
  byPerson: Type.Array(Type.Composite([Type.Object({ id: Nullable(Id), name: Nullable(Type.String()) }), Group])),
  byCategory: Type.Array(Type.Composite([Type.Object({ category: oneOf(ticketCategories) }), Group]))
})
export type Figures = Static<typeof Figures>
