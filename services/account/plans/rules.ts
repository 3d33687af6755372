import type { PlanKey } from '../../core/planKeys/rules.ts'

/** As staff call them: the names on the pages of visitors are of the installation. */
export const planLabels: Record<PlanKey, string> = {
  basic: 'Básico',
  pro: 'Profissional',
  advanced: 'Avançado',
  enterprise: 'Empresarial'
}

/** Null means without limit. */
export type Limits = { leadsPerMonth: number | null; users: number | null }

type Overrides = { leadsLimit: number | null; usersLimit: number | null; limitsUntil: string | null }

/** The company's limits: its plan's, or its own ones while they last. */
export function limitsOf(plan: Limits, { leadsLimit, usersLimit, limitsUntil }: Overrides, now: Date): Limits {
  const holds = limitsUntil === null || new Date(limitsUntil) > now
  return {
    leadsPerMonth: (holds ? leadsLimit : null) ?? plan.leadsPerMonth,
    users: (holds ? usersLimit : null) ?? plan.users
  }
}

const money = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  trailingZeroDisplay: 'stripIfInteger'
} as Intl.NumberFormatOptions)
const count = new Intl.NumberFormat('pt-BR')

/** A price in Brazilian format: `R$ 49`, or `R$ 49,90` with cents. */
export const priceText = (cents: number): string => money.format(cents / 100).replace(/\u00a0/g, ' ')

/** `Até 2.000 leads`, `1 usuário`, or `Leads ilimitados` without a limit. */
export function limitText(limit: number | null, one: string, many: string): string {
  if (limit === null) return `${many.charAt(0).toUpperCase()}${many.slice(1)} ilimitados`
  return limit === 1 ? `1 ${one}` : `Até ${count.format(limit)} ${many}`
}

/** A duration: `14 dias`, `1 dia`. */
export const daysText = (days: number): string => (days === 1 ? '1 dia' : `${count.format(days)} dias`)
