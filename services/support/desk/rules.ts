import type { TicketStatus } from '../tickets/rules.ts'

/** The queues of staff. `soon`: a clock ends within four hours; `overdue`: one has ended. */
export const deskQueues = [
  'new',
  'mine',
  'unassigned',
  'waiting',
  'soon',
  'overdue',
  'privacy',
  'unplaced',
  'automatic',
  'open',
  'done',
  'all'
] as const
export type DeskQueue = (typeof deskQueues)[number]

export const deskQueueLabels: Record<DeskQueue, string> = {
  new: 'Novos',
  mine: 'Meus',
  unassigned: 'Sem responsável',
  waiting: 'Aguardando cliente',
  soon: 'Vencendo',
  overdue: 'Vencidos',
  privacy: 'Privacidade',
  unplaced: 'Sem empresa',
  automatic: 'Automáticos',
  open: 'Abertos',
  done: 'Encerrados',
  all: 'Todos'
}

/** Minutes before its end from which on a clock is about to end. */
export const soonMinutes = 240

/** The states that staff may set; `closed` comes with time, or by a merge. */
export const settableStatuses = [
  'open',
  'in_progress',
  'waiting',
  'resolved'
] as const satisfies readonly TicketStatus[]

/** Tickets of one change of many, and of one known issue answered at once. */
export const maxAtOnce = 200

export const deskTexts = {
  stale: 'Outra pessoa mudou este chamado enquanto você escrevia.',
  answered: 'Chegou outra mensagem enquanto você escrevia. Leia antes de enviar.',
  gone: 'Esta resposta já foi entregue ao cliente.',
  allGone: 'As respostas já foram entregues aos clientes.',
  unplaced: 'Escolha antes a empresa deste chamado.',
  merged: 'Este chamado foi unido a outro.',
  onItsWay: 'Uma resposta ainda está a caminho do cliente. Espere alguns segundos e tente de novo.',
  over: 'O outro chamado já está encerrado. Reabra-o antes de unir este a ele.',
  otherCompany: 'Só dá para unir chamados da mesma empresa.',
  itself: 'Um chamado não pode ser unido a ele mesmo.',
  notStaff: 'Escolha alguém da equipe.',
  placed: 'Este chamado já tem empresa. Para mudar, confirme o nome da empresa de hoje.',
  notSpam: 'Só um chamado que chegou por e-mail e não é de nenhuma empresa pode ser spam.',
  noIssue: 'Problema conhecido não encontrado',
  noView: 'Filtro não encontrado',
  noAnswer: 'Esta resposta pronta já foi apagada.'
} as const
