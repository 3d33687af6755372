import { type Static, type TInteger, Type } from '@sinclair/typebox'
import { idPattern } from '../../core/rules.ts'
import { Id, JsonObject, Nullable, oneOf, Time } from '../../core/schema.ts'
import { fileKinds, longestCaption } from '../../platform/files/attachments/rules.ts'
import { type ChannelKind, channelKinds } from '../channels/rules.ts'
import { TemplateValues } from '../templates/schema.ts'
import { choiceLimits, conversationStatuses, directions, mediaStates, messageKinds, messageStatuses } from './rules.ts'

export const Conversation = Type.Object({
  id: Id,
  channel: oneOf(channelKinds),
  leadId: Id,
  leadStatus: Type.String({ description: 'The key of the lead’s step' }),
  name: Type.String({ description: "The lead's name" }),
  contact: Type.String({ description: 'To whom messages go: a number, @name or an id' }),
  picture: Nullable(Type.String({ description: "The person's picture: where a page gets it, for an hour or two" })),
  status: oneOf(conversationStatuses),
  snoozedUntil: Nullable(Time),
  assigneeId: Nullable(Id),
  assigneeName: Nullable(Type.String()),
  tags: Type.Array(Id, { description: 'Of the lead' }),
  unread: Type.Integer(),
  waitingSince: Nullable(Time),
  lastMessageAt: Time,
  lastText: Nullable(Type.String()),
  lastKind: Nullable(oneOf(messageKinds)),
  lastDirection: Nullable(oneOf(directions)),
  windowEndsAt: Nullable(Time),
  freeUntil: Nullable(Time),
  blockedAt: Nullable(Time),
  version: Type.Integer(),
  match: Type.Optional(
    Type.Object(
      {
        messageId: Id,
        direction: oneOf(directions),
        createdAt: Time,
        line: Type.Array(Type.Object({ text: Type.String(), marked: Type.Boolean() }))
      },
      { description: 'In a search for words: the newest message that has them, with a line of it' }
    )
  )
})
export type Conversation = Static<typeof Conversation>

const conversationFolders = ['all', 'mine', 'unassigned', 'unread'] as const
export type ConversationFolder = (typeof conversationFolders)[number]

/** The filter of the list. `q` is searched in names, numbers, @names and words. */
export const ConversationFilter = Type.Object(
  {
    folder: Type.Optional(Type.Union(conversationFolders.map(folder => Type.Literal(folder)))),
    status: Type.Optional(Type.Union(conversationStatuses.map(status => Type.Literal(status)))),
    channel: Type.Optional(Type.Union(channelKinds.map(kind => Type.Literal(kind)))),
    tag: Type.Optional(Type.String({ pattern: idPattern })),
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
    /** Another lead, to whom the conversation belongs from now on. */
    leadId: Type.Optional(Id),
    snoozedUntil: Type.Optional(Nullable(Time)),
    /** True marks everything as read, false the last message as unread. */
    read: Type.Optional(Type.Boolean())
  },
  { additionalProperties: false }
)
export type ConversationChange = Static<typeof ConversationChange>

export const Reaction = Type.Object({
  direction: oneOf(directions),
  emoji: Nullable(Type.String({ description: 'Null where it was taken back, and the channel did not take that' })),
  failure: Nullable(Type.String())
})

export const NewReaction = Type.Object(
  { emoji: Nullable(Type.String({ minLength: 1, maxLength: 40 })) },
  { additionalProperties: false }
)

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
      state: oneOf(mediaStates),
      reason: Nullable(Type.String({ description: 'Why it was refused or blocked' })),
      name: Nullable(Type.String()),
      type: Nullable(Type.String()),
      size: Nullable(Type.Integer()),
      url: Nullable(Type.String({ description: 'Where a player gets it without a token, for an hour or two' }))
    })
  )
})
export type Message = Static<typeof Message>

export const MessageParams = Type.Object({ id: Id, messageId: Id }, { additionalProperties: false })

/** Messages are read backwards: those before the one named. */
export const MessagesQuery = Type.Object(
  { before: Type.Optional(Id), limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-9]\\d|100)$' })) },
  { additionalProperties: false }
)

const Words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })

export const ChoiceList = Type.Object(
  {
    button: Words(choiceLimits.button),
    rows: Type.Array(
      Type.Object(
        { title: Words(choiceLimits.row), description: Type.Optional(Words(choiceLimits.description)) },
        { additionalProperties: false }
      ),
      { minItems: 1, maxItems: choiceLimits.rows }
    )
  },
  { additionalProperties: false }
)
export type ChoiceList = Static<typeof ChoiceList>

/** A place in degrees, and what people call it. */
export const Place = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    name: Type.Optional(Words(100)),
    address: Type.Optional(Words(300))
  },
  { additionalProperties: false }
)
export type Place = Static<typeof Place>

/** A text, a file with a caption, a place, a text with buttons or a list to choose from, or a template with values. */
export const NewMessage = Type.Object(
  {
    kind: Type.Optional(oneOf(['text', 'interactive', 'location', 'template', ...fileKinds] as const)),
    text: Type.Optional(Words(4096)),
    fileId: Type.Optional(Id),
    caption: Type.Optional(Words(longestCaption)),
    buttons: Type.Optional(Type.Array(Words(choiceLimits.button), { minItems: 1, maxItems: choiceLimits.buttons })),
    list: Type.Optional(ChoiceList),
    place: Type.Optional(Place),
    voice: Type.Optional(Type.Boolean({ description: 'Of an audio: that it was spoken for this conversation' })),
    templateId: Type.Optional(Id),
    values: Type.Optional(TemplateValues),
    replyTo: Type.Optional(Id)
  },
  { additionalProperties: false }
)
export type NewMessage = Static<typeof NewMessage>

/** The first message to a lead, by a template. */
export const NewConversation = Type.Object(
  { channel: oneOf(channelKinds), leadId: Id, templateId: Id, values: Type.Optional(TemplateValues) },
  { additionalProperties: false }
)
export type NewConversation = Static<typeof NewConversation>

/** A file that waits to be sent. */
export const Attachment = Type.Object({
  fileId: Id,
  kind: oneOf(fileKinds),
  type: Type.String(),
  name: Type.String(),
  size: Type.Integer()
})
export type Attachment = Static<typeof Attachment>

export const NewNote = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 4000, pattern: '\\S' }) },
  { additionalProperties: false }
)

/** Unread open conversations by channel; beyond 99 only that there are more, as 100. */
export const ConversationCounts = Type.Object(
  Object.fromEntries(channelKinds.map(kind => [kind, Type.Integer()])) as Record<ChannelKind, TInteger>
)
export type ConversationCounts = Static<typeof ConversationCounts>

export const Presence = Type.Object({ typing: Type.Boolean() }, { additionalProperties: false })

export const NewQuickReply = Type.Object(
  {
    shortcut: Type.String({
      minLength: 1,
      maxLength: 30,
      pattern: '^[\\p{L}\\d_-]+$',
      description: 'What is typed after a slash'
    }),
    text: Words(4096),
    own: Type.Optional(Type.Boolean({ description: 'Offered to its writer alone, not to the whole company' }))
  },
  { additionalProperties: false }
)
export type NewQuickReply = Static<typeof NewQuickReply>

export const QuickReply = Type.Object({ id: Id, shortcut: Type.String(), text: Type.String(), own: Type.Boolean() })
export type QuickReply = Static<typeof QuickReply>
