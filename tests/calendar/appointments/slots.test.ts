import { describe, expect, test } from 'vitest'
import { holidaysOf, nationalHoliday } from '../../../services/calendar/appointments/holidays/rules.ts'
import { usualHours } from '../../../services/calendar/appointments/rules.ts'
import { type Availability, type Busy, freeSlots, nextSlots } from '../../../services/calendar/appointments/slots.ts'
import { wallAt } from '../../../services/core/zones/rules.ts'

const zone = 'America/Sao_Paulo'
const minute = 60_000
const at = (local: string) => Date.parse(`${local}:00-03:00`)

// Wednesday, 18 November 2026, at nine.
const service = {
  id: 's',
  minutes: 60,
  stepMinutes: 30,
  bufferBefore: 0,
  bufferAfter: 0,
  capacity: 1,
  noticeMinutes: 0,
  windowDays: 60,
  dailyCap: null,
  sessions: []
}
const usual: Availability = {
  timeZone: zone,
  service,
  hours: usualHours,
  people: [{ id: 'ana', hours: null, busy: [] }],
  specialDays: [],
  nationalHolidays: true,
  classes: [],
  from: '2026-11-18',
  to: '2026-11-18',
  now: at('2026-11-18T09:10')
}
const on = (day: string, more: Partial<Availability> = {}) => freeSlots({ ...usual, from: day, to: day, ...more })[0]
const times = (day: string, more: Partial<Availability> = {}) =>
  on(day, more)?.slots.map(({ start }) => new Date(wallAt(start, zone)).toISOString().slice(11, 16))
const reason = (day: string, more: Partial<Availability> = {}) => on(day, more)?.reason
const booked = (local: string, minutes = 60, more: Partial<Busy> = {}): Busy => ({
  start: at(local),
  end: at(local) + minutes * minute,
  serviceId: 's',
  at: at(local),
  ...more
})
const people = (...busy: Busy[]) => [{ id: 'ana', hours: null, busy }]

test('a day has the times that fit between its opening hours, from now on', () => {
  expect(times('2026-11-19')).toEqual(
    '08:00 08:30 09:00 09:30 10:00 10:30 11:00 13:00 13:30 14:00 14:30 15:00 15:30 16:00 16:30 17:00'.split(' ')
  )
  expect(times('2026-11-18')?.slice(0, 3)).toEqual(['09:30', '10:00', '10:30'])
  expect(times('2026-11-19', { service: { ...service, minutes: 240 } })).toEqual(['08:00', '13:00', '13:30', '14:00'])
  expect(times('2026-11-19', { service: { ...service, minutes: 15, stepMinutes: null } })?.slice(0, 2)).toEqual([
    '08:00',
    '08:15'
  ])
})

test('hours until 23:59 go on to midnight', () => {
  const hours = [{ day: 4, from: '21:00', to: '23:59' }]
  expect(times('2026-11-19', { hours })).toEqual('21:00 21:30 22:00 22:30 23:00'.split(' '))
})

test('what is taken, with the buffers around it, is not free', () => {
  const taken = people(booked('2026-11-19T09:00'), booked('2026-11-19T14:00', 90))
  expect(times('2026-11-19', { people: taken })).toEqual(
    '08:00 10:00 10:30 11:00 13:00 15:30 16:00 16:30 17:00'.split(' ')
  )
  const buffered = { ...service, bufferBefore: 15, bufferAfter: 30 }
  expect(times('2026-11-19', { people: taken, service: buffered })).toEqual('10:15 10:45 15:45 16:15 16:45'.split(' '))
})

test('a session is free until its last seat is taken, and only from its own start', () => {
  const seats = { ...service, capacity: 3 }
  const two = [booked('2026-11-19T09:00'), booked('2026-11-19T09:00')]
  expect(times('2026-11-19', { service: seats, people: people(...two) })?.slice(0, 3)).toEqual([
    '08:00',
    '09:00',
    '10:00'
  ])
  const three = people(...two, booked('2026-11-19T09:00'))
  expect(times('2026-11-19', { service: seats, people: three })?.slice(0, 2)).toEqual(['08:00', '10:00'])
  const other = people(booked('2026-11-19T09:00', 60, { serviceId: 't' }))
  expect(times('2026-11-19', { service: seats, people: other })?.slice(0, 2)).toEqual(['08:00', '10:00'])
})

test('a time is offered once, with everybody who has it', () => {
  const both = [
    { id: 'ana', hours: null, busy: [booked('2026-11-19T08:00')] },
    { id: 'rui', hours: [{ day: 4, from: '08:00', to: '10:00' }], busy: [] }
  ]
  const slots = on('2026-11-19', { people: both })?.slots.slice(0, 4)
  expect(slots?.map(({ employeeIds }) => employeeIds)).toEqual([['rui'], ['rui'], ['ana', 'rui'], ['ana']])
})

describe('a day without a free time says why', () => {
  test.each<[string, string, Partial<Availability>]>([
    ['2026-11-17', 'Este dia já passou.', {}],
    ['2027-01-18', 'Só é possível marcar até 17/01/2027.', {}],
    ['2026-11-20', 'Feriado: Consciência Negra.', {}],
    ['2026-11-21', 'Não há atendimento neste dia.', {}],
    ['2026-11-18', 'É preciso marcar com 12 h de antecedência.', { service: { ...service, noticeMinutes: 720 } }],
    ['2026-11-18', 'Os horários deste dia já passaram.', { now: at('2026-11-18T19:00') }],
    ['2026-11-19', 'Ninguém da equipe atende este serviço.', { people: [] }],
    ['2026-11-19', 'Todos os horários deste dia estão tomados.', { people: people(booked('2026-11-19T07:00', 720)) }],
    [
      '2026-11-19',
      'Todos os horários deste dia estão tomados.',
      { service: { ...service, dailyCap: 1 }, people: people(booked('2026-11-19T09:00')) }
    ],
    [
      '2026-11-19',
      'Férias coletivas.',
      {
        specialDays: [
          { employeeId: null, firstDay: '2026-11-19', lastDay: '2026-11-30', name: 'Férias coletivas', hours: [] }
        ]
      }
    ]
  ])('%s: %s', (day, text, more) => {
    expect(on(day, more)?.slots).toEqual([])
    expect(reason(day, more)).toBe(text)
  })
})

test('a special day goes before the holiday and the weekday, that of a person before that of everybody', () => {
  const open = {
    employeeId: null,
    firstDay: '2026-11-20',
    lastDay: '2026-11-22',
    name: 'Feira',
    hours: [{ from: '09:00', to: '11:00' }]
  }
  expect(times('2026-11-20', { specialDays: [open] })).toEqual(['09:00', '09:30', '10:00'])
  expect(times('2026-11-22', { specialDays: [open] })).toEqual(['09:00', '09:30', '10:00'])
  const away = { ...open, employeeId: 'ana', name: 'Folga', hours: [] }
  expect(reason('2026-11-20', { specialDays: [open, away] })).toBe('Folga.')
  expect(times('2026-11-20', { nationalHolidays: false })).toHaveLength(16)
})

test('times that daylight saving skipped do not exist, and lengths are those of the clock on the wall', () => {
  // At midnight of 4 November 2018 clocks in São Paulo went to one.
  const night = { now: at('2018-11-01T12:00'), hours: [{ day: 0, from: '00:00', to: '03:00' }] }
  expect(times('2018-11-04', night)).toEqual(['01:00', '01:30', '02:00'])
  expect(times('2018-11-04', { ...night, service: { ...service, minutes: 120 } })).toEqual(['01:00'])
})

test('29 February is a day of its years alone', () => {
  const hours = { hours: usualHours, now: at('2028-02-01T08:00') }
  const days = freeSlots({ ...usual, ...hours, from: '2028-02-28', to: '2028-03-01' })
  expect(days.map(({ day }) => day)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
})

test('national holidays, fixed and movable, are those of the law', () => {
  expect(holidaysOf(2026).map(({ day }) => day)).toEqual([
    '2026-01-01',
    '2026-04-03',
    '2026-04-21',
    '2026-05-01',
    '2026-09-07',
    '2026-10-12',
    '2026-11-02',
    '2026-11-15',
    '2026-11-20',
    '2026-12-25'
  ])
  // Good Fridays of the almanac.
  expect(['2024-03-29', '2025-04-18', '2027-03-26', '2038-04-23'].map(nationalHoliday)).toEqual(
    Array(4).fill('Sexta-feira Santa')
  )
  expect(nationalHoliday('2023-11-20')).toBeUndefined()
})

test('the next free times begin at the moment that is asked for', () => {
  const days = freeSlots({ ...usual, to: '2026-11-23' })
  expect(nextSlots(days, at('2026-11-19T16:30')).map(({ start }) => start)).toEqual(
    ['2026-11-19T16:30', '2026-11-19T17:00', '2026-11-23T08:00'].map(at)
  )
})

/** A sequence of numbers below one that is the same in each run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

test('whatever is taken, no free time overlaps it, each lies in the hours, and none is forgotten', () => {
  const next = numbers(7)
  const upTo = (n: number) => Math.floor(next() * n)
  for (let round = 0; round < 300; round++) {
    const some = { ...service, minutes: 15 * (1 + upTo(8)), bufferBefore: 5 * upTo(4), bufferAfter: 5 * upTo(4) }
    const busy = Array.from({ length: upTo(10) }, () => {
      const start = at('2026-11-19T07:00') + upTo(660) * minute
      return { start, end: start + (5 + upTo(120)) * minute }
    })
    const free = on('2026-11-19', { service: some, people: people(...busy) })?.slots.map(slot => slot.start) ?? []
    const isRight = (start: number) =>
      [
        ['08:00', '12:00'],
        ['13:00', '18:00']
      ].some(
        ([from, to]) => start >= at(`2026-11-19T${from}`) && start + some.minutes * minute <= at(`2026-11-19T${to}`)
      ) &&
      busy.every(
        each =>
          each.end <= start - some.bufferBefore * minute ||
          each.start >= start + (some.minutes + some.bufferAfter) * minute
      )
    expect(
      free.filter(start => !isRight(start)),
      `${round}`
    ).toEqual([])
    // Each time that is possible lies less than a step after one that is offered.
    for (let start = at('2026-11-19T08:00'); start < at('2026-11-19T18:00'); start += 5 * minute)
      if (isRight(start))
        expect(
          free.some(each => each <= start && start - each < 30 * minute),
          `${round} ${new Date(start).toISOString()}`
        ).toBe(true)
  }
})

test('times begin at the opening, then after each length with its buffers, and again where a taken time ends', () => {
  const own = { ...service, stepMinutes: null, minutes: 40 }
  expect(times('2026-11-19', { service: own })?.slice(0, 7)).toEqual(
    '08:00 08:40 09:20 10:00 10:40 11:20 13:00'.split(' ')
  )
  const taken = people(booked('2026-11-19T09:10', 30))
  expect(times('2026-11-19', { service: own, people: taken })?.slice(0, 4)).toEqual(
    '08:00 09:40 10:20 11:00'.split(' ')
  )
  const buffered = { ...own, bufferBefore: 5, bufferAfter: 15 }
  expect(times('2026-11-19', { service: buffered, people: taken })?.slice(0, 3)).toEqual('08:00 09:45 10:45'.split(' '))
  expect(times('2026-11-19', { service: { ...own, stepMinutes: 10 } })?.slice(0, 3)).toEqual(
    '08:00 08:10 08:20'.split(' ')
  )
  // Another calendar takes a time until an odd minute.
  const odd = people(booked('2026-11-19T08:00', 33, { serviceId: null }))
  expect(times('2026-11-19', { service: own, people: odd })?.[0]).toBe('08:35')
})

test('the times beside what is taken are said to be so', () => {
  const own = { ...service, stepMinutes: null, minutes: 60 }
  const slots = on('2026-11-19', { service: own, people: people(booked('2026-11-19T10:00')) })?.slots
  expect(slots?.filter(({ adjacent }) => adjacent).map(({ start }) => start)).toEqual(
    ['2026-11-19T09:00', '2026-11-19T11:00'].map(at)
  )
})

// Four hours in the morning and five in the afternoon, in the order of a generator that anybody can repeat.
test.each([
  [20, 27],
  [40, 13],
  [45, 11]
])('a day of %i minutes is filled whole, whichever time is taken each turn', (minutes, places) => {
  const hours = [
    { day: 4, from: '08:00', to: '12:00' },
    { day: 4, from: '13:00', to: '18:00' }
  ]
  const own = { ...service, stepMinutes: null, minutes }
  for (let seed = 1; seed <= 50; seed++) {
    let state = seed
    const next = (n: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % n
    }
    const busy: Busy[] = []
    for (;;) {
      const slots = on('2026-11-19', { service: own, hours, people: people(...busy) })?.slots ?? []
      const chosen = slots[next(Math.max(1, slots.length))]
      if (!chosen) break
      busy.push({ start: chosen.start, end: chosen.start + minutes * minute, serviceId: 's', at: chosen.start })
    }
    expect(busy.length, `seed ${seed}`).toBe(places)
  }
})

const tuesdays = { day: 2, at: '19:00' }
const pilates = { ...service, capacity: 3, sessions: [tuesdays, { day: 4, at: '19:00' }] }

test('a class has its own times, outside of the hours too, but on no closed day', () => {
  expect(times('2026-11-24', { service: pilates })).toEqual(['19:00'])
  expect(times('2026-11-25', { service: pilates })).toEqual([])
  expect(reason('2026-11-25', { service: pilates })).toBe('Não há atendimento neste dia.')
  const closed = { employeeId: null, firstDay: '2026-11-24', lastDay: '2026-11-24', name: 'Recesso', hours: [] }
  expect(reason('2026-11-24', { service: pilates, specialDays: [closed] })).toBe('Recesso.')
  const until = { ...pilates, sessions: [{ ...tuesdays, firstDay: '2026-12-01', lastDay: '2026-12-08' }] }
  expect(['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15'].map(day => times(day, { service: until }))).toEqual([
    [],
    ['19:00'],
    ['19:00'],
    []
  ])
  const hers = { ...pilates, sessions: [{ ...tuesdays, employeeId: 'bia' }] }
  expect(times('2026-11-24', { service: hers })).toEqual([])
})

test('a class says how many seats are left, and a daily limit counts its sessions', () => {
  const one = booked('2026-11-24T19:00')
  const left = (...busy: Busy[]) => on('2026-11-24', { service: pilates, people: people(...busy) })?.slots
  expect(left(one, one)).toMatchObject([{ seatsLeft: 1 }])
  expect(left(one, one, one)).toEqual([])
  const twice = { ...pilates, dailyCap: 1, sessions: [tuesdays, { day: 2, at: '20:00' }] }
  expect(times('2026-11-24', { service: twice, people: people(one, one) })).toEqual(['19:00'])
})

test('a class holds the time of its person against other services, though nobody has booked', () => {
  const classes = [
    { id: 'p', minutes: 60, bufferBefore: 0, bufferAfter: 30, giver: 'ana', sessions: [{ day: 4, at: '09:00' }] }
  ]
  expect(times('2026-11-19', { classes })?.slice(0, 3)).toEqual(['08:00', '10:30', '11:00'])
  const others = classes.map(each => ({ ...each, giver: null }))
  expect(times('2026-11-19', { classes: others })?.slice(0, 3)).toEqual(['08:00', '08:30', '09:00'])
})
