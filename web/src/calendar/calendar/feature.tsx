import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'

export const calendar: Feature = {
  name: 'calendar',
  // It stays as it is while other days are shown.
  pages: [{ path: '/calendar', Page: pageOnDemand(() => import('./CalendarPage.tsx')) }],
  menu: [{ under: 'Atendimento', to: '/calendar', label: 'Calendário', letter: 'a', icon: <CalendarIcon /> }],
  refreshes: [
    {
      key: 'appointments',
      on: ['appointment-changed', 'calendar-changed', 'lead-created', 'lead-changed', 'leads-changed']
    }
  ]
}
