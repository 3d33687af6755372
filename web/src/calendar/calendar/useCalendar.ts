import useMediaQuery from '@mui/material/useMediaQuery'
import { useSearchParams } from 'react-router-dom'
import { dayAt } from '../../../../services/core/zones/rules.ts'
import { useTimeZone } from '../../shell/company.ts'
import { type CalendarView, views } from './range.ts'

const isDay = (text: string | null): text is string =>
  text !== null && /^(19|20)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** The state of the calendar, kept in the address so that it can be bookmarked, sent and left with the back button. */
export function useCalendar() {
  const zone = useTimeZone()
  const phone = useMediaQuery('(max-width: 599px)')
  const [search, setSearch] = useSearchParams()
  const today = dayAt(Date.now(), zone)
  const dayParam = search.get('dia')
  const view: CalendarView = views.find(each => each === search.get('ver')) ?? (phone ? 'dia' : 'semana')
  const set = (values: Record<string, string | null>) =>
    setSearch(
      before => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) {
          if (value === null) after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace: true }
    )
  return {
    phone,
    today,
    view,
    day: isDay(dayParam) ? dayParam : today,
    /** The person whose appointments are shown; '' for everybody's. */
    person: search.get('pessoa') ?? '',
    /** Cancelled and refused appointments are shown too. */
    withCancelled: search.get('cancelados') === '1',
    /** The appointment that the address opens, as notices do. */
    appointment: search.get('compromisso'),
    closeAppointment: () => set({ compromisso: null }),
    show: (to: { view?: CalendarView; day?: string }) =>
      set({
        ...(to.view && { ver: to.view }),
        ...(to.day && { dia: to.day === today ? null : to.day })
      }),
    choosePerson: (id: string) => set({ pessoa: id || null }),
    showCancelled: (shown: boolean) => set({ cancelados: shown ? '1' : null })
  }
}
