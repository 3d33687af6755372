import { type Static, Type } from '@sinclair/typebox'
import { Clock, Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { channelKinds, channelProblems, channelStates } from './rules.ts'

const BusinessHours = Type.Array(
  Type.Object(
    { day: Type.Integer({ minimum: 0, maximum: 6 }), from: Clock, to: Clock },
    { additionalProperties: false }
  ),
  { maxItems: 21 }
)

/** Secrets can be set but not read: the API shows whether there is one, and the end of the token. */
export const ChannelSettings = Type.Object({
  id: Nullable(Id),
  kind: oneOf(channelKinds),
  state: oneOf(channelStates),
  active: Type.Boolean(),
  account: Nullable(Type.String()),
  address: Nullable(Type.String({ description: 'The number or @name that customers know' })),
  name: Nullable(Type.String()),
  token: Nullable(Type.String({ description: 'Its end alone; the token is never read' })),
  tokenExpiresAt: Nullable(Time),
  appSecretSet: Type.Boolean(),
  verifyToken: Nullable(Type.String({ description: 'For those who may configure the channel' })),
  callbackUrl: Type.String(),
  businessHours: Nullable(BusinessHours),
  awayMessage: Nullable(Type.String()),
  confirmsReading: Type.Boolean({ description: 'Whether customers see that they were read' }),
  demo: Type.Boolean({ description: 'Whether the channel speaks to the demonstration instead of its provider' }),
  problem: Nullable(oneOf(channelProblems)),
  problemText: Nullable(Type.String()),
  problemAt: Nullable(Time),
  quality: Nullable(Type.String()),
  messagingLimit: Nullable(Type.String()),
  throughput: Nullable(Type.String()),
  checkedAt: Nullable(Time),
  checkError: Nullable(Type.String()),
  verifiedAt: Nullable(Time),
  receivedAt: Nullable(Time),
  forged: Type.Integer(),
  forgedAt: Nullable(Time)
})
export type ChannelSettings = Static<typeof ChannelSettings>

/** How a provider names an account. */
export const Account = Type.String({ pattern: '^\\d{5,30}$' })
const Secret = Type.String({ minLength: 8, maxLength: 1000, pattern: '^[\\x21-\\x7e]+$' })

/** The settings of every channel. A missing property stays; null takes a value away. */
export const commonChanges = {
  token: Type.Optional(Secret),
  appSecret: Type.Optional(Nullable(Secret)),
  verifyToken: Type.Optional(Type.String({ minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' })),
  businessHours: Type.Optional(Nullable(BusinessHours)),
  awayMessage: Type.Optional(Nullable(Type.String({ maxLength: 1000 })))
}

export const HoursChange = Type.Object(
  { businessHours: commonChanges.businessHours, awayMessage: commonChanges.awayMessage },
  { additionalProperties: false }
)
export type HoursChange = Static<typeof HoursChange>

export const ChannelSwitch = Type.Object({ active: Type.Boolean() }, { additionalProperties: false })

/** How deliveries of a channel were processed: what was received is what was processed and what was explained. */
export const DeliveryReport = Type.Object({
  received: Type.Integer(),
  waiting: Type.Integer({ description: 'Deliveries that are not processed yet' }),
  outcomes: Type.Record(Type.String(), Type.Integer()),
  lagSeconds: Nullable(Type.Number())
})
export type DeliveryReport = Static<typeof DeliveryReport>

/** One line of the check-up: what was looked at, how it is, and what to do. */
export const Check = Type.Object({
  name: Type.String(),
  state: oneOf(['good', 'warning', 'bad', 'unknown'] as const),
  text: Type.String(),
  mend: Nullable(Type.String())
})
export type Check = Static<typeof Check>

/** A kind of channel in all companies, for staff. Counts are of channels, unless they say otherwise. */
export const ChannelOverview = Type.Object({
  kind: oneOf(channelKinds),
  app: Type.Boolean({ description: 'Whether the installation has an app of its own' }),
  active: Type.Integer(),
  inactive: Type.Integer({ description: 'With a token, and switched off' }),
  reauthorize: Type.Integer(),
  permission: Type.Integer(),
  blocked: Type.Integer(),
  attention: Type.Integer({ description: 'Of a quality that the provider calls medium or low' }),
  expiring: Type.Integer({ description: 'Whose token ends within a week' }),
  forged: Type.Integer({ description: 'With a forged webhook within a day' }),
  receivedAt: Nullable(Time),
  lagSeconds: Nullable(Type.Number({ description: 'Age of the oldest webhook that is not processed' })),
  lateMessages: Type.Integer({ description: 'Messages that are due for two minutes; at most 1000 are counted' }),
  costGaps: Type.Integer({ description: 'Companies whose bills differ from our estimate by more than 5 %' }),
  callbackUrl: Type.String(),
  loginReturnUrl: Nullable(Type.String())
})
export type ChannelOverview = Static<typeof ChannelOverview>
