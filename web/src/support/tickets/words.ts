import type { TicketPriority, TicketStatus } from '../../../../services/support/tickets/rules.ts'
import {
  type TicketChangeKind,
  ticketCategoryLabels,
  ticketPriorityLabels,
  ticketStatusLabels
} from '../../../../services/support/tickets/rules.ts'
import type { TicketMessage } from '../../../../services/support/tickets/schema.ts'
import type { Tone } from '../../core/tokens.ts'

export const statusTones: Record<TicketStatus, Tone> = {
  open: 'info',
  in_progress: 'brand',
  waiting: 'warning',
  resolved: 'success',
  closed: 'neutral'
}

export const priorityTones: Record<TicketPriority, Tone> = {
  low: 'neutral',
  normal: 'neutral',
  high: 'warning',
  urgent: 'error'
}

/** The screens that a ticket may be about, by their address. */
export const screenLabels: Record<string, string> = {
  '/dashboard': 'Painel',
  '/leads': 'Leads',
  '/whatsapp': 'WhatsApp',
  '/instagram-messages': 'Instagram',
  '/email': 'E-mail',
  '/calendar': 'Calendário',
  '/tasks': 'Tarefas',
  '/form-editor': 'Formulário',
  '/employees': 'Equipe',
  '/privacy-requests': 'Privacidade',
  '/profile': 'Perfil'
}

/** How staff call the state in which a company is waited for. */
const waitingLabel = 'Aguardando cliente'

/** A state as staff call it. */
export const staffStatusLabel = (status: TicketStatus): string =>
  status === 'waiting' ? waitingLabel : ticketStatusLabels[status]

const labels: Record<string, string> = { ...ticketStatusLabels, ...ticketPriorityLabels, ...ticketCategoryLabels }

/** A change between two messages, as a sentence after the name of its author. */
export function changeText({ data, authorName }: TicketMessage, staff = false): string {
  const to =
    staff && data.to === 'waiting' ? waitingLabel : typeof data.to === 'string' ? (labels[data.to] ?? data.to) : ''
  const who = authorName || 'O suporte'
  switch (data.change as TicketChangeKind) {
    case 'status':
      return `${who} mudou o estado para ${to}`
    case 'priority':
      return `${who} mudou a prioridade para ${to}`
    case 'category':
      return `${who} mudou a categoria para ${to}`
    case 'assigned':
      return to ? `${to} vai responder` : 'O chamado espera por quem responda'
    case 'merged':
      return `${who} uniu outro chamado a este`
    case 'continued':
      return 'O assunto continua em outro chamado'
    case 'rated':
      return `${who} avaliou o atendimento`
  }
}
