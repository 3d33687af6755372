import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { repeated } from '../../../services/calendar/appointments/repeat.ts'

const zone = 'America/Sao_Paulo'
// A Tuesday, 10:00 in São Paulo.
const first = { start: '2026-12-01T13:00:00.000Z', end: '2026-12-01T13:50:00.000Z' }
const days = (rule: string, zoned = zone, times = first) =>
  repeated(times, rule, zoned).map(({ start }) => start.slice(0, 16))

test('a weekly series keeps its clock time, and its last day counts', () => {
  expect(days('FREQ=WEEKLY;COUNT=3')).toEqual(['2026-12-01T13:00', '2026-12-08T13:00', '2026-12-15T13:00'])
  expect(days('FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261210')).toEqual([
    '2026-12-01T13:00',
    '2026-12-03T13:00',
    '2026-12-08T13:00',
    '2026-12-10T13:00'
  ])
  expect(days('FREQ=MONTHLY;BYMONTH=3,6,12;BYMONTHDAY=29;COUNT=3')).toEqual([
    '2026-12-01T13:00',
    '2026-12-29T13:00',
    '2027-03-29T13:00'
  ])
  expect(days('FREQ=MONTHLY;BYDAY=1TU,-1FR;COUNT=3')).toEqual([
    '2026-12-01T13:00',
    '2026-12-25T13:00',
    '2027-01-05T13:00'
  ])
  // New York leaves daylight saving on 1 November 2026.
  expect(
    days('FREQ=WEEKLY;COUNT=2', 'America/New_York', { start: '2026-10-27T14:00:00Z', end: '2026-10-27T15:00:00Z' })
  ).toEqual(['2026-10-27T14:00', '2026-11-03T15:00'])
})

test.each([
  ['FREQ=SECONDLY;COUNT=5', 'Um agendamento se repete por dia, semana, mês ou ano.'],
  ['FREQ=WEEKLY', 'Diga quantas vezes se repete, ou até quando.'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5', 'Esta repetição não cai em dia nenhum.'],
  ['FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=32;COUNT=2', 'Não entendemos esta repetição.'],
  ['FREQ=DAILY;COUNT=105', 'Repita no máximo 104 vezes.'],
  ['FREQ=DAILY;UNTIL=20280101', 'Repita no máximo 104 vezes.'],
  ['FREQ=MONTHLY;COUNT=60', 'Repita por no máximo dois anos.'],
  ['toda terça', 'Um agendamento se repete por dia, semana, mês ou ano.'],
  ['FREQ=WEEKLY;COUNT=5;BYSETPOS=1', 'Não entendemos esta repetição.']
])('%s is refused: %s', (rule, sentence) => {
  expect(() => days(rule)).toThrow(sentence)
})

test('two thousand rules fall on the days that an independent reader of the standard gives', () => {
  // A generator of its own, so that a failure comes again (Numerical Recipes).
  let state = 7
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  for (let n = 0; n < 2000; n++) {
    const freq = pick(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])
    const monthDays = freq === 'MONTHLY' && random() < 0.4
    const parts = [
      `FREQ=${freq}`,
      `INTERVAL=${freq === 'YEARLY' ? 1 : pick([1, 1, 2, 3])}`,
      `COUNT=${2 + Math.floor(random() * (freq === 'YEARLY' ? 1 : 5))}`,
      // ical.js takes months that the interval or BYMONTH leaves out where both parts are there.
      ...(freq !== 'YEARLY' && !monthDays && random() < 0.4 ? ['BYDAY=TU,SA'] : []),
      ...(monthDays ? [pick(['BYMONTHDAY=1,15', 'BYMONTHDAY=-1', 'BYMONTHDAY=29'])] : [])
    ]
    const rule = parts.join(';')
    const start = new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 300), 13))
    let ours: string[]
    try {
      ours = days(rule, 'UTC', { start: start.toISOString(), end: new Date(start.getTime() + 3_600_000).toISOString() })
    } catch {
      continue // longer than two years
    }
    const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromJSDate(start, true))
    const theirs: string[] = []
    for (let next = iterator.next(); next && theirs.length < 20; next = iterator.next())
      theirs.push(next.toJSDate().toISOString().slice(0, 16))
    // The first time is the appointment itself, whether or not the rule falls on its day.
    const startText = start.toISOString().slice(0, 16)
    const count = ours.length
    const expected = [startText, ...theirs.filter(at => at !== startText)].slice(0, count)
    expect([rule, startText, ...ours]).toEqual([rule, startText, ...expected])
  }
})
