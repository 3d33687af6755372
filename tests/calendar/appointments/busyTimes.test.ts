import { expect, test } from 'vitest'
import { bounds, NoCalendarError, readBusyTimes } from '../../../services/calendar/appointments/busyTimes.ts'

const window = {
  from: Date.parse('2030-06-01T00:00:00Z'),
  to: Date.parse('2031-06-01T00:00:00Z'),
  zone: 'America/Sao_Paulo'
}
const calendar = (...parts: (string | string[])[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...parts.flatMap(part => (typeof part === 'string' ? [part] : ['BEGIN:VEVENT', ...part, 'END:VEVENT'])),
    'END:VCALENDAR',
    ''
  ].join('\r\n')

const read = (text: string) => {
  const { times, ...rest } = readBusyTimes(text, window)
  const short = (at: number) => new Date(at).toISOString().replace(':00.000Z', 'Z')
  return { ...rest, times: times.map(([from, to]) => `${short(from)}/${short(to)}`) }
}
const one = (...lines: string[]) => read(calendar(['UID:1', ...lines])).times

const at5 = ['DTSTART:20300605T170000Z', 'DTEND:20300605T180000Z']

test.each<[string, string[], string[]]>([
  ['in UTC', at5, ['2030-06-05T17:00Z/2030-06-05T18:00Z']],
  [
    'in a zone',
    ['DTSTART;TZID=America/Manaus:20300605T170000', 'DURATION:PT90M'],
    ['2030-06-05T21:00Z/2030-06-05T22:30Z']
  ],
  ['in no zone', ['DTSTART:20300605T170000', 'DURATION:PT1H'], ['2030-06-05T20:00Z/2030-06-05T21:00Z']],
  [
    'in an unknown zone',
    ['DTSTART;TZID=Marte:20300605T170000', 'DURATION:PT1H'],
    ['2030-06-05T20:00Z/2030-06-05T21:00Z']
  ],
  ['of a whole day', ['DTSTART;VALUE=DATE:20300605'], ['2030-06-05T03:00Z/2030-06-06T03:00Z']],
  [
    'of two days',
    ['DTSTART;VALUE=DATE:20300605', 'DTEND;VALUE=DATE:20300607'],
    ['2030-06-05T03:00Z/2030-06-07T03:00Z']
  ],
  ['that is free', [...at5, 'TRANSP:TRANSPARENT'], []],
  ['that is free for Outlook', [...at5, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], []],
  ['that was cancelled', [...at5, 'STATUS:CANCELLED'], []],
  ['of no length', ['DTSTART:20300605T170000Z'], []],
  ['that ends before it begins', ['DTSTART:20300605T170000Z', 'DTEND:20300605T160000Z'], []],
  ['before the window', ['DTSTART:20300505T170000Z', 'DTEND:20300505T180000Z'], []],
  ['at its edge', ['DTSTART:20300531T230000Z', 'DTEND:20300601T010000Z'], ['2030-06-01T00:00Z/2030-06-01T01:00Z']],
  [
    'that repeats, but once',
    [...at5, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20300606T170000Z'],
    ['2030-06-05T17:00Z/2030-06-05T18:00Z', '2030-06-07T17:00Z/2030-06-07T18:00Z']
  ],
  [
    'that repeats in a zone until a moment',
    [
      'DTSTART;TZID=Asia/Tokyo:20300605T080000',
      'DTEND;TZID=Asia/Tokyo:20300605T090000',
      'RRULE:FREQ=DAILY;UNTIL=20300605T230000Z'
    ],
    ['2030-06-04T23:00Z/2030-06-05T00:00Z', '2030-06-05T23:00Z/2030-06-06T00:00Z']
  ],
  [
    'that began long ago',
    ['DTSTART:20200101T120000Z', 'DTEND:20200101T130000Z', 'RRULE:FREQ=YEARLY'],
    ['2031-01-01T12:00Z/2031-01-01T13:00Z']
  ],
  [
    'with more times',
    [...at5, 'RDATE:20300701T170000Z'],
    ['2030-06-05T17:00Z/2030-06-05T18:00Z', '2030-07-01T17:00Z/2030-07-01T18:00Z']
  ]
])('a time %s', (_, lines, times) => {
  expect(one(...lines)).toEqual(times)
})

test('one time of a repetition that was moved or cancelled counts as it is now', () => {
  const weekly = ['UID:1', ...at5, 'RRULE:FREQ=WEEKLY;COUNT=3']
  const moved = ['UID:1', 'RECURRENCE-ID:20300612T170000Z', 'DTSTART:20300613T100000Z', 'DTEND:20300613T110000Z']
  const gone = [
    'UID:1',
    'RECURRENCE-ID:20300619T170000Z',
    'DTSTART:20300619T170000Z',
    'DURATION:PT1H',
    'STATUS:CANCELLED'
  ]
  expect(read(calendar(weekly, moved, gone)).times).toEqual([
    '2030-06-05T17:00Z/2030-06-05T18:00Z',
    '2030-06-13T10:00Z/2030-06-13T11:00Z'
  ])
})

test('a zone that only the calendar knows is read from it', () => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:E. South America Standard Time',
    'BEGIN:STANDARD',
    'DTSTART:16010101T000000',
    'TZOFFSETFROM:-0300',
    'TZOFFSETTO:-0300',
    'END:STANDARD',
    'END:VTIMEZONE'
  ]
  const event = ['UID:1', 'DTSTART;TZID="E. South America Standard Time":20300605T140000', 'DURATION:PT1H']
  expect(read(calendar(...zone, event)).times).toEqual(['2030-06-05T17:00Z/2030-06-05T18:00Z'])
})

test('a broken detail leaves its entry busy, and is a warning with title and date', () => {
  const daily = ['SUMMARY:Aula', 'DTSTART:20300605T170000Z', 'DTEND:20300605T180000Z', 'RRULE:FREQ=DAILY;COUNT=2']
  for (const broken of ['EXDATE:', 'EXDATE:ontem', 'RDATE:amanhã', 'DURATION:x', 'STATUS', 'RECURRENCE-ID:x'])
    expect(one(...daily, broken), broken).toEqual([
      '2030-06-05T17:00Z/2030-06-05T18:00Z',
      '2030-06-06T17:00Z/2030-06-06T18:00Z'
    ])
  // Only the broken exception stays busy.
  expect(one(...daily, 'EXDATE:20300605T170000Z,ontem')).toEqual(['2030-06-06T17:00Z/2030-06-06T18:00Z'])
  const { warnings } = read(calendar(['UID:1', ...daily, 'EXDATE:ontem']))
  expect(warnings).toEqual([
    {
      message: 'Uma exceção da repetição não foi entendida, e continua ocupada.',
      title: 'Aula',
      start: '2030-06-05T17:00:00.000Z'
    }
  ])
  const rule = read(calendar(['UID:1', ...at5, 'RRULE:FREQ=NUNCA']))
  expect(rule.times).toEqual(['2030-06-05T17:00Z/2030-06-05T18:00Z'])
  expect(rule.warnings[0]?.message).toBe('A repetição não foi entendida. Só a primeira vez está ocupada.')
  expect(one('DTSTART:20300605T170000Z', 'DTEND:nunca')).toEqual(['2030-06-05T17:00Z/2030-06-05T18:00Z'])
})

test('an entry without a start that can be read is left out with a warning, and the rest is read', () => {
  const text = calendar(
    ['UID:1', 'isto não é uma linha', 'DESCRIPTION:uma linha', 'que continua sem espaço', ...at5],
    ['UID:2', 'SUMMARY:Festa', 'DTSTART:amanhã'],
    ['UID:4', 'RRULE:FREQ=DAILY'],
    ['UID:6', 'DTSTART:20300901T170000Z', 'DURATION:PT1H', 'BEGIN:VALARM', 'DTSTART:x', 'DURATION:y', 'END:VALARM']
  ).replace('END:VCALENDAR', 'BEGIN:VEVENT\r\nUID:7')
  const { times, warnings, cut } = read(text)
  expect(times).toContain('2030-06-05T17:00Z/2030-06-05T18:00Z')
  expect(times).toContain('2030-09-01T17:00Z/2030-09-01T18:00Z')
  expect(warnings.map(({ message, title }) => [message.split(',')[0], title])).toEqual([
    ['O início não foi entendido', 'Festa'],
    ['O início não foi entendido', null],
    ['Uma entrada não termina', null]
  ])
  expect(cut).toBe(false)
  expect(read(text.replaceAll('\r\n', '\n')).times).toEqual(times)
})

test.each<[string, string, string[]]>([
  ['that Windows names', 'E. South America Standard Time', []],
  ['in a path', '/mozilla.org/20050126_1/America/Manaus', []],
  ['that nobody knows', 'Marte', ['O fuso “Marte” não é conhecido. Usamos o da empresa.']]
])('a zone %s', (_, zone, warnings) => {
  const seen = read(calendar(['UID:1', `DTSTART;TZID=${zone}:20300605T140000`, 'DURATION:PT1H']))
  expect(seen.times).toEqual([
    zone.includes('Manaus') ? '2030-06-05T18:00Z/2030-06-05T19:00Z' : '2030-06-05T17:00Z/2030-06-05T18:00Z'
  ])
  expect(seen.warnings.map(({ message }) => message)).toEqual(warnings)
})

test('times without a zone are in that of the calendar', () => {
  const text = calendar('X-WR-TIMEZONE:America/Manaus', ['UID:1', 'DTSTART:20300605T140000', 'DURATION:PT1H'])
  expect(read(text).times).toEqual(['2030-06-05T18:00Z/2030-06-05T19:00Z'])
})

test('from one time on a repetition goes on elsewhere', () => {
  const weekly = ['UID:1', ...at5, 'RRULE:FREQ=WEEKLY;COUNT=3']
  const later = [
    'UID:1',
    'RECURRENCE-ID;RANGE=THISANDFUTURE:20300612T170000Z',
    'DTSTART:20300613T100000Z',
    'DTEND:20300613T103000Z'
  ]
  expect(read(calendar(weekly, later)).times).toEqual([
    '2030-06-05T17:00Z/2030-06-05T18:00Z',
    '2030-06-13T10:00Z/2030-06-13T10:30Z',
    '2030-06-20T10:00Z/2030-06-20T10:30Z'
  ])
})

test('of several versions of an entry the newest counts, and of equal ones all', () => {
  const old = ['UID:1', 'SEQUENCE:1', ...at5]
  const moved = ['UID:1', 'SEQUENCE:2', 'DTSTART:20300606T170000Z', 'DURATION:PT1H']
  expect(read(calendar(moved, old)).times).toEqual(['2030-06-06T17:00Z/2030-06-06T18:00Z'])
  const same = moved.map(line => line.replace('SEQUENCE:2', 'SEQUENCE:1'))
  expect(read(calendar(same, old)).times).toHaveLength(2)
})

test('series since long ago are read from the window on, with the times that they have from their start', () => {
  const rules = [
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH',
    'FREQ=WEEKLY;WKST=SU;INTERVAL=3',
    'FREQ=MONTHLY',
    'FREQ=MONTHLY;INTERVAL=5;BYDAY=2TU,-1FR',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=YEARLY;INTERVAL=2',
    'FREQ=YEARLY;BYMONTH=7;BYDAY=1SU',
    'FREQ=DAILY;INTERVAL=2;COUNT=3800'
  ]
  for (const start of ['20100105T120000Z', '20100131T120000Z', '20120229T120000Z'])
    for (const rule of rules) {
      const entry = ['UID:1', `DTSTART:${start}`, 'DURATION:PT1H', `RRULE:${rule}`]
      // The same with the window from before the start on, in which every time is followed.
      const whole = { ...window, from: Date.UTC(2010, 0, 1) }
      const expected = readBusyTimes(calendar(entry), whole).times.filter(([, to]) => to > window.from)
      expect([start, rule, readBusyTimes(calendar(entry), window).times]).toEqual([start, rule, expected])
    }
})

test.each(['SECONDLY', 'MINUTELY', 'HOURLY'])(
  'a repetition %s without end is busy as far as it is not followed',
  freq => {
    const { times, warnings } = read(
      calendar(['UID:1', 'DTSTART:20200605T170000Z', 'DURATION:PT1S', `RRULE:FREQ=${freq}`], ['UID:2', ...at5])
    )
    if (freq === 'HOURLY')
      expect(warnings).toEqual([{ message: expect.stringContaining('demais'), title: null, start: null }])
    else {
      expect(times.at(-1)).toMatch(/2031-06-01T00:00Z$/)
      expect(warnings.map(({ message }) => message)).toContain(
        'Repete-se vezes demais. Tudo a partir daí conta como ocupado.'
      )
    }
  }
)

test('many repetitions at once stay within bounds', () => {
  const bomb = Array.from({ length: 200 }, (_, n) => [
    `UID:${n}`,
    `DTSTART:2030060${1 + (n % 9)}T1000${String(n % 60).padStart(2, '0')}Z`,
    'DURATION:PT1S',
    'RRULE:FREQ=MINUTELY;INTERVAL=7'
  ])
  const { times, warnings, cut } = readBusyTimes(calendar(...bomb), window)
  expect(times.length).toBeLessThanOrEqual(bounds.times)
  expect(times.at(-1)?.[1]).toBe(window.to)
  expect(warnings.length).toBeLessThanOrEqual(bounds.warnings)
  expect(cut || warnings.length > 0).toBe(true)
})

test.each(['', 'Not Found', '<html><body>Entre</body></html>', '{"error":1}'])('%j is no calendar', text => {
  expect(() => readBusyTimes(text, window)).toThrow(NoCalendarError)
})
