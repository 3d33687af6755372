/** The plans that there are: what a plan costs and allows is data, how much mail and space it has goes by its key. */
export const planKeys = ['basic', 'pro', 'advanced', 'enterprise'] as const
export type PlanKey = (typeof planKeys)[number]
