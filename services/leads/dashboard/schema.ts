import { type Static, Type } from '@sinclair/typebox'
import { Day, Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { leadStatuses, preferredPeriods } from '../leads/rules.ts'
import { SalesFigures } from '../sales/schema.ts'

const Figure = Type.Object({ now: Nullable(Type.Number()), before: Nullable(Type.Number()) })

const Values = { openCents: Type.Integer(), wonCents: Type.Integer() }

/** The values of the leads of the period: of open ones, and of those that were won. */
const ValueFigures = Type.Object({
  ...Values,
  daysToWin: Nullable(Type.Number({ description: 'From arrival to the sale, on average' })),
  owners: Type.Array(Type.Object({ ownerId: Nullable(Id), name: Nullable(Type.String()), ...Values })),
  sources: Type.Array(Type.Object({ source: Type.String(), ...Values }))
})
export type ValueFigures = Static<typeof ValueFigures>

/** Leads received in a period, in their current state; `before` is the period of the same length before it. */
export const Figures = Type.Object({
  any: Type.Boolean({ description: 'Whether the company has any lead, of whichever time' }),
  from: Day,
  to: Day,
  received: Figure,
  contacted: Figure,
  scheduled: Figure,
  converted: Figure,
  conversion: Figure,
  firstContactMinutes: Figure,
  days: Type.Array(
    Type.Object({
      day: Day,
      received: Type.Integer(),
      converted: Type.Integer(),
      before: Type.Integer({ description: 'Received on the day of the same place in the period before' })
    })
  ),
  steps: Type.Array(
    Type.Object({
      step: oneOf(['received', 'contacted', 'scheduled', 'converted']),
      count: Type.Integer(),
      skipped: Type.Integer({ description: 'Of these, how many were never at the step before' })
    }),
    { description: 'How many of those received ever came to each step, also where they were lost later' }
  ),
  funnel: Type.Array(
    Type.Object({
      status: oneOf(leadStatuses),
      count: Type.Integer(),
      averageDays: Nullable(Type.Number({ description: 'How long its leads have been in it' })),
      valueCents: Nullable(Type.Integer())
    })
  ),
  sources: Type.Array(
    Type.Object({
      source: Type.String(),
      campaign: Type.String(),
      received: Type.Integer(),
      converted: Type.Integer()
    })
  ),
  lost: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() })),
  values: Nullable(ValueFigures),
  sales: SalesFigures,
  owners: Type.Array(
    Type.Object({
      ownerId: Nullable(Id),
      name: Nullable(Type.String()),
      received: Type.Integer(),
      converted: Type.Integer(),
      firstContactMinutes: Nullable(Type.Number())
    })
  )
})
export type Figures = Static<typeof Figures>

export const QueueItem = Type.Object({
  leadId: Id,
  name: Type.String(),
  words: Nullable(Type.String({ description: 'How what they wrote begins' })),
  phone: Nullable(Type.String()),
  email: Nullable(Type.String()),
  status: oneOf(leadStatuses),
  source: Type.String(),
  ownerName: Nullable(Type.String()),
  why: oneOf(['message', 'promise', 'task', 'waiting']),
  /** For a message, the moment since which the person waits. */
  dueAt: Nullable(Time),
  late: Type.Boolean(),
  period: Nullable(oneOf(preferredPeriods)),
  task: Nullable(Type.Object({ id: Id, title: Type.String() })),
  conversation: Nullable(Type.Object({ id: Id, channel: Type.String({ description: 'The kind of its channel' }) })),
  receivedAt: Time
})
export type QueueItem = Static<typeof QueueItem>

/** The leads to contact now: by message, then by promised time, then tasks, then waiting time. */
export const Queue = Type.Object({
  items: Type.Array(QueueItem),
  promisedToday: Type.Integer({ description: 'Asked for a contact today' }),
  keptToday: Type.Integer({ description: 'Of these, reached since' }),
  waitingLong: Type.Integer({
    description: 'New and without contact for longer than a week; beyond 1,000 only that there are more, as 1,001'
  }),
  total: Type.Integer({ description: 'Of whom the items are the first; at most 100 of each kind are looked at' })
})
export type Queue = Static<typeof Queue>

export const FirstSteps = Type.Object({
  form: Type.Boolean({ description: 'The form was opened by somebody or has received a lead' }),
  import: Type.Boolean(),
  team: Type.Boolean(),
  answer: Type.Boolean()
})
export type FirstSteps = Static<typeof FirstSteps>

/** The name of a block, which the browser's features declare. */
const Block = Type.String({ pattern: '^[a-z][a-zA-Z]*$', maxLength: 30 })

export const DashboardSettings = Type.Object(
  {
    hidden: Type.Array(Block, { maxItems: 40 }),
    blocks: Type.Array(Block, {
      maxItems: 40,
      uniqueItems: true,
      description: 'In the order of the person; those left out follow'
    })
  },
  { additionalProperties: false }
)
export type DashboardSettings = Static<typeof DashboardSettings>
