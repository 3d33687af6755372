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
