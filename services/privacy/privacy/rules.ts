/** The requests that a person may send to a company (LGPD, article 18). */
export const requestKinds = ['access', 'correction', 'erasure', 'withdrawal', 'objection'] as const
export type RequestKind = (typeof requestKinds)[number]

export const requestLabels: Record<RequestKind, string> = {
  access: 'Acesso',
  correction: 'Correção',
  erasure: 'Exclusão',
  withdrawal: 'Revogação',
  objection: 'Oposição'
}

export const requestStatuses = ['open', 'done', 'refused'] as const
export type RequestStatus = (typeof requestStatuses)[number]

export const requestStatusLabels: Record<RequestStatus, string> = {
  open: 'Em aberto',
  done: 'Atendido',
  refused: 'Recusado'
}

/** How a request reached the company. */
export const requestChannels = ['page', 'phone', 'email', 'in_person'] as const
export type RequestChannel = (typeof requestChannels)[number]

export const channelLabels: Record<RequestChannel, string> = {
  page: 'Página Meus dados',
  phone: 'Telefone ou WhatsApp',
  email: 'E-mail',
  in_person: 'Pessoalmente'
}

/** Why a request is refused. */
export const refusals = ['identity', 'legal', 'rights', 'not_found', 'other'] as const
export type Refusal = (typeof refusals)[number]

export const refusalLabels: Record<Refusal, string> = {
  identity: 'Não foi possível confirmar a identidade',
  legal: 'A lei obriga a guardar estes dados',
  rights: 'Os dados são necessários em um processo ou contrato',
  not_found: 'Não há dados desta pessoa',
  other: 'Outro motivo'
}

/** Days to answer; small agents have twice as many, except for the simplified access (ANPD, Resolution 2/2022). */
export const answerDays = 15

/** Days before the term at which the privacy team is reminded. */
export const warningDays = 3

export const termOf = (request: { kind: RequestKind; simplified: boolean }, smallAgent: boolean): number =>
  smallAgent && !(request.kind === 'access' && request.simplified) ? 2 * answerDays : answerDays

/** The fields that a person may ask to have corrected. */
export const correctable = ['name', 'email', 'phone', 'company'] as const
export type Correctable = (typeof correctable)[number]

export const correctableLabels: Record<Correctable, string> = {
  name: 'Nome',
  email: 'E-mail',
  phone: 'Telefone',
  company: 'Empresa'
}

/** Months without activity after which leads are erased; null keeps them. */
export const retentionChoices = [6, 12, 24, 60] as const

export const retentionLabel = (months: number | null): string => (months === null ? 'Nunca apagar' : `${months} meses`)

/** Must be typed to confirm an erasure. */
export const erasureWord = 'EXCLUIR'

/** The days left of a term, in Portuguese. */
export function daysLeftText(days: number): string {
  if (days < 0) return `Atrasado há ${-days} ${days === -1 ? 'dia' : 'dias'}`
  if (days === 0) return 'Vence hoje'
  return days === 1 ? 'Falta 1 dia' : `Faltam ${days} dias`
}

/** A certificate's number with leading zeros. */
export const certificateNumber = (number: number): string => String(number).padStart(6, '0')
