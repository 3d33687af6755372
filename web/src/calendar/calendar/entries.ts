import type { EventInput } from '@fullcalendar/react'
import { nationalHoliday } from '../../../../services/calendar/appointments/holidays/rules.ts'
import { type AppointmentStatus, statusLabels, takesTime } from '../../../../services/calendar/appointments/rules.ts'
import type {
  Appointment,
  BlockedTime,
  CalendarSettings,
  ContactRequest
} from '../../../../services/calendar/appointments/schema.ts'
import { dayAt } from '../../../../services/core/zones/rules.ts'
import { periodLabels } from '../../../../services/leads/leads/rules.ts'
import type { Task } from '../../../../services/leads/tasks/schema.ts'
import { dark, type Palette, type Tone } from '../../core/tokens.ts'
import { timeText } from '../appointments/words.ts'
import { addDays } from './range.ts'

/** Colours of people, in turn. Their names stand beside, so nothing is said by colour alone. */
const personTones: readonly Tone[] = ['brand', 'info', 'violet', 'warning', 'success', 'error']

export const toneOfPerson = (at: number): Tone => personTones[Math.max(0, at) % personTones.length] ?? 'brand'

/** The object that an entry of the calendar shows. */
export type Entry =
  | { kind: 'appointment'; appointment: Appointment }
  | { kind: 'request'; request: ContactRequest }
  | { kind: 'task'; task: Task }
  | { kind: 'background' }

/** The name that distinguishes a colleague where there is little room. */
const firstName = (name: string | null): string => name?.trim().split(/\s+/)[0] ?? ''

type Look = { tokens: Palette; may: boolean; named: boolean; toneOf: (employeeId: string) => Tone }

/** The words of an entry: who comes is first, as there is little room. */
export type EntryWords = { state: string; name: string; rest: string }

export function appointmentWords(appointment: Appointment, named: boolean): EntryWords {
  const { title, status, leadName, guest, employeeName, guestConfirmedAt } = appointment
  const hidden = appointment.leadId !== null && leadName === null ? 'Lead oculto' : null
  const coming = guest?.name ?? leadName ?? hidden
  const about = coming && !title.includes(coming) ? title : ''
  return {
    state: status === 'confirmed' ? '' : `${statusLabels[status]}: `,
    name: `${status === 'confirmed' && guestConfirmedAt !== null ? '✓ ' : ''}${coming ?? title}`,
    rest: [about, named ? firstName(employeeName) : ''].filter(Boolean).join(' ·\u00a0')
  }
}

export type Fill = { color: string; contrastColor: string }

/** The colour of its person, in a shade for its state. */
export function fillOf(status: AppointmentStatus, tone: Tone, tokens: Palette): Fill {
  const { main, on, soft, onSoft } = tokens.tones[tone]
  if (status === 'confirmed') return { color: main, contrastColor: on }
  if (status === 'requested') return { color: tokens.surface, contrastColor: onSoft }
  if (status === 'no_show') return { color: soft, contrastColor: onSoft }
  if (status === 'done') {
    // 55 % of the fill alone: text of 55 % could not be read.
    const [behind, text] = tokens.page === dark.page ? [tokens.page, '#fff'] : ['#fff', tokens.text]
    return { color: `color-mix(in srgb, ${main} 55%, ${behind})`, contrastColor: text }
  }
  return { color: tokens.sunken, contrastColor: tokens.textFaint }
}

/** An appointment in the colour of its person; what takes no time any more is struck through. */
export function appointmentEntry(appointment: Appointment, look: Look, solid = false): EventInput {
  const { id, start, end, status, employeeId } = appointment
  const { tokens, may, named, toneOf } = look
  const tone = toneOf(employeeId)
  const words = appointmentWords(appointment, named)
  return {
    id,
    start,
    end,
    title: `${words.state}${words.name}${words.rest && ` · ${words.rest}`}`,
    ...fillOf(status, tone, tokens),
    // The dot of a list.
    ...(solid && { color: tokens.tones[tone].main }),
    editable: may && takesTime(status),
    className: `appointment tone-${tone} is-${status}`,
    extendedProps: { entry: { kind: 'appointment', appointment } satisfies Entry, words }
  }
}

/** When a lead wants to be contacted: `tarde`, `14h30`. */
export const wishText = ({ preferredPeriod, preferredTime }: ContactRequest): string =>
  preferredTime ?? (preferredPeriod ? periodLabels[preferredPeriod].replace(/ \(.*/, '').toLowerCase() : '')

/** A lead who asked to be contacted on a day: dashed, until it is placed. */
export function requestEntry(request: ContactRequest, { tokens, may }: Look): EventInput {
  const { leadId, leadName, preferredDate } = request
  const when = wishText(request)
  const words: EntryWords = { state: 'Pedido: ', name: `${leadName}${when ? ` (${when})` : ''}`, rest: '' }
  return {
    id: `request ${leadId}`,
    start: preferredDate,
    allDay: true,
    title: words.state + words.name,
    color: tokens.surface,
    contrastColor: tokens.text,
    startEditable: may,
    durationEditable: false,
    className: 'request',
    extendedProps: { entry: { kind: 'request', request } satisfies Entry, words }
  }
}

/** Half an hour of the grid, in which a task can be read. */
const taskLength = 1_800_000

/** A task at its hour; above the hours where the grid does not show that one. */
export function taskEntry(
  task: Task,
  zone: string,
  { tokens }: Look,
  hours: { first: number; last: number }
): EventInput {
  const { dueAt, title } = task
  const time = timeText(dueAt, zone)
  const shown = Number(time.slice(0, 2)) >= hours.first && Number(time.slice(0, 2)) < hours.last
  const words: EntryWords = { state: 'Tarefa: ', name: title, rest: shown ? '' : time }
  return {
    id: `task ${task.id}`,
    ...(shown
      ? { start: dueAt, end: new Date(Date.parse(dueAt) + taskLength).toISOString() }
      : { start: dayAt(Date.parse(dueAt), zone), allDay: true }),
    title: words.state + words.name,
    color: tokens.tones.neutral.soft,
    contrastColor: tokens.tones.neutral.onSoft,
    editable: false,
    className: 'task',
    extendedProps: { entry: { kind: 'task', task } satisfies Entry, words }
  }
}

type Days = { from: string; to: string }

const background = { display: 'background', extendedProps: { entry: { kind: 'background' } satisfies Entry } } as const

/** Holidays, leave and blocked times behind the entries; of all people only where one is shown. */
export function backgroundEntries(
  { from, to }: Days,
  settings: CalendarSettings | undefined,
  blocked: readonly BlockedTime[],
  person: string
): EventInput[] {
  const special = settings?.specialDays.filter(({ employeeId }) => employeeId === null || employeeId === person) ?? []
  const days: EventInput[] = special.map(({ id, firstDay, lastDay, name }) => ({
    ...background,
    id: `special ${id}`,
    start: firstDay,
    end: addDays(lastDay, 1),
    allDay: true,
    title: name
  }))
  if (settings?.nationalHolidays)
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const name = nationalHoliday(day)
      if (name && !special.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay))
        days.push({ ...background, id: `holiday ${day}`, start: day, allDay: true, title: name })
    }
  const times = blocked
    .filter(({ employeeId }) => employeeId === person)
    .map(({ id, start, end, reason }) => ({
      ...background,
      id: `blocked ${id}`,
      start,
      end,
      title: reason ?? 'Bloqueado'
    }))
  return [...days, ...times]
}

/** The hours that the grid shows: those of work, and an hour on either side; all that is in it, and now. */
export function gridHours(
  hours: readonly { from: string; to: string }[],
  appointments: readonly Pick<Appointment, 'start' | 'end'>[],
  zone: string,
  { from: firstDay, to: lastDay }: Days
): { first: number; last: number } {
  const starts = [...hours.map(({ from }) => Number(from.slice(0, 2)) - 1), ...(hours.length > 0 ? [] : [7])]
  const ends = [...hours.map(({ to }) => Math.ceil(Number(to.slice(0, 2)) + Number(to.slice(3)) / 60) + 1)]
  const today = dayAt(Date.now(), zone)
  const now = new Date().toISOString()
  const shown = firstDay <= today && today <= lastDay ? [...appointments, { start: now, end: now }] : appointments
  for (const { start, end } of shown) {
    const [from, to] = [timeText(start, zone), timeText(end, zone)]
    if (to < from) ends.push(24)
    starts.push(Number(from.slice(0, 2)))
    ends.push(Math.ceil(Number(to.slice(0, 2)) + Number(to.slice(3)) / 60))
  }
  return { first: Math.max(0, Math.min(...starts)), last: Math.min(24, Math.max(20, ...ends)) }
}
