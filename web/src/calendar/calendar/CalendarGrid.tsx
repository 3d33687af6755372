import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import FullCalendar, {
  type CalendarRef,
  type EventChangeInfo,
  type EventDropInfo,
  type EventInput
} from '@fullcalendar/react'
import dayGridPlugin from '@fullcalendar/react/daygrid'
import interactionPlugin from '@fullcalendar/react/interaction'
import listPlugin from '@fullcalendar/react/list'
import portuguese from '@fullcalendar/react/locales/pt-br'
import themePlugin from '@fullcalendar/react/themes/classic'

import { useEffect, useRef } from 'react'
import type { Appointment } from '../../../../services/calendar/appointments/schema.ts'
import { openMinutes } from '../../../../services/core/zones/rules.ts'
import type { WeekSpan } from '../../ui/WeekHours.tsx'
import { CalendarFrame, DayButton } from './calendarStyle.ts'
import type { Entry } from './entries.ts'
import { type CalendarView, weekdayOf } from './range.ts'
import timeGridPlugin from './timeGrid.ts'

const plugins = [dayGridPlugin, timeGridPlugin, listPlugin, interactionPlugin, themePlugin]

const viewTypes: Record<CalendarView, string> = {
  dia: 'timeGridDay',
  semana: 'timeGridWeek',
  mes: 'dayGridMonth',
  lista: 'listMonth'
}

const hour = (at: number) => `${String(at).padStart(2, '0')}:00`

/** The day of a list beside its weekday: without the year both are in one line of a phone. */
const phoneDays = { listDayFormat: { day: 'numeric', month: 'long' } } as const

/** A time that was pointed at; a whole day where no time was. */
type Pointed = { start: Date; end: Date | null; allDay: boolean }

type Props = {
  view: CalendarView
  day: string
  zone: string
  entries: EventInput[]
  hours: readonly WeekSpan[]
  /** The hours that are shown. */
  first: number
  last: number
  height: string
  phone: boolean
  may: boolean
  onOpen: (entry: Entry) => void
  /** A free time was chosen. */
  onPoint: (pointed: Pointed) => void
  /** An appointment was dragged or made longer. `back` shows it where it was. */
  onMove: (appointment: Appointment, to: { start: Date; end: Date }, back: () => void) => void
  /** A request was dragged to a time. */
  onPlace: (entry: Entry, start: Date) => void
  onDay: (day: string) => void
}

const entryOf = (event: { extendedProps: Record<string, unknown> }) => event.extendedProps.entry as Entry

/** The days and hours, on which entries are opened, dragged and drawn. */
export default function CalendarGrid(props: Props) {
  const { view, day, zone, entries, hours, first, last, height, phone, may, onOpen, onPoint, onMove, onPlace, onDay } =
    props
  const calendar = useRef<CalendarRef>(null)
  useEffect(() => {
    const api = calendar.current?.getApi()
    // FullCalendar renders on its own schedule, which is not allowed during React's rendering.
    queueMicrotask(() => api?.changeView(viewTypes[view], day))
  }, [view, day])
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone a week is wider than the screen: its days are pushed aside as far as the chosen one is in the week.
    const { current } = frame
    if (current && phone && view === 'semana')
      current.scrollLeft = ((current.scrollWidth - current.clientWidth) * weekdayOf(day)) / 6
  }, [view, day, phone])

  function moved(info: EventDropInfo | EventChangeInfo): void {
    const { event, revert } = info
    const entry = entryOf(event)
    if (entry.kind !== 'appointment' || event.allDay || !event.start) {
      revert()
      if (entry.kind === 'request' && event.start && !event.allDay) onPlace(entry, event.start)
      return
    }
    const length = Date.parse(entry.appointment.end) - Date.parse(entry.appointment.start)
    onMove(
      entry.appointment,
      { start: event.start, end: event.end ?? new Date(event.start.getTime() + length) },
      revert
    )
  }
  return (
    <CalendarFrame ref={frame} data-view={view}>
      <FullCalendar
        ref={calendar}
        plugins={plugins}
        locales={[portuguese]}
        locale="pt-br"
        firstDay={0}
        timeZone={zone}
        initialView={viewTypes[view]}
        initialDate={day}
        headerToolbar={false}
        height={height}
        dayLaneClass="day"
        slotHeaderClass="hour"
        columnEventTitleClass={({ isShort }) => (isShort ? '' : 'wraps')}
        backgroundEventTitleClass="day-off"
        {...(phone && phoneDays)}
        listItemEventTimeClass={view === 'lista' ? 'at' : ''}
        listItemEventTitleClass={view === 'lista' ? 'whole' : ''}
        displayEventEnd={view !== 'semana' && view !== 'mes'}
        events={entries}
        eventDisplay={view === 'lista' ? 'auto' : 'block'}
        eventInteractive
        eventOrder="start,-duration,title"
        dayMaxEvents
        nowIndicator
        navLinks={view === 'mes'}
        navLinkDayClick={date => onDay(date.toISOString().slice(0, 10))}
        dayHeaderContent={({ date, text }) =>
          view === 'semana' ? (
            // The library hides the heads of columns from assistive technology; a day is opened by the toolbar as well.
            <DayButton type="button" tabIndex={-1} onClick={() => onDay(date.toISOString().slice(0, 10))}>
              {text}
            </DayButton>
          ) : (
            text
          )
        }
        businessHours={hours.map(each => ({
          daysOfWeek: [each.day],
          startTime: { minutes: openMinutes(each).opens },
          endTime: { minutes: openMinutes(each).closes }
        }))}
        slotMinTime={hour(first)}
        slotMaxTime={hour(last)}
        slotDuration="00:30"
        snapDuration="00:15"
        slotHeaderFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
        eventTimeFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
        allDayText="dia todo"
        noEventsText="Nada marcado neste mês"
        selectable={may}
        selectMinDistance={6}
        selectMirror
        longPressDelay={350}
        editable={may}
        eventResizableFromStart={false}
        dragRevertDuration={150}
        eventClick={({ event, jsEvent }) => {
          jsEvent.preventDefault()
          onOpen(entryOf(event))
        }}
        dateClick={({ date, allDay }) => may && onPoint({ start: date, end: null, allDay })}
        select={({ start, end, allDay, view: { calendar: api } }) => {
          api.unselect()
          onPoint({ start, end: allDay ? null : end, allDay })
        }}
        eventDrop={moved}
        eventResize={moved}
      />
    </CalendarFrame>
  )
}
