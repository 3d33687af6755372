import type { ColumnType, GeneratedAlways } from 'kysely'
import type {} from '../core/tables.ts'
import type { LeadMark, LeadStatus, PreferredPeriod } from './rules.ts'

declare module '../core/tables.ts' {
  interface Tables {
    leads: {
      id: Filled<string>
      company_id: string
      name: string
      email: string | null
      phone: string | null
      phone_key: string | null
      cnpj: string | null
      company: string | null
      message: string | null
      status: Filled<LeadStatus>
      source: string
      preferred_date: string | null
      preferred_period: PreferredPeriod | null
      preferred_time: string | null
      consent_given: boolean
      owner_id: string | null
      held_at: OptionalTimestamp
      marks: LeadMark[]
      custom: ColumnType<Record<string, unknown>, string, string>
      submitted_at: OptionalTimestamp
      received_at: Filled<string>
      updated_at: Filled<string>
      submission_key: string | null
      submission_hash: string | null
      email_key: GeneratedAlways<string | null>
      search: GeneratedAlways<string>
    }
    consents: {
      id: Filled<string>
      company_id: string
      lead_id: string
      channels: string[]
      granted: boolean
      text: string
      source: string
      ip: string | null
      user_agent: string | null
      decided_at: Filled<string>
    }
    lead_usage: { company_id: string; month: string; n: number }
    lead_counts: { company_id: string; status: LeadStatus; slot: number; n: number }
  }
}
