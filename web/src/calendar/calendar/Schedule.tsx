import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Skeleton from '@mui/material/Skeleton'
import { useTheme } from '@mui/material/styles'
import { useCallback, useMemo, useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { takesTime, usualHours } from '../../../../services/calendar/appointments/rules.ts'
import type { Appointment } from '../../../../services/calendar/appointments/schema.ts'
import { momentOf } from '../../../../services/core/zones/rules.ts'
import { useEmployeeOptions } from '../../account/employees/api.ts'
import { LeadField, type PickedLead } from '../../leads/leads/LeadField.tsx'
import { useUser } from '../../shell/access.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Failure } from '../../ui/Failure.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { Undo } from '../../ui/Undo.tsx'
import { AppointmentDialog } from '../appointments/AppointmentDialog.tsx'
import type { AppointmentDraft } from '../appointments/AppointmentForm.tsx'
import { useAppointmentChange, useAppointments } from '../appointments/api.ts'
import { BookDialog } from '../appointments/BookDialog.tsx'
import { dayText, timeText } from '../appointments/words.ts'
import { useBlockedTimes, useCalendarSettings, useDueTasks, useRequests } from './api.ts'
import {
  appointmentEntry,
  backgroundEntries,
  type Entry,
  gridHours,
  requestEntry,
  taskEntry,
  toneOfPerson
} from './entries.ts'
import { People } from './People.tsx'
import { rangeOf } from './range.ts'
import { requestedTime } from './requests.ts'
import { Toolbar } from './Toolbar.tsx'
import { useCalendar } from './useCalendar.ts'

/** On a phone the page scrolls, and nothing within it. */
const heightOf = (phone: boolean) => (phone ? 'auto' : 'max(480px, calc(100dvh - 316px))')

const CalendarGrid = onDemand(
  async () => (await import('./CalendarGrid.tsx')).default,
  <Skeleton variant="rounded" sx={{ height: heightOf(false) }} aria-label="Carregando o calendário" />
)

/** The booking that is being prepared. */
type Booking = { draft: AppointmentDraft; lead: PickedLead | null }

/** The days of the team: appointments, requests of leads, tasks, holidays. */
export function Schedule({ may }: { may: boolean }) {
  const zone = useTimeZone()
  const { tokens } = useTheme()
  const navigate = useNavigate()
  const notify = useNotify()
  const calendar = useCalendar()
  const { view, day, person, withCancelled, choosePerson, showCancelled } = calendar
  const days = useMemo(() => rangeOf(view, day), [view, day])
  const me = useUser()?.companyEmployee?.id
  const [chosen, setOpened] = useState<Appointment>()
  const [booking, setBooking] = useState<Booking>()

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
  const change = useAppointmentChange()
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
  const entries = useMemo(() => {
    const tones = new Map(options.map(({ id }, at) => [id, toneOfPerson(at)]))
    const look = {
      tokens,
      solid: view === 'lista',
      may,
      named: person === '' && people.length > 1,
      toneOf: (id: string) => tones.get(id) ?? 'brand'
    }
    const ownRequests = requests.filter(({ ownerId }) => person === '' || ownerId === null || ownerId === person)
    return [
      ...shown.map(each => appointmentEntry(each, look)),
      ...ownRequests.map(each => requestEntry(each, look)),
      ...tasks.map(each => taskEntry(each, zone, look)),
      ...backgroundEntries(days, settings, blocked, whose)
    ]
  }, [options, people.length, tokens, view, may, person, whose, requests, shown, tasks, zone, days, settings, blocked])
  const { first, last } = useMemo(() => gridHours(hours, shown, zone), [hours, shown, zone])

  const book = useCallback(
    (draft: AppointmentDraft, lead: PickedLead | null = null) =>
      setBooking({ draft: { employeeId: person || me || null, ...draft }, lead }),
    [person, me]
  )

  function open(entry: Entry): void {
    if (entry.kind === 'appointment') setOpened(entry.appointment)
    if (entry.kind === 'task') void navigate(`/leads/${entry.task.leadId}`)
    if (entry.kind === 'request') place(entry)
  }

  /** A request becomes an appointment: at the time where it was dropped, else where the lead asked for it. */
  function place(entry: Entry, at?: Date): void {
    if (entry.kind !== 'request') return
    const { leadId, leadName, leadPhone, ownerId } = entry.request
    if (!may) return void navigate(`/leads/${leadId}`)
    const start = at ?? requestedTime(entry.request, hours, zone)
    book(
      // Where the time that was asked for has passed, the form proposes one.
      { ...(start.getTime() > Date.now() && { start: start.toISOString() }), ...(ownerId && { employeeId: ownerId }) },
      { id: leadId, name: leadName, phone: leadPhone ?? '', email: '' }
    )
  }

  function move(appointment: Appointment, to: { start: Date; end: Date }, back: () => void): void {
    const { id, version, start, end } = appointment
    const times = { start: to.start.toISOString(), end: to.end.toISOString() }
    change.mutateAsync({ id, change: { ...times, version } }).then(
      moved =>
        notify(
          <Undo
            label={`Remarcado para ${dayText(moved.start, zone).replace(/ de \d{4}$/, '')}, ${timeText(moved.start, zone)}`}
            onUndo={() => change.mutate({ id, change: { start, end, version: moved.version } })}
          />,
          { type: 'info', autoHideDuration: 8000 }
        ),
      back // the refusal is reported already
    )
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
  return (
    <>
      <Toolbar calendar={calendar}>
        <FormControlLabel
          className="screen-only"
          control={
            <Checkbox size="small" checked={withCancelled} onChange={event => showCancelled(event.target.checked)} />
          }
          label="Mostrar cancelados"
          slotProps={{ typography: { variant: 'body2' } }}
          sx={{ mx: 0 }}
        />
      </Toolbar>
      {people.length > 1 && (
        <Box className="screen-only" sx={{ mb: 1 }}>
          <People people={people} value={person} onChange={choosePerson} />
        </Box>
      )}
      <Card sx={{ p: 0 }}>
        <CalendarGrid
          view={view}
          day={day}
          zone={zone}
          entries={entries}
          hours={hours}
          first={first}
          last={last}
          height={heightOf(calendar.phone)}
          phone={calendar.phone}
          may={may}
          onOpen={open}
          onPoint={({ start, end, allDay }) => {
            const at = allDay
              ? new Date(momentOf(Date.parse(`${start.toISOString().slice(0, 10)}T09:00:00Z`), zone))
              : start
            book({ start: at.toISOString(), ...(end && { minutes: (end.getTime() - start.getTime()) / 60_000 }) })
          }}
          onMove={move}
          onPlace={place}
          onDay={chosen => calendar.show({ view: 'dia', day: chosen })}
        />
      </Card>
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
