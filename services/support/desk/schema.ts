import { type Static, Type } from '@sinclair/typebox'
import { idPattern, senderProofs } from '../../core/rules.ts'
import { Email, Failure, Id, JsonObject, Nullable, oneOf, Time } from '../../core/schema.ts'
import { mailStatuses } from '../../platform/email/schema.ts'
import { ticketCategories, ticketLimits, ticketPriorities, ticketSources, ticketStatuses } from '../tickets/rules.ts'
import { AttachmentIds, TicketLink, TicketMessage, TicketRow } from '../tickets/schema.ts'
import { deskQueues, maxAtOnce, settableStatuses } from './rules.ts'

export const Words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })
const choice = <const T extends readonly string[]>(values: T) =>
  Type.Optional(Type.Union(values.map(value => Type.Literal(value as T[number]))))

/**
 * A row of a queue. `GET /api/admin/tickets` sorts by `dueAt` (the default, soonest first), `lastAt` or `createdAt`.
 */
export const DeskRow = Type.Composite([
  Type.Omit(TicketRow, ['unread']),
  Type.Object({
    companyId: Nullable(Type.String({ pattern: idPattern, description: 'Null: of nobody yet' })),
    companyName: Nullable(Type.String()),
    requesterEmail: Nullable(Type.String()),
    assigneeId: Nullable(Id),
    source: oneOf(ticketSources),
    answerDueAt: Nullable(Time),
    solutionDueAt: Nullable(Time),
    answerBreachAt: Nullable(Time),
    solutionBreachAt: Nullable(Time),
    issueId: Nullable(Id),
    version: Type.Integer()
  })
])
export type DeskRow = Static<typeof DeskRow>

/** The filter of the queues. `q`: words without accents in subject, people, messages and notes, or `#1042`. */
export const DeskFilter = Type.Object(
  {
    queue: choice(deskQueues),
    q: Type.Optional(Type.String({ maxLength: 100 })),
    status: choice(ticketStatuses),
    priority: choice(ticketPriorities),
    category: choice(ticketCategories),
    companyId: Type.Optional(Type.String({ pattern: idPattern })),
    assigneeId: Type.Optional(Type.String({ pattern: idPattern })),
    issueId: Type.Optional(Type.String({ pattern: idPattern })),
    watched: Type.Optional(Type.Boolean({ description: 'Watched by the asking person' }))
  },
  { additionalProperties: false }
)
export type DeskFilter = Static<typeof DeskFilter>

/** How many tickets each queue holds; at most 100 are counted. */
export const DeskCounts = Type.Object(
  Object.fromEntries(
    deskQueues.filter(queue => queue !== 'all' && queue !== 'done').map(queue => [queue, Type.Integer()])
  ) as Record<Exclude<(typeof deskQueues)[number], 'all' | 'done'>, ReturnType<typeof Type.Integer>>
)
export type DeskCounts = Static<typeof DeskCounts>

/** A message as staff see it: with `dueAt` it can still be taken back until then. */
export const DeskMessage = Type.Composite([
  TicketMessage,
  Type.Object({
    dueAt: Nullable(Type.String({ format: 'date-time', description: 'When the company gets it; null: it has' })),
    mail: Nullable(
      Type.Object(
        { status: oneOf(mailStatuses), error: Nullable(Type.String()) },
        { description: 'The mail that took it to who asked; null: there is none' }
      )
    )
  })
])
export type DeskMessage = Static<typeof DeskMessage>

export const DeskNote = Type.Object({
  id: Id,
  authorId: Nullable(Id),
  authorName: Type.String(),
  text: Type.String(),
  mentions: Type.Array(Id),
  kind: oneOf(['note', 'stranger', 'automatic'] as const, {
    description:
      '`stranger`: a mail of somebody who is not of the company; `automatic`: an automatic answer or a bounce'
  }),
  senderProof: Nullable(oneOf(senderProofs)),
  createdAt: Time
})
export type DeskNote = Static<typeof DeskNote>

export const Person = Type.Object({ id: Id, name: Type.String() })

/** One clock, in business time. Milliseconds; `dueAt` is null while it is paused, and once it has stopped. */
export const ClockState = Type.Object({
  state: oneOf(['running', 'paused', 'stopped'] as const),
  minutes: Type.Integer({ description: 'Within which it has to stop' }),
  spent: Type.Integer(),
  paused: Type.Integer(),
  remaining: Type.Integer({ description: 'Below zero once it is overdue' }),
  dueAt: Nullable(Time),
  breachedAt: Nullable(Time)
})
export type ClockState = Static<typeof ClockState>

const ClockEntry = Type.Object({
  at: Time,
  status: oneOf(ticketStatuses),
  answered: Type.Boolean(),
  priority: oneOf(ticketPriorities),
  plan: Type.String(),
  answerMinutes: Type.Integer(),
  solutionMinutes: Type.Integer()
})

export const DeskTicket = Type.Composite([
  DeskRow,
  Type.Object({
    requesterId: Nullable(Id),
    leadId: Nullable(Id),
    screen: Nullable(Type.String()),
    context: JsonObject(),
    firstAnswerAt: Nullable(Time),
    resolvedAt: Nullable(Time),
    closedAt: Nullable(Time),
    reopened: Type.Integer(),
    rating: Nullable(Type.Integer()),
    ratingText: Nullable(Type.String()),
    previous: Nullable(TicketLink),
    next: Type.Array(TicketLink),
    mergedInto: Nullable(TicketLink),
    merged: Type.Array(TicketLink, { description: 'Those that became a part of it' }),
    links: Type.Array(TicketLink),
    issue: Nullable(Type.Object({ id: Id, title: Type.String(), status: oneOf(['open', 'solved'] as const) })),
    likely: Nullable(
      Type.Object(
        { companyId: Id, companyName: Type.String(), requesterId: Id, requesterName: Type.String() },
        { description: 'Of nobody’s ticket: the one person of a company who has its address' }
      )
    ),
    spam: Nullable(
      Type.Object(
        { at: Time, blocked: Type.Boolean({ description: 'Its sender is blocked, too' }) },
        { description: 'Of a ticket that staff marked as spam' }
      )
    ),
    watchers: Type.Array(Person),
    messages: Type.Array(DeskMessage),
    notes: Type.Array(DeskNote),
    clock: Type.Object({ answer: ClockState, solution: ClockState, history: Type.Array(ClockEntry) })
  })
])
export type DeskTicket = Static<typeof DeskTicket>

/** Also blocks the sender of its mail. */
export const SpamMark = Type.Object({ block: Type.Boolean() }, { additionalProperties: false })

/**
 * The facts about the asking person beside a ticket. `errors`: the failures of that person's last sign-ins and
 * requests.
 */
export const CompanyCard = Type.Object({
  companyId: Nullable(Id),
  name: Nullable(Type.String()),
  plan: Nullable(Type.String()),
  trialEndsAt: Nullable(Time),
  active: Type.Boolean(),
  leads: Nullable(Type.Object({ used: Type.Integer(), limit: Nullable(Type.Integer()) })),
  users: Nullable(Type.Object({ used: Type.Integer(), limit: Nullable(Type.Integer()) })),
  requester: Nullable(
    Type.Object({
      id: Id,
      name: Type.String(),
      email: Type.String(),
      role: Type.String(),
      active: Type.Boolean(),
      seenAt: Nullable(Time)
    })
  ),
  signIns: Type.Array(Type.Object({ at: Time, outcome: Type.String() }), {
    description: "The requester's last attempts to sign in that failed"
  }),
  error: Nullable(
    Type.Object(
      { route: Type.String(), message: Type.String(), status: Type.Integer(), lastAt: Time, count: Type.Integer() },
      { description: 'The failure whose request the ticket names' }
    )
  ),
  issues: Type.Array(Type.Object({ id: Id, title: Type.String() }), { description: 'Known ones that are open' }),
  previous: Type.Array(Type.Composite([TicketLink, Type.Object({ status: oneOf(ticketStatuses), createdAt: Time })]), {
    description: 'Other tickets of the company, the latest first'
  })
})
export type CompanyCard = Static<typeof CompanyCard>

const Change = {
  status: Type.Optional(oneOf(settableStatuses)),
  priority: Type.Optional(oneOf(ticketPriorities)),
  category: Type.Optional(oneOf(ticketCategories)),
  assigneeId: Type.Optional(Nullable(Type.String({ pattern: idPattern, description: 'Of the staff; null: nobody' })))
}

/** `version` as it was read: where somebody has changed the ticket since, 409. */
export const DeskChange = Type.Object(
  { ...Change, version: Type.Integer({ minimum: 1 }) },
  { additionalProperties: false, minProperties: 2 }
)
export type DeskChange = Static<typeof DeskChange>

export const DeskBulkChange = Type.Object(
  {
    ids: Type.Array(Id, { minItems: 1, maxItems: maxAtOnce, uniqueItems: true }),
    change: Type.Object(Change, { additionalProperties: false, minProperties: 1 })
  },
  { additionalProperties: false }
)
export type DeskBulkChange = Static<typeof DeskBulkChange>

/** `skipped`: those that are gone, merged, or cannot be changed so. */
export const DeskBulkResult = Type.Object({ changed: Type.Array(Id), skipped: Type.Array(Id) })

/** `after`: the latest message that the author has seen, null for none. `status`: the state once it is delivered. */
export const NewAnswer = Type.Object(
  {
    text: Words(ticketLimits.text),
    attachmentIds: Type.Optional(AttachmentIds),
    after: Type.Optional(Nullable(Id)),
    status: Type.Optional(oneOf(['in_progress', 'waiting', 'resolved'] as const)),
    cc: Type.Optional(
      Type.Array(Email, { maxItems: 20, uniqueItems: true, description: 'Further addresses it goes to' })
    )
  },
  { additionalProperties: false }
)
export type NewAnswer = Static<typeof NewAnswer>

/** The 409 of an answer, where somebody else wrote meanwhile. */
export const Answered = Type.Composite([Failure, Type.Object({ newer: Type.Optional(Type.Array(DeskMessage)) })])

/** A ticket of a person with a mail that somebody else may have written. */
export const Doubt = Type.Object({ ticket: Nullable(Type.Object({ id: Id, number: Type.Integer() })) })
export type Doubt = Static<typeof Doubt>

export const DoubtQuery = Type.Object(
  { email: Type.String({ minLength: 3, maxLength: 320 }) },
  { additionalProperties: false }
)

export const NewDeskNote = Type.Object(
  { text: Words(ticketLimits.text), mentions: Type.Optional(Type.Array(Id, { maxItems: 20, uniqueItems: true })) },
  { additionalProperties: false }
)
export type NewDeskNote = Static<typeof NewDeskNote>

export const Merge = Type.Object({ into: Id }, { additionalProperties: false })
export const Link = Type.Object({ otherId: Id }, { additionalProperties: false })

/** `from`: the company as it was shown; for a ticket that has one this is a guarded change. */
export const Placing = Type.Object(
  {
    companyId: Id,
    requesterId: Type.Optional(Nullable(Type.String({ pattern: idPattern, description: 'An employee of it' }))),
    confirmName: Type.Optional(
      Type.String({ maxLength: 200, description: 'The name of the company that it leaves, for one that is placed' })
    )
  },
  { additionalProperties: false }
)
export type Placing = Static<typeof Placing>
