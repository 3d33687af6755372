export const planKeys = ['basic', 'pro', 'advanced', 'enterprise'] as const
export type PlanKey = (typeof planKeys)[number]

/** Null means without limit. */
export type Limits = { leadsPerMonth: number | null; users: number | null }

type Overrides = { leadsLimit: number | null; usersLimit: number | null; limitsUntil: string | null }

/** What a company may use: its plan's limits, or those that staff gave to it while they hold. */
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

/** A price as it is written in Brazil: `R$ 49`, or `R$ 49,90` where there are cents. */
export const priceText = (cents: number): string => money.format(cents / 100).replace(/\u00a0/g, ' ')

/** `Até 2.000 leads`, `1 usuário`, or `Leads ilimitados` where there is no limit. */
export function limitText(limit: number | null, one: string, many: string): string {
  if (limit === null) return `${many.charAt(0).toUpperCase()}${many.slice(1)} ilimitados`
  return limit === 1 ? `1 ${one}` : `Até ${count.format(limit)} ${many}`
}

/** Features that plans name and that are not there yet; each goes from here when it comes. */
const announced = ['WhatsApp', 'Instagram', 'Agenda on-line', 'E-mail marketing']

export const isComing = (feature: string): boolean => announced.some(name => feature.includes(name))

/** A feature of a plan in a sentence, with word of it where it is not there yet. */
export const featureText = (feature: string): string => (isComing(feature) ? `${feature} (em breve)` : feature)

/** How long something lasts: `14 dias`, `1 dia`. */
export const daysText = (days: number): string => (days === 1 ? '1 dia' : `${count.format(days)} dias`)

type Use = { users: { used: number }; leads: { used: number } }

/** What a plan will not allow that the company does today, in sentences; nothing of it is deleted. */
export function lostWith(plan: Limits, { users, leads }: Use): string[] {
  const lost: string[] = []
  if (plan.users !== null && users.used > plan.users)
    lost.push(
      `Você tem ${users.used} usuários e este plano permite ${plan.users}. Ninguém perde o acesso, mas não será possível convidar mais pessoas.`
    )
  if (plan.leadsPerMonth !== null && leads.used > plan.leadsPerMonth)
    lost.push(
      `Você recebeu ${leads.used} leads neste mês e este plano permite ${plan.leadsPerMonth}. Nenhum lead é excluído.`
    )
  return lost
}
