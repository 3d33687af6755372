import { type Static, Type } from '@sinclair/typebox'
import { contactChannels } from '../../account/activities/rules.ts'
import { emailLength } from '../../core/rules.ts'
import { Day, Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { refusals, requestKinds, requestStatuses } from '../privacy/rules.ts'

const closed = { additionalProperties: false }

export const ClientQuery = Type.Object({ client: Type.String({ minLength: 1, maxLength: 40 }) }, closed)
export const NamedCompany = Type.Object({ id: Id, name: Type.String() })

export const AskLink = Type.Object(
  {
    client: Type.String({ minLength: 1, maxLength: 40 }),
    contact: Type.String({ minLength: 1, maxLength: emailLength, description: 'E-mail or phone' })
  },
  closed
)

export const OpenLink = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) }, closed)
export const Opened = Type.Object({ session: Type.String(), until: Time })

const Fact = Type.Object({ label: Type.String(), value: Type.String() })

const PersonConsent = Type.Object({
  id: Id,
  decidedAt: Time,
  channels: Type.Array(oneOf(contactChannels)),
  granted: Type.Boolean(),
  text: Type.String({ description: 'The exact sentence that was shown; empty where there was none' }),
  source: Type.String()
})

const PersonSubmission = Type.Object({
  id: Id,
  protocol: Type.String(),
  receivedAt: Time,
  source: Type.String(),
  answers: Type.Array(Fact)
})

const PersonLead = Type.Object({
  id: Id,
  name: Type.String(),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  cnpj: Nullable(Type.String()),
  company: Nullable(Type.String()),
  message: Nullable(Type.String()),
  status: Type.String(),
  source: Type.String(),
  receivedAt: Time,
  preferredDate: Nullable(Day),
  answers: Type.Array(Fact),
  origin: Type.Array(Fact),
  score: Nullable(Type.Object({ value: Type.Integer(), reasons: Type.Array(Type.String()) })),
  submissions: Type.Array(PersonSubmission),
  consents: Type.Array(PersonConsent),
  contacts: Type.Array(Type.Object({ at: Time, what: Type.String() })),
  appointments: Type.Array(
    Type.Object(
      { at: Time, title: Type.String(), facts: Type.Array(Fact) },
      { description: 'With what was said at booking' }
    )
  ),
  partial: Type.Boolean({ description: 'More is kept here, which came with another e-mail' })
})

const PersonRequest = Type.Object({
  id: Id,
  kind: oneOf(requestKinds),
  status: oneOf(requestStatuses),
  receivedAt: Time,
  dueAt: Time,
  answeredAt: Nullable(Time),
  refusal: Nullable(oneOf(refusals)),
  answer: Type.String()
})

/** All data that a company keeps about the reader, without its team's notes about them. */
export const PersonData = Type.Object({
  company: Type.Object({
    id: Id,
    name: Type.String(),
    email: Nullable(Type.String()),
    phone: Nullable(Type.String())
  }),
  until: Time,
  leads: Type.Array(PersonLead),
  channels: Type.Array(Type.Object({ channel: oneOf(contactChannels), granted: Nullable(Type.Boolean()) })),
  purposes: Type.Array(Type.String()),
  recipients: Type.Array(Type.String()),
  requests: Type.Array(PersonRequest)
})
export type PersonData = Static<typeof PersonData>

export const Withdrawal = Type.Object({ channel: oneOf(contactChannels) }, closed)

/** The reader's request to the company. */
export const PersonAsks = Type.Object(
  {
    kind: oneOf(['correction', 'erasure', 'objection']),
    details: Type.Optional(Type.String({ maxLength: 2000 })),
    proposal: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(Type.String({ maxLength: 200 })),
          email: Type.Optional(Type.String({ maxLength: emailLength })),
          phone: Type.Optional(Type.String({ maxLength: 40 })),
          company: Type.Optional(Type.String({ maxLength: 200 }))
        },
        closed
      )
    )
  },
  closed
)
export type PersonAsks = Static<typeof PersonAsks>
