import { resealIntegrations } from './queries.ts'

export const reseal = resealIntegrations
