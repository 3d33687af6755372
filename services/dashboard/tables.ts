import type {} from '../core/tables.ts'
import type { LeadStatus } from '../leads/rules.ts'

declare module '../core/tables.ts' {
  interface Tables {
    lead_days: {
      company_id: string
      day: string
      status: LeadStatus
      /** '' for nobody, no campaign and no reason. */
      owner_id: string
      source: string
      campaign: string
      lost_reason: string
      slot: number
      n: number
      reached: number
      waited: number
      entered: number
    }
    dashboard_settings: { company_id: string; employee_id: string; hidden: string[] }
  }
}
