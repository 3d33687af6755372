import { expect, test } from 'vitest'
import { firstFreeMonth, monthFrom } from '../../../services/calendar/booking/rules.ts'

test('a month is counted on and back across the year', () => {
  expect(monthFrom('2026-12', 1)).toBe('2027-01')
  expect(monthFrom('2027-01', -1)).toBe('2026-12')
  expect(monthFrom('2026-11', 3)).toBe('2027-02')
})

test.each([
  ['the month itself', ['2026-11', '2026-12'], '2026-11', 1],
  ['a month that a long notice passes', ['2027-01'], '2027-01', 3],
  ['the last that is looked at', ['2027-02'], '2027-02', 4],
  ['the month itself where the next free time is later', ['2027-03'], '2026-11', 4],
  ['the month itself where nothing is free', [], '2026-11', 4]
])('the first month with a free time: %s', async (_name, free: string[], found, reads) => {
  const read: string[] = []
  const shown = await firstFreeMonth('2026-11', async month => {
    read.push(month)
    return { month, days: { data: [{ slots: [] }, { slots: free.includes(month) ? ['09:00'] : [] }] } }
  })
  expect(shown.month).toBe(found)
  expect(read).toHaveLength(reads)
})
