import { type LeadStatus, leadStatuses, statusLabels } from '../leads/rules.ts'
import type { TagColor } from '../tags/rules.ts'

export const stepKinds = ['open', 'won', 'lost'] as const
export type StepKind = (typeof stepKinds)[number]

export const kindLabels: Record<StepKind, string> = { open: 'Em aberto', won: 'Ganho', lost: 'Perdido' }

export const maxFunnels = 10
export const maxOpenSteps = 10
export const maxLostSteps = 5

export const defaultFunnelName = 'Funil padrão'

export const unknownStepText = 'Esta etapa não existe.'
export const unknownFunnelText = 'Este funil não existe.'

/** The name of a lead's step: its own one, or that of its status. */
export const stepName = ({ status, statusName }: { status: string; statusName: string | null }): string =>
  statusName ?? statusLabels[status as LeadStatus] ?? status

/** The kind of a status, and so of a step with that phase. */
export const kindOf = (status: LeadStatus): StepKind =>
  status === 'converted' ? 'won' : status === 'lost' ? 'lost' : 'open'

export const isStatus = (key: string): key is LeadStatus => (leadStatuses as readonly string[]).includes(key)

/** Fields of a lead that a step may require; the answers to own fields too, as `custom.name`. */
export const requirableFields = {
  email: 'E-mail',
  phone: 'Telefone',
  cnpj: 'CNPJ',
  company: 'Empresa',
  valueCents: 'Valor',
  expectedOn: 'Previsão de fechamento',
  ownerId: 'Responsável',
  preferredDate: 'Data preferencial',
  message: 'Mensagem'
} as const
export type RequirableField = keyof typeof requirableFields

export const isRequirable = (name: string): boolean =>
  Object.hasOwn(requirableFields, name) || /^custom\.[^\s.]{1,100}$/.test(name)

/** A step as the API answers it. */
export type Step = {
  key: string
  name: string
  kind: StepKind
  color: TagColor
  /** The chance of a sale in percent; null: by what became of earlier leads. */
  chance: number | null
  staleDays: number | null
  required: string[]
}

const defaultColors: Record<LeadStatus, TagColor> = {
  new: 'blue',
  contacted: 'amber',
  scheduled: 'violet',
  converted: 'green',
  lost: 'slate'
}

/** The steps of the usual funnel as every company has them at first. */
export const defaultSteps = (): Step[] =>
  leadStatuses.map(key => ({
    key,
    name: statusLabels[key],
    kind: kindOf(key),
    color: defaultColors[key],
    chance: null,
    staleDays: null,
    required: []
  }))
