import { type Static, Type } from '@sinclair/typebox'
import { Day, Email, Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { preferredPeriods } from '../leads/rules.ts'
import { formEvents } from './drafts/rules.ts'
import { fieldTypes } from './rules.ts'

const closed = { additionalProperties: false } as const
const text = (maxLength: number, minLength = 0) => Type.String({ maxLength, minLength })

export const FormField = Type.Object(
  {
    id: text(40, 1),
    name: text(60),
    label: text(200),
    type: oneOf(fieldTypes),
    placeholder: Type.Optional(text(200)),
    help: Type.Optional(text(300)),
    required: Type.Boolean(),
    options: Type.Optional(Type.Array(text(200, 1), { maxItems: 200 })),
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
    showIf: Type.Optional(Type.Object({ field: text(60), is: text(200) }, closed)),
    value: Type.Optional(text(500))
  },
  closed
)

const Schedule = Type.Object(
  {
    on: Type.Boolean(),
    periods: Type.Array(oneOf(preferredPeriods), { maxItems: 3, uniqueItems: true }),
    weekdays: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 6, uniqueItems: true }),
    days: Type.Array(Day, { maxItems: 200, uniqueItems: true })
  },
  closed
)

const shownSettings = {
  accent: Nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
  logo: Nullable(
    Type.String({ maxLength: 40_000, pattern: '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$' })
  ),
  success: Nullable(text(500)),
  redirect: Nullable(text(500)),
  booking: Type.Boolean(),
  schedule: Schedule,
  consent: text(1000),
  privacyUrl: Nullable(text(500)),
  whatsapp: Nullable(text(1000))
}

export const FormSettings = Type.Object(
  {
    ...shownSettings,
    ownerId: Nullable(Id),
    recipients: Type.Array(Email, { maxItems: 20, uniqueItems: true }),
    origins: Type.Array(Type.String({ maxLength: 200, pattern: '^https?://[A-Za-z0-9.:-]+$' }), {
      maxItems: 50,
      uniqueItems: true
    })
  },
  closed
)

/** The public part of a company's form. */
export const PublicForm = Type.Object({
  company: Type.Object({ id: Id, name: Type.String(), cnpj: Nullable(Type.String()), timeZone: Type.String() }),
  id: Nullable(Type.String()),
  version: Type.Integer(),
  source: Type.String(),
  title: Type.String(),
  description: Type.String(),
  fields: Type.Array(FormField),
  settings: Type.Object(shownSettings),
  today: Type.String({ description: 'yyyy-MM-dd in the company’s time zone' })
})
export type PublicForm = Static<typeof PublicForm>

export const FormContent = Type.Object(
  {
    title: text(200),
    description: text(2000),
    fields: Type.Array(FormField, { maxItems: 60 }),
    settings: FormSettings
  },
  closed
)

const listed = {
  id: Id,
  name: Type.String(),
  slug: Type.String({ description: 'The form answers at /f/{slug}' }),
  source: Type.String(),
  version: Type.Integer({ description: '0 for a form that has never been published' }),
  changed: Type.Boolean({ description: 'The draft differs from what is published' }),
  fieldCount: Type.Integer(),
  publishedAt: Nullable(Time),
  updatedAt: Time
}

export const FormRow = Type.Object(listed)
export type FormRow = Static<typeof FormRow>

export const EditedForm = Type.Object({
  ...listed,
  revision: Type.Integer({ description: 'Raised by each change of the draft' }),
  editedBy: Nullable(Type.String()),
  draft: FormContent,
  published: Nullable(FormContent),
  answered: Type.Array(Type.String(), { description: 'Names of fields that leads have answers for' })
})
export type EditedForm = Static<typeof EditedForm>

const Name = text(80, 1)
const Source = Type.String({ minLength: 1, maxLength: 60, pattern: '^[a-z0-9][a-z0-9_-]*$' })

export const NewForm = Type.Object({ name: Name, source: Source, copyOf: Type.Optional(Id) }, closed)
export type NewForm = Static<typeof NewForm>

export const FormNames = Type.Object({ name: Name, source: Source }, closed)
export type FormNames = Static<typeof FormNames>

const Revision = Type.Integer({ minimum: 1, description: 'The one that was read; another one gets 409' })
export const DraftChange = Type.Object({ revision: Revision, content: FormContent }, closed)
export const RevisionOnly = Type.Object({ revision: Revision }, closed)

export const FormVersion = Type.Object({
  version: Type.Integer(),
  title: Type.String(),
  fieldCount: Type.Integer(),
  consentVersion: Type.Integer(),
  publishedBy: Nullable(Type.String()),
  publishedAt: Time
})
export type FormVersion = Static<typeof FormVersion>

export const FormBeacon = Type.Object(
  {
    kind: oneOf(formEvents),
    source: Type.Optional(text(100)),
    field: Type.Optional(text(60))
  },
  closed
)

export const Funnel = Type.Object({
  visits: Type.Integer(),
  starts: Type.Integer(),
  sends: Type.Integer(),
  suspects: Type.Integer(),
  leaves: Type.Array(Type.Object({ field: Type.String(), label: Type.String(), count: Type.Integer() })),
  sources: Type.Array(Type.Object({ source: Type.String(), visits: Type.Integer(), sends: Type.Integer() }))
})
export type Funnel = Static<typeof Funnel>

/** A company's own field; where its answers are options, leads are counted and filtered by them. */
export const OwnField = Type.Object({
  name: Type.String(),
  label: Type.String(),
  type: oneOf(fieldTypes),
  asked: Type.Boolean({ description: 'A published form asks for it' }), // english: a field of the API
  options: Type.Array(Type.String(), {
    description: 'As the forms now have them; of a checkbox `true`, of a text none'
  }),
  former: Type.Array(Type.String(), { description: 'What else leads may have answered' })
})
export type OwnField = Static<typeof OwnField>

/** A field that was deleted, under its last label. */
export const FormerField = Type.Object({ name: Type.String(), label: Type.String() })
export type FormerField = Static<typeof FormerField>
