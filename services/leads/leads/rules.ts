import type { ContactChannel } from '../../account/activities/rules.ts'
import { cut, fieldTexts } from '../../core/rules.ts'

export const leadStatuses = ['new', 'contacted', 'scheduled', 'converted', 'lost'] as const
export type LeadStatus = (typeof leadStatuses)[number]

export const statusLabels: Record<LeadStatus, string> = {
  new: 'Novo',
  contacted: 'Em contato',
  scheduled: 'Agendado',
  converted: 'Convertido',
  lost: 'Perdido'
}

export const preferredPeriods = ['morning', 'afternoon', 'evening'] as const
export type PreferredPeriod = (typeof preferredPeriods)[number]

export const periodLabels: Record<PreferredPeriod, string> = {
  morning: 'Manhã (8h às 12h)',
  afternoon: 'Tarde (13h às 17h)',
  evening: 'Noite (após 17h)'
}

export const defaultSource = 'form'

/** The default consent sentence of the public form; a decision is stored with the sentence that was shown. */
export const consentText = 'Concordo em receber comunicações por email e telefone'

/**
 * Why a lead deserves a second look. A mark never refuses a lead: `bot` filled in the hidden field, `fast` was sent
 * sooner than a person can type, `flood` is one of too many from one address, `duplicate` repeats a phone or e-mail of
 * another lead, `phone` has a wrong number.
 */
export const leadMarks = ['bot', 'fast', 'flood', 'duplicate', 'phone'] as const
export type LeadMark = (typeof leadMarks)[number]

export const leadFormTexts = {
  ...fieldTexts,
  nameRequired: 'Nome é obrigatório.',
  emailRequired: 'Email é obrigatório.',
  phoneRequired: 'Telefone é obrigatório.',
  cnpjRequired: 'CNPJ válido é obrigatório',
  companyRequired: 'ID da empresa é obrigatório.',
  companyNotFound: 'A empresa informada não foi encontrada no sistema. Verifique o ID da empresa.',
  pastDate: 'A data preferencial não pode ser anterior a hoje.',
  blockedDate: 'Não atendemos neste dia. Escolha outra data.'
} as const

/** Field names of other forms for the same data (specification, section 3). */
export const inputSynonyms: Record<string, 'name' | 'email' | 'phone' | 'message'> = {
  nome: 'name',
  nome_completo: 'name',
  fullname: 'name',
  'e-mail': 'email',
  email_address: 'email',
  telefone: 'phone',
  celular: 'phone',
  mobile: 'phone',
  mensagem: 'message'
}

export const taskKinds = ['call', 'message', 'email', 'visit', 'other'] as const
export type TaskKind = (typeof taskKinds)[number]

export const operationStates = ['queued', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone'] as const
export type OperationState = (typeof operationStates)[number]

/** One part of a score: its points and their reason in words. */
export type ScoreReason = { points: number; text: string }

/** Campaign parameters and click identifiers of an address. */
export const campaignNames = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'fbclid'
] as const
/** How a visitor arrived: campaign, referrer and landing page. */
export type Touch = Partial<Record<(typeof campaignNames)[number] | 'referrer' | 'page' | 'at', string>>

/** The campaign parameters of an address. */
export function campaignOf(query: URLSearchParams): Touch {
  const values = campaignNames.map(name => [name, cut(query.get(name)?.trim() ?? '', 500)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== ''))
}

/** A person's decision about a channel; `withdrawn` after an earlier `granted`. */
export type ConsentState = 'granted' | 'refused' | 'withdrawn'

/** The latest decision for each channel; a channel without a decision is absent. */
export type KeptConsents = Partial<Record<ContactChannel, { state: ConsentState; at: string }>>

/** Source of leads that an employee types in. */
export const typedSource = 'typed'

/** Source of decisions that people make on the page of their own data. */
export const personSource = 'person'

/** The name of a lead that has none; `conversations/receive.sql` writes it too. */
export const nameless = 'Sem nome'

/** The notification to the new owner of a lead. */
export const assignedNotice = (leadId: string, name: string) => ({
  leadId,
  title: 'Lead para você',
  body: name,
  link: `/leads/${leadId}`
})
