/** Days and hours as people say them, by the clock on a company's wall. */
import { momentOf, wallAt } from '../../core/zones/rules.ts'

const day = 24 * 3600_000

export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

const weekdays = ['domingo', 'segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado']
const months = 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')
const numbers: Record<string, number> = { um: 1, uma: 1, dois: 2, duas: 2, tres: 3, quatro: 4, cinco: 5, seis: 6 }

const numberOf = (word: string): number => numbers[word] ?? Number(word)

/** Nobody plans further ahead. */
const furthest = 2 * 365 * day

const unclear = (text: string) => `Não entendi quando é “${text}”. Diga o dia e a hora, como “amanhã às 9h”.`

/**
 * The moment that a text means at the time `now`, or a sentence about why there is none: not understood, past, or too
 * far ahead. A day alone means its morning, unless the hour must be said.
 */
export function readWhen(
  said: string,
  zone: string,
  now: number,
  { hour = 'usual' }: { hour?: 'usual' | 'said' } = {}
): Date | string {
  const at = readMoment(fold(said), zone, now, hour)
  if (at === null || Number.isNaN(at)) return unclear(said)
  if (typeof at === 'string') return at
  if (at <= now) return `Este horário já passou: ${whenWords(new Date(at), zone, now)}. Diga outro.`
  return at - now > furthest ? 'Este dia está longe demais. Diga um dentro de dois anos.' : new Date(at)
}

/** The day that a text means, as its midnight in UTC, or a sentence about why there is none. Hours are passed over. */
export function readDayIn(said: string, zone: string, now: number): Date | string {
  const wall = wallAt(now, zone)
  const today = wall - (wall % day)
  const found = readDay(fold(said), today)
  if (typeof found === 'string') return found
  if (found.day === null) return `Não entendi que dia é “${said}”. Diga como “amanhã” ou “sexta”.`
  if (found.day < today) return 'Este dia já passou. Diga outro.'
  return found.day - now > furthest ? 'Este dia está longe demais. Diga um dentro de dois anos.' : new Date(found.day)
}

function readMoment(text: string, zone: string, now: number, needed: 'usual' | 'said'): number | string | null {
  if (/^\d{4}-\d\d-\d\dt\d\d:\d\d(:\d\d(\.\d+)?)?(z|[+-]\d\d:?\d\d)$/.test(text)) return Date.parse(text.toUpperCase())
  const soon = /\b(?:daqui a|dentro de|em) (meia|um|uma|dois|duas|tres|quatro|cinco|seis|\d{1,3}) ?(min\w*|h|horas?)\b/
  const [, amount = '', unit = ''] = soon.exec(text) ?? []
  if (unit) {
    const size = unit.startsWith('m') ? 60_000 : 3600_000
    return now + (amount === 'meia' ? 0.5 : numberOf(amount)) * size
  }
  const wall = wallAt(now, zone)
  const today = wall - (wall % day)
  const found = readDay(text, today)
  if (typeof found === 'string') return found
  const hour = readHour(found.rest)
  if (hour === 'none') {
    if (found.day === null) return null
    return found.day === today || needed === 'said'
      ? 'Diga também a que horas.'
      : momentOf(found.day + 9 * 3600_000, zone)
  }
  if (hour === null) return null
  return momentOf((found.day ?? today) + hour * 60_000, zone)
}

/** The day, and the remaining words; null where none is named. */
function readDay(text: string, today: number): { day: number | null; rest: string } | string {
  const days: number[] = []
  const named: number[] = []
  let rest = text
  const take = (pattern: RegExp, use: (match: RegExpExecArray) => void) => {
    for (let match = pattern.exec(rest); match; match = pattern.exec(rest)) {
      rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`
      use(match)
    }
  }
  const date = (year: number, month: number, of: number): number => {
    const at = Date.UTC(year, month, of)
    return new Date(at).getUTCDate() === of && new Date(at).getUTCMonth() === month ? at : Number.NaN
  }
  const thisYear = new Date(today).getUTCFullYear()
  const thisMonth = new Date(today).getUTCMonth()
  /** A date without a year is its next occurrence. */
  const next = (month: number, of: number) => {
    const at = date(thisYear, month, of)
    return at < today ? date(thisYear + 1, month, of) : at
  }

  take(/\b(\d{4})-(\d\d)-(\d\d)t?/, ([, y, m, d]) => days.push(date(Number(y), Number(m) - 1, Number(d))))
  take(/\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d\d))?\b/, ([, d, m, y]) => {
    const [of, month] = [Number(d), Number(m) - 1]
    days.push(y ? date(Number(y.length === 2 ? `20${y}` : y), month, of) : next(month, of))
  })
  take(new RegExp(`\\b(?:dia )?(\\d{1,2})o? de (${months.join('|')})(?: de (\\d{4}))?\\b`), ([, d, m, y]) => {
    const month = months.indexOf(m ?? '')
    days.push(y ? date(Number(y), month, Number(d)) : next(month, Number(d)))
  })
  take(/\bdia (\d{1,2})\b/, ([, d]) => {
    const at = date(thisYear, thisMonth, Number(d))
    days.push(at >= today ? at : date(thisYear, thisMonth + 1, Number(d)))
  })
  take(
    /\b(?:daqui a|dentro de|em) (um|uma|dois|duas|tres|quatro|cinco|seis|\d{1,3}) (dias?|semanas?)\b/,
    ([, n, unit]) => days.push(today + numberOf(n ?? '') * (unit?.startsWith('s') ? 7 : 1) * day)
  )
  take(/\bdepois de amanha\b/, () => days.push(today + 2 * day))
  take(/\bamanha\b/, () => days.push(today + day))
  take(/\bhoje\b/, () => days.push(today))
  let week = false
  take(/\b(?:d?a |na )?(?:semana que vem|proxima semana)\b/, () => (week = true))
  take(new RegExp(`\\b(?:proxim[ao] )?(${weekdays.join('|')})(?:[- ]feira)?(?: que vem| proxim[ao])?\\b`), ([, name]) =>
    named.push(weekdays.indexOf(name ?? ''))
  )

  if (days.some(Number.isNaN)) return 'Este dia não existe no calendário.'
  const weekday = new Date(today).getUTCDay()
  if (days.length === 0)
    for (const each of named) {
      // Weeks begin on Monday.
      const ahead = week ? 7 - ((weekday + 6) % 7) + ((each + 6) % 7) : ((each - weekday + 6) % 7) + 1
      days.push(today + ahead * day)
    }
  else if (named.some(each => days.some(at => new Date(at).getUTCDay() !== each)))
    return 'O dia da semana e a data não combinam. Diga um dos dois.'
  if (new Set(days).size > 1) return 'Diga um dia só.'
  if (week && days.length === 0) return 'Diga em que dia da semana que vem.'
  return { day: days[0] ?? null, rest }
}

const clock =
  /\b(?:as? )?(\d{1,2})(?: ?(?:h|hs|horas?)\b ?(?:e )?(?:(\d{2})|(meia))?|[h:](\d{2})(?::\d\d)?|(?= (?:da|de) (?:manha|tarde|noite)))|\bas (\d{1,2})\b/

/** Minutes from midnight; `none` without an hour, null where it is not understood. */
function readHour(text: string): number | 'none' | null {
  // Midnight is ambiguous: people disagree on which day it belongs to.
  if (/\bmeia[- ]noite\b/.test(text)) return null
  const noon = /\bmeio[- ]dia( e meia)?\b/.exec(text)
  if (noon) return noon[1] ? 750 : 720
  const found = clock.exec(text)
  const later = /\b(tarde|noite)\b/.test(text)
  if (found) {
    if (clock.test(text.slice(found.index + found[0].length))) return null
    const hour = Number(found[1] ?? found[5])
    const minute = found[3] ? 30 : Number(found[2] ?? found[4] ?? 0)
    if (hour > 23 || minute > 59) return null
    return (later && hour < 12 && hour > 0 ? hour + 12 : hour) * 60 + minute
  }
  if (/\b(fim|final) d[ao] (tarde|dia)\b/.test(text)) return 17 * 60
  if (/\bmanha\b/.test(text)) return 9 * 60
  if (/\btarde\b/.test(text)) return 14 * 60
  if (/\bnoite\b/.test(text)) return 19 * 60
  return /\d/.test(text) ? null : 'none'
}

const written = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** A day in words at the time `now`: "amanhã, sábado, 22 de novembro". The day is its midnight in UTC. */
export function dayWords(at: Date, zone: string, now: number): string {
  const current = wallAt(now, zone)
  const ahead = Math.floor(at.getTime() / day) - Math.floor(current / day)
  const near = ['ontem, ', 'hoje, ', 'amanhã, '][ahead + 1] ?? ''
  const year = at.getUTCFullYear() === new Date(current).getUTCFullYear() ? '' : ` de ${at.getUTCFullYear()}`
  return `${near}${written.format(at)}${year}`
}

/** The hour of a moment: "9h", "14h30". */
export function hourWords(at: Date, zone: string): string {
  const wall = new Date(wallAt(at.getTime(), zone))
  const minute = wall.getUTCMinutes()
  return `${wall.getUTCHours()}h${minute ? String(minute).padStart(2, '0') : ''}`
}

/** A moment in words at the time `now`: "amanhã, sábado, 22 de novembro, às 9h". */
export function whenWords(at: Date, zone: string, now: number): string {
  const wall = new Date(wallAt(at.getTime(), zone))
  return `${dayWords(wall, zone, now)}, ${wall.getUTCHours() < 2 ? 'à' : 'às'} ${hourWords(at, zone)}`
}
