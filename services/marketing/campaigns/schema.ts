import { type Static, Type } from '@sinclair/typebox'
import { Email, Id, JsonObject, Nullable, oneOf, Time } from '../../core/schema.ts'
import { LeadFilterQuery } from '../../leads/leads/schema.ts'
import {
  againGroups,
  campaignLimits,
  campaignStates,
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

const Content = {
  name: Type.String({ minLength: 1, maxLength: campaignLimits.name, pattern: '\\S' }),
  subject: Type.String({ maxLength: campaignLimits.subject, description: 'Empty for that of the template' }),
  templateId: Nullable(Id),
  filter: LeadFilterQuery,
  scheduledAt: Type.Optional(Nullable(Time)),
  quietHours: Type.Optional(Type.Boolean({ description: 'Nothing is sent between 20:00 and 8:00; true by default' })),
  test: Type.Optional(Nullable(Type.Object(Test, closed)))
}

export const NewCampaign = Type.Object(Content, closed)
export type NewCampaign = Static<typeof NewCampaign>

export const CampaignChange = Type.Object(
  { ...Content, version: Type.Integer({ minimum: 1, description: 'The one that was read' }) },
  closed
)
export type CampaignChange = Static<typeof CampaignChange>

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
        'Why nothing is sent at the moment; turn: another campaign began before, retry: who is left was put off'
    })
  ),
  waitingUntil: Nullable(Time),
  total: Type.Integer({ description: 'Recipients, without those that were skipped' }),
  counts: Type.Unsafe<Partial<Record<(typeof recipientStates)[number], number>>>(Counts)
})
export type CampaignRow = Static<typeof CampaignRow>

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
  answered: Type.Integer({ description: 'People who answered by e-mail, of those whose answers came by here' }),
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

export const Audience = Type.Object({
  found: Type.Integer({ description: 'Leads that the filter matches' }),
  receive: Type.Integer(),
  excluded: Type.Unsafe<Partial<Record<(typeof exclusions)[number], number>>>(Counts),
  days: Type.Array(Type.Object({ date: Type.String(), mails: Type.Integer() }), {
    description: 'On which days so many go, sent now: a day takes as many as the plan or the sender says'
  })
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
  variant: Nullable(oneOf(variants, { description: 'Which subject of a test it is' }))
})
export type RecipientRow = Static<typeof RecipientRow>

export const CampaignTest = Type.Object({ to: Email }, closed)

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
