import { type Static, Type } from '@sinclair/typebox'
import { Day, Id, Nullable, oneOf, Time } from '../../core/schema.ts'
import { PublicForm } from '../../leads/forms/schema.ts'
import { LeadSubmission } from '../../leads/leads/schema.ts'
import { appointmentChannels, appointmentStatuses, guestMailTimes } from '../appointments/rules.ts'
import { Question } from '../appointments/schema.ts'

const closed = { additionalProperties: false }

export const BookingSettings = Type.Object({
  slug: Type.String({ description: 'The page answers at /agendar/{slug}' }),
  active: Type.Boolean(),
  confirms: Type.Boolean({ description: 'What is booked is confirmed at once, else the company confirms it' }),
  welcome: Nullable(Type.String()),
  warnings: Type.Array(
    Type.Object({ code: Type.Literal('NO_MAIL'), message: Type.String() }, { description: 'Why visitors get no mail' })
  )
})
export type BookingSettings = Static<typeof BookingSettings>

export const BookingSettingsChange = Type.Object(
  {
    active: Type.Optional(Type.Boolean()),
    confirms: Type.Optional(Type.Boolean()),
    welcome: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
    slug: Type.Optional(Type.String({ maxLength: 100, description: 'From 3 to 60 of a-z, 0-9 and hyphen' }))
  },
  { ...closed, minProperties: 1 }
)
export type BookingSettingsChange = Static<typeof BookingSettingsChange>

export const OfferedService = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  minutes: Type.Integer(),
  priceCents: Nullable(Type.Integer()),
  channel: oneOf(appointmentChannels),
  cancelNoticeMinutes: Type.Integer(),
  moveNoticeMinutes: Type.Integer(),
  policy: Nullable(Type.String()),
  questions: Type.Array(Question),
  people: Type.Array(Type.Object({ id: Id, name: Type.String(), photo: Nullable(Type.String()) }), {
    description: 'With whom it can be booked, where visitors choose that'
  })
})
export type OfferedService = Static<typeof OfferedService>

/** The public part of a company's booking page; a booking asks for the form's fields. */
export const BookingPage = Type.Object({
  slug: Type.String(),
  welcome: Nullable(Type.String()),
  confirms: Type.Boolean(),
  services: Type.Array(OfferedService),
  form: PublicForm
})
export type BookingPage = Static<typeof BookingPage>

export const BookingSlotQuery = Type.Object(
  {
    serviceId: Id,
    employeeId: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'One of the people of the service' })),
    from: Day,
    to: Day
  },
  closed
)
export const GuestSlotQuery = Type.Object({ from: Day, to: Day }, closed)

const FreeTime = Type.Object({
  start: Time,
  end: Time,
  adjacent: Type.Optional(Type.Boolean({ description: 'It touches a time that is taken: shown first' })),
  seatsLeft: Type.Optional(Type.Integer({ description: 'Where several may come' }))
})
/** Free times by day; `reason` says why a day has none. */
export const FreeDays = Type.Object({
  timezone: Type.String(),
  data: Type.Array(Type.Object({ day: Day, slots: Type.Array(FreeTime), reason: Nullable(Type.String()) }))
})
export type FreeDays = Static<typeof FreeDays>

/** Somebody else was faster: the next free times. */
export const TimeGone = Type.Object({
  code: Type.String(),
  message: Type.String(),
  requestId: Type.String(),
  slots: Type.Optional(Type.Array(FreeTime))
})

const OwnFields = Type.Object({
  serviceId: Id,
  start: Time,
  employeeId: Type.Optional(
    Nullable(Type.Unsafe<string>({ ...Id, description: 'With whom, of the people of the service' }))
  ),
  guest: Type.Optional(
    Nullable(
      Type.Object(
        { name: Type.String({ maxLength: 200 }) },
        { ...closed, description: 'Who comes, where it is somebody else than who books' }
      )
    )
  ),
  answers: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
      description: 'To the questions of the service, by their ids'
    })
  )
})

export const Booking = Type.Composite([LeadSubmission, OwnFields], {
  additionalProperties: Type.Unknown()
})
export type Booking = Static<typeof Booking>

/** An appointment as its guest sees it. */
export const GuestAppointment = Type.Object({
  company: Type.Object({ id: Id, name: Type.String() }),
  title: Type.String(),
  serviceId: Nullable(Id),
  guest: Nullable(Type.String({ description: 'Who comes, where the booking says so' })),
  with: Nullable(Type.String({ description: 'Who of the team' })),
  start: Time,
  end: Time,
  timezone: Type.String(),
  status: oneOf(appointmentStatuses),
  channel: oneOf(appointmentChannels),
  location: Nullable(Type.String()),
  confirmed: Type.Boolean({ description: 'The guest said that they will come' }),
  mustMove: Type.Boolean({ description: 'The company asks for another time, as it took this one away' }),
  cancelNoticeMinutes: Type.Integer({ description: 'Until how long before the start the guest may cancel' }),
  moveNoticeMinutes: Type.Integer(),
  policy: Nullable(Type.String()),
  may: Type.Object({
    confirm: Type.Boolean(),
    move: Type.Boolean(),
    cancel: Type.Boolean(),
    restore: Type.Boolean()
  })
})
export type GuestAppointment = Static<typeof GuestAppointment>

export const Booked = Type.Object({
  success: Type.Boolean(),
  // null for what a robot sent, which takes no time
  data: Nullable(
    Type.Object({
      token: Type.String(),
      appointment: GuestAppointment,
      mail: oneOf(guestMailTimes, { description: 'When the guest gets a mail about it' })
    })
  )
})
export type Booked = Static<typeof Booked>

export const GuestParams = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, closed)
export const GuestMove = Type.Object({ start: Time }, closed)
export const GuestCancel = Type.Object({ reason: Type.Optional(Nullable(Type.String({ maxLength: 500 }))) }, closed)
export const GuestAnswer = Type.Object({ data: GuestAppointment })
