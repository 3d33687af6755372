import { dayAt } from '../../../../services/core/zones/rules.ts'
import { formatDay } from '../../core/day.ts'
import { defaultTimeZone } from '../../core/format.ts'

export const periods = {
  today: 'Hoje',
  '7': '7 dias',
  '30': '30 dias',
  '90': '90 dias',
  month: 'Este mês',
  last: 'Mês passado'
} as const
type PeriodKey = keyof typeof periods | 'custom'

export type Period = { key: PeriodKey; from: string; to: string }

const millisecondsOfDay = 86_400_000

const isDay = (value: string | null): value is string => value !== null && formatDay(value) !== ''

/** The period that an address names, in the days of the company; the last thirty where it names none. */
export function readPeriod(parameters: URLSearchParams, timeZone = defaultTimeZone, now = new Date()): Period {
  const today = dayAt(now.getTime(), timeZone)
  const [from, to] = [parameters.get('from'), parameters.get('to')]
  if (isDay(from) && isDay(to) && from <= to) return { key: 'custom', from, to }
  const named = parameters.get('period') ?? '30'
  const key = (named in periods ? named : '30') as keyof typeof periods
  if (key === 'today') return { key, from: today, to: today }
  if (key === 'last') {
    const to = new Date(Date.parse(`${today.slice(0, 8)}01`) - millisecondsOfDay).toISOString().slice(0, 10)
    return { key, from: `${to.slice(0, 8)}01`, to }
  }
  if (key === 'month') return { key, from: `${today.slice(0, 8)}01`, to: today }
  return { key, from: dayAt(now.getTime(), timeZone, 1 - Number(key)), to: today }
}

/** '01/10/2026 a 31/10/2026' */
export const periodText = ({ from, to }: Pick<Period, 'from' | 'to'>): string =>
  from === to ? formatDay(from) : `${formatDay(from)} a ${formatDay(to)}`

/** 'no dia anterior', 'nos 30 dias anteriores': what a figure is compared with. */
export function comparedWith({ from, to }: Pick<Period, 'from' | 'to'>): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / millisecondsOfDay) + 1
  return days === 1 ? 'no dia anterior' : `nos ${days} dias anteriores`
}
