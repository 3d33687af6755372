import { openMinutes } from '../../core/zones/rules.ts'
import type { ChannelRules } from './channelRules.ts'
import { instagram } from './instagram/rules.ts'
import { whatsapp } from './whatsapp/rules.ts'

/** The kinds of channels, in the order of the menu. Calls to their providers are in `adapters.ts`. */
const kinds = {
  whatsapp,
  instagram
}

export type ChannelKind = keyof typeof kinds
export const channelRules: Readonly<Record<ChannelKind, ChannelRules>> = kinds
export const channelKinds = Object.keys(kinds) as readonly ChannelKind[]

export const channelNames = Object.fromEntries(channelKinds.map(kind => [kind, channelRules[kind].name])) as Readonly<
  Record<ChannelKind, string>
>

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
  return hasFallen(quality) ? 'attention' : 'active'
}

/** Whether people block and report what comes from the number. */
export const hasFallen = (quality: string | null): boolean => quality === 'YELLOW' || quality === 'RED'

/** The provider's rating of an account, by the blocks and reports of its customers. */
export const qualityLabels: Record<string, string> = { GREEN: 'Boa', YELLOW: 'Média', RED: 'Baixa' }

/** With how many people conversations may be begun in a day, as the provider's tier says; an unknown one as it is. */
export function limitText(tier: string): string {
  if (tier === 'TIER_UNLIMITED') return 'sem limite'
  const [, number, thousands] = /^TIER_(\d{1,9})(K?)$/.exec(tier) ?? []
  if (!number) return tier
  return `${(Number(number) * (thousands ? 1000 : 1)).toLocaleString('pt-BR')} pessoas por dia`
}

/** With how many people conversations may be begun in moving 24 hours; null for no limit. The lowest where none is named. */
export function portfolioLimit(tier: string | null): number | null {
  if (tier === 'TIER_UNLIMITED') return null
  const [, number, thousands] = /^(?:TIER_)?(\d{1,9})(K?)$/.exec(tier ?? '') ?? []
  return number ? Number(number) * (thousands ? 1000 : 1) : lowestLimit
}

/** The limit of a portfolio that the provider has not raised yet. */
const lowestLimit = 250

/** Hours of one weekday (0 is Sunday) in the company's time zone, as `HH:mm`. */
type OpenHours = { day: number; from: string; to: string }
export type BusinessHours = OpenHours[]

/** True where the team answers at that minute of a weekday; always where no hours are set. */
export function isOpen(hours: BusinessHours | null, now: { day: number; minute: number }): boolean {
  const isWithin = ({ opens, closes }: { opens: number; closes: number }) => opens <= now.minute && now.minute < closes
  return hours === null || hours.some(each => each.day === now.day && isWithin(openMinutes(each)))
}

/** Days before a token ends from which people are warned. */
export const tokenWarnedBefore = 7

export const channelTexts = {
  notTested: 'Antes de ligar o canal, teste a conexão.',
  taken: 'Este número já está conectado a outra empresa. Desligue-o lá primeiro.',
  notConfigured: 'O canal ainda não está configurado.'
} as const
