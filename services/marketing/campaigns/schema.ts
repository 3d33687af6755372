import { type Static, Type } from '@sinclair/typebox'
import { Email, Id, JsonObject, Nullable, oneOf, Time } from '../../core/schema.ts'
import { LeadFilterQuery } from '../../leads/leads/schema.ts'
import { TemplatePreview } from '../../messaging/templates/schema.ts'
import {
  againGroups,
  campaignLimits,
  campaignStates,
  carrierKinds,
  type exclusions,
  recipientStates,
  testHours,
  testShares,
  variants,
  waitingReasons
} from './rules.ts'

const closed = { additionalProperties: false }

const Test = {
  subject: Type.String({ maxLength: campaignLimits.subject, description: 'The other subject' }),
  share: Type.Integer({
    minimum: testShares[0],
    maximum: testShares.at(-1),
    description: 'Percent of the recipients that get each subject'
  }),
  hours: Type.Integer({
    minimum: testHours[0],
    maximum: testHours.at(-1),
    description: 'After the last of them, until the subject that more people clicked goes to the others'
  })
}

const Common = {
  name: Type.String({ minLength: 1, maxLength: campaignLimits.name, pattern: '\\S' }),
  templateId: Nullable(Id),
  filter: LeadFilterQuery,
  scheduledAt: Type.Optional(Nullable(Time)),
  quietHours: Type.Optional(Type.Boolean({ description: 'Nothing is sent between 20:00 and 8:00; true by default' }))
}

const Content = {
  ...Common,
  subject: Type.String({ maxLength: campaignLimits.subject, description: 'Empty for that of the template' }),
  test: Type.Optional(Nullable(Type.Object(Test, closed)))
}

/** By the names of a template's variables. */
export const Values = Type.Record(
  Type.String({ maxLength: 60 }),
  Type.Object(
    {
      from: Type.String({
        maxLength: 120,
        description: "name, firstName, company, text for the same for everybody, or field: and an own field's name"
      }),
      fallback: Type.String({ maxLength: 1024, description: 'For people of whom it is not known' })
    },
    closed
  ),
  { maxProperties: 100 }
)

const MessageContent = { ...Common, values: Type.Optional(Values) }
const Version = { version: Type.Integer({ minimum: 1, description: 'The one that was read' }) }

export const NewCampaign = Type.Object(Content, closed)
export type NewCampaign = Static<typeof NewCampaign>

export const CampaignChange = Type.Object({ ...Content, ...Version }, closed)
export type CampaignChange = Static<typeof CampaignChange>

export const NewMessageCampaign = Type.Object(MessageContent, closed)
export type NewMessageCampaign = Static<typeof NewMessageCampaign>

export const MessageCampaignChange = Type.Object({ ...MessageContent, ...Version }, closed)
export type MessageCampaignChange = Static<typeof MessageCampaignChange>

/** A campaign by any carrier, as it is entered. */
export type EnteredCampaign = NewCampaign & Pick<NewMessageCampaign, 'values'>

export const WritingAgain = Type.Object(
  {
    to: oneOf(againGroups, { description: 'The recipients of the campaign to whom the draft goes' }),
    subject: Type.Optional(
      Type.String({ maxLength: campaignLimits.subject, description: 'That of the campaign by default' })
    )
  },
  closed
)
export type WritingAgain = Static<typeof WritingAgain>

export const AgainCounts = Type.Array(
  Type.Object({
    to: oneOf(againGroups),
    people: Nullable(Type.Integer({ description: 'Null where clicks were not counted' })),
    twice: Type.Integer({ description: 'Those of whom nobody can say whether they have the mail already' })
  })
)
export type AgainCounts = Static<typeof AgainCounts>

const Counts = Type.Record(Type.String(), Type.Integer())

export const CampaignRow = Type.Object({
  id: Id,
  carrier: oneOf(carrierKinds),
  name: Type.String(),
  subject: Type.String(),
  state: oneOf(campaignStates),
  problem: Nullable(
    Type.String({ description: 'Why it stopped on its own, or what would keep one that is scheduled from beginning' })
  ),
  scheduledAt: Nullable(Time),
  startedAt: Nullable(Time),
  finishedAt: Nullable(Time),
  createdAt: Time,
  createdName: Nullable(Type.String()),
  pausedAt: Nullable(Time),
  pausedName: Nullable(Type.String({ description: 'Who paused it; null where it stopped on its own' })),
  waiting: Nullable(
    oneOf(waitingReasons, {
      description:
        'Why nothing is sent at the moment; turn: another campaign began before, retry: who is left was put off, limit: as many people were written to as the provider allows in 24 hours, held: the provider keeps what is left'
    })
  ),
  waitingUntil: Nullable(
    Type.Unsafe<string>({ ...Time, description: 'Of one that is paused: when it is worth another look' })
  ),
  total: Type.Integer({ description: 'Recipients, without those that were skipped' }),
  counts: Type.Unsafe<Partial<Record<(typeof recipientStates)[number], number>>>(Counts)
})
export type CampaignRow = Static<typeof CampaignRow>

const Cost = Nullable(
  Type.Object({ currency: Type.String(), micros: Type.Integer() }, { description: 'Null where no price is known' })
)

/** The ends of a campaign's messages. */
export const CampaignReport = Type.Object({
  accepted: Type.Integer(),
  delivered: Type.Integer(),
  read: Type.Integer(),
  answered: Type.Integer(),
  optOuts: Type.Integer(),
  failed: Type.Integer(),
  held: Type.Integer({ description: 'Kept by the provider: neither sent nor failed' }),
  cost: Cost
})
export type CampaignReport = Static<typeof CampaignReport>

const Tried = Type.Object({ sent: Type.Integer(), clicked: Type.Integer({ description: 'People, by all signs' }) })

export const Campaign = Type.Object({
  ...CampaignRow.properties,
  templateId: Nullable(Id),
  templateName: Nullable(Type.String()),
  filter: JsonObject({ description: 'Of leads, as it was asked for' }),
  quietHours: Type.Boolean(),
  seriesId: Nullable(Type.String({ description: 'Of a step of a series' })),
  version: Type.Integer(),
  preparedAt: Nullable(Time),
  answered: Type.Integer({ description: 'People who answered; by e-mail of those whose answers came by here' }),
  values: Nullable(Values),
  report: Nullable(CampaignReport),
  reasons: Type.Record(Type.String(), Type.Integer(), { description: 'Of those that were skipped or refused' }),
  test: Nullable(
    Type.Object({
      ...Test,
      decidesAt: Nullable(Time),
      winner: Nullable(oneOf(variants)),
      result: Type.Object({ a: Tried, b: Tried }, { description: 'Of the test alone: as it stands, or stood' })
    })
  )
})
export type Campaign = Static<typeof Campaign>

export const AudienceQuery = Type.Object(
  {
    filter: LeadFilterQuery,
    quietHours: Type.Optional(Type.Boolean({ description: 'Whether it keeps them; true by default' }))
  },
  closed
)

export const MessageAudienceQuery = Type.Object(
  {
    ...AudienceQuery.properties,
    templateId: Type.Optional(Nullable(Id))
  },
  closed
)
export type MessageAudienceQuery = Static<typeof MessageAudienceQuery>

const Plan = Type.Object({
  limit: Nullable(Type.Integer({ description: 'People who may be written to in moving 24 hours; null for no limit' })),
  used: Type.Integer(),
  days: Type.Array(Type.Object({ day: Type.String(), people: Type.Integer() }))
})

export const Audience = Type.Object({
  found: Type.Integer({ description: 'Leads that the filter matches' }),
  receive: Type.Integer(),
  excluded: Type.Unsafe<Partial<Record<(typeof exclusions)[number], number>>>(Counts),
  days: Type.Array(Type.Object({ date: Type.String(), mails: Type.Integer() }), {
    description: 'On which days so many go, sent now: a day takes as many as the plan or the sender says'
  }),
  plan: Type.Optional(Plan),
  cost: Type.Optional(Cost)
})
export type Audience = Static<typeof Audience>

export const RecipientRow = Type.Object({
  id: Id,
  leadId: Nullable(Id),
  name: Nullable(Type.String()),
  address: Nullable(Type.String()),
  state: oneOf(recipientStates),
  reason: Nullable(Type.String({ description: 'Why it was skipped or refused' })),
  answer: Nullable(Type.String({ description: "The other side's words" })),
  attempts: Type.Integer(),
  dueAt: Nullable(Time),
  sentAt: Nullable(Time),
  unsubscribedAt: Nullable(Time),
  clickedAt: Nullable(Time),
  answeredAt: Nullable(Time),
  deliveredAt: Nullable(Time),
  readAt: Nullable(Time),
  variant: Nullable(oneOf(variants, { description: 'Which subject of a test it is' }))
})
export type RecipientRow = Static<typeof RecipientRow>

export const CampaignTest = Type.Object({ to: Email }, closed)

export const MessageCampaignTest = Type.Object({ to: Type.String({ minLength: 8, maxLength: 40 }) }, closed)

export const MessagePreviewQuery = Type.Object(
  { leadId: Type.Optional(Id) },
  { ...closed, description: 'Without leadId the person is an example' }
)

export const MessagePreview = Type.Pick(TemplatePreview, ['header', 'text', 'footer', 'buttons', 'values', 'missing'])
export type MessagePreview = Static<typeof MessagePreview>

export const CampaignPreviewQuery = Type.Object(
  {
    leadId: Type.Optional(Id),
    variant: Type.Optional(oneOf(variants, { description: 'With which of two subjects; the first by default' }))
  },
  { ...closed, description: 'Without leadId the person is an example' }
)

export const CampaignClicks = Type.Object({
  counted: Type.Boolean({ description: 'False where the company did not want it counted' }),
  people: Type.Integer({ description: 'Who opened a link, by all signs' }),
  automatic: Type.Integer({ description: 'How often programs opened one' }),
  opened: Type.Integer({ description: 'Estimated: whose program loaded the picture, or who opened a link' }),
  links: Type.Array(Type.Object({ url: Type.String(), people: Type.Integer(), automatic: Type.Integer() }))
})
export type CampaignClicks = Static<typeof CampaignClicks>

/** The needs of a first campaign; `domain`: the sender's domain is proved. */
export const needKeys = ['account', 'sender', 'server', 'domain', 'identity', 'template', 'people'] as const
export type NeedKey = (typeof needKeys)[number]

export const CampaignNeed = Type.Object({ key: oneOf(needKeys), done: Type.Boolean() })
export type CampaignNeed = Static<typeof CampaignNeed>
