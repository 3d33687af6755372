import { dayAt, momentOf, openMinutes, wallAt } from '../../core/zones/rules.ts'
import type { BusinessHours } from '../../messaging/channels/rules.ts'
import { nationalHoliday } from './holidays/rules.ts'
import { durationText } from './rules.ts'

export type Opening = { from: string; to: string }

/** Days that are not as their weekday, of everybody or of one person; without hours they are closed. */
type SpecialDay = {
  employeeId: string | null
  firstDay: string
  lastDay: string
  name: string
  hours: readonly Opening[]
}

/** Time that is taken, in milliseconds: an appointment with its buffers, or a blocked time. */
export type Busy = {
  start: number
  end: number
  /** For an appointment: its service, and its start without the buffer. */
  serviceId?: string | null
  at?: number
}

/** A weekly time of a class. */
export type Session = {
  day: number
  at: string
  employeeId?: string | null
  firstDay?: string | null
  lastDay?: string | null
}

/** A service that is given at times of its own, which hold their person's time though nobody has booked. */
export type SlotClass = Pick<SlotService, 'minutes' | 'bufferBefore' | 'bufferAfter' | 'sessions'> & {
  id: string
  /** The only person who gives it; null where several do. */
  giver: string | null
}

type SlotPerson = { id: string; hours: BusinessHours | null; busy: readonly Busy[] }

export type SlotService = {
  id: string | null
  minutes: number
  /** From one offered time to the next; null for the length and the buffers together. */
  stepMinutes: number | null
  bufferBefore: number
  bufferAfter: number
  capacity: number
  noticeMinutes: number
  windowDays: number
  dailyCap: number | null
  /** With any, only these times are offered. */
  sessions: readonly Session[]
}

export type Availability = {
  timeZone: string
  service: SlotService
  /** The company's hours, for those who have none of their own. */
  hours: BusinessHours
  people: readonly SlotPerson[]
  specialDays: readonly SpecialDay[]
  nationalHolidays: boolean
  classes: readonly SlotClass[]
  /** The first and last day that are asked for, `yyyy-MM-dd`. */
  from: string
  to: string
  now: number
}

/** `adjacent`: it touches what is taken, so that the rest of the day stays whole. */
export type Slot = { start: number; employeeIds: string[]; adjacent: boolean; seatsLeft?: number }

/** The free times of a day, in order; where there are none, why. */
export type DaySlots = { day: string; slots: Slot[]; reason: string | null }

const minute = 60_000
const dayLength = 86_400_000

/** Times begin at full five minutes, also after a time that is taken until an odd one. */
const neat = 5 * minute

const stepOf = ({ stepMinutes, minutes, bufferBefore, bufferAfter }: SlotService): number =>
  (stepMinutes ?? bufferBefore + minutes + bufferAfter) * minute

const brief = (date: string): string => date.split('-').reverse().join('/')

/**
 * The times at which a service can begin on each day, by the hours of the company and of each person, breaks, holidays,
 * special days, notice, window, daily cap, buffers and what is taken. A time that daylight saving skipped is none.
 * Pure: the calendar, the public page and the API show the same.
 */
export function freeSlots(availability: Availability): DaySlots[] {
  const { timeZone, service, now, people } = availability
  const earliest = now + service.noticeMinutes * minute
  const today = dayAt(now, timeZone)
  const lastDay = dayAt(now, timeZone, service.windowDays)
  const days: DaySlots[] = []
  for (let at = Date.parse(availability.from); at <= Date.parse(availability.to); at += dayLength) {
    const day = new Date(at).toISOString().slice(0, 10)
    const none = (reason: string) => days.push({ day, slots: [], reason })
    if (day < today) {
      none('Este dia já passou.')
      continue
    }
    if (day > lastDay) {
      none(`Só é possível marcar até ${brief(lastDay)}.`)
      continue
    }
    const possible = people.map(person => ({ person, ...openingsOf(availability, person, day) }))
    const begins = new Map<number, Omit<Slot, 'start'>>()
    const counts = { inHours: 0, inTime: 0 }
    for (const { person, openings, closed } of possible) {
      const started = sessionsOn(availability, person, day)
      // In any zone the day lies within these.
      const booked = person.busy.filter(({ start, end }) => end > at - dayLength && start < at + 2 * dayLength)
      const busy = [...booked, ...heldBy(availability, person, at)]
      const spans = openings.map(opening => spanOf(opening, day, timeZone))
      // Without what is taken, to know whether the day has hours at all.
      const isClass = service.sessions.length > 0
      const classTimes = isClass && closed === null ? timesOf(availability, person, day) : []
      const hours = isClass ? classTimes : spans.flatMap(span => startsIn(span, [], service))
      counts.inHours += hours.length
      counts.inTime += hours.filter(start => start >= earliest).length
      const full = service.dailyCap !== null && started.size >= service.dailyCap
      for (const start of new Set(isClass ? classTimes : spans.flatMap(span => startsIn(span, busy, service)))) {
        if (start < earliest || (full && !started.has(start)) || !isFree(busy, service, start)) continue
        const slot = begins.get(start) ?? { employeeIds: [], adjacent: false }
        slot.employeeIds.push(person.id)
        slot.adjacent ||= touches(busy, service, start)
        if (service.capacity > 1) slot.seatsLeft = Math.max(slot.seatsLeft ?? 0, seatsLeft(busy, service, start))
        begins.set(start, slot)
      }
    }
    const slots = [...begins].sort(([a], [b]) => a - b).map(([start, slot]) => ({ start, ...slot }))
    if (slots.length > 0) days.push({ day, slots, reason: null })
    else if (people.length === 0) none('Ninguém da equipe atende este serviço.')
    else if (counts.inHours === 0)
      none(possible.find(({ closed }) => closed)?.closed ?? 'Não há atendimento neste dia.')
    else if (counts.inTime === 0)
      none(
        service.noticeMinutes > 0
          ? `É preciso marcar com ${durationText(service.noticeMinutes)} de antecedência.`
          : 'Os horários deste dia já passaram.'
      )
    else none('Todos os horários deste dia estão tomados.')
  }
  return days
}

/** When a person works on a day, and why not where they do not. */
function openingsOf(
  { hours, specialDays, nationalHolidays }: Availability,
  person: SlotPerson,
  day: string
): { openings: readonly Opening[]; closed: string | null } {
  const special = [person.id, null].flatMap(
    id =>
      specialDays.find(({ employeeId, firstDay, lastDay }) => employeeId === id && firstDay <= day && day <= lastDay) ??
      []
  )[0]
  if (special) return { openings: special.hours, closed: special.hours.length > 0 ? null : `${special.name}.` }
  const holiday = nationalHolidays ? nationalHoliday(day) : undefined
  if (holiday) return { openings: [], closed: `Feriado: ${holiday}.` }
  const weekday = new Date(day).getUTCDay()
  return { openings: (person.hours ?? hours).filter(each => each.day === weekday), closed: null }
}

/**
 * Why a person does not work from one moment to another; null where they do. `usual`: hours that are only not theirs
 * on that weekday are no reason, as somebody chose the time on purpose.
 */
export function closedAt(
  availability: Availability,
  person: SlotPerson,
  { start, end }: Span,
  { usual }: { usual: boolean }
): string | null {
  const day = dayAt(start, availability.timeZone)
  const { openings, closed } = openingsOf(availability, person, day)
  if (closed !== null) return closed
  const open = openings
    .map(opening => spanOf(opening, day, availability.timeZone))
    .some(span => span.start <= start && end <= span.end)
  return open || usual ? null : 'Fora do horário de atendimento.'
}

type Span = { start: number; end: number }

/** An opening as moments; one that daylight saving skips begins after the skipped time. */
function spanOf(opening: Opening, day: string, timeZone: string): Span {
  const { opens, closes } = openMinutes(opening)
  const wall = (of: number) => Date.parse(day) + of * minute
  let at = wall(opens)
  while (at < wall(closes) && wallAt(momentOf(at, timeZone), timeZone) !== at) at += neat
  return { start: momentOf(at, timeZone), end: momentOf(wall(closes), timeZone) }
}

/**
 * The moments at which the service can begin in an opening: from its start in steps, and in steps from the end of
 * each time that is taken; and the sessions that others have booked.
 */
function startsIn({ start: opens, end: closes }: Span, busy: readonly Busy[], service: SlotService): number[] {
  const step = stepOf(service)
  const [before, length] = [service.bufferBefore * minute, service.minutes * minute]
  const last = closes - length
  const taken = busy
    .filter(({ start, end }) => end + before > opens && start < closes)
    .sort((a, b) => a.start - b.start)
  const starts: number[] = []
  let from = opens
  for (const { start, end } of [...taken, { start: Number.POSITIVE_INFINITY, end: 0 }]) {
    for (let at = from; at <= Math.min(last, start - length); at += step) starts.push(at)
    from = Math.max(from, Math.ceil((end + before) / neat) * neat)
  }
  const sessions = taken.flatMap(({ serviceId, at }) =>
    service.capacity > 1 && serviceId === service.id && at !== undefined && at >= opens && at <= last ? [at] : []
  )
  return [...starts, ...sessions]
}

/** Whether what is taken ends where the time with its buffers begins, or begins where it ends. */
function touches(busy: readonly Busy[], service: SlotService, start: number): boolean {
  const from = start - service.bufferBefore * minute
  const to = start + (service.minutes + service.bufferAfter) * minute
  return busy.some(each => (each.end <= from && from - each.end < neat) || each.start === to)
}

/** True where nothing busy touches the time, except a session of the service with a seat left. */
export const isFree = (busy: readonly Busy[], service: SlotService, start: number): boolean =>
  seatsLeft(busy, service, start) > 0

/** The seats of a time that nobody has; none where something else touches it. */
function seatsLeft(busy: readonly Busy[], service: SlotService, start: number): number {
  const from = start - service.bufferBefore * minute
  const to = start + (service.minutes + service.bufferAfter) * minute
  let seats = service.capacity
  for (const each of busy) {
    if (each.end <= from || each.start >= to) continue
    const shared = service.capacity > 1 && each.serviceId === service.id && each.at === start
    if (!shared) return 0
    seats--
  }
  return Math.max(0, seats)
}

/** The times of the service that are booked on a day: people in one session count once. */
const sessionsOn = ({ service, timeZone }: Availability, { busy }: SlotPerson, day: string): Set<number> =>
  new Set(
    busy.flatMap(({ serviceId, at }) =>
      serviceId === service.id && at !== undefined && dayAt(at, timeZone) === day ? [at] : []
    )
  )

/** Whether a session is given on a day. */
const isOn = ({ day: weekday, firstDay, lastDay }: Session, day: string): boolean =>
  new Date(day).getUTCDay() === weekday && (!firstDay || firstDay <= day) && (!lastDay || day <= lastDay)

const sessionStart = ({ at }: Session, day: string, timeZone: string): number => {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  return momentOf(Date.parse(day) + (hours * 60 + minutes) * minute, timeZone)
}

/** When the class that is asked for begins with a person on a day. */
const timesOf = ({ service, timeZone }: Availability, person: SlotPerson, day: string): number[] =>
  service.sessions
    .filter(session => isOn(session, day) && (!session.employeeId || session.employeeId === person.id))
    .map(session => sessionStart(session, day, timeZone))

/** The times around a day that other classes hold of a person; a closed day has none. */
function heldBy(availability: Availability, person: SlotPerson, at: number): Busy[] {
  const { classes, service, timeZone } = availability
  const days = [-1, 0, 1].map(n => new Date(at + n * dayLength).toISOString().slice(0, 10))
  return classes
    .filter(({ id }) => id !== service.id)
    .flatMap(({ sessions, giver, minutes, bufferBefore, bufferAfter }) =>
      days
        .filter(day => openingsOf(availability, person, day).closed === null)
        .flatMap(day =>
          sessions
            .filter(session => isOn(session, day) && (session.employeeId ?? giver) === person.id)
            .map(session => {
              const start = sessionStart(session, day, timeZone)
              return { start: start - bufferBefore * minute, end: start + (minutes + bufferAfter) * minute }
            })
        )
    )
}

/** The first free times from a moment on. */
export function nextSlots(days: readonly DaySlots[], from: number, count = 3): Slot[] {
  return days
    .flatMap(({ slots }) => slots)
    .filter(({ start }) => start >= from)
    .slice(0, count)
}
