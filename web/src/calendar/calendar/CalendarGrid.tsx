import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import FullCalendar, {
  type CalendarRef,
  type DayHeaderInfo,
  type EventChangeInfo,
  type EventDropInfo,
  type EventInput
} from '@fullcalendar/react'
import dayGridPlugin from '@fullcalendar/react/daygrid'
import interactionPlugin, { Draggable } from '@fullcalendar/react/interaction'
import listPlugin from '@fullcalendar/react/list'
import portuguese from '@fullcalendar/react/locales/pt-br'
import themePlugin from '@fullcalendar/react/themes/classic'

import { useEffect, useId, useRef } from 'react'
import type { Appointment } from '../../../../services/calendar/appointments/schema.ts'
import { openMinutes } from '../../../../services/core/zones/rules.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import type { WeekSpan } from '../../ui/WeekHours.tsx'
import { CalendarFrame, DayButton } from './calendarStyle.ts'
import { confirms, entryContent, entryOf } from './EntryContent.tsx'
import type { Entry } from './entries.ts'
import { useKeyboard } from './keyboard.ts'
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
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** The day of a list beside its weekday: without the year both are in one line of a phone. */
const phoneDays = { listDayFormat: { day: 'numeric', month: 'long' } } as const

/** A time that was pointed at; a whole day where no time was. */
export type Pointed = { start: Date; end: Date | null; allDay: boolean }

/** Pixels of half an hour. */
const halfHour = 28

type Props = {
  view: CalendarView
  day: string
  zone: string
  entries: EventInput[]
  hours: readonly WeekSpan[]
  /** The hours that are shown. */
  first: number
  last: number
  /** The time at the upper edge, HH:mm. */
  opensAt: string
  height: string
  phone: boolean
  may: boolean
  /** A free time was chosen, and stays marked; its booking is open. */
  marked: boolean
  onOpen: (entry: Entry) => void
  onConfirm: (appointment: Appointment) => void
  /** A free time was chosen, and where it is in the window. */
  onPoint: (pointed: Pointed, place: DOMRect | undefined) => void
  /** An appointment was dragged or made longer. `back` shows it where it was. */
  onMove: (appointment: Appointment, to: { start: Date; end: Date }, back: () => void) => void
  /** An appointment is moved by so many milliseconds; returns where it is then. */
  onShift: (appointment: Appointment, by: number) => { start: string; end: string }
  /** A request was dragged to a time. */
  onPlace: (leadId: string, at: Date | string) => void
  onDay: (day: string) => void
  onShow: (day: string) => void
}

/** Opens the day; the library hides the heads of columns from assistive technology, to which the bar offers it. */
function dayHead({ date, isToday, weekdayText, view }: DayHeaderInfo, onDay: (day: string) => void) {
  if (!view.type.startsWith('timeGrid')) return true
  return (
    <DayButton type="button" tabIndex={-1} data-today={isToday || undefined} onClick={() => onDay(dayOf(date))}>
      {weekdayText}
      <b>{Number(dayOf(date).slice(8))}</b>
    </DayButton>
  )
}

/** The days and hours, on which entries are opened, dragged and drawn. */
export default function CalendarGrid(props: Props) {
  const { view, day, zone, entries, hours, first, last, opensAt, height, phone, may, marked } = props
  const { onOpen, onConfirm, onPoint, onMove, onPlace, onDay } = props
  const calendar = useRef<CalendarRef>(null)
  const frame = useRef<HTMLDivElement>(null)
  const help = useId()
  const keyboard = useKeyboard({
    ...{ frame, view, day, zone, first, last, entries, may, onConfirm },
    api: () => calendar.current?.getApi(),
    onPoint: pointed => onPoint(pointed, frame.current?.querySelector('.mirror')?.getBoundingClientRect()),
    onMove: props.onShift,
    onDay: props.onShow
  })
  useEffect(() => {
    const api = calendar.current?.getApi()
    // FullCalendar renders on its own schedule, which is not allowed during React's rendering.
    queueMicrotask(() => api?.changeView(viewTypes[view], day))
  }, [view, day])
  useEffect(() => {
    // On a phone a week is wider than the screen: its days are pushed aside as far as the chosen one is in the week.
    const { current } = frame
    if (current && phone && view === 'semana')
      current.scrollLeft = ((current.scrollWidth - current.clientWidth) * weekdayOf(day)) / 6
  }, [view, day, phone])
  useEffect(() => {
    const api = calendar.current?.getApi()
    if (!marked) queueMicrotask(() => api?.unselect())
  }, [marked])
  useEffect(() => {
    if (!may) return
    // They stand beside the grid where the window is wide enough.
    const draggable = new Draggable(document.body, {
      itemSelector: '#requests [data-lead]',
      eventData: ({ firstChild, dataset }) => ({
        id: `drawn ${dataset.lead}`,
        title: firstChild?.textContent,
        duration: '01:00'
      })
    })
    return () => draggable.destroy()
  }, [may])

  function moved(info: EventDropInfo | EventChangeInfo): void {
    const { event, revert } = info
    const entry = entryOf(event)
    if (entry.kind !== 'appointment' || event.allDay || !event.start) {
      revert()
      if (entry.kind === 'request' && event.start && !event.allDay) onPlace(entry.request.leadId, event.start)
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
    <CalendarFrame
      ref={frame}
      data-view={view}
      role="group"
      aria-label="Horários"
      aria-describedby={help}
      tabIndex={0}
      {...keyboard.handlers}
    >
      <div ref={keyboard.live} role="status" style={visuallyHidden} />
      <p id={help} hidden>
        As setas andam pelos dias e horários, e Enter marca. Em um compromisso as setas andam pelos outros, Shift e as
        setas mudam o horário, Ctrl e Z desfazem, e C confirma um pedido.
      </p>
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
        slotMinHeight={halfHour}
        scrollTime={opensAt}
        columnEventInnerClass="inner"
        backgroundEventTitleClass="day-off"
        nowIndicatorLineClass="now"
        nowIndicatorHeaderClass="now-at"
        dayCellTopInnerClass={({ isToday }) => (isToday ? 'today' : '')}
        {...(phone && phoneDays)}
        listItemEventTimeClass={view === 'lista' ? 'at' : ''}
        listItemEventTitleClass={view === 'lista' ? 'whole' : ''}
        {...(view !== 'lista' && { eventContent: entryContent })}
        // A time that was chosen is marked already; a request that is dragged in is not.
        eventClass={({ isMirror, event }) => (isMirror && event.id && !event.extendedProps.entry ? 'mirror' : '')}
        eventDidMount={({ el, event, isMirror }) => {
          if (!isMirror) keyboard.drawn(el, event.id)
        }}
        displayEventEnd={view !== 'semana' && view !== 'mes'}
        events={entries}
        eventDisplay={view === 'lista' ? 'auto' : 'block'}
        eventInteractive
        eventOrder="start,-duration,title"
        slotEventOverlap={false}
        fixedWeekCount={false}
        dayMaxEvents
        moreLinkText={count => `+${count}`}
        moreLinkHint={count => `Mostrar mais ${count}`}
        moreLinkClass="more"
        nowIndicator
        navLinks={view === 'mes'}
        navLinkDayClick={date => onDay(dayOf(date))}
        dayHeaderContent={info => dayHead(info, onDay)}
        businessHours={hours.map(each => ({
          daysOfWeek: [each.day],
          startTime: { minutes: openMinutes(each).opens },
          endTime: { minutes: openMinutes(each).closes }
        }))}
        slotMinTime={hour(first)}
        slotMaxTime={hour(last)}
        slotDuration="00:30"
        slotHeaderInterval="01:00"
        snapDuration="00:15"
        slotHeaderFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
        eventTimeFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
        allDayHeaderContent={() => <span className="unseen">dia todo</span>}
        highlightClass="mirror"
        noEventsText="Nada marcado neste mês"
        selectable={may}
        selectMinDistance={6}
        selectMirror
        unselectAuto={false}
        longPressDelay={350}
        editable={may}
        eventResizableFromStart={false}
        dragRevertDuration={150}
        droppable={may}
        eventReceive={({ event, draggedEl, revert }) => {
          revert()
          const { lead } = draggedEl.dataset
          if (lead && event.start) onPlace(lead, event.allDay ? event.startStr : event.start)
        }}
        eventClick={({ event, jsEvent }) => {
          jsEvent.preventDefault()
          const entry = entryOf(event)
          if (entry?.kind === 'appointment' && confirms(jsEvent.target)) onConfirm(entry.appointment)
          else if (entry) onOpen(entry)
        }}
        dateClick={({ date, allDay, view: { calendar: api } }) => {
          if (may) api.select({ start: date, end: new Date(date.getTime() + (allDay ? 24 : 1) * 3_600_000), allDay })
        }}
        select={({ start, end, allDay }) => {
          if (keyboard.walking.current) return
          // The mark is drawn in the meantime.
          requestAnimationFrame(() =>
            onPoint(
              { start, end: allDay ? null : end, allDay },
              frame.current?.querySelector('.mirror')?.getBoundingClientRect()
            )
          )
        }}
        eventDrop={moved}
        eventResize={moved}
      />
    </CalendarFrame>
  )
}
