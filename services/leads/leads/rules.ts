import { cut, digits, emailLength } from '../../core/rules.ts'

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
  required: 'Este campo é obrigatório',
  email: 'Email inválido',
  nameRequired: 'Nome é obrigatório.',
  emailRequired: 'Email é obrigatório.',
  phoneRequired: 'Telefone é obrigatório.',
  phone: 'Telefone inválido. Digite com DDD.',
  cnpjRequired: 'CNPJ válido é obrigatório',
  companyRequired: 'ID da empresa é obrigatório.',
  companyNotFound: 'A empresa informada não foi encontrada no sistema. Verifique o ID da empresa.',
  pastDate: 'A data preferencial não pode ser anterior a hoje.',
  blockedDate: 'Não atendemos neste dia. Escolha outra data.'
} as const

/**
 * The simple pattern of the specification: something, an at sign, something with a dot. The length is checked first,
 * since the pattern takes quadratic time.
 */
export const validEmail = (value: string): boolean =>
  value.length <= emailLength && /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(value)

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

export type Phone = { e164: string | null; key: string }

const areaCodes = new Set(
  `11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64
   65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99`.split(/\s+/)
)

/** Brazil's code and a number, also with the zero that is dialled only within the country. */
export const isOfBrazil = (number: string): boolean => /^550?\d{10,11}$/.test(number)

/** The digits behind + or 00, which begin with a country's code; null where neither is written. */
export function digitsWithCountry(text: string): string | null {
  const number = digits(text)
  const plus = /^\D*[+＋]/.test(text)
  const rest = plus || number.startsWith('00') ? number.replace(/^00/, '') : ''
  return /^[1-9]\d{6,}$/.test(rest) ? rest : null
}

/**
 * Parses a phone number. Without + or 00 it is read as a Brazilian would dial it; with them it is of the country whose
 * code it has. `e164` is null where a number is not in the national plan (0800, incomplete). `key` is the same for a
 * mobile with and without its ninth digit: area code and last eight digits; for other numbers, their digits. The key of
 * a number of another country begins with +, so that it is nobody's in Brazil. What people type goes through
 * `storePhone` first (telephone/rules.ts), which knows how other countries write their numbers.
 */
export function readPhone(text: string): Phone {
  const withCountry = digitsWithCountry(text)
  if (withCountry !== null && !isOfBrazil(withCountry))
    return { e164: withCountry.startsWith('55') ? null : `+${withCountry}`, key: `+${withCountry}` }
  let number = withCountry ?? digits(text)
  if (isOfBrazil(number)) number = number.slice(2)
  else if (/^0\d{2}[1-9]\d{9,10}$/.test(number)) number = number.slice(3) // 0 + carrier code
  if (/^0\d{10,11}$/.test(number) && areaCodes.has(number.slice(1, 3))) number = number.slice(1)
  const area = number.slice(0, 2)
  const rest = number.slice(2)
  const national = areaCodes.has(area) && (/^9\d{8}$/.test(rest) || /^[2-9]\d{7}$/.test(rest))
  if (!national) return { e164: null, key: number }
  const mobile = /^[6-9]\d{7}$/.test(rest) ? `9${rest}` : rest
  return { e164: `+55${area}${mobile}`, key: area + rest.slice(-8) }
}

/** A phone in digits alone, as forms send it: 00 stands for the + of another country's number. */
export function phoneDigits(text: string): string {
  const number = digits(text)
  return readPhone(text).key.startsWith('+') ? `00${number.replace(/^00/, '')}` : number
}

/**
 * The message for a number that no telephone has: fewer than 8 digits, more than the 15 that exist worldwide, or one
 * digit throughout. Numbers of other countries pass, and so does none.
 */
export function checkPhone(text: string): string | undefined {
  const number = digits(text).replace(/^00/, '')
  const plausible = number === '' || (number.length >= 8 && number.length <= 15 && !/^(\d)\1+$/.test(number))
  return plausible ? undefined : leadFormTexts.phone
}

/**
 * Formats a Brazilian phone as (11) 98765-4321; any other stays as it is. `phoneText` in telephone/rules.ts also
 * formats those of other countries; it is large, and the browser has it by `usePhoneText`.
 */
export function formatPhone(text: string): string {
  const { e164 } = readPhone(text)
  if (!e164?.startsWith('+55')) return text
  const number = e164.slice(3)
  return `(${number.slice(0, 2)}) ${number.slice(2, -4)}-${number.slice(-4)}`
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
export const touchFields = [...campaignNames, 'referrer', 'page', 'at'] as const
export type Touch = Partial<Record<(typeof touchFields)[number], string>>

/** The campaign parameters of an address. */
export function campaignOf(query: URLSearchParams): Touch {
  const values = campaignNames.map(name => [name, cut(query.get(name)?.trim() ?? '', 500)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== ''))
}

/** Periods of arrival and of a preferred day that go by the day on which the question is asked. */
export const receivedPeriods = ['today', 'last7', 'last30'] as const
export type ReceivedPeriod = (typeof receivedPeriods)[number]
export const preferredDays = ['today', 'tomorrow', 'next7'] as const
export type PreferredDays = (typeof preferredDays)[number]

export const taskFilters = ['overdue', 'today', 'open', 'none'] as const
export type TaskFilter = (typeof taskFilters)[number]

/** Channels by which a lead can be contacted. */
export const contactChannels = ['whatsapp', 'phone', 'email'] as const
export type ContactChannel = (typeof contactChannels)[number]

/** What a person decided about a channel; `withdrawn` after an earlier `granted`. */
export const consentStates = ['granted', 'refused', 'withdrawn'] as const
export type ConsentState = (typeof consentStates)[number]

/** The latest decision for each channel; a channel without a decision is absent. */
export type KeptConsents = Partial<Record<ContactChannel, { state: ConsentState; at: string }>>

export const contactOutcomes = ['talked', 'no_answer', 'wrong_number'] as const
export type ContactOutcome = (typeof contactOutcomes)[number]

/** Source of leads that an employee types in. */
export const typedSource = 'typed'

/** Source of decisions that people make on the page of their own data. */
export const personSource = 'person'

/** What a lead is called whose name nobody has given; `conversations/receive.sql` names it so. */
export const nameless = 'Sem nome'

/** The notification to the new owner of a lead. */
export const assignedNotice = (leadId: string, name: string) => ({
  leadId,
  title: 'Lead para você',
  body: name,
  link: `/leads/${leadId}`
})
