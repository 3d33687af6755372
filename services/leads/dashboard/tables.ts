import type {} from '../../core/tables.ts'
import type { LeadStatus } from '../leads/rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    lead_days: {
      company_id: string
      day: string
      status: LeadStatus
      /** '' for no owner, no campaign and no reason. */
      owner_id: string
      source: string
      campaign: string
      lost_reason: string
      /** -1 for settled rows. */
      slot: number
      n: number
      reached: number
      contacted: number
      booked: number
      waited: number
      entered: number
    }
    /** Settled rows of lead_days, by month. */
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
      contacted: number
      booked: number
      waited: number
      entered: number
    }
    /** Settled rows of lead_days, by day and owner. */
    lead_day_totals: { company_id: string; day: string; owner_id: string; n: number; converted: number }
    /** `blocks`: in the person's order; those not named follow. */
    dashboard_settings: { company_id: string; employee_id: string; hidden: string[]; blocks: string[] }
  }
}
