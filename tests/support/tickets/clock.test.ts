import { expect, test } from 'vitest'
import { businessOf, type ClockStep, type Hours, readClock } from '../../../services/support/tickets/clock.ts'

const usual: Hours = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', closed: [] }
const at = (text: string) => Date.parse(`${text}:00-03:00`)
const hour = 3_600_000
const minute = 60_000

const business = businessOf(usual)

test.each([
  ['within a day', '2026-11-24T09:00', '2026-11-24T11:30', 2.5],
  ['before and after the hours', '2026-11-24T05:00', '2026-11-24T20:00', 10],
  ['over a night', '2026-11-24T17:00', '2026-11-25T09:00', 2],
  ['over a weekend', '2026-11-27T17:00', '2026-11-30T09:00', 2],
  ['over a holiday that moves', '2026-04-02T17:00', '2026-04-06T09:00', 2],
  ['over Christmas', '2026-12-24T17:00', '2026-12-28T09:00', 2],
  ['only at night', '2026-11-24T19:00', '2026-11-25T07:00', 0],
  ['backwards', '2026-11-25T09:00', '2026-11-24T09:00', 0]
])('%s', (_, from, to, hours) => {
  expect(business.between(at(from), at(to))).toBe(hours * hour)
})

test('hours until 23:59 go on to midnight', () => {
  const always = businessOf({ ...usual, days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '23:59' })
  expect(always.between(at('2026-11-24T20:00'), at('2026-11-26T20:00'))).toBe(48 * hour)
  expect(always.after(at('2026-11-24T20:00'), 48 * hour)).toBe(at('2026-11-26T20:00'))
})

test('the end of a length is within the hours, and days that staff close do not count', () => {
  expect(business.after(at('2026-11-27T17:00'), 2 * hour)).toBe(at('2026-11-30T09:00'))
  const closed = businessOf({ ...usual, closed: ['2026-11-30'] })
  expect(closed.after(at('2026-11-27T17:00'), 2 * hour)).toBe(at('2026-12-01T09:00'))
  expect(business.after(at('2026-11-24T06:00'), hour)).toBe(at('2026-11-24T09:00'))
  expect(() => businessOf({ ...usual, days: [] }).after(0, 1)).toThrow('no business hours')
})

test('a week in which the clocks of Brazil were changed has as many business hours as any other', () => {
  // Forward on 4 November 2018, on which 00:00 was skipped, and back on 17 February 2019.
  for (const [from, to, hours] of [
    ['2018-11-02T15:00:00Z', '2018-11-09T15:00:00Z', 45],
    ['2019-02-14T12:00:00Z', '2019-02-21T12:00:00Z', 49]
  ] as const)
    expect(business.between(Date.parse(from), Date.parse(to)) / hour).toBe(hours)
})

/** Mulberry32: the same numbers in every run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const states = ['running', 'paused', 'stopped'] as const

test('none of 100,000 histories runs backwards, loses time or is late before its time', () => {
  const next = random(20_261_124)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T
  const someHours = Array.from({ length: 40 }, (): Hours => {
    const from = 6 + Math.floor(next() * 6)
    const days = [0, 1, 2, 3, 4, 5, 6].filter(day => day === 3 || next() < 0.7)
    const closed = Array.from({ length: Math.floor(next() * 8) }, () =>
      new Date(Date.UTC(2016, 0, 1) + Math.floor(next() * 3650) * 24 * hour).toISOString().slice(0, 10)
    )
    return { days, from: `${String(from).padStart(2, '0')}:30`, to: `${from + 4 + Math.floor(next() * 7)}:15`, closed }
  }).map(hours => businessOf(hours))
  let wrong = 0
  let breached = 0
  let paused = 0
  const must = (holds: boolean) => void (holds || wrong++)
  for (let n = 0; n < 100_000; n++) {
    const hours = n % 2 === 0 ? business : pick(someHours)
    let time = Date.UTC(2016, 0, 1) + Math.floor(next() * 3600 * 24) * hour
    const steps: ClockStep[] = Array.from({ length: 1 + Math.floor(next() * 6) }, () => {
      time += next() < 0.1 ? 0 : Math.floor(next() * next() * 20 * 24 * hour)
      return { at: time, state: pick(states), target: (5 + Math.floor(next() * 3000)) * minute }
    })
    const first = steps[0]?.at ?? 0
    const now = time + Math.floor(next() * 5 * 24 * hour)
    const later = now + Math.floor(next() * 5 * 24 * hour)
    const [clock, after] = [readClock(steps, hours, now), readClock(steps, hours, later)]
    must(clock.spent >= 0 && clock.paused >= 0 && clock.stopped >= 0)
    must(after.spent >= clock.spent && after.paused >= clock.paused && after.stopped >= clock.stopped)
    must(clock.spent + clock.paused + clock.stopped === hours.between(first, now))
    must(clock.remaining === clock.target - clock.spent)
    must((clock.dueAt === null) === (clock.state !== 'running'))
    must(clock.breachedAt === null || (clock.breachedAt >= first && clock.breachedAt <= now))
    must(clock.breachedAt === null || after.breachedAt === clock.breachedAt)
    if (clock.dueAt !== null) {
      const last = steps.at(-1)?.at ?? 0
      const before = clock.spent - hours.between(last, now)
      must(hours.between(last, clock.dueAt) === Math.max(0, clock.target - before))
      must(
        clock.remaining >= 0 === clock.dueAt >= now ||
          hours.between(Math.min(now, clock.dueAt), Math.max(now, clock.dueAt)) === 0
      )
      must(clock.remaining >= 0 || clock.breachedAt !== null)
    }
    breached += Number(clock.breachedAt !== null)
    paused += Number(clock.paused > 0)
  }
  expect(wrong).toBe(0)
  // The histories are not all of one kind.
  expect(Math.min(breached, 100_000 - breached, paused)).toBeGreaterThan(10_000)
})
