import type { ContactOutcome, LeadMark, TaskKind } from '../leads/rules.ts'

export const markLabels: Record<LeadMark, string> = {
  bot: 'Suspeito: preenchido por robô',
  fast: 'Suspeito: envio rápido demais',
  flood: 'Suspeito: muitos envios do mesmo endereço',
  duplicate: 'Possível duplicado',
  phone: 'Número errado'
}

/** What a company offers as reasons of a loss until it has its own. */
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
