import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency
} from 'ical-generator'
import { productName } from '../../core/rules.ts'

/** An appointment as a calendar program receives it. */
type CalendarEntry = {
  id: string
  sequence: number
  /** When it became what it is: the same state gives the same text. */
  changedAt: string
  start: string
  end: string
  title: string
  details: string | null
  location: string | null
  link: string | null
}

type Party = { name: string; email: string }

/** The UID of an appointment, the same for its whole life and whatever the installation's address becomes. */
const uidOf = (appointmentId: string): string => `${appointmentId}@prosa`

/** The appointment of a UID; null where it is not one of ours. */
export const appointmentOf = (uid: string): string | null => /^([0-9a-f]{24})@prosa$/.exec(uid.trim())?.[1] ?? null

const calendarOf = (method?: ICalCalendarMethod) =>
  ical({ prodId: { company: productName, product: 'Agenda', language: 'PT-BR' }, ...(method && { method }) })

/** Control characters other than line breaks have no place in iCalendar. */
const clean = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, ' ')

/** A name as a parameter, which has no escapes that every program reads. */
const nameOf = (name: string): string => name.replace(/[\p{Cc}"^]+/gu, ' ').trim()

const fieldsOf = ({ id, sequence, changedAt, start, end, title, details, location, link }: CalendarEntry) => ({
  id: uidOf(id),
  sequence,
  stamp: new Date(changedAt),
  // Dates are written in UTC, which needs no VTIMEZONE.
  start: new Date(start),
  end: new Date(end),
  summary: clean(title),
  transparency: ICalEventTransparency.OPAQUE,
  ...(details !== null && { description: clean(details) }),
  ...(location !== null && { location: clean(location) }),
  ...(link !== null && { url: link })
})

/**
 * The invitation for a guest's calendar program: `REQUEST` enters or changes the appointments, `CANCEL` takes them out.
 */
export function invitation(
  method: 'REQUEST' | 'CANCEL',
  entries: readonly CalendarEntry[],
  { company, guest }: { company: Party; guest: Party }
): string {
  const cancelled = method === 'CANCEL'
  const calendar = calendarOf(ICalCalendarMethod[method])
  for (const entry of entries)
    calendar.createEvent({
      ...fieldsOf(entry),
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: { name: nameOf(company.name), email: company.email },
      attendees: [
        {
          name: nameOf(guest.name),
          email: guest.email,
          role: ICalAttendeeRole.REQ,
          type: ICalAttendeeType.INDIVIDUAL,
          status: ICalAttendeeStatus.NEEDSACTION,
          rsvp: !cancelled
        }
      ]
    })
  return textOf(calendar)
}

type PublishedEntry = CalendarEntry & { tentative: boolean }

const publishedFields = ({ tentative, ...entry }: PublishedEntry) => ({
  ...fieldsOf(entry),
  status: tentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
})

/** Appointments as a calendar that a program subscribes to; `tentative` ones are not confirmed yet. */
export function published(name: string, entries: readonly PublishedEntry[]): string {
  const calendar = calendarOf(ICalCalendarMethod.PUBLISH).name(name).ttl(900)
  for (const entry of entries) calendar.createEvent(publishedFields(entry))
  return textOf(calendar)
}

/** An appointment as an object of a CalDAV calendar, which has no METHOD (RFC 4791, 4.1). */
export function stored(entry: PublishedEntry): string {
  const calendar = calendarOf()
  calendar.createEvent(publishedFields(entry))
  return textOf(calendar)
}

/** The library leaves out the last line break, which some programs miss. */
const textOf = (calendar: { toString(): string }): string => `${calendar.toString().trimEnd()}\r\n`

/** The METHOD of a text made here. */
export const methodOf = (calendar: string): string => /^METHOD:(\w+)\r?$/m.exec(calendar)?.[1] ?? 'PUBLISH'
