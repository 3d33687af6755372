import type { SalesFilter } from './api.ts'

/** The address of the sales of a period, of a person, an origin or a funnel where these are named. */
export const addressOf = (filter: SalesFilter): string => `/sales?${new URLSearchParams(filter)}`

/** The address of the sales of a month, 2026-10. */
export const monthAddress = (month: string): string => `/sales?month=${month}`

/** The last day of a month. */
export const lastDay = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)

/** The month some months before or after another. */
export const monthAfter = (month: string, months: number): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + months, 1)).toISOString().slice(0, 7)

const isMonth = (text: string | null): text is string => text !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(text)
const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text)

/** The sales that an address names, and the whole month that they are of, if they are; this month where it names none. */
export function readAddress(parameters: URLSearchParams, today: string): { filter: SalesFilter; month: string | null } {
  const [owner, source, funnel] = ['owner', 'source', 'funnel'].map(name => parameters.get(name))
  const more = { ...(owner && { owner }), ...(typeof source === 'string' && { source }), ...(funnel && { funnel }) }
  const [from, to] = [parameters.get('from'), parameters.get('to')]
  if (isDay(from) && isDay(to)) return { filter: { from, to, ...more }, month: null }
  const named = parameters.get('month')
  const month = isMonth(named) ? named : today.slice(0, 7)
  return { filter: { from: `${month}-01`, to: lastDay(month), ...more }, month }
}
