import { type Static, type TOptional, type TSchema, type TString, Type } from '@sinclair/typebox'
import { contactChannels, contactOutcomes } from '../../account/activities/rules.ts'
import { maxCents } from '../../core/money/rules.ts'
import { emailLength, idPattern } from '../../core/rules.ts'
import { Day, Id, JsonObject, Nullable, oneOf, Time } from '../../core/schema.ts'
import { stepKinds } from '../funnels/rules.ts'
import { addressLabels, maxAddresses, maxAddressLabel } from './addresses/rules.ts'
import { type FieldWith, fieldsWith, leadFields } from './fields.ts'
import { emailResults, preferredDays, receivedPeriods, taskFilters } from './marks/rules.ts'
import { type ConsentState, campaignNames, leadMarks, leadStatuses, preferredPeriods } from './rules.ts'

// Not in the rules, which visitors' pages load too.
const consentStates = ['granted', 'refused', 'withdrawn'] as const satisfies readonly ConsentState[]
const touchFields = [...campaignNames, 'referrer', 'page', 'at'] as const

const Decision = Type.Optional(Type.Object({ state: oneOf(consentStates), at: Time }))

const KeptConsents = Type.Object(
  { whatsapp: Decision, phone: Decision, email: Decision },
  { description: 'The last decision for each channel; absent where the person was never asked' }
)

/** The key of a step, which in the usual funnel is a status. */
const StepKey = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'The key of a step: new, contacted, scheduled, converted, lost, or one of an own funnel'
})

/** Money in whole cents of a real. */
const Cents = Type.Integer({ minimum: 0, maximum: maxCents })

const Address = Type.Object({
  value: Type.String(),
  label: Nullable(Type.String({ description: `${addressLabels.join(', ')}, or another word` })),
  main: Type.Boolean(),
  canMessage: Type.Boolean({ description: 'Whether the person may be written to here' })
})

export const Lead = Type.Object({
  id: Id,
  _id: Id,
  companyId: Id,
  name: Type.String(),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String({ description: 'Digits; of another country + and its code before them' })),
  phones: Type.Array(Address, { description: 'All of them; `phone` is the main one, which comes first' }),
  emails: Type.Array(Address, { description: 'All of them; `email` is the main one, which comes first' }),
  cnpj: Nullable(Type.String()),
  company: Nullable(Type.String({ description: 'The company the person works for, where a custom field holds it' })),
  companyRole: Nullable(Type.String({ description: 'What the person does in that company' })),
  message: Nullable(Type.String()),
  status: StepKey,
  statusKind: oneOf(stepKinds),
  statusName: Nullable(Type.String({ description: 'The name of a step of an own funnel' })),
  funnelId: Id,
  ownerId: Nullable(Id),
  ownerName: Nullable(Type.String()),
  whatsappConversationId: Nullable(
    Type.String({ description: 'The latest conversation by WhatsApp, where the company has that connected' })
  ),
  source: Type.String(),
  valueCents: Nullable(Cents),
  expectedOn: Nullable(Day),
  soldOn: Nullable(Type.String({ description: 'The day of the sale of a lead that is won, 2026-10-31' })),
  preferredDate: Nullable(Day),
  preferredPeriod: Nullable(oneOf(preferredPeriods)),
  preferredTime: Nullable(Type.String()),
  consentGiven: Type.Boolean(),
  consents: KeptConsents,
  marks: Type.Array(oneOf(leadMarks)),
  custom: JsonObject({ description: 'Values of the company’s own form fields, by name' }),
  tags: Type.Array(Id, { description: 'Ids of its tags' }),
  lostReason: Nullable(Type.String()),
  score: Nullable(Type.Integer()),
  nextTaskAt: Nullable(Time),
  firstContactAt: Nullable(Time),
  lastContactAt: Nullable(Time),
  statusAt: Time,
  version: Type.Integer({
    description:
      'Raised by each change. `PUT` does not take it: a change says in `expected` what its fields were when they were read, and gets 409 where one of them is another now'
  }),
  submittedAt: Nullable(Time),
  receivedAt: Time,
  updatedAt: Time
})
export type Lead = Static<typeof Lead>

const Touch = Type.Object(
  Object.fromEntries(touchFields.map(field => [field, Type.Optional(Type.String({ maxLength: 500 }))])) as Record<
    (typeof touchFields)[number],
    TOptional<TString>
  >,
  { additionalProperties: false }
)

/**
 * The body of the public form. Custom fields and synonyms of other forms (`nome`, `celular` ...) come beside the
 * declared ones, so this schema allows additional properties.
 */
export const LeadSubmission = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200 })),
    email: Type.Optional(Type.String({ maxLength: emailLength })),
    phone: Type.Optional(Type.String({ maxLength: 40 })),
    companyId: Type.Optional(Type.String({ maxLength: 40, description: 'Id of the company, or its CNPJ' })),
    cnpj: Type.Optional(Type.String({ maxLength: 30 })),
    message: Type.Optional(Type.String({ maxLength: 5000 })),
    source: Type.Optional(Type.String({ maxLength: 100 })),
    submittedAt: Type.Optional(Type.String({ maxLength: 40, description: 'RFC 3339, by the clock of the visitor' })),
    status: Type.Optional(Type.String({ maxLength: 40, description: 'Ignored: a lead starts as new' })),
    consentGiven: Type.Optional(Type.Boolean()),
    preferredDate: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
    preferredPeriod: Type.Optional(Nullable(Type.String({ maxLength: 20 }))),
    preferredTime: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
    formId: Type.Optional(Type.String({ maxLength: 100, description: 'Id or slug; else the source decides' })),
    formVersion: Type.Optional(Type.Integer({ minimum: 0, description: 'The version that the visitor saw' })),
    whatsappConsent: Type.Optional(Type.Boolean()),
    website: Type.Optional(Type.String({ maxLength: 500, description: 'Hidden in the form: only robots fill it' })),
    elapsed: Type.Optional(Type.Integer({ minimum: 0, description: 'Milliseconds from the form’s first display' })),
    touch: Type.Optional(
      Type.Object(
        { first: Type.Optional(Touch), last: Type.Optional(Touch) },
        { additionalProperties: false, description: 'By what the visitor came, the first time and now' }
      )
    )
  },
  { additionalProperties: Type.Unknown() }
)
export type LeadSubmission = Static<typeof LeadSubmission>

export const LeadAccepted = Type.Object({ success: Type.Boolean(), id: Id })
export type LeadAccepted = Static<typeof LeadAccepted>

const Text = (maxLength: number) => Nullable(Type.String({ maxLength }))

type Texts<Trait extends 'editable' | 'typed'> = {
  [Name in Exclude<FieldWith<Trait> & FieldWith<'longest'>, 'name'>]: ReturnType<typeof Text>
}

/**
 * The shape of each field with the trait that is a text with a limit in `leadFields`; the name, which no lead lacks,
 * aside.
 */
export const textsWith = <Trait extends 'editable' | 'typed'>(trait: Trait): Texts<Trait> =>
  Object.fromEntries(
    fieldsWith(trait).flatMap(name => {
      const field = leadFields[name]
      return name !== 'name' && 'longest' in field ? [[name, Text(field.longest)]] : []
    })
  ) as Texts<Trait>

/** A whole list, which replaces the present one. Longer ones than a lead may have get an error that says so. */
const addresses = (maxLength: number) =>
  Type.Array(
    Type.Object(
      {
        value: Type.String({ maxLength }),
        label: Type.Optional(
          Nullable(Type.String({ maxLength: 200, description: `Up to ${maxAddressLabel} letters` }))
        ),
        main: Type.Optional(Type.Boolean({ description: 'One of them; else the first is the main one' })),
        canMessage: Type.Optional(Type.Boolean())
      },
      { additionalProperties: false }
    ),
    { maxItems: 100, description: `Up to ${maxAddresses}, in any format` }
  )
export const AddressLists = { phones: addresses(40), emails: addresses(emailLength) }

/** The editable fields of a lead. Phone and CNPJ are accepted in any format. */
const EditableFields = {
  ...textsWith('editable'),
  name: Type.String({ maxLength: leadFields.name.longest }),
  email: Text(emailLength),
  phone: Text(40),
  ...AddressLists,
  cnpj: Text(30),
  status: StepKey,
  funnelId: Type.String({ pattern: idPattern, description: 'Without `status`: to its first open step' }),
  valueCents: Nullable(Cents),
  soldOn: Day,
  expectedOn: Nullable(Day),
  ownerId: Nullable(Type.String({ pattern: idPattern, description: 'An active employee; null: nobody' })),
  preferredDate: Nullable(Day),
  preferredPeriod: Nullable(oneOf(preferredPeriods)),
  tags: Type.Array(Id, { maxItems: 50, description: 'Ids of tags of the company' }),
  custom: JsonObject({ description: 'Answers to add or to replace' })
}

export const LeadChange = Type.Object(
  {
    ...(Object.fromEntries(Object.entries(EditableFields).map(([field, schema]) => [field, Type.Optional(schema)])) as {
      [Field in keyof typeof EditableFields]: TOptional<(typeof EditableFields)[Field]>
    }),
    expected: Type.Optional(
      JsonObject({ description: 'What the changed fields were when they were read; another value now gets 409' })
    )
  },
  { additionalProperties: false, minProperties: 1 }
)
export type LeadChange = Static<typeof LeadChange>

export const LeadMove = Type.Object(
  {
    status: StepKey,
    above: Nullable(Type.String({ pattern: idPattern, description: 'The card above; null: the top of the column' })),
    lostReason: Type.Optional(Text(leadFields.lostReason.longest)),
    soldOn: Type.Optional(Day),
    from: Type.Optional(
      Type.String({ maxLength: 40, description: 'The column it was seen in; another one now gets 409' })
    )
  },
  { additionalProperties: false }
)
export type LeadMove = Static<typeof LeadMove>

export const StatusCount = Type.Object({ status: StepKey, count: Type.Integer() })
export type StatusCount = Static<typeof StatusCount>

export const ValueUse = Type.Object({ used: Type.Boolean({ description: 'Some lead has a value' }) })

const ValueCounts = Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }))

export const FacetCounts = Type.Object({
  status: ValueCounts,
  owner: ValueCounts,
  source: ValueCounts,
  tag: ValueCounts,
  custom: Type.Record(Type.String(), ValueCounts, { description: 'By the name of an own field with options' }),
  capped: Type.Array(Type.String(), {
    description: 'The facets of which there are at least so many; `custom.` and its name for an own field'
  })
})
export type FacetCounts = Static<typeof FacetCounts>

/** `oldestAt`: when the oldest lead of the column arrived. */
export const Board = Type.Array(
  Type.Object({
    status: StepKey,
    total: Type.Integer(),
    capped: Type.Boolean({ description: 'There are at least so many' }),
    oldestAt: Nullable(Time),
    valueCents: Nullable(Type.Integer({ description: 'The sum of the leads’ values; null where none has one' })),
    leads: Type.Array(Lead)
  })
)
export type Board = Static<typeof Board>

// Unions rather than `oneOf`: TypeBox's compiler does not know our own kind of schema.
const OneOrMore = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Array(schema, { maxItems: 1000 })])
const choice = <const T extends readonly string[]>(values: T) =>
  Type.Union(values.map(value => Type.Literal(value as T[number])))

const AnyText = Type.String({ maxLength: 200 })

/** The filter of leads as the list's address and saved views hold it. Empty values are ignored. */
export const LeadFilterQuery = Type.Object(
  {
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a name, phone, e-mail or CNPJ' })),
    id: Type.Optional(OneOrMore(AnyText)),
    status: Type.Optional(
      OneOrMore(
        Type.Union([choice(leadStatuses), Type.String({ pattern: idPattern })], { description: 'Keys of steps' })
      )
    ),
    funnel: Type.Optional(OneOrMore(Type.String({ pattern: idPattern }))),
    source: Type.Optional(OneOrMore(AnyText)),
    owner: Type.Optional(OneOrMore(Type.String({ maxLength: 24, description: 'An employee, `me`, or `none`' }))),
    tag: Type.Optional(OneOrMore(Type.String({ pattern: idPattern }))),
    receivedFrom: Type.Optional(Day),
    receivedTo: Type.Optional(Day),
    receivedIn: Type.Optional(choice(receivedPeriods)),
    untouchedDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
    task: Type.Optional(choice(taskFilters)),
    preferredFrom: Type.Optional(Day),
    preferredTo: Type.Optional(Day),
    preferredIn: Type.Optional(choice(preferredDays)),
    period: Type.Optional(OneOrMore(choice(preferredPeriods))),
    consent: Type.Optional(choice(['yes', 'no'])),
    mark: Type.Optional(OneOrMore(choice(leadMarks))),
    campaign: Type.Optional(OneOrMore(AnyText)),
    lostReason: Type.Optional(OneOrMore(AnyText)),
    expectedFrom: Type.Optional(Day),
    expectedTo: Type.Optional(Day),
    soldFrom: Type.Optional(Day),
    soldTo: Type.Optional(Day),
    emailCampaign: Type.Optional(
      OneOrMore(Type.String({ pattern: idPattern, description: 'A campaign by e-mail that was sent to the lead' }))
    ),
    emailResult: Type.Optional(OneOrMore(choice(emailResults))),
    valueFrom: Type.Optional(Cents),
    valueTo: Type.Optional(Cents),
    custom: Type.Optional(Type.Record(Type.String({ maxLength: 60 }), OneOrMore(AnyText)))
  },
  { additionalProperties: false }
)
export type LeadFilterQuery = Static<typeof LeadFilterQuery>

export const NewContact = Type.Object(
  { channel: oneOf(contactChannels), outcome: Type.Optional(oneOf(contactOutcomes)) },
  { additionalProperties: false }
)
export type NewContact = Static<typeof NewContact>

export const ContactResult = Type.Object({ outcome: oneOf(contactOutcomes) }, { additionalProperties: false })
