/** How the calendar is shown, as its address names it. */
export const views = ['dia', 'semana', 'mes', 'lista'] as const
export type CalendarView = (typeof views)[number]

export const viewLabels: Record<CalendarView, string> = { dia: 'Dia', semana: 'Semana', mes: 'Mês', lista: 'Lista' }

const dayLength = 86_400_000

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
const textOf = (date: Date | number): string => new Date(date).toISOString().slice(0, 10)

/** The day, yyyy-MM-dd, that many days later. */
export const addDays = (day: string, days: number): string => textOf(dateOf(day).getTime() + days * dayLength)

/** 0 for a Sunday. */
export const weekdayOf = (day: string): number => dateOf(day).getUTCDay()

/** The Sunday on or before a day: a week begins with it, as Brazilian calendars have it. */
const sundayOf = (day: string): string => addDays(day, -weekdayOf(day))

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

/** The last day of the month of a day. */
function lastOfMonth(day: string): string {
  const date = dateOf(day)
  return textOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0))
}

/** The first and the last day that a view shows, both yyyy-MM-dd; a month has its weeks in full. */
export function rangeOf(view: CalendarView, day: string): { from: string; to: string } {
  if (view === 'dia') return { from: day, to: day }
  if (view === 'semana') return { from: sundayOf(day), to: addDays(sundayOf(day), 6) }
  if (view === 'lista') return { from: firstOfMonth(day), to: lastOfMonth(day) }
  return { from: sundayOf(firstOfMonth(day)), to: addDays(sundayOf(lastOfMonth(day)), 6) }
}

/** The day to which one goes on, or back with `by` -1. A month that is shorter ends on its last day. */
export function stepped(view: CalendarView, day: string, by: 1 | -1): string {
  if (view === 'dia') return addDays(day, by)
  if (view === 'semana') return addDays(day, 7 * by)
  const date = dateOf(day)
  const first = textOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + by, 1))
  const last = lastOfMonth(first)
  const same = `${first.slice(0, 8)}${day.slice(8)}`
  return same > last ? last : same
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('pt-BR', { ...options, timeZone: 'UTC' })
const dayFormat = format({ weekday: 'long', day: 'numeric', month: 'long' })
const dayOfMonth = format({ day: 'numeric', month: 'long' })
const monthFormat = format({ month: 'long', year: 'numeric' })
const monthName = format({ month: 'long' })
const weekdayName = format({ weekday: 'short' })

/** `sáb.` */
export const weekdayText = (day: string): string => weekdayName.format(dateOf(day))

/** `sábado, 28 de novembro` */
export const fullDayText = (day: string): string => dayFormat.format(dateOf(day))

/** `novembro de 2026`; of the present year `novembro` alone where there is little room. */
export const monthText = (day: string, today = ''): string =>
  (day.slice(0, 4) === today.slice(0, 4) ? monthName : monthFormat).format(dateOf(day))

/** The shown range in words: `novembro de 2026`, `22 a 28 de novembro`; another year than the present one is named. */
export function titleOf(view: CalendarView, day: string, today: string): string {
  if (view !== 'dia' && view !== 'semana') return monthText(day)
  const { from, to } = rangeOf(view, day)
  const year = to.slice(0, 4) === today.slice(0, 4) ? '' : ` de ${to.slice(0, 4)}`
  if (view === 'dia') return fullDayText(day) + year
  const first = from.slice(0, 7) === to.slice(0, 7) ? String(Number(from.slice(8))) : dayOfMonth.format(dateOf(from))
  const firstYear = from.slice(0, 4) === to.slice(0, 4) ? '' : ` de ${from.slice(0, 4)}`
  return `${first}${firstYear} a ${dayOfMonth.format(dateOf(to))}${year}`
}

/** All days from one to another. */
export function daysBetween({ from, to }: { from: string; to: string }): string[] {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
