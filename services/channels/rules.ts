export const channelKinds = ['whatsapp', 'instagram'] as const
export type ChannelKind = (typeof channelKinds)[number]

export const channelNames: Record<ChannelKind, string> = { whatsapp: 'WhatsApp', instagram: 'Instagram' }

/** Why the provider refuses a channel: its token, a permission, or a block of the account. */
export const channelProblems = ['token', 'permission', 'blocked'] as const
export type ChannelProblem = (typeof channelProblems)[number]

/** How a channel stands, in the order in which it is judged. */
export const channelStates = [
  'missing',
  'blocked',
  'reauthorize',
  'permission',
  'inactive',
  'attention',
  'active'
] as const
export type ChannelState = (typeof channelStates)[number]

export const channelStateLabels: Record<ChannelState, string> = {
  missing: 'Não configurado',
  blocked: 'Bloqueado',
  reauthorize: 'Conectar de novo',
  permission: 'Sem permissão',
  inactive: 'Configurado, desligado',
  attention: 'Ativo, com atenção',
  active: 'Ativo'
}

type Stand = {
  account: string | null
  configured: boolean
  active: boolean
  problem: ChannelProblem | null
  quality: string | null
}

export function stateOf({ account, configured, active, problem, quality }: Stand): ChannelState {
  if (account === null || !configured) return 'missing'
  if (problem === 'blocked') return 'blocked'
  if (problem === 'token') return 'reauthorize'
  if (problem === 'permission') return 'permission'
  if (!active) return 'inactive'
  return quality === 'YELLOW' || quality === 'RED' ? 'attention' : 'active'
}

/** Meta's judgement of a number, by what customers block and report. */
export const qualityLabels: Record<string, string> = { GREEN: 'Boa', YELLOW: 'Média', RED: 'Baixa' }

/** Hours of one weekday (0 is Sunday) in the company's time zone, as `HH:mm`. */
export type OpenHours = { day: number; from: string; to: string }
export type BusinessHours = OpenHours[]

/** True where the team answers at that moment; always where no hours are set. */
export function isOpen(hours: BusinessHours | null, { day, time }: { day: number; time: string }): boolean {
  return hours === null || hours.some(each => each.day === day && each.from <= time && time < each.to)
}

/** Days that an Instagram token lasts, after which it is renewed, and before whose end people are warned. */
export const tokenDays = 60
export const tokenRenewedAfter = 45
export const tokenWarnedBefore = 7

export const channelTexts = {
  instagramLoad: 'Falha ao buscar configurações do Instagram',
  instagramSave: 'Falha ao salvar configuração do Instagram',
  instagramAdmin: 'Falha ao buscar configurações administrativas do Instagram',
  notTested: 'Antes de ligar o canal, teste a conexão.',
  taken: 'Este número já está conectado a outra empresa. Desligue-o lá primeiro.',
  notConfigured: 'O canal ainda não está configurado.'
} as const

/** Why connecting by Instagram Login ended without a connection. */
export const loginTexts = {
  notOffered: 'Esta instalação não tem um aplicativo do Instagram. Cole um token de acesso.',
  stale: 'Este pedido de conexão venceu ou já foi usado. Comece de novo.',
  denied: 'Você não permitiu o acesso no Instagram. Nada foi conectado.',
  scopes: 'Faltou permitir o acesso às mensagens no Instagram. Comece de novo e deixe todas as permissões marcadas.',
  refused: 'O Instagram não aceitou a conexão. Comece de novo.'
} as const
