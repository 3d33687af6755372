import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type {
  Affected,
  Appointment,
  BlockedTime,
  CalendarPreview,
  CalendarSettings,
  CalendarSettingsChange,
  ContactRequest,
  ExternalCalendar,
  FeedDetail,
  FeedMade,
  FeedState,
  NewBlockedTime,
  NewExternalCalendar,
  NewSpecialDay,
  ServiceChange
} from '../../../../services/calendar/appointments/schema.ts'
import type { BookingSettings, BookingSettingsChange } from '../../../../services/calendar/booking/schema.ts'
import type { CaldavAccount, CaldavChoice, NewCaldavAccount } from '../../../../services/calendar/caldav/schema.ts'
import type { WaitList } from '../../../../services/calendar/waitlist/schema.ts'
import type { Task } from '../../../../services/leads/tasks/schema.ts'
import { HttpError } from '../../core/http.ts'
import { call, get, read, useWrite } from '../../ui/data.ts'
import { appointmentsKey } from '../appointments/api.ts'

type Days = { from: string; to: string }

const calendarPath = '/api/appointments'
const search = (days: Days) => new URLSearchParams(days).toString()

/** Leads who asked to be contacted on one of these days. */
export const useRequests = (days: Days) =>
  useQuery({
    ...read<{ data: ContactRequest[] }>(`${calendarPath}/requests?${search(days)}`, [
      appointmentsKey,
      'requests',
      days
    ]),
    select: ({ data }) => data,
    placeholderData: before => before
  })

/** Hours, holidays and special days. */
export const useCalendarSettings = () =>
  useQuery({
    ...read<CalendarSettings>(`${calendarPath}/settings`, [appointmentsKey, 'settings']),
    staleTime: 60_000
  })

/** Times at which people take no appointments. */
export const useBlockedTimes = (days: Days) =>
  useQuery({
    ...read<BlockedTime[]>(`${calendarPath}/blocked-times?${search(days)}`, [appointmentsKey, 'blocked', days]),
    placeholderData: before => before
  })

/** Tasks of one answer. */
const maxTasks = 200

/** Open tasks that are due on these days, of one person or of all. */
export function useDueTasks({ from, to }: Days, owner: string) {
  const filter = { state: 'open', dueFrom: from, dueTo: to, ...(owner && { owner }) }
  const query = `filter=${encodeURIComponent(JSON.stringify(filter))}&range=[0,${maxTasks - 1}]`
  return useQuery({
    queryKey: ['leads', 'tasks', 'calendar', filter],
    queryFn: ({ signal }) => get<Task[]>(`/api/tasks?${query}`, signal),
    placeholderData: before => before
  })
}

const refreshes = [[appointmentsKey]]

export const useSettingsSave = (done: string) =>
  useWrite({
    write: (change: CalendarSettingsChange) => call('PUT', `${calendarPath}/settings`, change),
    refreshes,
    done
  })

type Hours = CalendarSettings['hours']

/** Changes that may take booked times away; each with what becomes of those, once it is decided. */
export const takingAway = {
  settings: (change: CalendarSettingsChange, affected?: Affected) =>
    call('PUT', `${calendarPath}/settings`, { ...change, ...(affected && { affected }) }),
  hours: ({ employeeId, hours }: { employeeId: string; hours: Hours | null }, affected?: Affected) =>
    employeeId
      ? call('PUT', `${calendarPath}/people/${employeeId}/hours`, { hours, ...(affected && { affected }) })
      : takingAway.settings({ ...(hours && { hours }) }, affected),
  day: (day: NewSpecialDay, affected?: Affected) =>
    call('POST', `${calendarPath}/special-days`, { ...day, ...(affected && { affected }) }),
  time: (time: NewBlockedTime, affected?: Affected) =>
    call('POST', `${calendarPath}/blocked-times`, { ...time, ...(affected && { affected }) })
}

type Change<Values> = {
  write: (values: Values, affected?: Affected) => Promise<unknown>
  done: string
  onDone?: () => void
}

/** A change that waits until it is decided what becomes of the times that it takes away. */
export type Undecided = {
  appointments: readonly Appointment[]
  busy: boolean
  decide: (affected: Affected) => void
  leave: () => void
}

/** Makes a change that may take booked times away; where it does, nothing is stored until each is decided. */
export function useTakingAway<Values>({ write, done, onDone }: Change<Values>) {
  const [waiting, setWaiting] = useState<{ values: Values; appointments: Appointment[] }>()
  const sent = useRef<Values>(undefined)
  const change = useWrite({
    write: ({ values, affected }: { values: Values; affected?: Affected }) => write(values, affected),
    refreshes,
    done,
    onDone: () => {
      setWaiting(undefined)
      onDone?.()
    },
    onFailure: error => {
      const values = sent.current
      if (!(error instanceof HttpError) || error.body.code !== 'APPOINTMENTS_AFFECTED' || values === undefined)
        return false
      setWaiting({ values, appointments: (error.body as { appointments?: Appointment[] }).appointments ?? [] })
      return true
    }
  })
  const { isPending } = change
  const undecided: Undecided | undefined = waiting && {
    appointments: waiting.appointments,
    busy: isPending,
    decide: affected => isPending || change.mutate({ values: waiting.values, affected }),
    leave: () => setWaiting(undefined)
  }
  return {
    isPending,
    mutate: (values: Values) => {
      sent.current = values
      change.mutate({ values })
    },
    undecided
  }
}

export const useSpecialDayRemoval = () =>
  useWrite({
    write: (id: string) => call('DELETE', `${calendarPath}/special-days/${id}`),
    refreshes,
    done: 'Dia excluído'
  })

export const useBlockedTimeRemoval = () =>
  useWrite({
    write: (id: string) => call('DELETE', `${calendarPath}/blocked-times/${id}`),
    refreshes,
    done: 'Horário liberado'
  })

export const useServiceSave = (id: string | null, onDone: () => void) =>
  useWrite({
    write: (service: ServiceChange) =>
      id === null
        ? call('POST', `${calendarPath}/services`, service)
        : call('PUT', `${calendarPath}/services/${id}`, service),
    refreshes,
    done: 'Serviço salvo',
    onDone
  })

export const useServiceRemoval = () =>
  useWrite({
    write: (id: string) => call('DELETE', `${calendarPath}/services/${id}`),
    refreshes,
    done: 'Serviço excluído'
  })

const feedKey = ['calendar-feed']

/** The address for the person's own calendar program. */
export const useFeed = () => useQuery(read<FeedState>(`${calendarPath}/feed`, feedKey))

export const useFeedMake = (onDone: (made: FeedMade) => void) =>
  useWrite({
    write: (detail: FeedDetail) => call<FeedMade>('POST', `${calendarPath}/feed`, { detail }),
    refreshes: [feedKey],
    done: 'Endereço gerado',
    onDone
  })

export const useFeedEnd = (onDone: () => void) =>
  useWrite({
    write: () => call('DELETE', `${calendarPath}/feed`),
    refreshes: [feedKey],
    done: 'Endereço encerrado',
    onDone
  })

/** The person's calendars elsewhere; refreshed when a worker has read one. */
export const useExternalCalendars = () =>
  useQuery(read<ExternalCalendar[]>(`${calendarPath}/external-calendars`, [appointmentsKey, 'external']))

export const useExternalAdd = (onDone: () => void) =>
  useWrite({
    write: (calendar: NewExternalCalendar) =>
      call<ExternalCalendar>('POST', `${calendarPath}/external-calendars`, calendar),
    refreshes,
    done: 'Agenda assinada',
    onDone,
    onFailure: error => error instanceof HttpError && error.body.errors?.url !== undefined
  })

export const useFileCheck = () =>
  useWrite({
    write: (calendar: { text: string; from: string; to: string }) =>
      call<CalendarPreview>('POST', `${calendarPath}/external-calendars/preview`, calendar)
  })

export const useExternalRemoval = () =>
  useWrite({
    write: (id: string) => call('DELETE', `${calendarPath}/external-calendars/${id}`),
    refreshes,
    done: 'Agenda excluída'
  })

/** The person's accounts at calendar servers. */
export const useCaldavAccounts = () =>
  useQuery(read<CaldavAccount[]>(`${calendarPath}/caldav`, [appointmentsKey, 'caldav']))

export const useCaldavAdd = (onDone: () => void) =>
  useWrite({
    write: (account: NewCaldavAccount) => call<CaldavAccount>('POST', `${calendarPath}/caldav`, account),
    refreshes,
    done: 'Conta conectada. Escolha o que cada agenda faz.',
    onDone
  })

export const useCaldavChoice = () =>
  useWrite({
    write: ({ id, ...choice }: CaldavChoice & { id: string }) =>
      call<CaldavAccount>('PUT', `${calendarPath}/caldav/${id}`, choice),
    refreshes,
    done: 'Salvo'
  })

export const useCaldavRemoval = () =>
  useWrite({
    write: (id: string) => call('DELETE', `${calendarPath}/caldav/${id}`),
    refreshes,
    done: 'Conta desconectada'
  })

/** The people who wait for a time to become free. */
export const useWaits = () =>
  useQuery({
    ...read<typeof WaitList.static>(`${calendarPath}/waitlist`, [appointmentsKey, 'waitlist']),
    select: ({ data }) => data
  })

const bookingKey = ['booking-page']

/** The page on which visitors book. */
export const useBookingPage = () => useQuery(read<BookingSettings>('/api/booking', bookingKey))

export const useBookingSave = () =>
  useWrite({
    write: (change: BookingSettingsChange) => call<BookingSettings>('PUT', '/api/booking', change),
    refreshes: [bookingKey],
    done: 'Página de agendamento salva'
  })
