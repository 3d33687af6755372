import TicketIcon from '@mui/icons-material/ConfirmationNumberOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'
import { UnreadTickets } from './UnreadTickets.tsx'

const needs = 'manage_tickets'

export const tickets: Feature = {
  name: 'tickets',
  pages: [
    { path: '/tickets', Page: pageOnDemand(() => import('./TicketsPage.tsx')), needs },
    { path: '/tickets/new', Page: pageOnDemand(() => import('./NewTicketPage.tsx')), needs },
    { path: '/tickets/:id', Page: pageOnDemand(() => import('./TicketPage.tsx')), needs }
  ],
  menu: [
    {
      under: 'Empresa',
      to: '/tickets',
      label: 'Chamados',
      letter: 'h',
      icon: <TicketIcon />,
      count: <UnreadTickets />,
      needs
    }
  ],
  refreshes: [{ key: 'tickets', on: ['ticket-changed'] }]
}
