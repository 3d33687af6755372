import { type Static, Type } from '@sinclair/typebox'
import { planKeys } from '../../core/planKeys/rules.ts'
import { idPattern, senderProofs } from '../../core/rules.ts'
import { Clock, Id, JsonObject, Nullable, oneOf, Time } from '../../core/schema.ts'
import {
  ticketCategories,
  ticketLimits,
  ticketPriorities,
  ticketSides,
  ticketSources,
  ticketStatuses
} from './rules.ts'

const Words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })

/** Another ticket, by which it is called and where it is. */
export const TicketLink = Type.Object({ id: Id, number: Type.Integer(), subject: Type.String() })
export type TicketLink = Static<typeof TicketLink>

/** A row of the company's list, by the latest word. */
export const TicketRow = Type.Object({
  id: Id,
  number: Type.Integer({ description: 'Of the whole installation: #1042' }),
  subject: Type.String(),
  status: oneOf(ticketStatuses),
  priority: oneOf(ticketPriorities),
  category: oneOf(ticketCategories),
  requesterName: Type.String(),
  assigneeName: Nullable(Type.String({ description: 'Who answers' })),
  createdAt: Time,
  lastAt: Time,
  lastBy: oneOf(['client', 'staff'] as const),
  lastText: Type.String({ description: 'The beginning of the latest message' }),
  dueAt: Nullable(Time),
  looksAutomatic: Type.Boolean({ description: 'Programs may have written all of it' }),
  unread: Type.Boolean({ description: 'The asking person has not read the latest answer' })
})
export type TicketRow = Static<typeof TicketRow>

export const TicketFile = Type.Object({
  fileId: Id,
  name: Type.String(),
  type: Type.String(),
  size: Type.Integer(),
  inline: Type.Boolean({ description: 'A picture within the text of a mail' }),
  linkUntil: Nullable(Type.String({ format: 'date-time', description: 'Until when a link without account opens it' }))
})
export type TicketFile = Static<typeof TicketFile>

/** A message, or a change between messages (`kind`: `change`, `data`: `{ change, from, to }`). */
export const TicketMessage = Type.Object({
  id: Id,
  kind: oneOf(['text', 'change'] as const),
  side: oneOf(ticketSides),
  authorName: Type.String(),
  mine: Type.Boolean({ description: 'The asking person wrote it' }),
  text: Type.String(),
  data: JsonObject(),
  source: oneOf(ticketSources),
  fromNumber: Nullable(
    Type.Integer({ description: 'The number of the ticket that it was written in, before it was joined' })
  ),
  files: Type.Array(TicketFile),
  looksAutomatic: Type.Boolean({ description: 'A program may have written it' }),
  senderProof: Nullable(oneOf(senderProofs, { description: 'Of a mail: whether its sender is proved' })),
  createdAt: Time
})
export type TicketMessage = Static<typeof TicketMessage>

export const Ticket = Type.Composite([
  TicketRow,
  Type.Object({
    requesterId: Nullable(Id),
    leadId: Nullable(Id),
    screen: Nullable(Type.String()),
    answerDueAt: Nullable(Time),
    solutionDueAt: Nullable(Time),
    firstAnswerAt: Nullable(Time),
    resolvedAt: Nullable(Time),
    reopenUntil: Nullable(Type.String({ format: 'date-time', description: 'Until when it is opened again' })),
    rating: Nullable(Type.Integer()),
    ratingText: Nullable(Type.String()),
    previous: Nullable(TicketLink),
    next: Type.Array(TicketLink, { description: 'Those that go on with it' }),
    mergedInto: Nullable(TicketLink),
    messages: Type.Array(TicketMessage)
  })
])
export type Ticket = Static<typeof Ticket>

/** The filter of the company's list. `q` is searched in subjects and messages; `#1042` finds a number. */
export const TicketFilter = Type.Object(
  {
    q: Type.Optional(Type.String({ maxLength: 100 })),
    status: Type.Optional(Type.Union(ticketStatuses.map(status => Type.Literal(status)))),
    open: Type.Optional(Type.Boolean({ description: 'Neither resolved nor closed' })),
    priority: Type.Optional(Type.Union(ticketPriorities.map(priority => Type.Literal(priority)))),
    category: Type.Optional(Type.Union(ticketCategories.map(category => Type.Literal(category)))),
    unread: Type.Optional(Type.Boolean()),
    mine: Type.Optional(Type.Boolean({ description: 'Opened by the asking person' })),
    leadId: Type.Optional(Type.String({ pattern: idPattern }))
  },
  { additionalProperties: false }
)
export type TicketFilter = Static<typeof TicketFilter>

export const AttachmentIds = Type.Array(Id, {
  maxItems: ticketLimits.files,
  uniqueItems: true,
  description: 'Files that POST /api/tickets/files has kept'
})

/** Facts of the application about the moment; sent only where the person agreed. */
export const TicketContext = Type.Object(
  {
    version: Type.Optional(Type.String({ maxLength: 60 })),
    browser: Type.Optional(Type.String({ maxLength: 300 })),
    errorId: Type.Optional(Type.String({ maxLength: 80, description: 'The request of the last failure' }))
  },
  { additionalProperties: false }
)
export type TicketContext = Static<typeof TicketContext>

export const NewTicket = Type.Object(
  {
    subject: Words(ticketLimits.subject),
    category: oneOf(ticketCategories),
    priority: Type.Optional(oneOf(ticketPriorities)),
    description: Words(ticketLimits.text),
    attachmentIds: Type.Optional(AttachmentIds),
    leadId: Type.Optional(Nullable(Id)),
    screen: Type.Optional(Nullable(Type.String({ maxLength: ticketLimits.screen }))),
    context: Type.Optional(TicketContext)
  },
  { additionalProperties: false }
)
export type NewTicket = Static<typeof NewTicket>

export const NewReply = Type.Object(
  { text: Words(ticketLimits.text), attachmentIds: Type.Optional(AttachmentIds) },
  { additionalProperties: false }
)
export type NewReply = Static<typeof NewReply>

export const Rating = Type.Object(
  {
    rating: Type.Integer({ minimum: 1, maximum: 5 }),
    text: Type.Optional(Type.String({ maxLength: ticketLimits.ratingText }))
  },
  { additionalProperties: false }
)
export type Rating = Static<typeof Rating>

/** Numbers beside the menu: at most 100 are counted. */
export const TicketCounts = Type.Object({
  open: Type.Integer(),
  waiting: Type.Integer({ description: 'For the company' }),
  unread: Type.Integer({ description: 'By the asking person' })
})
export type TicketCounts = Static<typeof TicketCounts>

const Target = Type.Object(
  {
    answer: Type.Integer({ minimum: 5, maximum: 60 * 1000, description: 'Business minutes to the first answer' }),
    solution: Type.Integer({ minimum: 5, maximum: 60 * 1000, description: 'Business minutes to the solution' })
  },
  { additionalProperties: false }
)
const ByPriority = Type.Object(
  Object.fromEntries(ticketPriorities.map(priority => [priority, Target])) as Record<
    (typeof ticketPriorities)[number],
    typeof Target
  >,
  { additionalProperties: false }
)

/** The hours that count, and the targets by plan and priority. National holidays never count. */
export const TicketRules = Type.Object(
  {
    hours: Type.Object(
      {
        days: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
          minItems: 1,
          maxItems: 7,
          uniqueItems: true,
          description: 'Sunday is 0'
        }),
        from: Clock,
        to: Clock,
        closed: Type.Array(Type.String({ format: 'date' }), {
          maxItems: 200,
          uniqueItems: true,
          description: 'Further days that do not count'
        })
      },
      { additionalProperties: false }
    ),
    targets: Type.Object(
      Object.fromEntries(planKeys.map(plan => [plan, ByPriority])) as Record<
        (typeof planKeys)[number],
        typeof ByPriority
      >,
      { additionalProperties: false }
    )
  },
  { additionalProperties: false }
)
export type TicketRules = Static<typeof TicketRules>
