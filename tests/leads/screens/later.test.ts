import { expect, test } from 'vitest'
import { dueText } from '../../../web/src/leads/leads/due.ts'
import { laterChoices } from '../../../web/src/leads/leads/later.ts'

/** In São Paulo Saturday evening, half past nine; in Fernando de Noronha half past ten; in Tokyo Sunday morning. */
const now = new Date('2026-11-22T00:30:00Z')
const choices = (at: Date, zone: string) => laterChoices(at, zone).map(({ label, at }) => [label, at.toISOString()])

test('what is put off is due by the clock of the zone', () => {
  expect(choices(now, 'America/Sao_Paulo')).toEqual([
    ['Amanhã às 9h', '2026-11-22T12:00:00.000Z'],
    ['Segunda-feira às 9h', '2026-11-23T12:00:00.000Z'],
    ['Daqui a uma semana', '2026-11-28T12:00:00.000Z']
  ])
  // Tomorrow is Monday there, and is offered once.
  expect(choices(now, 'Asia/Tokyo')).toEqual([
    ['Daqui a 2 horas', '2026-11-22T02:30:00.000Z'],
    ['Amanhã às 9h', '2026-11-23T00:00:00.000Z'],
    ['Daqui a uma semana', '2026-11-29T00:00:00.000Z']
  ])
})

test.each([
  ['2026-11-22T02:30:00Z', 'America/Sao_Paulo', 'hoje 23:30'],
  ['2026-11-22T02:30:00Z', 'America/Noronha', 'amanhã 00:30'],
  ['2026-11-22T12:00:00Z', 'America/Sao_Paulo', 'amanhã 09:00'],
  ['2026-11-25T12:00:00Z', 'America/Sao_Paulo', '25/11 09:00'],
  ['2031-03-10T12:00:00Z', 'America/Sao_Paulo', '10/03/2031 09:00'],
  ['2026-11-21T22:30:00Z', 'America/Sao_Paulo', 'atrasada 2 h']
])('what is due at %s reads in %s as %s', (at, zone, text) => {
  expect(dueText(at, zone, now.getTime())).toBe(text)
})
