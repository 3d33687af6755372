import { type Static, Type } from '@sinclair/typebox'
import { Email, Nullable, oneOf, Time } from '../../core/schema.ts'
import { answerWays, paceBounds, recordKinds, recordProblems, recordStates, testOutcomes, tlsModes } from './rules.ts'

export const DnsRecord = Type.Object({
  kind: oneOf(recordKinds),
  name: Type.String({ description: 'The whole name, without a dot at its end' }),
  value: Nullable(
    Type.String({
      description:
        'What to enter, merged with what was found where that is to be kept; null where only the company knows'
    })
  ),
  strings: Type.Array(Type.String(), { description: 'The value in strings of at most 255 bytes' }),
  state: oneOf(recordStates),
  problem: Nullable(oneOf(recordProblems)),
  found: Type.Array(Type.String(), { description: 'What DNS answered, cut to a bound' }),
  checkedAt: Nullable(Time)
})
export type DnsRecord = Static<typeof DnsRecord>

const pace = (maximum: number) => Nullable(Type.Integer({ minimum: 1, maximum }))
const Pace = Type.Object(
  {
    perSecond: pace(paceBounds.perSecond),
    perHour: pace(paceBounds.perHour),
    perDay: pace(paceBounds.perDay)
  },
  { additionalProperties: false }
)

const server = {
  host: Type.String({ minLength: 1, maxLength: 253 }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  tls: oneOf(tlsModes),
  user: Nullable(Type.String({ maxLength: 254, pattern: '^[^\\x00-\\x1f\\x7f]+$' })),
  spfInclude: Nullable(
    Type.String({ maxLength: 200, description: "What the server's provider has its customers include in SPF" })
  )
}

export const Sender = Type.Object({
  name: Type.String(),
  address: Type.String({ description: 'Its domain in A-labels' }),
  domain: Type.String(),
  zone: Type.String({ description: 'The registered domain, at which its records are entered' }),
  replyTo: Nullable(Type.String()),
  proved: Type.Boolean({ description: 'Whether it may write to others than the own people' }),
  provedAt: Nullable(Time),
  checkedAt: Nullable(Time),
  smtp: Nullable(Type.Object({ ...server, passwordSet: Type.Boolean() })),
  pace: Pace,
  tracking: Type.Boolean({ description: 'Whether clicks and openings are counted' }),
  takesAnswers: Type.Boolean({
    description: 'Whether answers come through the installation, where it can take them, and are passed on'
  }),
  renewing: Type.Boolean({ description: 'Whether the record of a new key is awaited' }),
  bounces: Type.String({ description: 'Where refused mails come back to' }),
  records: Type.Array(DnsRecord)
})
export type Sender = Static<typeof Sender>

export const SenderSettings = Type.Object({
  sender: Nullable(Sender),
  installationSends: Type.Boolean({ description: 'Whether the installation has a mail server' }),
  answers: oneOf(answerWays, { description: "Where people's answers go" })
})
export type SenderSettings = Static<typeof SenderSettings>

/** The whole sender. A password that is not given stays, for the same server and user alone. */
export const SenderConfig = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    address: Email,
    replyTo: Nullable(Email),
    smtp: Nullable(
      Type.Object(
        {
          ...server,
          password: Type.Optional(Type.String({ minLength: 1, maxLength: 500, pattern: '^[^\\x00\\r\\n]+$' }))
        },
        { additionalProperties: false }
      )
    ),
    pace: Pace,
    tracking: Type.Optional(
      Type.Boolean({ description: 'Whether clicks and openings are counted; as it was where it is not given' })
    ),
    takesAnswers: Type.Optional(
      Type.Boolean({ description: 'Whether answers come through the installation; as it was where it is not given' })
    )
  },
  { additionalProperties: false }
)
export type SenderConfig = Static<typeof SenderConfig>

export const SenderTest = Type.Object({ to: Email }, { additionalProperties: false })

export const SenderTestResult = Type.Object({
  outcome: oneOf(testOutcomes),
  answer: Nullable(
    Type.String({
      description: "The other side's answer, word for word; where it gave none, what failed in technical terms"
    })
  )
})
export type SenderTestResult = Static<typeof SenderTestResult>
