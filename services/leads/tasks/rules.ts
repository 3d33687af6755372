import { dayAt, momentOf, wallAt } from '../../core/zones/rules.ts'

/** Open tasks by the day on which they are due; the week ends on Sunday. */
export const dayGroups = ['overdue', 'today', 'tomorrow', 'week', 'later'] as const
export type DayGroup = (typeof dayGroups)[number]

export const dayGroupLabels: Record<DayGroup, string> = {
  overdue: 'Atrasadas',
  today: 'Hoje',
  tomorrow: 'Amanhã',
  week: 'Esta semana',
  later: 'Depois'
}

const dayLength = 86_400_000
const hourLength = 3_600_000

/** The day so many days after another one; both yyyy-MM-dd. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10)

/** Days from one to another, both included; without an end, all before or after. */
export type DaySpan = { from?: string; to?: string }

/**
 * The days of each group, seen from today. Groups without a day, such as the rest of the week on a Saturday, are
 * absent.
 */
export function daySpans(today: string): Partial<Record<DayGroup, DaySpan>> {
  const [tomorrow, next] = [daysAfter(today, 1), daysAfter(today, 2)]
  const sunday = daysAfter(today, (7 - new Date(today).getUTCDay()) % 7)
  return {
    overdue: { to: daysAfter(today, -1) },
    today: { from: today, to: today },
    tomorrow: { from: tomorrow, to: tomorrow },
    ...(sunday >= next && { week: { from: next, to: sunday } }),
    later: { from: sunday >= next ? daysAfter(sunday, 1) : next }
  }
}

/** The group of a task, in the days of the zone. */
export function dayGroupOf(dueAt: string, now: number, zone: string): DayGroup {
  const day = dayAt(Date.parse(dueAt), zone)
  const spans = daySpans(dayAt(now, zone))
  const within = ({ from = '', to = '9999' }: DaySpan) => day >= from && day <= to
  return dayGroups.find(group => spans[group] && within(spans[group])) ?? 'later'
}

/** The next Monday after a day. */
export const mondayAfter = (day: string): string => daysAfter(day, (8 - new Date(day).getUTCDay()) % 7 || 7)

/**
 * When a task is due that is moved to a day: at its time of day, or at the next full hour where that has passed today;
 * late in the evening a minute before midnight.
 */
export function movedTo(dueAt: string, day: string, now: number, zone: string): string {
  const wall = Date.parse(day) + (wallAt(Date.parse(dueAt), zone) % dayLength)
  const at = momentOf(wall, zone)
  if (at > now || day !== dayAt(now, zone)) return new Date(at).toISOString()
  const wallNow = wallAt(now, zone)
  const hour = wallNow - (wallNow % hourLength) + hourLength
  const last = Date.parse(day) + dayLength - 60_000
  return new Date(momentOf(Math.min(hour, last), zone)).toISOString()
}

/** Tasks that are moved at once. */
export const maxMoved = 10_000

/** Days for which a move of many tasks can be undone. */
export const moveUndoDays = 1
