import { type Static, Type } from '@sinclair/typebox'
import { idPattern } from '../../core/rules.ts'
import { Clock, Day, Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { preferredPeriods } from '../../leads/leads/rules.ts'
import {
  appointmentChannels,
  appointmentOrigins,
  appointmentStatuses,
  reminderFacts,
  reminderWays,
  usualReminders
} from './rules.ts'

export const questionTypes = ['text', 'textarea', 'number', 'date', 'select', 'checkbox'] as const

const QuestionFields = {
  label: Type.String({ minLength: 1, maxLength: 200 }),
  type: oneOf(questionTypes),
  required: Type.Boolean(),
  options: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 50,
    description: 'Of a select: one of them is the answer'
  })
}
/** A weekly time at which a class is given, by the company's clock. */
export const ClassSession = Type.Object(
  {
    day: Type.Integer({ minimum: 0, maximum: 6, description: '0 is Sunday' }),
    at: Clock,
    employeeId: Type.Optional(Nullable(Type.Unsafe<string>({ ...Id, description: 'Whose time it holds' }))),
    firstDay: Type.Optional(Nullable(Day)),
    lastDay: Type.Optional(Nullable(Day))
  },
  { additionalProperties: false }
)
export type ClassSession = Static<typeof ClassSession>

/** A question that a booking of a service answers. */
export const Question = Type.Object({ id: Id, ...QuestionFields })
export type Question = Static<typeof Question>
const QuestionChange = Type.Object(
  { id: Type.Optional(Type.String({ pattern: idPattern })), ...QuestionFields },
  { additionalProperties: false }
)
export type QuestionChange = Static<typeof QuestionChange>

/** An answer of a booking, with the question as it stood then. */
export const BookingAnswer = Type.Object(
  { label: Type.String({ minLength: 1, maxLength: 200 }), value: Type.String({ maxLength: 2000 }) },
  { additionalProperties: false }
)
export type BookingAnswer = Static<typeof BookingAnswer>

/** The person who comes. Address and number are those of this booking. */
export const Guest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    email: Nullable(Type.String({ maxLength: 254 })),
    phone: Nullable(Type.String({ maxLength: 40 }))
  },
  { additionalProperties: false }
)
export type Guest = Static<typeof Guest>

export const Appointment = Type.Object({
  id: Id,
  _id: Id,
  companyId: Id,
  leadId: Nullable(Id),
  leadName: Nullable(Type.String()),
  leadPhone: Nullable(Type.String()),
  guest: Nullable(Type.Unsafe<Guest>({ ...Guest, description: 'Who comes, where the booking says so; else the lead' })),
  message: Nullable(Type.String({ description: 'What the booking said' })),
  answers: Type.Array(BookingAnswer),
  serviceId: Nullable(Id),
  serviceName: Nullable(Type.String()),
  employeeId: Id,
  employeeName: Nullable(Type.String()),
  title: Type.String(),
  start: Time,
  end: Time,
  timezone: Type.String(),
  status: oneOf(appointmentStatuses),
  origin: oneOf(appointmentOrigins),
  channel: oneOf(appointmentChannels),
  location: Nullable(Type.String()),
  notes: Nullable(Type.String()),
  version: Type.Integer({ description: 'Raised by each change; a change that names another one gets 409' }),
  reason: Nullable(Type.String()),
  guestConfirmedAt: Nullable(Type.Unsafe<string>({ ...Time, description: 'When the guest said that they will come' })),
  rescheduleAskedAt: Nullable(
    Type.Unsafe<string>({
      ...Time,
      description: 'When the guest was asked to choose another time, as this one was taken away'
    })
  ),
  proposal: Nullable(
    Type.Object(
      { start: Time, end: Time, by: Type.String() },
      { description: 'Another time that an answer to this invitation proposes' }
    )
  ),
  refusedBy: Nullable(
    Type.String({ description: 'Another address than the guest’s, from which this invitation was refused' })
  ),
  reminder: Nullable(
    Type.Object(
      {
        by: oneOf(reminderWays),
        note: Nullable(Type.String({ description: 'Why not as the company has chosen' }))
      },
      { description: 'How the guest was reminded of this time' }
    )
  ),
  series: Nullable(
    Type.Object(
      { id: Id, number: Type.Integer(), count: Type.Integer() },
      { description: 'The series that it belongs to, and its place among those that stand' }
    )
  ),
  package: Nullable(
    Type.Object(
      { id: Id, number: Type.Integer(), sessions: Type.Integer() },
      { description: 'The package of which it is a session: number 4 of 10' }
    )
  ),
  createdAt: Time
})
export type Appointment = Static<typeof Appointment>

/** A session of a class, and why it does not take place. */
export const ClassCancelled = Type.Object(
  { serviceId: Id, employeeId: Id, start: Time, reason: Type.Optional(Nullable(Type.String({ maxLength: 500 }))) },
  { additionalProperties: false }
)
export type ClassCancelled = Static<typeof ClassCancelled>

export const AppointmentAnswer = Type.Object({ data: Appointment })
export const AppointmentList = Type.Object({ data: Type.Array(Appointment) })

const Fields = {
  title: Type.String({ minLength: 1, maxLength: 200 }),
  start: Time,
  end: Time,
  employeeId: Id,
  leadId: Nullable(Type.String({ pattern: idPattern })),
  serviceId: Nullable(Type.String({ pattern: idPattern })),
  timezone: Type.String({ minLength: 1, maxLength: 60 }),
  channel: oneOf(appointmentChannels),
  location: Nullable(Type.String({ maxLength: 500 })),
  notes: Nullable(Type.String({ maxLength: 5000 })),
  guest: Nullable(Guest),
  message: Nullable(Type.String({ maxLength: 2000 })),
  answers: Type.Array(BookingAnswer, { maxItems: 50 })
}

export const NewAppointment = Type.Object(
  {
    title: Fields.title,
    start: Fields.start,
    end: Fields.end,
    employeeId: Fields.employeeId,
    leadId: Type.Optional(Fields.leadId),
    serviceId: Type.Optional(Fields.serviceId),
    timezone: Type.Optional(Fields.timezone),
    channel: Type.Optional(Fields.channel),
    location: Type.Optional(Fields.location),
    notes: Type.Optional(Fields.notes),
    guest: Type.Optional(Fields.guest),
    message: Type.Optional(Fields.message),
    answers: Type.Optional(Fields.answers),
    status: Type.Optional(oneOf(['requested', 'confirmed'])),
    outsidePackage: Type.Optional(Type.Boolean({ description: 'Uses no session of a package that the lead has' }))
  },
  { additionalProperties: false }
)
export type NewAppointment = Static<typeof NewAppointment>

export const NewSeries = Type.Composite(
  [
    NewAppointment,
    Type.Object({
      rule: Type.String({ minLength: 1, maxLength: 300, description: 'A rule of RFC 5545: FREQ=WEEKLY;COUNT=10' }),
      onConflict: oneOf(['refuse', 'skip'])
    })
  ],
  { additionalProperties: false }
)
export type NewSeries = Static<typeof NewSeries>

/** A time of a series that cannot be: taken, closed or a holiday. */
export const SeriesConflict = Type.Object({ start: Time, end: Time, reason: Type.String() })
export type SeriesConflict = Static<typeof SeriesConflict>
export const SeriesAnswer = Type.Object({
  data: Type.Object({ id: Id, appointments: Type.Array(Appointment) }),
  conflicts: Type.Array(SeriesConflict)
})
export const SeriesRefused = Type.Object({
  code: Type.String(),
  message: Type.String(),
  requestId: Type.String(),
  conflicts: Type.Optional(Type.Array(SeriesConflict))
})

export const seriesScopes = ['one', 'following', 'all'] as const
/** One of a series alone, it and those after it, or all of them; what is past stays. */
export type SeriesScope = (typeof seriesScopes)[number]
const Scope = Type.Optional(oneOf(seriesScopes, { description: 'Of a series; without it, the appointment alone' }))
export const ScopeQuery = Type.Object({ scope: Scope }, { additionalProperties: false })

export const AppointmentChange = Type.Composite(
  [Type.Partial(Type.Object(Fields)), Type.Object({ version: Type.Integer({ minimum: 1 }), scope: Scope })],
  { additionalProperties: false }
)
export type AppointmentChange = Static<typeof AppointmentChange>

export const AppointmentMoved = Type.Object(
  {
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'Without it, whatever the version is' })),
    reason: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
    scope: Type.Optional(
      oneOf(seriesScopes, { description: 'Of a series that is cancelled; else the appointment alone' })
    )
  },
  { additionalProperties: false }
)

export const AppointmentParams = Type.Object({ companyId: Id, appointmentId: Id }, { additionalProperties: false })

export const AppointmentFilter = Type.Object(
  {
    from: Type.Optional(Day),
    to: Type.Optional(Day),
    employeeId: Type.Optional(Id),
    leadId: Type.Optional(Id),
    serviceId: Type.Optional(Id),
    status: Type.Optional(oneOf(appointmentStatuses))
  },
  { additionalProperties: false }
)
export type AppointmentFilter = Static<typeof AppointmentFilter>

export const SlotQuery = Type.Object(
  {
    serviceId: Type.Optional(Id),
    employeeId: Type.Optional(Id),
    minutes: Type.Optional(Type.String({ pattern: '^([1-9]\\d{0,2}|1[0-3]\\d\\d|14[0-3]\\d|1440)$' })),
    appointmentId: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'Whose own time counts as free' })),
    from: Day,
    to: Day
  },
  { additionalProperties: false }
)
export type SlotQuery = Static<typeof SlotQuery>

const Slot = Type.Object({
  start: Time,
  end: Time,
  employeeIds: Type.Array(Id),
  adjacent: Type.Boolean({ description: 'It touches a time that is taken' }),
  seatsLeft: Type.Optional(Type.Integer({ description: 'Where several may come' }))
})
/** Free times by day; `reason` says why a day has none. */
export const SlotAnswer = Type.Object({
  timezone: Type.String(),
  data: Type.Array(Type.Object({ day: Day, slots: Type.Array(Slot), reason: Nullable(Type.String()) }))
})
export type SlotAnswer = Static<typeof SlotAnswer>

/** Somebody else was faster: the next free times. */
export const TimeTaken = Type.Object({
  code: Type.String(),
  message: Type.String(),
  requestId: Type.String(),
  slots: Type.Optional(Type.Array(Slot))
})

const WeeklyHours = Type.Array(
  Type.Object(
    { day: Type.Integer({ minimum: 0, maximum: 6 }), from: Clock, to: Clock },
    { additionalProperties: false }
  ),
  { maxItems: 35 }
)
const Openings = Type.Array(Type.Object({ from: Clock, to: Clock }, { additionalProperties: false }), { maxItems: 5 })

const ServiceFields = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  description: Nullable(Type.String({ maxLength: 1000 })),
  minutes: Type.Integer({ minimum: 5, maximum: 1440 }),
  stepMinutes: Nullable(
    Type.Integer({
      minimum: 5,
      maximum: 1440,
      description: 'From one offered time to the next, a multiple of 5; null for the length and the buffers together'
    })
  ),
  priceCents: Nullable(Type.Integer({ minimum: 0, maximum: 2_000_000_000 })),
  bufferBefore: Type.Integer({ minimum: 0, maximum: 240 }),
  bufferAfter: Type.Integer({ minimum: 0, maximum: 240 }),
  capacity: Type.Integer({ minimum: 1, maximum: 200 }),
  noticeMinutes: Type.Integer({ minimum: 0, maximum: 43_200 }),
  windowDays: Type.Integer({ minimum: 1, maximum: 365 }),
  dailyCap: Nullable(Type.Integer({ minimum: 1, maximum: 200 })),
  channel: oneOf(appointmentChannels),
  location: Nullable(Type.String({ maxLength: 500 })),
  employeeIds: Type.Array(Id, { maxItems: 100, description: 'Who gives it; nobody named means everybody' }),
  choosesPerson: Type.Boolean({ description: 'Visitors choose with whom they book it' }),
  cancelNoticeMinutes: Type.Integer({ minimum: 0, maximum: 43_200, description: 'Until when guests cancel' }),
  moveNoticeMinutes: Type.Integer({ minimum: 0, maximum: 43_200, description: 'Until when guests move it' }),
  policy: Nullable(Type.String({ maxLength: 2000, description: 'What guests are to know before they book' })),
  sessions: Type.Array(ClassSession, {
    maxItems: 100,
    description: 'With any, only these times are offered, also outside of the hours'
  })
}
export const BookableService = Type.Object({
  id: Id,
  ...ServiceFields,
  questions: Type.Array(Question, { description: 'Asked of every visitor who books it' })
})
export type BookableService = Static<typeof BookableService>
const { name, minutes, ...withDefaults } = ServiceFields
export const ServiceChange = Type.Composite(
  [
    Type.Object({ name, minutes }),
    Type.Partial(
      Type.Object({
        ...withDefaults,
        questions: Type.Array(QuestionChange, { maxItems: 20, description: 'One without an id is new' })
      })
    )
  ],
  {
    additionalProperties: false
  }
)
export type ServiceChange = Static<typeof ServiceChange>

export const affectedActions = ['keep', 'cancel', 'reschedule'] as const
/** The end of booked times that a change takes away: one for all, or one each. */
export const Affected = Type.Union([
  Type.Union(affectedActions.map(action => Type.Literal(action))),
  Type.Array(Type.Object({ id: Id, action: oneOf(affectedActions) }, { additionalProperties: false }), {
    maxItems: 500
  })
])
export type Affected = Static<typeof Affected>
const affected = Type.Optional(Affected)

/** A change takes booked times away, and does not say what becomes of them. */
export const AppointmentsAffected = Type.Object({
  code: Type.String(),
  message: Type.String(),
  requestId: Type.String(),
  appointments: Type.Optional(Type.Array(Appointment))
})

const specialDayFields = {
  employeeId: Nullable(Type.String({ pattern: idPattern, description: 'null: of everybody' })),
  firstDay: Day,
  lastDay: Day,
  name: Type.String({ minLength: 1, maxLength: 100 }),
  hours: Openings
}
export const SpecialDayFields = Type.Object({ ...specialDayFields, affected }, { additionalProperties: false })
export const SpecialDayAnswer = Type.Object({ id: Id, ...specialDayFields })
export type NewSpecialDay = Static<typeof SpecialDayFields>

export const NewBlockedTime = Type.Object(
  {
    employeeId: Id,
    start: Time,
    end: Time,
    reason: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    affected
  },
  { additionalProperties: false }
)
export type NewBlockedTime = Static<typeof NewBlockedTime>
export const BlockedTime = Type.Object({
  id: Id,
  employeeId: Id,
  start: Time,
  end: Time,
  reason: Nullable(Type.String()),
  /** From a calendar elsewhere; it is freed there. */
  external: Type.Boolean()
})
export type BlockedTime = Static<typeof BlockedTime>

/** Minutes before the start at which guests are reminded. */
const Reminders = Type.Array(Type.Integer({ enum: [...usualReminders] }), { maxItems: 2 })

const ReminderValues = Type.Array(
  Type.Object(
    { variable: Type.String({ minLength: 1, maxLength: 100 }), fact: oneOf(reminderFacts) },
    { additionalProperties: false }
  ),
  { maxItems: 50 }
)

/** A template of WhatsApp, and what stands for each of its variables. */
export const ReminderTemplateChoice = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 100 }), values: ReminderValues },
  { additionalProperties: false }
)
export type ReminderTemplateChoice = Static<typeof ReminderTemplateChoice>

/** `others`: approved ones that a reminder cannot be made of. */
export const ReminderTemplates = Type.Object({
  connected: Type.Boolean(),
  others: Type.Integer(),
  templates: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      language: Type.String(),
      body: Type.String(),
      named: Type.Boolean(),
      variables: Type.Array(Type.String())
    })
  )
})
export type ReminderTemplates = Static<typeof ReminderTemplates>

export const NewPackage = Type.Object(
  {
    leadId: Id,
    serviceId: Id,
    sessions: Type.Integer({ minimum: 1, maximum: 200 }),
    expiresAt: Type.Optional(Nullable(Day)),
    priceCents: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100_000_000_00 })))
  },
  { additionalProperties: false }
)
export type NewPackage = Static<typeof NewPackage>

export const Package = Type.Object({
  id: Id,
  leadId: Id,
  serviceId: Id,
  serviceName: Type.String(),
  sessions: Type.Integer(),
  used: Type.Integer(),
  left: Type.Integer({ description: '0 once it has expired' }),
  expiresAt: Nullable(Day),
  priceCents: Nullable(Type.Integer()),
  createdAt: Time
})
export type Package = Static<typeof Package>
export const PackageList = Type.Object({ data: Type.Array(Package) })
export const PackageQuery = Type.Object({ leadId: Id }, { additionalProperties: false })

export const CalendarSettings = Type.Object({
  timezone: Type.String(),
  hours: WeeklyHours,
  nationalHolidays: Type.Boolean(),
  noShowUsesSession: Type.Boolean({ description: 'Whether a session of a package is used when nobody comes' }),
  reminders: Reminders,
  reminderTemplate: Nullable(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      language: Type.String(),
      named: Type.Boolean(),
      body: Type.String(),
      values: ReminderValues
    })
  ),
  people: Type.Array(Type.Object({ employeeId: Id, hours: WeeklyHours })),
  specialDays: Type.Array(SpecialDayAnswer)
})
export type CalendarSettings = Static<typeof CalendarSettings>

export const CalendarSettingsChange = Type.Object(
  {
    hours: Type.Optional(WeeklyHours),
    nationalHolidays: Type.Optional(Type.Boolean()),
    noShowUsesSession: Type.Optional(Type.Boolean()),
    affected,
    reminders: Type.Optional(Reminders),
    reminderTemplate: Type.Optional(Nullable(ReminderTemplateChoice))
  },
  { additionalProperties: false, minProperties: 1 }
)
export type CalendarSettingsChange = Static<typeof CalendarSettingsChange>

/** The hours of a person; null where they work the company's. */
export const PersonHours = Type.Object({ hours: Nullable(WeeklyHours), affected }, { additionalProperties: false })

export const RequestQuery = Type.Object({ from: Day, to: Day }, { additionalProperties: false })
export type RequestQuery = Static<typeof RequestQuery>

/** A lead who asked to be contacted on a day. */
export const ContactRequest = Type.Object({
  leadId: Id,
  leadName: Type.String(),
  leadPhone: Nullable(Type.String()),
  preferredDate: Day,
  preferredPeriod: Nullable(oneOf(preferredPeriods)),
  preferredTime: Nullable(Type.String()),
  ownerId: Nullable(Id)
})
export type ContactRequest = Static<typeof ContactRequest>
export const RequestList = Type.Object({ data: Type.Array(ContactRequest) })

export const feedDetails = ['full', 'busy'] as const
export type FeedDetail = (typeof feedDetails)[number]

/** A feed shows everything, or 'Ocupado' and nothing else. */
export const NewFeed = Type.Object({ detail: Type.Optional(oneOf(feedDetails)) }, { additionalProperties: false })

/** The address for a person's calendar program: null where there is none, or nobody has read it yet. */
export const FeedState = Type.Object({
  createdAt: Nullable(Time),
  readAt: Nullable(Time),
  detail: oneOf(feedDetails, { description: '`busy`: only when the person is busy' })
})
export type FeedState = Static<typeof FeedState>
/** The address itself is shown once. */
export const FeedMade = Type.Composite([Type.Object({ url: Type.String() }), FeedState])
export type FeedMade = Static<typeof FeedMade>

export const NewExternalCalendar = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 60 }), url: Type.String({ minLength: 1, maxLength: 2000 }) },
  { additionalProperties: false }
)
export type NewExternalCalendar = Static<typeof NewExternalCalendar>
const CalendarWarning = Type.Object({
  message: Type.String(),
  title: Nullable(Type.String({ description: 'Of the entry; only its person sees it' })),
  start: Nullable(Time)
})

/** A calendar as a text, and the days of which its times are shown. */
export const CalendarText = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 10 * 1024 * 1024 }), from: Day, to: Day },
  { additionalProperties: false }
)
export const CalendarPreview = Type.Object({
  times: Type.Array(Type.Object({ start: Time, end: Time })),
  warnings: Type.Array(CalendarWarning)
})
export type CalendarPreview = Static<typeof CalendarPreview>

/** Somebody's calendar elsewhere. Only the host of its address is shown: the whole address opens the calendar. */
export const ExternalCalendar = Type.Object({
  id: Id,
  name: Type.String(),
  host: Type.String(),
  checkedAt: Nullable(Time),
  goodAt: Nullable(Time),
  error: Nullable(Type.String()),
  warnings: Type.Array(CalendarWarning),
  times: Type.Integer()
})
export type ExternalCalendar = Static<typeof ExternalCalendar>

/** The next appointments, and what came of those that began in a period. */
export const AppointmentFigures = Type.Object({
  any: Type.Boolean({ description: 'Whether there was ever an appointment that the person sees' }),
  coming: Type.Array(
    Type.Object({
      id: Id,
      start: Time,
      title: Type.String(),
      serviceName: Nullable(Type.String()),
      leadId: Nullable(Id),
      leadName: Nullable(Type.String()),
      guestName: Nullable(Type.String({ description: 'Who comes, where it is not the lead' })),
      employeeName: Nullable(Type.String()),
      status: oneOf(appointmentStatuses)
    })
  ),
  origins: Type.Array(
    Type.Object({ origin: oneOf(appointmentOrigins), done: Type.Integer(), missed: Type.Integer() }),
    { description: 'What took place and whom nobody met, by where it was booked; the most frequent first' }
  )
})
export type AppointmentFigures = Static<typeof AppointmentFigures>
