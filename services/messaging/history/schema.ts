import { type Static, Type } from '@sinclair/typebox'
import { Day, Nullable, oneOf, Time } from '../../core/schema.ts'

/** Which of the people whose messages are kept aside are meant: by the day of their last message, and by an answer. */
export const PastChoice = Type.Object(
  {
    from: Type.Optional(Day),
    to: Type.Optional(Day),
    answered: Type.Optional(Type.Boolean({ description: 'Only people whom the company answered' }))
  },
  { additionalProperties: false }
)
export type PastChoice = Static<typeof PastChoice>

/** The same as an address has it. */
export const PastQuery = Type.Object(
  { ...PastChoice.properties, answered: Type.Optional(oneOf(['true', 'false'])) },
  { additionalProperties: false }
)

export const Past = Type.Object({
  phase: Nullable(Type.Integer({ description: 'What WhatsApp sends now: 0 the last day, 1 three months, 2 the rest' })),
  progress: Nullable(Type.Integer({ description: 'Percent of the phase' })),
  receivedAt: Nullable(Time),
  people: Type.Integer({ description: 'People of whom messages are kept aside, as they are no leads' }),
  messages: Type.Integer({ description: 'Their messages' }),
  chosen: Type.Integer({ description: 'Those of the people who are meant by the query' }),
  keptDays: Type.Integer({ description: 'After as many days messages that nobody brought in are deleted' })
})
export type Past = Static<typeof Past>
