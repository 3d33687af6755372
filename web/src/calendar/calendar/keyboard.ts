import type { CalendarApi, EventInput } from '@fullcalendar/react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { takesTime } from '../../../../services/calendar/appointments/rules.ts'
import type { Appointment } from '../../../../services/calendar/appointments/schema.ts'
import { dayAt, momentOf, wallAt } from '../../../../services/core/zones/rules.ts'
import { timeText } from '../appointments/words.ts'
import type { Entry } from './entries.ts'
import { addDays, type CalendarView, daysBetween, fullDayText, rangeOf } from './range.ts'

const minute = 60_000
const dayLength = 1440 * minute
/** Minutes of one step over the hours, and of one by which an appointment is moved. */
const hourStep = 30
const moveStep = 15

type Place = { day: string; minutes: number }

type Props = {
  frame: RefObject<HTMLElement | null>
  api: () => CalendarApi | undefined
  view: CalendarView
  day: string
  zone: string
  first: number
  last: number
  entries: readonly EventInput[]
  may: boolean
  onPoint: (pointed: { start: Date; end: Date | null; allDay: boolean }) => void
  onMove: (appointment: Appointment, by: number) => { start: string; end: string }
  onConfirm: (appointment: Appointment) => void
  onDay: (day: string) => void
}

const entryOf = ({ extendedProps }: EventInput) => extendedProps?.entry as Entry | undefined
const arrows: Record<string, [days: number, steps: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1]
}

/**
 * The calendar by keyboard. With the focus on the grid arrows walk days and hours and Enter books there; with the focus
 * on an entry arrows walk entries, and with Shift they move it. Each step is said in `live`.
 */
export function useKeyboard(props: Props) {
  const { frame, view, day, zone, first, last, entries, may } = props
  const live = useRef<HTMLDivElement>(null)
  const place = useRef<Place>(undefined)
  /** The entry with the focus: one that is drawn again gets it back. */
  const focused = useRef<string>(undefined)
  const walking = useRef(false)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  const say = (text: string) => {
    if (live.current) live.current.textContent = text
  }
  const elements = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
  const startOf = (entry: EventInput): number => {
    const start = String(entry.start)
    return start.length === 10 ? momentOf(Date.parse(`${start}T00:00Z`), zone) : Date.parse(start)
  }

  /** Shows and says the time that was walked to. */
  function stand(at: Place): void {
    place.current = at
    const whole = view === 'mes'
    const start = momentOf(Date.parse(`${at.day}T00:00Z`) + at.minutes * minute, zone)
    const end = whole ? start + dayLength : start + hourStep * minute
    walking.current = true
    if (whole) latest.current.api()?.select(at.day, addDays(at.day, 1))
    else latest.current.api()?.select({ start: new Date(start), end: new Date(end), allDay: false })
    walking.current = false
    requestAnimationFrame(() => frame.current?.querySelector('.mirror')?.scrollIntoView({ block: 'nearest' }))
    const there = latest.current.entries.filter(entry => {
      const from = startOf(entry)
      const to = entry.end ? Date.parse(String(entry.end)) : from + 1
      return (
        entryOf(entry)?.kind !== 'background' && from < end && to > start && (whole || String(entry.start).length > 10)
      )
    })
    const time = whole ? '' : `, ${timeText(new Date(start).toISOString(), zone)}`
    say(`${fullDayText(at.day)}${time}: ${there.map(({ title }) => title).join('; ') || 'livre'}`)
  }

  // The days that were walked to are drawn by now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once other days are shown
  useEffect(() => {
    if (place.current && document.activeElement === frame.current)
      requestAnimationFrame(() => place.current && stand(place.current))
  }, [view, day])

  function walkHours(event: KeyboardEvent): void {
    const { key } = event
    const shown = rangeOf(view, day)
    const now = wallAt(Date.now(), zone)
    const today = dayAt(Date.now(), zone)
    const here = place.current && daysBetween(shown).includes(place.current.day) ? place.current : undefined
    if ((key === 'Enter' || key === ' ') && here) {
      event.preventDefault()
      const start = new Date(momentOf(Date.parse(`${here.day}T00:00Z`) + here.minutes * minute, zone))
      const pointed =
        view === 'mes'
          ? { end: null, allDay: true }
          : { end: new Date(start.getTime() + 2 * hourStep * minute), allDay: false }
      if (may) props.onPoint({ start, ...pointed })
      return
    }
    if (key === 'Escape' && here) {
      place.current = undefined
      props.api()?.unselect()
      return
    }
    const arrow = arrows[key]
    if (!arrow || event.altKey || event.ctrlKey || event.metaKey || view === 'lista') return
    event.preventDefault()
    if (!here) {
      const inside = shown.from <= today && today <= shown.to
      const minutes = inside ? Math.floor((now % dayLength) / minute / hourStep) * hourStep : first * 60 + 60
      stand({
        day: inside ? today : day,
        minutes: view === 'mes' ? 0 : Math.min(Math.max(minutes, first * 60), last * 60 - hourStep)
      })
      return
    }
    const [days, steps] = arrow
    const to: Place =
      view === 'mes'
        ? { day: addDays(here.day, days + 7 * steps), minutes: 0 }
        : {
            day: addDays(here.day, days),
            minutes: Math.min(Math.max(here.minutes + steps * hourStep, first * 60), last * 60 - hourStep)
          }
    if (to.day < shown.from || to.day > shown.to) {
      place.current = to
      props.onDay(to.day)
    } else stand(to)
  }

  function walkEntries(event: KeyboardEvent, id: string): void {
    const entry = entries.find(each => each.id === id)
    const what = entry && entryOf(entry)
    if (!entry || !what) return
    if (event.key === 'Escape') {
      event.preventDefault()
      const wall = wallAt(startOf(entry), zone)
      frame.current?.focus()
      stand({
        day: new Date(wall).toISOString().slice(0, 10),
        minutes: Math.floor((wall % dayLength) / minute / hourStep) * hourStep
      })
      return
    }
    const appointment = what.kind === 'appointment' ? what.appointment : undefined
    if (event.key === 'c' && may && appointment?.status === 'requested') {
      event.preventDefault()
      props.onConfirm(appointment)
      return
    }
    const arrow = arrows[event.key]
    if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (event.shiftKey) {
      if (!appointment || !may || !takesTime(appointment.status)) {
        say('Isto não muda de horário.')
        return
      }
      focused.current = id
      const { start, end } = props.onMove(appointment, (arrow[0] * 1440 + arrow[1] * moveStep) * minute)
      const to = dayAt(Date.parse(start), zone)
      say(`${entry.title}: ${fullDayText(to)}, das ${timeText(start, zone)} às ${timeText(end, zone)}`)
      const shown = rangeOf(view, day)
      if (to < shown.from || to > shown.to) props.onDay(to)
      return
    }
    goTo(nextEntry(id, arrow))
  }

  /** The entry before or after; to the sides that of another day at about the same hour. */
  function nextEntry(id: string, [days, steps]: [number, number]): EventInput | undefined {
    const drawn = new Set(elements().map(({ dataset }) => dataset.entry))
    const walls = new Map(entries.map(each => [each, wallAt(startOf(each), zone)]))
    const wallOf = (each: EventInput) => walls.get(each) ?? 0
    const shown = entries.filter(each => drawn.has(each.id)).toSorted((a, b) => wallOf(a) - wallOf(b))
    const at = shown.findIndex(each => each.id === id)
    const here = shown[at]
    if (!here) return undefined
    if (steps !== 0) return shown[at + steps]
    const dayOf = (each: EventInput) => Math.floor(wallOf(each) / dayLength)
    const others = shown.filter(each => (days < 0 ? dayOf(each) < dayOf(here) : dayOf(each) > dayOf(here)))
    const nearest = days < 0 ? Math.max(...others.map(dayOf)) : Math.min(...others.map(dayOf))
    const far = (each: EventInput) => Math.abs((wallOf(each) % dayLength) - (wallOf(here) % dayLength))
    return others.filter(each => dayOf(each) === nearest).toSorted((a, b) => far(a) - far(b))[0]
  }
  function goTo(entry: EventInput | undefined): void {
    if (entry)
      elements()
        .find(({ dataset }) => dataset.entry === entry.id)
        ?.focus()
  }

  return {
    live,
    /** A time is being walked to: nobody chose it yet. */
    walking,
    /** An entry was drawn. */
    drawn(element: HTMLElement, id: string): void {
      element.dataset.entry = id
      if (id === focused.current && (document.activeElement ?? document.body) === document.body) element.focus()
    },
    handlers: {
      onKeyDown(event: KeyboardEvent): void {
        const { entry } = (event.target as HTMLElement).dataset
        if (event.target === event.currentTarget) walkHours(event)
        else if (entry !== undefined) walkEntries(event, entry)
      },
      onPointerDown(): void {
        focused.current = undefined
        place.current = undefined
      },
      onFocus({ target }: { target: EventTarget }): void {
        focused.current = (target as HTMLElement).dataset.entry
      },
      onBlur({ relatedTarget }: { relatedTarget: EventTarget | null }): void {
        if (relatedTarget) focused.current = undefined
      }
    }
  }
}
