import { expect, test } from 'vitest'
import { isOpen } from '../../../services/messaging/channels/rules.ts'

const hours = [
  { day: 1, from: '08:00', to: '12:00' },
  { day: 1, from: '20:00', to: '23:59' },
  { day: 2, from: '00:00', to: '02:00' }
]

test.each([
  ['before they begin', 1, '07:59', false],
  ['as they begin', 1, '08:00', true],
  ['in their last minute', 1, '11:59', true],
  ['as they end', 1, '12:00', false],
  ['in the last minute of a day that is open to its end', 1, '23:59', true],
  ['as the day after begins', 2, '00:00', true],
  ['on a day without hours', 3, '08:00', false]
])('the team answers within the hours of the channel: %s', (_name, day, time, open) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  expect(isOpen(hours, { day, minute: hour * 60 + minute })).toBe(open)
})

test('without hours the team answers at any time', () => {
  expect(isOpen(null, { day: 0, minute: 0 })).toBe(true)
})
