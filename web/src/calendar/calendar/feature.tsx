import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'
import { AppointmentsPanel } from '../appointments/AppointmentsPanel.tsx'
import { BookDialog } from '../appointments/lazily.ts'

export const calendar: Feature = {
  name: 'calendar',
  // It stays as it is while other days are shown.
  pages: [{ path: '/calendar', Page: pageOnDemand(() => import('./CalendarPage.tsx')) }],
  menu: [{ under: 'Atendimento', to: '/calendar', label: 'Calendário', letter: 'a', icon: <CalendarIcon /> }],
  blocks: [
    { name: 'appointments', label: 'Compromissos', Block: AppointmentsPanel, after: 'figures', beforeLeads: true }
  ],
  leadParts: async () => (await import('../appointments/leadParts.tsx')).leadParts,
  booking: {
    needs: 'manage_calendar',
    Dialog: ({ lead, onClose }) => <BookDialog lead={lead} draft={{ employeeId: lead.ownerId }} onClose={onClose} />
  },
  refreshes: [
    {
      key: 'appointments',
      on: ['appointment-changed', 'calendar-changed', 'lead-created', 'lead-changed', 'leads-changed']
    }
  ]
}
