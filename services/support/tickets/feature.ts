import type { Feature } from '../../core/features.ts'
import { audited } from './audit.ts'
import { events } from './events.ts'
import { rulesChanged, ticketMoved } from './jobs.ts'

export const tickets: Feature = {
  name: 'tickets',
  audited,
  routes: [() => import('./routes.ts')],
  pages: ['/tickets', '/tickets/new', '/tickets/:id'],
  worker: () => import('./worker.ts'),
  jobs: [ticketMoved, rulesChanged],
  queues: { tickets: 'Chamados' },
  events,
  permissions: ['manage_tickets'],
  places: [
    {
      table: 'tickets',
      columns: ['lead_id'],
      label: 'chamados',
      empty: () => import('./erase.ts').then(({ emptyTickets }) => emptyTickets)
    }
  ],
  tables: {
    ticket_messages: 'mensagens de chamados',
    ticket_files: 'arquivos de chamados',
    ticket_unread: 'chamados não lidos',
    ticket_clock: 'prazos de chamados',
    ticket_words: 'busca de chamados',
    ticket_notes: 'notas de chamados',
    ticket_watchers: 'quem acompanha chamados',
    ticket_staff_addresses: 'endereços de resposta da equipe'
  },
  fieldNames: {
    subject: 'Assunto',
    attachmentIds: 'Anexos',
    screen: 'Tela',
    rating: 'Nota'
  }
}
