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
      /** -1 for what is settled. */
      slot: number
      n: number
      reached: number
      waited: number
      entered: number
    }
    /** What is settled of lead_days, by month. */
    lead_months: {
      company_id: string
      month: string
      status: LeadStatus
      owner_id: string
      source: string
      campaign: string
      lost_reason: string
      n: number
      reached: number
      waited: number
      entered: number
    }
    /** What is settled of lead_days, by day and owner. */
    lead_day_totals: { company_id: string; day: string; owner_id: string; n: number; converted: number }
    /** `blocks`: in the order that the person gave them; those that are not named follow. */
    dashboard_settings: { company_id: string; employee_id: string; hidden: string[]; blocks: string[] }
  }
}
