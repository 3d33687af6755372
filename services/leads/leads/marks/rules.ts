import type { ContactOutcome } from '../../../account/activities/rules.ts'
import type { LeadMark, TaskKind } from '../rules.ts'

/** Periods of arrival and of a preferred day that go by the day on which the question is asked. */
export const receivedPeriods = ['today', 'last7', 'last30'] as const
export type ReceivedPeriod = (typeof receivedPeriods)[number]
export const preferredDays = ['today', 'tomorrow', 'next7'] as const
export type PreferredDays = (typeof preferredDays)[number]

export const taskFilters = ['overdue', 'today', 'open', 'none'] as const
export type TaskFilter = (typeof taskFilters)[number]

/**
 * The results of an e-mail to a lead: `unconfirmed`, nobody can say whether it arrived; `bounced`, refused or returned.
 */
export const emailResults = [
  'opened',
  'not_opened',
  'clicked',
  'not_clicked',
  'answered',
  'unconfirmed',
  'bounced'
] as const
export type EmailResult = (typeof emailResults)[number]

export const markLabels: Record<LeadMark, string> = {
  bot: 'Suspeito: preenchido por robô',
  fast: 'Suspeito: envio rápido demais',
  flood: 'Suspeito: muitos envios do mesmo endereço',
  duplicate: 'Possível duplicado',
  phone: 'Número errado'
}

/** The reasons of a loss before a company has its own. */
export const lostReasons = [
  'Preço',
  'Escolheu outra empresa',
  'Não respondeu',
  'Fora do perfil',
  'Contato inválido',
  'Desistiu'
] as const

export const outcomeLabels: Record<ContactOutcome, string> = {
  talked: 'Falou',
  no_answer: 'Não respondeu',
  wrong_number: 'Número errado'
}

export const taskKindLabels: Record<TaskKind, string> = {
  call: 'Ligação',
  message: 'Mensagem',
  email: 'E-mail',
  visit: 'Visita',
  other: 'Outra'
}

/** Labels of filter values. */
export const taskFilterLabels: Record<TaskFilter, string> = {
  overdue: 'Vencida',
  today: 'Até hoje',
  open: 'Com tarefa',
  none: 'Sem tarefa'
}

export const receivedLabels: Record<ReceivedPeriod, string> = {
  today: 'hoje',
  last7: 'últimos 7 dias',
  last30: 'últimos 30 dias'
}

export const preferredLabels: Record<PreferredDays, string> = {
  today: 'hoje',
  tomorrow: 'amanhã',
  next7: 'próximos 7 dias'
}

export const consentFilterLabels: Record<string, string> = { yes: 'Aceitou', no: 'Não aceitou' }

export const emailResultLabels: Record<EmailResult, string> = {
  opened: 'Abriu (estimado)',
  not_opened: 'Não abriu (estimado)',
  clicked: 'Clicou',
  not_clicked: 'Não clicou',
  answered: 'Respondeu',
  unconfirmed: 'Sem confirmação',
  bounced: 'Recusado ou devolvido'
}

const sourceLabels: Record<string, string> = {
  form: 'Formulário',
  typed: 'Cadastro manual',
  person: 'Página Meus dados',
  import: 'Importação',
  contact: 'Página de contato',
  chat: 'Conversa com a assistente',
  agenda: 'Página de agendamento',
  anuncio: 'Anúncio',
  balcao: 'Balcão',
  email: 'E-mail',
  evento: 'Evento',
  facebook: 'Facebook',
  google: 'Google',
  indicacao: 'Indicação',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  loja: 'Loja',
  panfleto: 'Panfleto',
  qr: 'Código QR',
  qrcode: 'Código QR',
  site: 'Site',
  telefone: 'Telefone',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
  youtube: 'YouTube'
}

/** How a source is called; one that a company invented in its links is shown as it is. */
export function sourceLabel(source: string): string {
  const key = source
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_-]/g, '')
  return Object.hasOwn(sourceLabels, key) ? (sourceLabels[key] ?? source) : source
}
