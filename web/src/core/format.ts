import { formatDay } from './day.ts'

const locale = 'pt-BR'

/** Where the product's customers are; a company may be in another zone and then passes its own. */
export const defaultTimeZone = 'America/Sao_Paulo'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeZone: string, withTime: boolean): Intl.DateTimeFormat {
  const key = `${timeZone} ${withTime}`
  const cached = formatters.get(key)
  if (cached) return cached
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const made = new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone,
    ...(withTime && time)
  })
  formatters.set(key, made)
  return made
}

/** dd/MM/yyyy. A date-only text (yyyy-MM-dd) is never moved by a time zone; what is no date gives ''. */
export function formatDate(value: string | number | Date | null | undefined, timeZone = defaultTimeZone): string {
  if (value === null || value === undefined) return ''
  const day = typeof value === 'string' ? formatDay(value) : ''
  if (day) return day
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? '' : formatter(timeZone, false).format(date)
}

/** dd/MM/yyyy HH:mm; a date-only text stays dd/MM/yyyy, and what is no date gives ''. */
export function formatDateTime(value: string | number | Date | null | undefined, timeZone = defaultTimeZone): string {
  if (value === null || value === undefined) return ''
  const day = typeof value === 'string' ? formatDay(value) : ''
  if (day) return day
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? '' : formatter(timeZone, true).format(date).replace(',', '')
}

const money = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'BRL',
  trailingZeroDisplay: 'stripIfInteger'
} as Intl.NumberFormatOptions)
const number = new Intl.NumberFormat(locale)

/** R$ 1.234,56, from whole cents. */
export const formatMoney = (cents: number): string => money.format(cents / 100)

/** 1.234 */
export const formatNumber = (value: number): string => number.format(value)

/** '1 lead', '1.234 leads'. */
export const counted = (n: number, one: string, more: string): string => `${formatNumber(n)} ${n === 1 ? one : more}`

/** '3 KB', '1,2 MB'. */
export const fileSize = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.ceil(bytes / 1024)} KB`
    : `${(bytes / 1024 / 1024).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`

/** A moment in few words: 'hoje 14:00', 'amanhã 09:00', 'ontem 18:30', '27/11 10:00', '03/01/2027 10:00'. */
export function nearText(at: string, timeZone = defaultTimeZone, now = Date.now()): string {
  const exact = formatDateTime(at, timeZone)
  const clock = exact.slice(-5)
  const isDayOf = (other: number) => formatDate(other, timeZone) === formatDate(at, timeZone)
  if (isDayOf(now)) return `hoje ${clock}`
  if (isDayOf(now + 24 * 3_600_000)) return `amanhã ${clock}`
  if (isDayOf(now - 24 * 3_600_000)) return `ontem ${clock}`
  const isThisYear = exact.slice(6, 10) === formatDate(now, timeZone).slice(6)
  return isThisYear ? `${exact.slice(0, 5)} ${clock}` : exact
}

const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1 })

/** A part of one, as `12,5%`. */
export const formatShare = (value: number): string => percent.format(value)
