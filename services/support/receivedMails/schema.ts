import { type Static, Type } from '@sinclair/typebox'
import { mailKinds, senderProofs } from '../../core/rules.ts'
import { Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { inboundSources, mailStates } from '../../platform/inboundMail/rules.ts'

const Address = Type.Object({ name: Type.String(), address: Type.String() })

/** A mail that came in, as the list shows it. Sorted by `receivedAt`. */
export const ReceivedMail = Type.Object({
  id: Id,
  receivedAt: Time,
  from: Nullable(
    Type.Object(Address.properties, { description: 'As the mail says; `senderProof` says what proves it' })
  ),
  subject: Nullable(Type.String({ description: 'Null where the mail could not be read' })),
  source: oneOf(inboundSources),
  size: Type.Integer({ description: 'In bytes' }),
  state: oneOf(mailStates),
  kind: Nullable(oneOf(mailKinds)),
  handledBy: Nullable(Type.String({ description: 'The feature that took it' })),
  outcome: Nullable(Type.String({ description: 'The word of that feature for what became of it' })),
  senderProof: Nullable(oneOf(senderProofs)),
  ticketId: Nullable(Type.String({ description: 'The ticket that shows it' })),
  kept: Type.Boolean({ description: 'It is still stored as it came' }),
  senderBlocked: Type.Boolean({ description: 'Staff blocked its sender' }),
  open: Type.Boolean({ description: 'Nothing took it and nobody decided on it' })
})
export type ReceivedMail = Static<typeof ReceivedMail>

/** The whole mail. Only the row is known of one that is no longer stored or was too large. */
export const OpenedMail = Type.Composite([
  ReceivedMail,
  Type.Object({
    to: Type.Array(Address),
    cc: Type.Array(Address),
    replyTo: Type.Array(Address),
    text: Type.String({ description: 'Plain; of a mail that cannot be read its first 64 KB as they came' }),
    readable: Type.Boolean({ description: 'False: the text is what came, headers and all' }),
    shortened: Type.Boolean({ description: 'It goes on beyond the text' }),
    headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    files: Type.Array(
      Type.Object({
        n: Type.Integer({ description: 'Its place in the mail, from 0' }),
        name: Type.String(),
        type: Type.String(),
        size: Type.Integer({ description: 'In bytes' })
      })
    ),
    filesLeft: Type.Integer({ description: 'Files beyond those that are listed' })
  })
])
export type OpenedMail = Static<typeof OpenedMail>

export const ReceivedMailFilter = Type.Object(
  {
    state: Type.Optional(Type.Union(mailStates.map(state => Type.Literal(state)))),
    outcome: Type.Optional(Type.String({ maxLength: 60 })),
    open: Type.Optional(Type.Boolean()),
    q: Type.Optional(Type.String({ maxLength: 100, description: 'In subject and sender' }))
  },
  { additionalProperties: false }
)
export type ReceivedMailFilter = Static<typeof ReceivedMailFilter>

export const ReceivedMailCounts = Type.Object({ open: Type.Integer() })
