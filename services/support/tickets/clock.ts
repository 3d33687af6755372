import { nationalHoliday } from '../../calendar/appointments/holidays/rules.ts'
import { momentOf, openMinutes } from '../../core/zones/rules.ts'

/** The hours of the week that count; Sunday is 0. National holidays and the days in `closed` do not. */
export type Hours = { days: readonly number[]; from: string; to: string; closed: readonly string[] }

/** Where the provider works. */
export const deskZone = 'America/Sao_Paulo'

const day = 86_400_000

/** Business time, in milliseconds since 1970 as everything here. */
export type Business = {
  /** How much of it lies between two moments; 0 where the second is not later. */
  between(from: number, to: number): number
  /** The first moment by which so much of it has passed. */
  after(from: number, length: number): number
}

type Span = { from: number; to: number }

/** Days without business in a row after which there is none: hours that never come are refused before. */
const maxClosed = 400

export function businessOf({ days, closed, ...hours }: Hours, zone = deskZone): Business {
  const closedDays = new Set(closed)
  const { opens, closes } = openMinutes(hours)
  const begins = new Map<number, number>()
  const spans = new Map<number, Span | null>()

  /** The moment at which a day begins, by its number since 1970. */
  const beginOf = (number: number): number => {
    const cached = begins.get(number)
    if (cached !== undefined) return cached
    const begin = momentOf(number * day, zone)
    begins.set(number, begin)
    return begin
  }

  const dayOf = (at: number): number => {
    // Asking the zone is slow, so a day is guessed, and the beginnings of days are kept.
    let number = Math.floor((at - beginOf(0)) / day)
    while (at < beginOf(number)) number--
    while (at >= beginOf(number + 1)) number++
    return number
  }

  const spanOf = (number: number): Span | null => {
    const cached = spans.get(number)
    if (cached !== undefined) return cached
    const begin = number * day
    const date = new Date(begin).toISOString().slice(0, 10)
    const open =
      days.includes(new Date(begin).getUTCDay()) && !closedDays.has(date) && nationalHoliday(date) === undefined
    const span = open
      ? { from: momentOf(begin + opens * 60_000, zone), to: momentOf(begin + closes * 60_000, zone) }
      : null
    const real = span && span.to > span.from ? span : null
    spans.set(number, real)
    return real
  }

  const between = (start: number, end: number): number => {
    if (end <= start) return 0
    let total = 0
    for (let number = dayOf(start), last = dayOf(end); number <= last; number++) {
      const span = spanOf(number)
      if (span) total += Math.max(0, Math.min(end, span.to) - Math.max(start, span.from))
    }
    return total
  }

  const after = (start: number, length: number): number => {
    if (length <= 0) return start
    let left = length
    let empty = 0
    for (let number = dayOf(start); ; number++) {
      const span = spanOf(number)
      const begin = span ? Math.max(start, span.from) : 0
      const room = span ? Math.max(0, span.to - begin) : 0
      if (room >= left) return begin + left
      left -= room
      empty = room > 0 ? 0 : empty + 1
      if (empty > maxClosed) throw new Error('There are no business hours')
    }
  }

  return { between, after }
}

/** True where the hours have a day that counts within a year of any moment. */
export const hasBusiness = (hours: Hours): boolean => hours.days.length > 0 && hours.from < hours.to

/** The state of a clock from a moment on, and the business milliseconds within which it has to stop. */
export type ClockStep = { at: number; state: 'running' | 'paused' | 'stopped'; target: number }

export type Clock = {
  state: ClockStep['state']
  target: number
  /** Business time until now in which it ran, was paused, and had stopped: together all since the first step. */
  spent: number
  paused: number
  stopped: number
  /** Below zero once it is overdue. */
  remaining: number
  /** When it ends, if it goes on running; null while it does not run. */
  dueAt: number | null
  /** When it first ran out, by the target of that time. */
  breachedAt: number | null
}

/**
 * Reads a clock from its steps, which are in the order of their times; those later than `now` have not happened yet.
 */
export function readClock(steps: readonly ClockStep[], business: Business, now: number): Clock {
  const happened = steps.filter(({ at }) => at <= now)
  const last = happened.at(-1)
  if (!last) throw new Error('A clock begins with a step')
  const lengths = { running: 0, paused: 0, stopped: 0 }
  let breachedAt: number | null = null
  happened.forEach(({ at, state, target }, i) => {
    const until = happened[i + 1]?.at ?? now
    const length = business.between(at, until)
    // A moment outside the hours is not late before the hours are on.
    if (state === 'running' && breachedAt === null && lengths.running + length > target)
      breachedAt = business.after(at, Math.max(0, target - lengths.running))
    lengths[state] += length
  })
  const { running: spent, paused, stopped } = lengths
  const { state, target } = last
  const before = spent - (state === 'running' ? business.between(last.at, now) : 0)
  const dueAt = state === 'running' ? business.after(last.at, Math.max(0, target - before)) : null
  return { state, target, spent, paused, stopped, remaining: target - spent, dueAt, breachedAt }
}
