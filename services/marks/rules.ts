import type { LeadMark } from '../leads/rules.ts'

export const markLabels: Record<LeadMark, string> = {
  bot: 'Suspeito: preenchido por robô',
  fast: 'Suspeito: envio rápido demais',
  flood: 'Suspeito: muitos envios do mesmo endereço',
  duplicate: 'Possível duplicado',
  cnpj: 'CNPJ a conferir',
  phone: 'Número errado'
}
