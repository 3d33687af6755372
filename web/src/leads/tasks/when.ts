import { dayAt } from '../../../../services/core/zones/rules.ts'
import { daysAfter, mondayAfter } from '../../../../services/leads/tasks/rules.ts'
import { formatDate, formatDateTime } from '../../core/format.ts'
import { dueText } from '../leads/due.ts'

const weekday = new Intl.DateTimeFormat('pt-BR', { weekday: 'short', timeZone: 'UTC' })

/** 'qua., 18/11' */
export const dayText = (day: string): string => `${weekday.format(new Date(day))}, ${formatDate(day).slice(0, 5)}`

/** When a task is due, as short as it can be said: 'atrasada 2 d', 'hoje 14:00', 'sex., 20/11 14:00'. */
export function whenText(at: string, zone: string, now = Date.now()): string {
  const near = dueText(at, zone, now)
  return /^\d/.test(near) ? `${weekday.format(new Date(dayAt(Date.parse(at), zone)))}, ${near}` : near
}

export const doneText = (at: string, zone: string): string => `concluída em ${formatDateTime(at, zone)}`

export type Day = { label: string; day: string }

/** To which days a task is moved in one press. */
export function quickDays(zone: string, now = Date.now()): Day[] {
  const today = dayAt(now, zone)
  const [tomorrow, monday] = [daysAfter(today, 1), mondayAfter(today)]
  return [
    { label: 'Hoje', day: today },
    { label: 'Amanhã', day: tomorrow },
    ...(monday === tomorrow ? [] : [{ label: 'Segunda-feira', day: monday }])
  ]
}
