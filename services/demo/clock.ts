import { nationalHoliday } from '../calendar/appointments/holidays/rules.ts'
import { dayAt, momentOf } from '../core/zones/rules.ts'

const [minute, day] = [60_000, 86_400_000]

/** Minutes after midnight between which the shop works. */
const [opens, closes] = [8 * 60 + 30, 18 * 60 + 30]

/** Minutes of a day of work. */
export const workday = closes - opens

/** Time zone of the demonstration's company. */
export const companyZone = 'America/Sao_Paulo'

/** The times of the demonstration's stories, which are relative to the moment at which it was created. */
export type DemoClock = {
  now: number
  /** The moment since which so many minutes of work have passed: none is on a Sunday or a holiday. */
  ago(minutes: number): string
  /**
   * A time, HH:mm, of the n-th day of work after today; before it where `n` is negative. The day 0 is today, or the
   * next one on which the shop works.
   */
  on(n: number, time: string): string
}

/** Whether the shop works on a day, yyyy-MM-dd. */
const isOpen = (date: string): boolean => new Date(date).getUTCDay() !== 0 && nationalHoliday(date) === undefined

export function demoClock(now: number, zone = companyZone): DemoClock {
  const today = Date.parse(dayAt(now, zone))
  const dateOf = (offset: number) => new Date(today + offset * day).toISOString().slice(0, 10)
  const momentAt = (offset: number, minutes: number) => momentOf(today + offset * day + minutes * minute, zone)
  return {
    now,
    ago: minutes => {
      let left = minutes * minute
      for (let offset = 0; ; offset--) {
        if (!isOpen(dateOf(offset))) continue
        const from = momentAt(offset, opens)
        const to = Math.min(momentAt(offset, closes), now)
        const length = Math.max(0, to - from)
        if (left < length) return new Date(to - left).toISOString()
        left -= length
      }
    },
    on: (n, time) => {
      let offset = 0
      for (let left = Math.abs(n); left > 0; ) {
        offset += Math.sign(n)
        if (isOpen(dateOf(offset))) left--
      }
      while (!isOpen(dateOf(offset))) offset++
      return new Date(momentOf(Date.parse(`${dateOf(offset)}T${time}Z`), zone)).toISOString()
    }
  }
}

/** Pseudo-random numbers from 0 to below 1, the same for one seed: every demonstration has the same stories. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
