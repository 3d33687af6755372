import { type Static, Type } from '@sinclair/typebox'
import { channelKinds } from '../channels/rules.ts'
import { idPattern } from '../core/rules.ts'
import { Id, JsonObject, Nullable, oneOf, Time } from '../core/schema.ts'
import { leadStatuses } from '../leads/rules.ts'
import { conversationStatuses, directions, messageKinds, messageStatuses } from './rules.ts'

export const Conversation = Type.Object({
  id: Id,
  channel: oneOf(channelKinds),
  leadId: Id,
  leadStatus: oneOf(leadStatuses),
  name: Type.String({ description: "The lead's name" }),
  contact: Type.String({ description: 'To whom messages go: a number, @name or an id' }),
  status: oneOf(conversationStatuses),
  snoozedUntil: Nullable(Time),
  assigneeId: Nullable(Id),
  assigneeName: Nullable(Type.String()),
  labels: Type.Array(Type.String()),
  unread: Type.Integer(),
  waitingSince: Nullable(Time),
  lastMessageAt: Time,
  lastText: Nullable(Type.String()),
  lastKind: Nullable(oneOf(messageKinds)),
  lastDirection: Nullable(oneOf(directions)),
  windowEndsAt: Nullable(Time),
  version: Type.Integer()
})
export type Conversation = Static<typeof Conversation>

export const conversationFolders = ['all', 'mine', 'unassigned', 'unread'] as const
export type ConversationFolder = (typeof conversationFolders)[number]

/** The filter of the list. `q` is searched in names, numbers, @names and words. */
export const ConversationFilter = Type.Object(
  {
    folder: Type.Optional(Type.Union(conversationFolders.map(folder => Type.Literal(folder)))),
    status: Type.Optional(Type.Union(conversationStatuses.map(status => Type.Literal(status)))),
    channel: Type.Optional(Type.Union(channelKinds.map(kind => Type.Literal(kind)))),
    label: Type.Optional(Type.String({ maxLength: 40 })),
    leadId: Type.Optional(Type.String({ pattern: idPattern })),
    q: Type.Optional(Type.String({ maxLength: 100 }))
  },
  { additionalProperties: false }
)
export type ConversationFilter = Static<typeof ConversationFilter>

export const ConversationChange = Type.Object(
  {
    status: Type.Optional(oneOf(conversationStatuses)),
    assigneeId: Type.Optional(Nullable(Id)),
    snoozedUntil: Type.Optional(Nullable(Time)),
    labels: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' }), { maxItems: 20, uniqueItems: true })
    ),
    /** True marks everything as read, false the last message as unread. */
    read: Type.Optional(Type.Boolean())
  },
  { additionalProperties: false }
)
export type ConversationChange = Static<typeof ConversationChange>

export const Reaction = Type.Object({ direction: oneOf(directions), emoji: Type.String() })

export const Message = Type.Object({
  id: Id,
  direction: oneOf(directions),
  kind: oneOf(messageKinds),
  text: Nullable(Type.String()),
  data: JsonObject({ description: 'What else belongs to the kind: place, phones, payload, referral' }),
  status: Nullable(oneOf(messageStatuses)),
  failure: Nullable(Type.String()),
  failureCode: Nullable(Type.Integer()),
  createdAt: Time,
  author: Nullable(Type.String()),
  replyTo: Nullable(
    Type.Object({ id: Nullable(Id), text: Nullable(Type.String()), kind: Nullable(oneOf(messageKinds)) })
  ),
  reactions: Type.Array(Reaction),
  editedAt: Nullable(Time),
  deletedAt: Nullable(Time),
  file: Nullable(
    Type.Object({
      state: oneOf(['waiting', 'kept', 'refused', 'gone'] as const),
      name: Nullable(Type.String()),
      type: Nullable(Type.String())
    })
  )
})
export type Message = Static<typeof Message>

/** Messages are read backwards: those before the one named. */
export const MessagesQuery = Type.Object(
  { before: Type.Optional(Id), limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-9]\\d|100)$' })) },
  { additionalProperties: false }
)

export const NewMessage = Type.Object(
  {
    kind: Type.Optional(oneOf(['text'] as const)),
    text: Type.String({ minLength: 1, maxLength: 4096, pattern: '\\S' }),
    replyTo: Type.Optional(Id)
  },
  { additionalProperties: false }
)
export type NewMessage = Static<typeof NewMessage>

export const NewNote = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 4000, pattern: '\\S' }) },
  { additionalProperties: false }
)

export const ConversationCounts = Type.Object({
  unread: Type.Integer(),
  mine: Type.Integer(),
  unassigned: Type.Integer(),
  capped: Type.Boolean({ description: 'True where there are more than are counted' })
})
export type ConversationCounts = Static<typeof ConversationCounts>

export const Presence = Type.Object({ typing: Type.Boolean() }, { additionalProperties: false })
