import ical from 'ical.js'
import { findIana } from 'windows-iana'
import { cut as shortened } from '../../core/rules.ts'
import { momentOf } from '../../core/zones/rules.ts'

/** From when to when times are read, and the zone of those that name none. */
export type BusyWindow = { from: number; to: number; zone: string }

/** Something that was not understood, with the title and the start of its entry, where it has them. */
export type BusyWarning = { message: string; title: string | null; start: string | null }

/** Times in order, that do not overlap; `cut` says that there were too many. */
export type BusyTimes = { times: [number, number][]; entries: number; warnings: BusyWarning[]; cut: boolean }

/** Thrown for a text that is no calendar at all. */
export class NoCalendarError extends Error {}

/** Bounds for calendars of strangers: entries, times, and steps of repetitions. */
export const bounds = {
  entries: 20_000,
  times: 5000,
  steps: 20_000,
  allSteps: 1_000_000,
  line: 65_536,
  warnings: 100
} as const

const longest = 366 * 86_400_000

const wanted =
  /^(uid|summary|sequence|dtstart|dtend|duration|rrule|rdate|exdate|recurrence-id|status|transp|x-microsoft-cdo-busystatus)[;:]/i

type Blocks = {
  events: string[][]
  zones: Map<string, ical.Timezone>
  /** The zone that the calendar names for times without one. */
  zone: string | null
  broken: number
  cut: boolean
}

/** The lines of a text, each joined with those that go on with it. */
function* unfolded(text: string): Generator<string> {
  let line = ''
  for (const [part] of text.matchAll(/[^\r\n]+/g)) {
    if (/^[ \t]/.test(part)) {
      if (line.length < bounds.line) line += part.slice(1)
      continue
    }
    if (line) yield line
    line = part.trimEnd()
  }
  if (line) yield line
}

/** The entries and zones of a calendar. Parts inside an entry, as its alarms, are left out. */
function blocksOf(text: string): Blocks {
  const blocks: Blocks = { events: [], zones: new Map(), zone: null, broken: 0, cut: false }
  let event: string[] | null = null
  let zone: string[] | null = null
  let inside = 0
  let calendar = false
  for (const line of unfolded(text)) {
    const [, mark, name = ''] = /^(BEGIN|END):([A-Z0-9-]+)$/i.exec(line) ?? []
    const kind = name.toUpperCase()
    if (mark?.toUpperCase() === 'BEGIN') {
      if (kind === 'VCALENDAR') calendar = true
      else if (kind === 'VEVENT') {
        if (event) blocks.broken++
        event = []
        inside = 0
      } else if (kind === 'VTIMEZONE') zone = [line]
      else if (event) inside++
      else zone?.push(line)
    } else if (mark) {
      if (kind === 'VEVENT') {
        if (event && blocks.events.length < bounds.entries) blocks.events.push(event)
        else if (event) blocks.cut = true
        event = null
      } else if (kind === 'VTIMEZONE' && zone) {
        addZone(blocks, [...zone, line])
        zone = null
      } else if (event) inside = Math.max(0, inside - 1)
      else zone?.push(line)
    } else if (event && inside === 0) {
      if (wanted.test(line)) event.push(line)
    } else if (zone) {
      if (zone.length < 1000) zone.push(line)
    } else if (/^x-wr-timezone[;:]/i.test(line)) blocks.zone = zoneNamed(line.slice(line.indexOf(':') + 1).trim())
  }
  if (!calendar) throw new NoCalendarError('The text is no calendar')
  if (event) blocks.broken++
  return blocks
}

function addZone(blocks: Blocks, lines: string[]): void {
  if (blocks.zones.size >= 200) return
  try {
    const zone = new ical.Timezone(new ical.Component(ical.parse(lines.join('\r\n'))))
    blocks.zones.set(zone.tzid, zone)
  } catch {
    // Times in it are then read as those of the company.
  }
}

const knownZones = new Map<string, string | null>()

/**
 * The zone of a name in the tz database: itself, that of a Windows name by CLDR, or that at the end of a path, as some
 * programs write them (`/mozilla.org/20050126_1/Europe/Berlin`). Null for any other.
 */
function zoneNamed(name: string): string | null {
  const cached = knownZones.get(name)
  if (cached !== undefined) return cached
  const parts = name.split('/')
  const ends = [3, 2].map(count => parts.slice(-count).join('/'))
  const found = [name, findIana(name)[0], ...ends].find(each => each !== undefined && isZone(each)) ?? null
  if (knownZones.size < 1000) knownZones.set(name, found)
  return found
}

function isZone(name: string): boolean {
  // Greenwich and so many hours is no name of a zone.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('pt-BR', { timeZone: name })
    return true
  } catch {
    return false
  }
}

type Entry = {
  uid: string
  title: string | null
  sequence: number
  start: ical.Time
  begins: number
  /** The moment of a time of this entry: its zone is that of the start. */
  at: (time: ical.Time) => number
  /** Milliseconds. */
  length: number
  busy: boolean
  rules: ical.Recur[]
  extra: number[]
  left: Set<number>
  /** The time of a repetition that this entry replaces, and whether those after it too. */
  replaces: { at: number; following: boolean } | null
}

type Reading = { zone: string; zones: Blocks['zones']; warn: (message: string) => void }

const messages = {
  start: 'O início não foi entendido, e a entrada foi deixada de fora.',
  end: 'O fim não foi entendido. Contamos uma hora, ou o dia todo.',
  rule: 'A repetição não foi entendida. Só a primeira vez está ocupada.',
  often: 'Repete-se vezes demais. Tudo a partir daí conta como ocupado.',
  exception: 'Uma exceção da repetição não foi entendida, e continua ocupada.',
  extra: 'Uma data a mais da repetição não foi entendida, e ficou de fora.',
  zone: (name: string) => `O fuso “${shortened(name, 60)}” não é conhecido. Usamos o da empresa.`,
  unended: 'Uma entrada não termina, e foi deixada de fora.',
  cut: 'A agenda tem entradas demais. As últimas ficaram de fora.'
}

/**
 * A line whose value is a day or a time, with the type that it says to be: some programs write days without `VALUE=DATE`,
 * or times with it.
 */
function withType(line: string): string {
  const [head, value] = splitLine(line)
  const named = /;VALUE=DATE(?=;|$)/i
  if (/^\d{8}$/.test(value)) return named.test(head) ? line : `${head};VALUE=DATE:${value}`
  return /^\d{8}T\d{4,6}Z?$/i.test(value) ? `${head.replace(named, '')}:${value}` : line
}

/** A property of a line; undefined where it cannot be read. */
function propertyOf(line: string): ical.Property | undefined {
  try {
    return ical.Property.fromString(withType(line))
  } catch {
    return undefined
  }
}

/** The first value of a property, which is read only now; undefined where it cannot be. */
function firstValue(property: ical.Property | undefined): unknown {
  try {
    return property?.getFirstValue()
  } catch {
    return undefined
  }
}

/** The entry of some lines. Its start has to be readable; of all else only what is broken is left out, with a warning. */
function readEntry(lines: string[], { zone, zones, warn }: Reading): Entry | undefined {
  const all = (name: string) => lines.filter(line => new RegExp(`^${name}[;:]`, 'i').test(line))
  const first = (name: string) => {
    const [line] = all(name)
    return line === undefined ? undefined : propertyOf(line)
  }
  const said = (name: string) => String(firstValue(first(name)) ?? '').trim()

  const moment = (property: ical.Property) => {
    const tzid = textOf(property.getParameter('tzid'))
    const named = tzid === null ? null : zoneNamed(tzid)
    const own = tzid === null || named !== null ? undefined : zones.get(tzid)
    return (time: ical.Time): number => {
      const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
      if (!Number.isFinite(wall)) throw new Error('The time is none')
      if (time.isDate) return momentOf(wall, zone)
      if (time.zone === ical.Timezone.utcTimezone) return wall
      if (named !== null) return momentOf(wall, named)
      if (!own) {
        if (tzid !== null) warn(messages.zone(tzid))
        return momentOf(wall, zone)
      }
      const there = time.clone()
      there.zone = own
      return there.toUnixTime() * 1000
    }
  }
  /** The moments of all such lines, each value apart; `fault` is the warning about those that cannot be read. */
  const momentsOf = (name: string, fault: string): number[] =>
    all(name).flatMap(line => {
      const [head = '', values = ''] = splitLine(line)
      return values.split(',').flatMap(value => {
        if (value.trim() === '') return []
        const property = propertyOf(`${head}:${value.trim()}`)
        try {
          const time = property?.getFirstValue()
          const start = time instanceof ical.Period ? time.start : time
          if (property && start instanceof ical.Time) return [moment(property)(start)]
        } catch {
          // reported below
        }
        warn(fault)
        return []
      })
    })

  const property = first('dtstart')
  const start = firstValue(property)
  if (!property || !(start instanceof ical.Time)) return undefined
  const at = moment(property)
  let begins: number
  try {
    begins = at(start)
  } catch {
    return undefined
  }
  const [replaced] = momentsOf('recurrence-id', messages.exception)
  const following = all('recurrence-id').some(line => /;RANGE=THISANDFUTURE[;:]/i.test(line))
  return {
    uid: said('uid'),
    title: shortened(said('summary'), 100) || null,
    sequence: Number(said('sequence')) || 0,
    start,
    begins,
    at,
    length: Math.min(lengthOf(start, begins), longest),
    busy:
      said('transp').toUpperCase() !== 'TRANSPARENT' &&
      said('status').toUpperCase() !== 'CANCELLED' &&
      said('x-microsoft-cdo-busystatus').toUpperCase() !== 'FREE',
    rules: all('rrule').flatMap(line => {
      const rule = firstValue(propertyOf(line))
      if (rule instanceof ical.Recur && frequencies.has(rule.freq)) return [rule]
      warn(messages.rule)
      return []
    }),
    extra: momentsOf('rdate', messages.extra),
    left: new Set(momentsOf('exdate', messages.exception)),
    replaces: replaced === undefined ? null : { at: replaced, following }
  }

  function lengthOf(from: ical.Time, fromMoment: number): number {
    const usual = from.isDate ? 86_400_000 : 3_600_000
    if (all('dtend').length > 0) {
      const [ends] = momentsOf('dtend', messages.end)
      return ends === undefined ? usual : ends - fromMoment
    }
    if (all('duration').length === 0) return from.isDate ? 86_400_000 : 0
    const duration = firstValue(first('duration'))
    const length = duration instanceof ical.Duration ? duration.toSeconds() * 1000 : Number.NaN
    if (Number.isFinite(length)) return length
    warn(messages.end)
    return usual
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** A line up to the colon of its values, and these; a colon inside quotes belongs to a parameter. */
function splitLine(line: string): [string, string] {
  const end = /^(?:[^":]|"[^"]*")*/.exec(line)?.[0].length ?? line.length
  return [line.slice(0, end), line.slice(end + 1)]
}

const frequencies = new Set(['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])

/** Steps of repetitions that are left, for all entries. */
type Steps = { left: number }

/** When an entry begins, inside the window, and from when on it repeated too often to be followed. */
function startsOf(entry: Entry, { from, to }: BusyWindow, steps: Steps): { starts: number[]; lost: number | null } {
  const { start, at, begins: first, length, rules, extra } = entry
  const starts = [first, ...extra]
  for (const rule of rules) {
    // Compared by its moment: the library does not know in which zone the start is.
    const until = rule.until ? at(rule.until) + (rule.until.isDate ? 86_400_000 - 1 : 0) : Number.POSITIVE_INFINITY
    if (until < from - length) continue
    const near = nearWindow(rule, start, from - length - first)
    if (near === null) continue
    const endless = ical.Recur.fromData({ ...near.rule.toJSON(), until: undefined } as never)
    const times = endless.iterator(near.start)
    let taken = 0
    for (let time = times.next(); time; time = times.next()) {
      const begins = at(time)
      if (begins > until || begins > to) break
      if (++taken > bounds.steps || --steps.left < 0) return { starts, lost: begins }
      if (begins + length > from && begins >= first) starts.push(begins)
    }
  }
  return { starts, lost: null }
}

/**
 * A rule with a start near the window, from which it gives the same times as from its own: whole intervals later. Null
 * where it ended before. A rule with a count is followed from its own start, unless it has but one time a period and ends
 * before.
 */
function nearWindow(rule: ical.Recur, start: ical.Time, ahead: number): { rule: ical.Recur; start: ical.Time } | null {
  const same = { rule, start }
  const { freq, interval } = rule
  const seconds = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1, DAILY: 86_400, WEEKLY: 604_800 }[freq as string]
  const day = 86_400_000
  if (rule.count) {
    const single = Object.keys(rule.parts).length === 0
    const period = { MONTHLY: 31 * 86_400, YEARLY: 366 * 86_400 }[freq as string] ?? seconds ?? 0
    return single && period > 0 && rule.count * interval * period * 1000 + day < ahead ? null : same
  }
  if (seconds !== undefined) {
    const whole = Math.floor((ahead - 2 * day) / (seconds * interval * 1000)) - 2
    if (whole <= 0) return same
    const later = start.clone()
    const by = whole * interval * seconds
    later.adjust(Math.floor(by / 86_400), 0, 0, by % 86_400)
    return { rule, start: later }
  }
  const months = freq === 'YEARLY' ? 12 * interval : interval
  const whole = Math.floor(ahead / (31 * day) / months) - 2
  if (whole <= 0) return same
  // A day that not every month has is named by the rule, as the start may have to stand on another.
  const parts = { ...rule.parts } as Record<string, unknown>
  const byDay = ['BYDAY', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO'].some(part => part in parts)
  if (start.day > 28 && (byDay || 'BYSETPOS' in parts)) return same
  if (start.day > 28) {
    parts.BYMONTHDAY = [start.day]
    if (freq === 'YEARLY' && !('BYMONTH' in parts)) parts.BYMONTH = [start.month]
  }
  const count = start.year * 12 + start.month - 1 + whole * months
  const later = start.clone()
  later.day = Math.min(start.day, 28)
  later.year = Math.floor(count / 12)
  later.month = (count % 12) + 1
  const named = ical.Recur.fromData({ ...rule.toJSON(), ...lower(parts) } as never)
  return { rule: named, start: later }
}

const lower = (parts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(parts).map(([name, value]) => [name.toLowerCase(), value]))

/** The version of each entry with the highest number; versions with the same number all count. */
function newest(entries: readonly Entry[]): Entry[] {
  const keyOf = ({ uid, replaces }: Entry) => `${uid} ${replaces?.at ?? ''}`
  const highest = new Map<string, number>()
  for (const entry of entries) highest.set(keyOf(entry), Math.max(highest.get(keyOf(entry)) ?? 0, entry.sequence))
  return entries.filter(entry => entry.uid === '' || entry.sequence === highest.get(keyOf(entry)))
}

/**
 * Reads the times at which somebody is busy from an iCalendar text. It fails closed: an entry whose start can be read is
 * busy, only what is broken of it is left out, and each such thing is a warning.
 */
export function readBusyTimes(text: string, window: BusyWindow): BusyTimes {
  const { events, zones, zone: ownZone, broken, cut } = blocksOf(text)
  const zone = ownZone ?? window.zone
  const warnings = new Map<string, BusyWarning>()
  const warn = (message: string, title: string | null, start: string | null) => {
    const key = [message, title, start].join(' ')
    if (warnings.size < bounds.warnings) warnings.set(key, { message, title, start })
  }
  const read = events.flatMap(lines => {
    const title = shortened(
      /^summary[^:]*:(.*)$/i.exec(lines.find(line => /^summary[;:]/i.test(line)) ?? '')?.[1] ?? '',
      100
    )
    const faults: string[] = []
    const entry = readEntry(lines, { zone, zones, warn: message => faults.push(message) })
    const start = entry ? new Date(entry.begins).toISOString() : null
    for (const message of entry ? faults : [messages.start]) warn(message, title || null, start)
    return entry ?? []
  })
  if (broken > 0) warn(messages.unended, null, null)
  const entries = newest(read)

  const replaced = new Map<string, NonNullable<Entry['replaces']>[]>()
  for (const { uid, replaces } of entries) if (replaces) replaced.set(uid, [...(replaced.get(uid) ?? []), replaces])
  const later = (uid: string): Entry | undefined =>
    entries
      .filter(each => each.uid === uid && each.replaces?.following)
      .sort((a, b) => (a.replaces?.at ?? 0) - (b.replaces?.at ?? 0))
      .at(0)

  const times: [number, number][] = []
  const steps: Steps = { left: bounds.allSteps }
  const add = (begins: number, ends: number): void => {
    if (ends > begins && ends > window.from && begins < window.to)
      times.push([Math.max(begins, window.from), Math.min(ends, window.to)])
  }
  for (const entry of entries) {
    const others = entry.replaces === null ? (replaced.get(entry.uid) ?? []) : []
    const gone = new Set([...entry.left, ...others.map(({ at }) => at)])
    const following = entry.replaces === null && others.some(each => each.following) ? later(entry.uid) : undefined
    const from = following?.replaces?.at ?? Number.POSITIVE_INFINITY
    if (!entry.busy && !following?.busy) continue
    const { starts, lost } = startsOf(entry, window, steps)
    for (const begins of starts) {
      if (gone.has(begins)) continue
      if (begins < from) {
        if (entry.busy) add(begins, begins + entry.length)
      } else if (following?.busy) {
        const moved = begins + following.begins - from
        add(moved, moved + following.length)
      }
    }
    if (lost === null || entry.length <= 0) continue
    add(lost, window.to)
    warn(messages.often, entry.title, new Date(entry.begins).toISOString())
  }
  const merged = merge(times)
  const tooMany = cut || merged.length > bounds.times
  if (tooMany) warn(messages.cut, null, null)
  // The times after the last one that is kept are not known to be free.
  const last = merged[bounds.times - 1]
  if (merged.length > bounds.times && last) last[1] = window.to
  return {
    times: merged.slice(0, bounds.times),
    entries: entries.length,
    warnings: [...warnings.values()],
    cut: tooMany
  }
}

/** Times in order, those that touch as one. */
function merge(times: [number, number][]): [number, number][] {
  const merged: [number, number][] = []
  for (const [from, to] of times.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}
