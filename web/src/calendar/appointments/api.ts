import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppointmentMove } from '../../../../services/calendar/appointments/rules.ts'
import type {
  Appointment,
  AppointmentAnswer,
  AppointmentChange,
  AppointmentFigures,
  AppointmentFilter,
  AppointmentList,
  BookableService,
  ClassCancelled,
  NewAppointment,
  NewPackage,
  NewSeries,
  Package,
  PackageList,
  SeriesAnswer,
  SeriesConflict,
  SeriesScope,
  SlotAnswer,
  SlotQuery
} from '../../../../services/calendar/appointments/schema.ts'
import { HttpError } from '../../core/http.ts'
import { user } from '../../core/session.ts'
import { call, read, useWrite, type Written } from '../../ui/data.ts'

type Answered = typeof AppointmentAnswer.static
type Listed = typeof AppointmentList.static

/** Everything that is read here stands under this key. */
export const appointmentsKey = 'appointments'

const lists: QueryKey = [appointmentsKey, 'list']

/** Queries that a change of an appointment also affects: its lead's status, timeline and figures. */
const refreshes: QueryKey[] = [[appointmentsKey], ['leads'], ['dashboard']]

const path = (id = '') => `/api/appointments/companies/${user()?.companyId}/appointments${id && `/${id}`}`

const search = (query: object) => new URLSearchParams(query as Record<string, string>).toString()

/** Appointments in order of their start. */
export const useAppointments = (filter: AppointmentFilter, { enabled = true } = {}) =>
  useQuery({
    ...read<Listed>(`${path()}?${search(filter)}`, [...lists, filter]),
    enabled,
    select: ({ data }) => data,
    placeholderData: before => before
  })

/** The next appointments, and the outcomes of those of a period; `owner`: only of this person. */
export function useAppointmentFigures({ from, to }: { from: string; to: string }, owner: string | undefined) {
  const query = { from, to, ...(owner && { owner }) }
  return useQuery({
    ...read<AppointmentFigures>(`/api/dashboard/appointments?${search(query)}`, [appointmentsKey, 'figures', query]),
    placeholderData: before => before,
    // The next appointment ends without an event.
    refetchInterval: 60_000
  })
}

/** The services that can be booked. */
export const useServices = () =>
  useQuery({
    ...read<BookableService[]>('/api/appointments/services', [appointmentsKey, 'services']),
    staleTime: 60_000
  })

/** Free times by day, and why a day has none. */
export const useSlots = (query: SlotQuery | null) =>
  useQuery({
    ...read<SlotAnswer>(`/api/appointments/slots?${search(query ?? {})}`, [appointmentsKey, 'slots', query]),
    enabled: query !== null,
    placeholderData: before => before
  })

export type FreeSlot = SlotAnswer['data'][number]['slots'][number]

/** The next free times, where the call was refused because somebody else was faster. */
export function slotsOf(error: Error): FreeSlot[] | undefined {
  if (!(error instanceof HttpError) || error.body.code !== 'TIME_TAKEN') return undefined
  return (error.body as { slots?: FreeSlot[] }).slots ?? []
}

export const useBooking = ({ onDone, onFailure }: Written<Appointment>) =>
  useWrite({
    write: async (wanted: NewAppointment) => (await call<Answered>('POST', path(), wanted)).data,
    refreshes,
    done: 'Compromisso marcado',
    ...(onDone && { onDone }),
    ...(onFailure && { onFailure })
  })

type SeriesBooked = typeof SeriesAnswer.static

/** Books an appointment again and again. */
export const useSeries = ({ onDone, onFailure }: Written<SeriesBooked>) =>
  useWrite({
    write: (wanted: NewSeries) =>
      call<SeriesBooked>('POST', `/api/appointments/companies/${user()?.companyId}/series`, wanted),
    refreshes,
    done: ({ data }) =>
      data.appointments.length === 1 ? '1 compromisso marcado' : `${data.appointments.length} compromissos marcados`,
    ...(onDone && { onDone }),
    ...(onFailure && { onFailure })
  })

/** The times of a series that cannot be, where the call was refused for them. */
export const conflictsOf = (error: Error): SeriesConflict[] =>
  error instanceof HttpError && error.body.code === 'SERIES_CONFLICTS'
    ? ((error.body as { conflicts?: SeriesConflict[] }).conflicts ?? [])
    : []

/** The packages of a lead, and what is left of them. */
export const usePackages = (leadId: string) =>
  useQuery({
    ...read<typeof PackageList.static>(`/api/appointments/packages?${search({ leadId })}`, [
      appointmentsKey,
      'packages',
      leadId
    ]),
    select: ({ data }) => data
  })

export const useNewPackage = ({ onDone }: Written<Package> = {}) =>
  useWrite({
    write: (wanted: NewPackage) => call<Package>('POST', '/api/appointments/packages', wanted),
    refreshes,
    done: 'Pacote vendido',
    ...(onDone && { onDone })
  })

export const usePackageRemoval = () =>
  useWrite({
    write: (id: string) => call('DELETE', `/api/appointments/packages/${id}`),
    refreshes,
    done: 'Pacote excluído'
  })

type Change = { id: string; change: AppointmentChange }

/** Changes or moves an appointment; it is shown so at once, and as it was where that is refused. */
export function useAppointmentChange({ onDone, onFailure }: Written<Appointment> = {}) {
  const queryClient = useQueryClient()
  return useWrite({
    write: async ({ id, change }: Change) => (await call<Answered>('PUT', path(id), change)).data,
    refreshes,
    async show({ id, change: { version: _, scope: __, ...change } }) {
      await queryClient.cancelQueries({ queryKey: lists })
      const before = queryClient.getQueriesData<Listed>({ queryKey: lists })
      queryClient.setQueriesData<Listed>({ queryKey: lists }, listed => {
        const data = listed?.data.map(each => (each.id === id ? ({ ...each, ...change } as Appointment) : each))
        return data && { data }
      })
      return () => {
        for (const [key, listed] of before) queryClient.setQueryData(key, listed)
      }
    },
    ...(onDone && { onDone }),
    ...(onFailure && { onFailure })
  })
}

/** Cancels a session of a class for everybody in it. */
export const useClassCancel = ({ onDone }: Written<{ cancelled: number }>) =>
  useWrite({
    write: (session: ClassCancelled) =>
      call<{ cancelled: number }>('POST', `/api/appointments/companies/${user()?.companyId}/classes/cancel`, session),
    refreshes,
    done: ({ cancelled }) =>
      cancelled === 1 ? 'Aula cancelada: 1 pessoa avisada' : `Aula cancelada: ${cancelled} pessoas avisadas`,
    ...(onDone && { onDone })
  })

type Move = { id: string; move: AppointmentMove | 'restore' | 'apply-refusal'; reason?: string; scope?: SeriesScope }

const bodyOf = ({ move, reason, scope }: Move) =>
  move === 'apply-refusal' ? undefined : { ...(reason && { reason }), ...(scope && { scope }) }

/** Confirms, refuses, closes or cancels an appointment, or takes that back; `apply-refusal` cancels it as it was refused. */
export const useAppointmentMove = () =>
  useWrite({
    write: async (what: Move) => {
      const { id, move, reason, scope } = what
      return (
        move === 'cancel' && !reason
          ? await call<Answered>('DELETE', path(id) + (scope ? `?scope=${scope}` : ''))
          : await call<Answered>('POST', `${path(id)}/${move}`, bodyOf(what))
      ).data
    },
    refreshes
  })
