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

type SlotPerson = { id: string; hours: BusinessHours | null; busy: readonly Busy[] }

export type SlotService = {
  id: string | null
  minutes: number
  bufferBefore: number
  bufferAfter: number
  capacity: number
  noticeMinutes: number
  windowDays: number
  dailyCap: number | null
}

export type Availability = {
  timeZone: string
  service: SlotService
  /** The company's hours, for those who have none of their own. */
  hours: BusinessHours
  people: readonly SlotPerson[]
  specialDays: readonly SpecialDay[]
  nationalHolidays: boolean
  /** The first and last day that are asked for, `yyyy-MM-dd`. */
  from: string
  to: string
  now: number
}

export type Slot = { start: number; employeeIds: string[] }

/** The free times of a day, in order; where there are none, why. */
export type DaySlots = { day: string; slots: Slot[]; reason: string | null }

const minute = 60_000
const dayLength = 86_400_000

/** Slots begin at these minutes after an opening. */
const gridOf = (minutes: number): number => (minutes < 30 ? 15 : 30)

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
    const begins = new Map<number, string[]>()
    const counts = { inHours: 0, inTime: 0 }
    // Most of the team work the same hours.
    const startsByOpening = new Map<string, number[]>()
    const starts = (opening: Opening): number[] => {
      const key = `${opening.from} ${opening.to}`
      const found = startsByOpening.get(key) ?? startsIn(opening, day, service.minutes, timeZone)
      startsByOpening.set(key, found)
      return found
    }
    for (const { person, openings } of possible) {
      const capped = isFull(availability, person, day)
      // In any zone the day lies within these.
      const busy = person.busy.filter(({ start, end }) => end > at - dayLength && start < at + 2 * dayLength)
      for (const start of openings.flatMap(starts)) {
        counts.inHours++
        if (start < earliest) continue
        counts.inTime++
        if (capped || !isFree(busy, service, start)) continue
        begins.set(start, [...(begins.get(start) ?? []), person.id])
      }
    }
    const slots = [...begins].sort(([a], [b]) => a - b).map(([start, employeeIds]) => ({ start, employeeIds }))
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

/** The moments at which something of this length can begin in an opening. */
function startsIn(opening: Opening, day: string, minutes: number, timeZone: string): number[] {
  const { opens, closes } = openMinutes(opening)
  const wall = (of: number) => Date.parse(day) + of * minute
  const end = momentOf(wall(closes), timeZone)
  const starts: number[] = []
  for (let at = wall(opens); at < wall(closes); at += gridOf(minutes) * minute) {
    const start = momentOf(at, timeZone)
    if (start + minutes * minute <= end && wallAt(start, timeZone) === at) starts.push(start)
  }
  return starts
}

/** True where nothing busy touches the time, except a session of the service with a seat left. */
function isFree(busy: readonly Busy[], service: SlotService, start: number): boolean {
  const from = start - service.bufferBefore * minute
  const to = start + (service.minutes + service.bufferAfter) * minute
  let seats = service.capacity
  for (const each of busy) {
    if (each.end <= from || each.start >= to) continue
    const shared = service.capacity > 1 && each.serviceId === service.id && each.at === start
    if (!shared || --seats <= 0) return false
  }
  return true
}

const isFull = ({ service, timeZone }: Availability, { busy }: SlotPerson, day: string): boolean =>
  service.dailyCap !== null &&
  busy.filter(({ serviceId, at }) => serviceId === service.id && at !== undefined && dayAt(at, timeZone) === day)
    .length >= service.dailyCap

/** The first free times from a moment on. */
export function nextSlots(days: readonly DaySlots[], from: number, count = 3): Slot[] {
  return days
    .flatMap(({ slots }) => slots)
    .filter(({ start }) => start >= from)
    .slice(0, count)
}
