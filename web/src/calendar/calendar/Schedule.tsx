import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import GlobalStyles from '@mui/material/GlobalStyles'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useCallback, useMemo, useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { moves, takesTime, usualHours } from '../../../../services/calendar/appointments/rules.ts'
import type { Appointment, ContactRequest } from '../../../../services/calendar/appointments/schema.ts'
import { dayAt, momentOf, wallAt } from '../../../../services/core/zones/rules.ts'
import { useEmployeeOptions } from '../../account/employees/api.ts'
import type { Tone } from '../../core/tokens.ts'
import { LeadField, type PickedLead } from '../../leads/leads/LeadField.tsx'
import { useUser } from '../../shell/access.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Failure } from '../../ui/Failure.tsx'
import { bottomMenuHeight, topBarHeight } from '../../ui/frame.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import type { AppointmentDraft } from '../appointments/AppointmentForm.tsx'
import { useAppointmentMove, useAppointments } from '../appointments/api.ts'
import { AppointmentDialog, BookDialog } from '../appointments/lazily.ts'
import { Agenda, type AgendaItem } from './Agenda.tsx'
import { useBlockedTimes, useCalendarSettings, useDueTasks, useRequests } from './api.ts'
import { Bar, barHeight } from './Bar.tsx'
import type { Pointed } from './CalendarGrid.tsx'
import {
  appointmentEntry,
  backgroundEntries,
  type Entry,
  type EntryWords,
  gridHours,
  requestEntry,
  taskEntry,
  toneOfPerson
} from './entries.ts'
import { GuestMails } from './GuestMails.tsx'
import type { DayMarks } from './MonthGrid.tsx'
import { Paper, usePrinting } from './Paper.tsx'
import { PeopleOnPaper } from './People.tsx'
import { PhoneHead, phoneHead } from './PhoneHead.tsx'
import type { QuickDraft } from './QuickCard.tsx'
import { type CalendarView, rangeOf } from './range.ts'
import { requestedTime } from './requests.ts'
import { Side } from './Side.tsx'
import { useCalendar } from './useCalendar.ts'
import { useShifts } from './useShifts.tsx'

/** On a phone the page scrolls, and nothing within it. Elsewhere the grid fills the window below the bar. */
function heightOf(phone: boolean, view?: CalendarView): string {
  if (!phone) return `max(480px, calc(100dvh - ${topBarHeight + barHeight + 24}px))`
  return view === 'mes' ? `max(440px, calc(100dvh - ${topBarHeight + phoneHead + bottomMenuHeight + 24}px))` : 'auto'
}

/** Pixels from the left edge of the side to the grid. */
const sideWidth = 216

const CalendarGrid = onDemand(
  async () => (await import('./CalendarGrid.tsx')).default,
  <Skeleton variant="rounded" sx={{ height: heightOf(false) }} aria-label="Carregando o calendário" />
)
const QuickCard = onDemand(async () => (await import('./QuickCard.tsx')).default)

/** The booking that is being prepared. */
type Booking = { draft: AppointmentDraft; lead: PickedLead | null }

/** The time at the upper edge of the grid: an hour before now, on other days half an hour before work begins. */
function opening({ from, to }: { from: string; to: string }, hours: readonly { from: string }[], zone: string): string {
  const today = dayAt(Date.now(), zone)
  const first = hours.map(each => each.from).sort()[0] ?? '08:00'
  const at =
    from <= today && today <= to
      ? new Date(wallAt(Date.now(), zone) - 3_600_000).toISOString()
      : new Date(Date.parse(`${today}T${first}:00Z`) - 1_800_000).toISOString()
  return at.slice(0, 10) === today ? at.slice(11, 16) : '00:00'
}

/** The days of the team: appointments, requests of leads, tasks, holidays. */
export function Schedule({ may }: { may: boolean }) {
  const zone = useTimeZone()
  const { tokens } = useTheme()
  const navigate = useNavigate()
  const notify = useNotify()
  const calendar = useCalendar()
  const { view, day, today, phone, person, withCancelled, show } = calendar
  const wide = useMediaQuery('(min-width: 1200px)')
  const printing = usePrinting()
  const [monthOpen, openMonth] = useState(false)
  const agenda = phone && view === 'dia'
  // The head of a phone has a week, or the month, of which it shows what is on each day.
  const days = useMemo(
    () => rangeOf(agenda ? (monthOpen ? 'mes' : 'semana') : view, day),
    [agenda, monthOpen, view, day]
  )
  const me = useUser()?.companyEmployee?.id
  const [chosen, setOpened] = useState<Appointment>()
  const [booking, setBooking] = useState<Booking>()
  const [quick, setQuick] = useState<{ draft: QuickDraft; place: DOMRect | undefined }>()

  const { data: options = [] } = useEmployeeOptions()
  const people = useMemo(
    () => options.map((each, at) => ({ ...each, tone: toneOfPerson(at) })).filter(({ active }) => active),
    [options]
  )
  const appointments = useAppointments({ ...days, ...(person && { employeeId: person }) })
  const { data: requests = [] } = useRequests(days)
  const { data: tasks = [] } = useDueTasks(days, person)
  const { data: settings } = useCalendarSettings()
  const { data: blocked = [] } = useBlockedTimes(days)
  const status = useAppointmentMove()
  const shifts = useShifts()
  const opened = chosen ?? appointments.data?.find(({ id }) => id === calendar.appointment)

  // A person who works alone need not choose whose day is shown.
  const whose = person || (people.length === 1 ? (people[0]?.id ?? '') : '')
  const hours = settings?.people.find(({ employeeId }) => employeeId === whose)?.hours ?? settings?.hours ?? usualHours
  const shown = useMemo(
    () =>
      (appointments.data ?? []).filter(
        ({ status }) => withCancelled || takesTime(status) || status === 'done' || status === 'no_show'
      ),
    [appointments.data, withCancelled]
  )
  const tones = useMemo(() => new Map<string, Tone>(options.map(({ id }, at) => [id, toneOfPerson(at)])), [options])
  const toneOf = useCallback((id: string): Tone => tones.get(id) ?? 'brand', [tones])
  const { first, last } = useMemo(() => gridHours(hours, shown, zone, days), [hours, shown, zone, days])
  const [entries, notes] = useMemo(() => {
    const look = { tokens, may, named: person === '' && people.length > 1, toneOf }
    const ownRequests = requests.filter(({ ownerId }) => person === '' || ownerId === null || ownerId === person)
    const behind = backgroundEntries(days, settings, blocked, whose)
    const before = [
      ...shown.map(each => appointmentEntry(each, look, view === 'lista')),
      ...ownRequests.map(each => requestEntry(each, look)),
      ...tasks.map(each => taskEntry(each, zone, look, view === 'lista' ? { first: 0, last: 24 } : { first, last }))
    ]
    return [[...before, ...behind], behind]
  }, [
    people.length,
    tokens,
    view,
    may,
    person,
    whose,
    requests,
    shown,
    tasks,
    zone,
    days,
    settings,
    blocked,
    toneOf,
    first,
    last
  ])
  const opensAt = useMemo(() => opening(days, hours, zone), [days, hours, zone])

  const book = useCallback(
    (draft: AppointmentDraft, lead: PickedLead | null = null) =>
      setBooking({ draft: { employeeId: person || me || null, ...draft }, lead }),
    [person, me]
  )

  function open(entry: Entry): void {
    if (entry.kind === 'appointment') setOpened(entry.appointment)
    if (entry.kind === 'task') void navigate(`/leads/${entry.task.leadId}`)
    if (entry.kind === 'request') place(entry.request)
  }

  /** A request becomes an appointment: at the time or on the day where it was dropped, else where the lead asked for it. */
  function place(request: ContactRequest, at?: Date | string): void {
    const { leadId, leadName, leadPhone, ownerId } = request
    if (!may) return void navigate(`/leads/${leadId}`)
    const wanted = typeof at === 'string' ? { ...request, preferredDate: at } : request
    const start = at instanceof Date ? at : requestedTime(wanted, hours, zone)
    book(
      // Where the time that was asked for has passed, the form proposes one.
      { ...(start.getTime() > Date.now() && { start: start.toISOString() }), ...(ownerId && { employeeId: ownerId }) },
      { id: leadId, name: leadName, phone: leadPhone ?? '', email: '' }
    )
  }
  const [wishes, setWishes] = useState<readonly ContactRequest[]>([])

  function confirm({ id }: Appointment): void {
    if (status.isPending) return
    status.mutateAsync({ id, move: 'confirm' }).then(
      () => notify(moves.confirm.done, { type: 'success' }),
      () => {} // the refusal is reported already
    )
  }

  function point({ start, end, allDay }: Pointed, rect: DOMRect | undefined): void {
    const at = allDay ? new Date(momentOf(Date.parse(`${start.toISOString().slice(0, 10)}T09:00:00Z`), zone)) : start
    const minutes = end ? (end.getTime() - start.getTime()) / 60_000 : 60
    const draft = { start: at.toISOString(), minutes }
    if (phone) book(draft)
    else setQuick({ draft: { ...draft, employeeId: person || me || people[0]?.id || '' }, place: rect })
  }

  if (appointments.error && !appointments.data)
    return (
      <Card>
        <Failure
          title="Falha ao carregar agendamentos da empresa"
          error={appointments.error}
          onRetry={() => void appointments.refetch()}
        />
      </Card>
    )
  const add = may
    ? () =>
        book(
          agenda && day > today ? { start: new Date(momentOf(Date.parse(`${day}T09:00:00Z`), zone)).toISOString() } : {}
        )
    : undefined
  const side = wide && may
  const onSheet = printing && view !== 'mes'
  return (
    <>
      <GlobalStyles
        styles={{ '@page': { size: view === 'semana' || view === 'mes' ? 'A4 landscape' : 'A4', margin: '8mm' } }}
      />
      {phone ? (
        <PhoneHead
          calendar={calendar}
          people={people}
          marks={marksOf(shown, zone, toneOf)}
          open={monthOpen}
          onOpen={openMonth}
          onAdd={add}
        />
      ) : (
        <Bar calendar={calendar} people={people} onAdd={add} />
      )}
      <PeopleOnPaper people={person ? people.filter(({ id }) => id === person) : people} />
      {onSheet && (
        <Paper
          days={rangeOf(view, day)}
          zone={zone}
          entries={entries}
          first={first}
          last={last}
          list={view === 'lista'}
        />
      )}
      {agenda ? (
        <Agenda
          day={day}
          zone={zone}
          items={itemsOf(entries, day, zone)}
          notes={notesOf(notes, day)}
          loading={appointments.isPending || appointments.isPlaceholderData}
          may={may}
          toneOf={toneOf}
          onOpen={open}
          onConfirm={confirm}
          onAdd={() => add?.()}
          onDay={to => show({ day: to })}
        />
      ) : (
        <Box sx={{ display: onSheet ? 'none' : 'flex' }}>
          {side && (
            <Box
              className="screen-only"
              sx={{
                width: sideWidth,
                flexShrink: 0,
                height: heightOf(false),
                overflowY: 'auto',
                pr: 2,
                scrollbarWidth: 'thin'
              }}
            >
              <Side calendar={calendar} onRequest={request => place(request)} onShown={setWishes} />
              <Box sx={{ mt: 2 }}>
                <GuestMails />
              </Box>
            </Box>
          )}
          <Card sx={{ p: 0, flexGrow: 1, minWidth: 0, position: 'relative' }}>
            {appointments.isPending && (
              <LinearProgress
                aria-label="Carregando"
                sx={{ position: 'absolute', inset: '0 0 auto', zIndex: 5, height: 2 }}
              />
            )}
            <CalendarGrid
              view={view}
              day={day}
              zone={zone}
              entries={entries}
              hours={hours}
              first={first}
              last={last}
              opensAt={opensAt}
              height={heightOf(phone, view)}
              phone={phone}
              may={may}
              marked={quick !== undefined || booking !== undefined}
              onOpen={open}
              onConfirm={confirm}
              onPoint={point}
              onMove={(appointment, { start, end }, back) =>
                shifts.move(appointment, { start: start.toISOString(), end: end.toISOString() }, back)
              }
              onShift={shifts.shift}
              onPlace={(leadId, at) => {
                const request = [...wishes, ...requests].find(each => each.leadId === leadId)
                if (request) place(request, at)
              }}
              onDay={to => show({ view: 'dia', day: to })}
              onShow={to => show({ day: to })}
            />
          </Card>
        </Box>
      )}
      {may && !side && (
        <Box sx={{ mt: 2 }} className="screen-only">
          <GuestMails />
        </Box>
      )}
      {quick && (
        <QuickCard
          {...quick}
          onClose={() => setQuick(undefined)}
          onMore={(draft, lead) => {
            setQuick(undefined)
            book(draft, lead)
          }}
        />
      )}
      {opened && (
        <AppointmentDialog
          appointment={opened}
          onClose={() => {
            setOpened(undefined)
            if (calendar.appointment !== null) calendar.closeAppointment()
          }}
        />
      )}
      {booking && (
        <BookDialog
          draft={booking.draft}
          lead={booking.lead}
          leadField={
            <LeadField
              value={booking.lead}
              onChange={lead => setBooking({ ...booking, lead })}
              autoFocus={!booking.lead}
            />
          }
          onClose={() => setBooking(undefined)}
        />
      )}
    </>
  )
}

/** How much is on each day, in the colours of its people. */
function marksOf(shown: readonly Appointment[], zone: string, toneOf: (id: string) => Tone): Map<string, DayMarks> {
  const marks = new Map<string, DayMarks>()
  for (const { start, employeeId } of shown) {
    const day = dayAt(Date.parse(start), zone)
    const { count, tones } = marks.get(day) ?? { count: 0, tones: [] }
    const tone = toneOf(employeeId)
    marks.set(day, { count: count + 1, tones: tones.includes(tone) || tones.length > 2 ? tones : [...tones, tone] })
  }
  return marks
}

type Shown = ReturnType<typeof appointmentEntry>

/** The entries of a day: those of the whole day first, then by time. */
function itemsOf(entries: readonly Shown[], day: string, zone: string): AgendaItem[] {
  return entries
    .flatMap(({ id = '', start, end, allDay, extendedProps }) => {
      const { entry, words } = (extendedProps ?? {}) as { entry: Entry; words?: EntryWords }
      const from = String(start)
      if (!words || (allDay ? from : dayAt(Date.parse(from), zone)) !== day) return []
      const ends = end && entry.kind === 'appointment' ? String(end) : null
      return [{ id, start: allDay ? null : from, end: ends, words, entry }]
    })
    .sort((a, b) => (a.start ?? '').localeCompare(b.start ?? ''))
}

/** The names of holidays and closed days. */
const notesOf = (behind: readonly Shown[], day: string): string[] =>
  behind
    .filter(({ start, end, allDay }) => allDay && String(start) <= day && day < String(end ?? `${String(start)}~`))
    .map(({ title }) => title ?? '')
