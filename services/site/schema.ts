import type { Plan } from '../account/plans/schema.ts'
import type { Booked, BookingPage, FreeDays, GuestAppointment } from '../calendar/booking/schema.ts'
import type { PublicForm } from '../leads/forms/schema.ts'
import type { Unsubscription } from '../marketing/suppressions/schema.ts'

type FreeTimes = FreeDays['data'][number]['slots']

/** A person as whom a demonstration is tried; `about` says what they see. */
export type DemoSignIn = { name: string; about: string; email: string; password: string }

export type Channels = {
  whatsapp?: string
  email?: string
  address?: string
  hours?: string
  privacyName?: string
  privacyEmail?: string
}

/** A plan on the start page. */
export type OfferedPlan = Plan & { mailsPerDay: number }

/**
 * The data with which a public page is rendered. Sent as JSON in `#page-data`, so that the browser renders the same
 * page without further requests.
 */
export type PageData = {
  /** Requested path and query, such as `/leads/new?client=...&source=...`. */
  path: string
  /** Staff's notice on every page. */
  notice?: string
  /** Whether inputs accept CNPJs with letters. */
  alphanumericCnpj?: boolean
  /** /login, in a demonstration: the people as whom it is tried. */
  demonstration?: DemoSignIn[]
  /** /signup: length of the trial. */
  trialDays?: number
  /** /contact: other ways to reach the provider, if set. */
  channels?: Channels
  /** /: the plans on offer. */
  plans?: OfferedPlan[]
  /** /leads/new: the form of the company in `client`. */
  form?: PublicForm
  /** /leads/new: why the form could not be read. Elsewhere: the page's own error. */
  error?: { status: number; message: string; requestId?: string }
  /** /leads/new, sent by a browser without JavaScript: the lead was accepted. */
  sent?: boolean
  /** /leads/new, sent without JavaScript and refused: the entered values by field ... */
  values?: Record<string, string>
  /** ... the messages to show, by field name ... */
  errors?: Record<string, string>
  /** /contact, sent without JavaScript and accepted. */
  protocol?: string
  /** ... and the message that belongs to no field. */
  problem?: string
  /** /agendar: what can be booked, and the free times of the month that is shown. */
  booking?: {
    page: BookingPage
    month: string
    /** null before a service is chosen, and for a month that is over. */
    days: FreeDays | null
    /** Sent without JavaScript: what was booked, or the next free times where somebody else was faster. */
    booked?: Booked['data']
    instead?: FreeTimes
  }
  /** /unsubscribe: whose mails, and whether they still come. */
  unsubscription?: Unsubscription
  /** /agendamento: the appointment of the link; the free times where it is being moved. */
  appointment?: {
    token: string
    data: GuestAppointment
    /** yyyy-MM-dd in the company's zone. */
    today: string
    month: string
    days: FreeDays | null
    instead?: FreeTimes
  }
}
