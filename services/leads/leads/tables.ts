import type { ColumnType, GeneratedAlways } from 'kysely'
import type {} from '../../core/tables.ts'
import type { MatchReason } from '../merges/rules.ts'
import type { StoredAddress } from './addresses/rules.ts'
import type { KeptConsents, LeadMark, LeadStatus, PreferredPeriod, ScoreReason, Touch } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    leads: {
      id: Filled<string>
      company_id: string
      name: string
      email: string | null
      phone: string | null
      phone_key: string | null
      /** The whole lists of a lead with several; null for one plain one, which is `phone` or `email`. */
      phones: ColumnType<StoredAddress[] | null, string | null | undefined, string | null>
      emails: ColumnType<StoredAddress[] | null, string | null | undefined, string | null>
      cnpj: string | null
      company: string | null
      company_role: Filled<string | null>
      message: string | null
      status: Filled<LeadStatus>
      /** The own funnel and its step; null: the usual funnel, whose steps are the statuses. `choose_step` keeps them right. */
      funnel_id: Filled<string | null>
      step_key: Filled<string | null>
      source: string
      value_cents: Filled<number | null>
      expected_on: Filled<string | null>
      /** The day of the sale of a lead that is won; `ledger.sql` fills it. */
      sold_on: Filled<string | null>
      preferred_date: Filled<string | null>
      preferred_period: Filled<PreferredPeriod | null>
      preferred_time: Filled<string | null>
      consent_given: boolean
      consents: ColumnType<KeptConsents, string | undefined, string>
      owner_id: string | null
      held_at: OptionalTimestamp
      imported_at: OptionalTimestamp
      marks: LeadMark[]
      custom: ColumnType<Record<string, unknown>, string, string>
      submitted_at: OptionalTimestamp
      received_at: Filled<string>
      updated_at: Filled<string>
      version: Filled<number>
      rank: Filled<string>
      status_at: Filled<string>
      lost_reason: Filled<string | null>
      /** Ids of its tags; maintained by the database. */
      tags: Filled<string[]>
      score: Filled<number | null>
      scored_at: OptionalTimestamp
      score_reasons: ColumnType<ScoreReason[], string | undefined, string>
      first_contact_at: OptionalTimestamp
      first_scheduled_at: OptionalTimestamp
      last_contact_at: OptionalTimestamp
      /** When the first open task is due; maintained by the database. */
      next_task_at: OptionalTimestamp
      first_touch: ColumnType<Touch | null, string | null | undefined, string | null>
      last_touch: ColumnType<Touch | null, string | null | undefined, string | null>
      merged_into: Filled<string | null>
      deleted_at: OptionalTimestamp
      touched_at: GeneratedAlways<string>
      doubtful: GeneratedAlways<boolean>
      email_key: GeneratedAlways<string | null>
      search: GeneratedAlways<string>
    }
    /** Keys of the telephones and e-mails beside the main ones; maintained by the database. */
    lead_addresses: { company_id: string; key: string; lead_id: string; value: string }
    submissions: {
      id: Filled<string>
      company_id: string
      lead_id: string
      form_id: Filled<string | null>
      form_version: Filled<number | null>
      key: string | null
      hash: string | null
      answers: ColumnType<Record<string, unknown>, string, string>
      touch: ColumnType<Touch, string | undefined, string>
      source: string
      marks: LeadMark[]
      matched_by: ColumnType<MatchReason[], string[] | undefined, string[]>
      ip: string | null
      submitted_at: OptionalTimestamp
      received_at: Filled<string>
    }
    lead_changes: {
      id: Filled<string>
      company_id: string
      lead_id: string
      field: string
      before: ColumnType<unknown, string | null, never>
      after: ColumnType<unknown, string | null, never>
      actor_id: Filled<string | null>
      actor_name: Filled<string | null>
      operation_id: Filled<string | null>
      created_at: Filled<string>
    }
    lead_facets: {
      company_id: string
      /** '' for the count of leads regardless of tags. */
      tag_id: string
      /** The key of the step. */
      status: string
      /** '' for no owner. */
      owner_id: string
      source: string
      slot: number
      n: number
    }
    lead_usage: { company_id: string; month: string; n: number }
    lead_counts: { company_id: string; status: string; slot: number; n: number }
  }
}
