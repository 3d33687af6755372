import { type Static, Type } from '@sinclair/typebox'
import { appointmentChannels } from '../../calendar/appointments/rules.ts'
import { Failure, Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { taskKinds } from '../../leads/leads/rules.ts'
import { contactSubjects } from '../../support/contact/rules.ts'
import { ticketCategories, ticketPriorities } from '../../support/tickets/rules.ts'
import { actionKinds, cardStates, chatAudiences, chatLimits } from './rules.ts'

const SessionId = Type.String({ pattern: '^[0-9A-Za-z_-]{8,64}$', description: 'Made by the browser or the server' })

export const ChatQuestion = Type.Object(
  {
    message: Type.String({ minLength: 1, maxLength: chatLimits.message, pattern: '\\S' }),
    context: Type.Optional(
      Type.Array(
        Type.Object(
          { role: oneOf(['assistant', 'user']), content: Type.String({ maxLength: 20_000 }) },
          { additionalProperties: false }
        ),
        { maxItems: chatLimits.context, description: 'Taken for compatibility: the server keeps its own history' }
      )
    ),
    sessionId: Type.Optional(SessionId),
    leadId: Type.Optional({ ...Id, description: 'The lead whose page is open: "this lead"' }),
    key: Type.Optional(
      Type.String({ minLength: 8, maxLength: 100, description: 'The same key gets the same message and answer' })
    )
  },
  { additionalProperties: false }
)
export type ChatQuestion = Static<typeof ChatQuestion>

/** The input of an action; `about` and `before` describe the lead on its card. */
export const ActionParams = Type.Partial(
  Type.Object({
    title: Type.String(),
    dueAt: Time,
    taskKind: oneOf(taskKinds),
    text: Type.String(),
    status: Type.String(),
    statusName: Type.String(),
    lostReason: Type.String(),
    ownerId: Id,
    ownerName: Type.String(),
    start: Time,
    end: Time,
    serviceId: Id,
    channel: oneOf(appointmentChannels),
    location: Type.String(),
    note: Type.String(),
    category: oneOf(ticketCategories),
    priority: oneOf(ticketPriorities),
    about: Type.String(),
    before: Type.String()
  })
)
export type ActionParams = Static<typeof ActionParams>

/** A proposed action. Nothing is done before it is confirmed. */
export const ChatCard = Type.Object({
  id: Id,
  kind: oneOf(actionKinds),
  state: oneOf(cardStates),
  title: Type.String({ description: 'What is proposed, in one line' }),
  about: Nullable(Type.String({ description: 'What distinguishes the lead from others' })),
  lines: Type.Array(Type.String()),
  leadId: Nullable(Id),
  options: Type.Array(Type.Object({ id: Id, name: Type.String(), about: Type.String() }), {
    description: 'The leads that may be meant, while one is to be chosen'
  }),
  outcome: Nullable(Type.String({ description: 'What came of it, in words' }))
})
export type ChatCard = Static<typeof ChatCard>

/** The conversation of the card. */
export const CardAnswer = Type.Object({ sessionId: SessionId }, { additionalProperties: false })
export const CardChoice = Type.Object({ sessionId: SessionId, leadId: Id }, { additionalProperties: false })

export const ChatAnswer = Type.Object({
  response: Type.String(),
  notice: Nullable(Type.String({ description: 'Why the answer is not whole' })),
  sessionId: Type.String({ description: 'Another one where the given one is somebody else’s' }),
  messageId: Id,
  sources: Type.Array(Type.Object({ id: Id, title: Type.String() }), { description: 'Articles the answer rests on' }),
  cards: Type.Array(ChatCard, { description: 'What is done once the person confirms it' })
})
export type ChatAnswer = Static<typeof ChatAnswer>

/** An article as it is shown in the place of an answer. */
export const Passage = Type.Object({ id: Id, title: Type.String(), body: Type.String() })
export type Passage = Static<typeof Passage>

/** Why there is no answer, with what the knowledge base has on the question instead. */
export const ChatFailure = Type.Object({
  ...Failure.properties,
  articles: Type.Optional(Type.Array(Passage, { description: 'Up to three that may answer it' }))
})

/** Events of `POST /api/chat/stream` (text/event-stream): the event's name, and its data as JSON. */
export type ChatEvent =
  | { event: 'session'; data: { sessionId: string } }
  | { event: 'delta'; data: { text: string } }
  | { event: 'done'; data: ChatAnswer }
  | { event: 'failure'; data: { status: number; message: string; articles?: Passage[] } }

export const ChatHistoryQuery = Type.Object(
  {
    limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|1\\d\\d|200)$', description: '1 to 200' })),
    offset: Type.Optional(Type.String({ pattern: '^\\d{1,5}$' })),
    sessionId: Type.Optional(SessionId)
  },
  { additionalProperties: false }
)

/** One exchange: the question in `message`, the answer in `response`. */
export const ChatHistoryItem = Type.Object({
  id: Id,
  sessionId: Type.String(),
  timestamp: Time,
  message: Type.String(),
  response: Nullable(Type.String()),
  notice: Nullable(Type.String()),
  isBot: Type.Boolean(),
  feedback: Nullable(oneOf(['up', 'down'])),
  cards: Type.Array(ChatCard)
})
export type ChatHistoryItem = Static<typeof ChatHistoryItem>

export const ChatHistory = Type.Object({ data: Type.Array(ChatHistoryItem) })

export const ChatFeedback = Type.Object({ feedback: Nullable(oneOf(['up', 'down'])) }, { additionalProperties: false })

/** The content of the widget before the first question; public. */
export const ChatInfo = Type.Object({
  name: Type.String(),
  greeting: Type.String(),
  questions: Type.Array(Type.String(), { description: 'Five' })
})
export type ChatInfo = Static<typeof ChatInfo>

export const ChatSessionParams = Type.Object({ sessionId: SessionId }, { additionalProperties: false })

/** A request to speak with a person of the team, with a message. */
export const PersonRequest = Type.Object(
  {
    sessionId: SessionId,
    contact: Type.Optional(
      Type.Object(
        {
          name: Type.String({ maxLength: 200 }),
          email: Type.String({ maxLength: 254 }),
          phone: Type.String({ maxLength: 40 })
        },
        { additionalProperties: false, description: 'Required for a visitor, who is anonymous' }
      )
    )
  },
  { additionalProperties: false }
)
export type PersonRequest = Static<typeof PersonRequest>
export const PersonAnswer = Type.Object({ message: Type.String() })

/** A client's message to the team, without the assistant. */
export const SupportRequest = Type.Object(
  { subject: oneOf(contactSubjects), message: Type.String({ minLength: 1, maxLength: 5000 }) },
  { additionalProperties: false }
)
export type SupportRequest = Static<typeof SupportRequest>

export const ArticleData = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    body: Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S' }),
    audiences: Type.Array(oneOf(chatAudiences), { minItems: 1, maxItems: 3, uniqueItems: true }),
    active: Type.Boolean()
  },
  { additionalProperties: false }
)
export type ArticleData = Static<typeof ArticleData>

/** A text that the assistant answers from and cites. */
export const Article = Type.Object({
  id: Id,
  ...ArticleData.properties,
  createdAt: Time,
  updatedAt: Time
})
export type Article = Static<typeof Article>
