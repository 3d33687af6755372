import ical from 'ical.js'
import { momentOf } from '../../core/zones/rules.ts'

/** From when to when times are read, and the zone of those that name none. */
export type BusyWindow = { from: number; to: number; zone: string }
/**
 * Times in order, that do not overlap; `skipped` entries could not be read, and `cut` says that there were too many.
 */
export type BusyTimes = { times: [number, number][]; entries: number; skipped: number; cut: boolean }

/** Thrown for a text that is no calendar at all. */
export class NoCalendarError extends Error {}

/** Bounds for what strangers send: entries, times, and steps of repetitions. */
export const bounds = { entries: 20_000, times: 5000, steps: 20_000, allSteps: 100_000, line: 65_536 } as const

const longest = 366 * 86_400_000

const wanted =
  /^(uid|dtstart|dtend|duration|rrule|rdate|exdate|recurrence-id|status|transp|x-microsoft-cdo-busystatus)[;:]/i

type Blocks = { events: string[][]; zones: Map<string, ical.Timezone>; broken: number; cut: boolean }

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
  const blocks: Blocks = { events: [], zones: new Map(), broken: 0, cut: false }
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
    } else if (zone && zone.length < 1000) zone.push(line)
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

const knownZones = new Map<string, boolean>()

function isZone(name: string): boolean {
  const cached = knownZones.get(name)
  if (cached !== undefined) return cached
  let right = true
  try {
    new Intl.DateTimeFormat('pt-BR', { timeZone: name })
  } catch {
    right = false
  }
  knownZones.set(name, right)
  return right
}

type Entry = {
  uid: string
  start: ical.Time
  /** The moment of a time of this entry: its zone is that of the start. */
  at: (time: ical.Time) => number
  /** Milliseconds. */
  length: number
  busy: boolean
  rules: ical.Recur[]
  extra: number[]
  left: number[]
  /** Which time of a repetition this entry replaces. */
  replaces: number | null
}

/** Throws where what is needed of the entry cannot be read. */
function readEntry(lines: string[], { zone, zones }: { zone: string; zones: Blocks['zones'] }): Entry {
  const component = new ical.Component(ical.parse(['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')))
  const moment =
    (tzid: string | null) =>
    (time: ical.Time): number => {
      const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
      if (!Number.isFinite(wall)) throw new Error('The time is none')
      if (time.isDate) return momentOf(wall, zone)
      if (time.zone === ical.Timezone.utcTimezone) return wall
      if (tzid !== null && isZone(tzid)) return momentOf(wall, tzid)
      const own = tzid === null ? undefined : zones.get(tzid)
      if (!own) return momentOf(wall, zone)
      const there = time.clone()
      there.zone = own
      return there.toUnixTime() * 1000
    }
  const timesOf = (name: string): number[] =>
    component.getAllProperties(name).flatMap(property => {
      const at = moment(textOf(property.getParameter('tzid')))
      return property.getValues().map(value => at(value instanceof ical.Period ? value.start : (value as ical.Time)))
    })
  const startProperty = component.getFirstProperty('dtstart')
  const start = startProperty?.getFirstValue()
  if (!startProperty || !(start instanceof ical.Time)) throw new Error('The entry has no start')
  const at = moment(textOf(startProperty.getParameter('tzid')))
  const begins = at(start)
  const [ends] = timesOf('dtend')
  const duration = component.getFirstPropertyValue('duration')
  const length =
    ends !== undefined
      ? ends - begins
      : duration instanceof ical.Duration
        ? duration.toSeconds() * 1000
        : start.isDate
          ? 86_400_000
          : 0
  const said = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase()
  return {
    uid: String(component.getFirstPropertyValue('uid') ?? ''),
    start,
    at,
    length: Math.min(length, longest),
    busy:
      said('transp') !== 'TRANSPARENT' &&
      said('status') !== 'CANCELLED' &&
      said('x-microsoft-cdo-busystatus') !== 'FREE',
    rules: component.getAllProperties('rrule').map(property => property.getFirstValue() as ical.Recur),
    extra: timesOf('rdate'),
    left: timesOf('exdate'),
    replaces: timesOf('recurrence-id')[0] ?? null
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Steps of repetitions that are left, for all entries. */
type Steps = { left: number }

/** When an entry begins, inside the window. Throws where it repeats too often. */
function* startsOf(entry: Entry, { from, to }: BusyWindow, steps: Steps): Generator<number> {
  const { start, at, length, rules, extra } = entry
  yield* [at(start), ...extra]
  for (const rule of rules) {
    // Compared by its moment: the library does not know in which zone the start is.
    const until = rule.until ? at(rule.until) + (rule.until.isDate ? 86_400_000 - 1 : 0) : Number.POSITIVE_INFINITY
    const endless = ical.Recur.fromData({ ...rule.toJSON(), until: undefined } as never)
    const times = endless.iterator(start)
    let taken = 0
    for (let time = times.next(); time; time = times.next()) {
      const begins = at(time)
      if (begins > until || begins > to) break
      if (++taken > bounds.steps || --steps.left < 0) throw new Error('The entry repeats too often')
      if (begins + length > from) yield begins
    }
  }
}

/** Reads the times at which somebody is busy from an iCalendar text; what is broken in it is skipped and counted. */
export function readBusyTimes(text: string, window: BusyWindow): BusyTimes {
  const { events, zones, broken, cut } = blocksOf(text)
  const entries: Entry[] = []
  let skipped = broken
  for (const lines of events)
    try {
      entries.push(readEntry(lines, { zone: window.zone, zones }))
    } catch {
      skipped++
    }
  const replaced = new Map<string, Set<number>>()
  for (const { uid, replaces } of entries)
    if (replaces !== null) replaced.set(uid, (replaced.get(uid) ?? new Set()).add(replaces))

  const times: [number, number][] = []
  const steps: Steps = { left: bounds.allSteps }
  for (const entry of entries) {
    if (!entry.busy || !(entry.length > 0)) continue
    const gone = new Set([...entry.left, ...(entry.replaces === null ? (replaced.get(entry.uid) ?? []) : [])])
    const own: [number, number][] = []
    try {
      for (const begins of startsOf(entry, window, steps)) {
        const ends = begins + entry.length
        if (!gone.has(begins) && ends > window.from && begins < window.to)
          own.push([Math.max(begins, window.from), Math.min(ends, window.to)])
      }
    } catch {
      skipped++
    }
    for (const time of own) times.push(time)
  }
  const merged = merge(times)
  return {
    times: merged.slice(0, bounds.times),
    entries: entries.length,
    skipped,
    cut: cut || merged.length > bounds.times
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
