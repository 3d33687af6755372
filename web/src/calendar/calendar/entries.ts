import type { EventInput } from '@fullcalendar/react'
import { nationalHoliday } from '../../../../services/calendar/appointments/holidays/rules.ts'
import { statusLabels, takesTime } from '../../../../services/calendar/appointments/rules.ts'
import type {
  Appointment,
  BlockedTime,
  CalendarSettings,
  ContactRequest
} from '../../../../services/calendar/appointments/schema.ts'
import { dayAt } from '../../../../services/core/zones/rules.ts'
import { periodLabels } from '../../../../services/leads/leads/rules.ts'
import type { Task } from '../../../../services/leads/tasks/schema.ts'
import type { Palette, Tone } from '../../core/tokens.ts'
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

/** `solid` for the dots of a list. */
type Look = { tokens: Palette; solid: boolean; may: boolean; named: boolean; toneOf: (employeeId: string) => Tone }

/** An appointment in the colour of its person; what takes no time any more is struck through. */
export function appointmentEntry(appointment: Appointment, { tokens, solid, may, named, toneOf }: Look): EventInput {
  const { id, title, start, end, status, leadName, guest, employeeId, employeeName } = appointment
  const tone = tokens.tones[toneOf(employeeId)]
  // The person who comes is named first: there is little room.
  const hidden = appointment.leadId !== null && leadName === null
  const coming = guest?.name ?? leadName
  const about = hidden ? 'Lead oculto · ' : coming && !title.includes(coming) ? `${coming} · ` : ''
  const sure = appointment.guestConfirmedAt === null ? '' : '✓ '
  const sign = status === 'confirmed' ? sure : `${statusLabels[status]}: `
  return {
    id,
    start,
    end,
    title: `${sign}${about}${title}${named ? ` · ${firstName(employeeName)}` : ''}`,
    color: solid ? tone.main : tone.soft,
    contrastColor: tone.onSoft,
    editable: may && takesTime(status),
    className: `appointment tone-${toneOf(employeeId)} is-${status}`,
    extendedProps: { entry: { kind: 'appointment', appointment } satisfies Entry }
  }
}

/** A lead who asked to be contacted on a day: dashed, until it is placed. */
export function requestEntry(request: ContactRequest, { tokens, may }: Look): EventInput {
  const { leadId, leadName, preferredDate, preferredPeriod, preferredTime } = request
  const when = preferredTime ?? (preferredPeriod && periodLabels[preferredPeriod].replace(/ \(.*/, '').toLowerCase())
  return {
    id: `request ${leadId}`,
    start: preferredDate,
    allDay: true,
    title: `Pedido: ${leadName}${when ? ` (${when})` : ''}`,
    color: tokens.surface,
    contrastColor: tokens.text,
    startEditable: may,
    durationEditable: false,
    className: 'request',
    extendedProps: { entry: { kind: 'request', request } satisfies Entry }
  }
}

/** A task on the day on which it is due; a list has it among the times. */
export function taskEntry(task: Task, zone: string, { tokens, solid }: Look): EventInput {
  const { dueAt, title } = task
  return {
    id: `task ${task.id}`,
    ...(solid
      ? { start: dueAt, title: `Tarefa: ${title}` }
      : {
          start: dayAt(Date.parse(dueAt), zone),
          allDay: true,
          title: `Tarefa ${timeText(dueAt, zone)}: ${title}`
        }),
    color: solid ? tokens.tones.neutral.main : tokens.tones.neutral.soft,
    contrastColor: tokens.tones.neutral.onSoft,
    editable: false,
    className: 'task',
    extendedProps: { entry: { kind: 'task', task } satisfies Entry }
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

/** The hours that the grid shows: those of work, and an hour on either side; and all that is in it. */
export function gridHours(
  hours: readonly { from: string; to: string }[],
  appointments: readonly Pick<Appointment, 'start' | 'end'>[],
  zone: string
): { first: number; last: number } {
  const starts = [...hours.map(({ from }) => Number(from.slice(0, 2)) - 1), ...(hours.length > 0 ? [] : [7])]
  const ends = [...hours.map(({ to }) => Math.ceil(Number(to.slice(0, 2)) + Number(to.slice(3)) / 60) + 1)]
  for (const { start, end } of appointments) {
    const [from, to] = [timeText(start, zone), timeText(end, zone)]
    if (to < from) ends.push(24)
    starts.push(Number(from.slice(0, 2)))
    ends.push(Math.ceil(Number(to.slice(0, 2)) + Number(to.slice(3)) / 60))
  }
  return { first: Math.max(0, Math.min(...starts)), last: Math.min(24, Math.max(20, ...ends)) }
}
