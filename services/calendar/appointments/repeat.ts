import ICAL from 'ical.js'
import { invalid } from '../../core/errors.ts'
import { dayAt, momentOf, wallAt } from '../../core/zones/rules.ts'

/** Times of one series, and the days from the first to the last. */
export const seriesLimits = { times: 104, days: 731 } as const

const texts = {
  unreadable: 'Não entendemos esta repetição.',
  often: 'Um agendamento se repete por dia, semana, mês ou ano.',
  endless: 'Diga quantas vezes se repete, ou até quando.',
  tooMany: `Repita no máximo ${seriesLimits.times} vezes.`,
  tooLong: 'Repita por no máximo dois anos.',
  none: 'Esta repetição não cai em dia nenhum.'
}

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']
const parts = ['BYDAY', 'BYMONTHDAY', 'BYMONTH']
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const [minute, dayLength] = [60_000, 86_400_000]

type Times = { start: string; end: string }
type Day = { at: number; weekday: number; day: number; month: number; year: number; last: number }
type Matches = (day: Day) => boolean

/**
 * The times of a series by a rule of RFC 5545 (3.3.10), the first one included, all at the same clock time of the zone.
 * Days, weeks, months and years with INTERVAL, BYDAY, BYMONTHDAY, BYMONTH and WKST are taken, and COUNT or UNTIL is
 * needed. Every day of the two years is compared with the rule, so that a rule without a day ends too. Throws 400 in
 * Portuguese.
 */
export function repeated({ start, end }: Times, ruleText: string, zone: string): Times[] {
  const rule = readRule(ruleText)
  const first = wallAt(Date.parse(start), zone)
  const length = Date.parse(end) - Date.parse(start)
  const firstDay = Math.floor(first / dayLength) * dayLength
  const matches = matcherOf(rule, dayOf(firstDay))
  const until = untilOf(rule, zone)
  const found: Times[] = []
  for (let n = 0; ; n++) {
    const at = firstDay + n * dayLength
    const begins = momentOf(at + (first - firstDay), zone)
    if (until !== null && begins > until) break
    // The appointment itself is the first, whether or not the rule falls on its day.
    if (n === 0 || matches(dayOf(at))) {
      if (n > seriesLimits.days) throw invalid({ rule: texts.tooLong })
      if (found.length === seriesLimits.times) throw invalid({ rule: texts.tooMany })
      found.push({ start: new Date(begins).toISOString(), end: new Date(begins + length).toISOString() })
    }
    if (found.length === rule.count) break
    if (n > seriesLimits.days) {
      if (rule.count !== null && found.length > 1) throw invalid({ rule: texts.tooLong })
      break
    }
  }
  if (found.length < 2) throw invalid({ rule: texts.none })
  return found
}

type Rule = { recur: ICAL.Recur; freq: string; interval: number; count: number | null; wkst: number }

function readRule(text: string): Rule {
  let recur: ICAL.Recur
  try {
    recur = ICAL.Recur.fromString(text.replace(/^RRULE:/i, '').toUpperCase())
  } catch {
    throw invalid({ rule: texts.unreadable })
  }
  const { freq, interval, count, until } = recur
  if (!frequencies.includes(freq)) throw invalid({ rule: texts.often })
  if (Object.keys(recur.parts).some(part => !parts.includes(part))) throw invalid({ rule: texts.unreadable })
  if (!Number.isInteger(interval) || interval < 1 || interval > 366) throw invalid({ rule: texts.unreadable })
  if (!count && !until) throw invalid({ rule: texts.endless })
  if (count && count > seriesLimits.times) throw invalid({ rule: texts.tooMany })
  return { recur, freq, interval, count: count || null, wkst: recur.wkst - 1 }
}

/** The moment up to which times begin; a day alone counts whole. */
function untilOf({ recur: { until } }: Rule, zone: string): number | null {
  if (!until) return null
  const wall = Date.UTC(until.year, until.month - 1, until.day, until.hour, until.minute, until.second)
  if (until.isDate) return momentOf(wall + dayLength - minute, zone)
  return until.zone === ICAL.Timezone.utcTimezone ? wall : momentOf(wall, zone)
}

function dayOf(at: number): Day {
  const date = new Date(at)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return { at, weekday: date.getUTCDay(), day: date.getUTCDate(), month, year, last }
}

function matcherOf(rule: Rule, first: Day): Matches {
  const { freq, interval, wkst } = rule
  const by = rule.recur.parts as { BYDAY?: string[]; BYMONTHDAY?: number[]; BYMONTH?: number[] }
  const months = by.BYMONTH?.map(month => Number(month) - 1)
  const monthDays = by.BYMONTHDAY?.map(Number)
  const days = by.BYDAY?.map(text => {
    const [, nth = '', name = ''] = /^([+-]?\d*)(\w\w)$/.exec(text) ?? []
    return { nth: Number(nth) || 0, weekday: weekdays.indexOf(name) }
  })
  const weekOf = ({ at, weekday }: Day) => at - ((weekday - wkst + 7) % 7) * dayLength
  /** Periods of the rule since the first day. */
  const since = (day: Day): number => {
    if (freq === 'DAILY') return (day.at - first.at) / dayLength
    if (freq === 'WEEKLY') return (weekOf(day) - weekOf(first)) / dayLength / 7
    const years = day.year - first.year
    return freq === 'MONTHLY' ? years * 12 + day.month - first.month : years
  }
  const onDay: Matches = day => {
    const inMonthDays = monthDays?.some(n => (n < 0 ? day.last + 1 + n : n) === day.day) ?? true
    const inDays =
      days?.some(each => each.weekday === day.weekday && isNth(each.nth, day, freq, months !== undefined)) ?? true
    if (monthDays || days) return inMonthDays && inDays
    if (freq === 'DAILY') return true
    return freq === 'WEEKLY' ? day.weekday === first.weekday : day.day === first.day
  }
  const inMonth: Matches = ({ month }) =>
    months?.includes(month) ??
    (freq !== 'YEARLY' || monthDays !== undefined || days !== undefined || month === first.month)
  return day => since(day) % interval === 0 && inMonth(day) && onDay(day)
}

/** The nth of its weekday in the month, or in a year without months; negative numbers count from the end. */
function isNth(nth: number, day: Day, freq: string, hasMonths: boolean): boolean {
  if (nth === 0 || freq === 'DAILY' || freq === 'WEEKLY') return nth === 0
  const whole = freq === 'YEARLY' && !hasMonths
  const place = whole ? Math.round((day.at - Date.UTC(day.year, 0, 1)) / dayLength) + 1 : day.day
  const last = whole ? Math.round((Date.UTC(day.year + 1, 0, 1) - Date.UTC(day.year, 0, 1)) / dayLength) : day.last
  return nth > 0 ? Math.ceil(place / 7) === nth : -Math.ceil((last + 1 - place) / 7) === nth
}

/** The same clock time on the day of a moment: moved by days and by minutes of the clock, as a whole series is moved. */
export function shifted(at: string, byDays: number, clock: number, zone: string): string {
  const day = Date.parse(dayAt(Date.parse(at), zone, byDays))
  return new Date(momentOf(day + clock, zone)).toISOString()
}
