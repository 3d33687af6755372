import TicketIcon from '@mui/icons-material/ConfirmationNumberOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'
import { NewTickets } from './NewTickets.tsx'

export const desk: Feature = {
  name: 'desk',
  resources: [
    {
      name: 'tickets',
      list: pageOnDemand(() => import('./DeskPage.tsx')),
      edit: pageOnDemand(() => import('./DeskTicketPage.tsx'))
    }
  ],
  menu: [
    {
      under: 'Clientes',
      to: '/admin/tickets',
      label: 'Chamados',
      letter: 'h',
      icon: <TicketIcon />,
      count: <NewTickets />
    }
  ],
  refreshes: [{ key: 'tickets', on: ['desk-changed'] }]
}
