import type { Limits } from '../../../../services/account/plans/rules.ts'

const day = 86_400_000

/** Whole days that are left until a moment, counting the one that has begun; null where it has passed. */
export function daysLeft(until: string | null, now = Date.now()): number | null {
  const left = until ? new Date(until).getTime() - now : 0
  return left > 0 ? Math.ceil(left / day) : null
}

/** 'Faltam 3 dias' */
export const daysLeftText = (days: number): string => (days === 1 ? 'Falta 1 dia' : `Faltam ${days} dias`)

type Use = { users: { used: number }; leads: { used: number } }

/** The present uses that a plan will not allow, in sentences; nothing is deleted. */
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
