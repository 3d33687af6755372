import type { ColumnType, GeneratedAlways } from 'kysely'
import type {} from '../../core/tables.ts'
import type { OptionType } from '../forms/rules.ts'
import type { MatchReason } from '../merges/rules.ts'
import type {
  KeptConsents,
  LeadMark,
  LeadStatus,
  OperationState,
  PreferredPeriod,
  ScoreReason,
  TaskKind,
  Touch
} from './rules.ts'

declare module '../../core/tables.ts' {
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
      value_cents: Filled<number | null>
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
      form_id: Filled<string | null>
      form_version: Filled<number | null>
      /** The version of the consent text; raised when the company changes it. */
      text_version: Filled<number | null>
      decided_at: Filled<string>
      actor_id: Filled<string | null>
      actor_name: Filled<string | null>
      purpose: Filled<string>
      /** How the employee who recorded the decision knows of it. */
      evidence: Filled<string | null>
    }
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
    tags: { id: Filled<string>; company_id: string; name: string; color: Filled<string>; created_at: Filled<string> }
    lead_tags: { company_id: string; tag_id: string; lead_id: string; received_at: string }
    notes: {
      id: Filled<string>
      company_id: string
      lead_id: string
      author_id: Filled<string | null>
      author_name: Filled<string | null>
      text: string
      mentions: Filled<string[]>
      pinned_at: OptionalTimestamp
      created_at: Filled<string>
      updated_at: OptionalTimestamp
      deleted_at: OptionalTimestamp
    }
    tasks: {
      id: Filled<string>
      company_id: string
      lead_id: string
      title: string
      kind: Filled<TaskKind>
      due_at: string
      remind_at: OptionalTimestamp
      reminded_at: OptionalTimestamp
      owner_id: string | null
      done_at: OptionalTimestamp
      done_by: Filled<string | null>
      created_by: Filled<string | null>
      created_name: Filled<string | null>
      deleted_at: OptionalTimestamp
      operation_id: Filled<string | null>
      created_at: Filled<string>
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
    lead_views: {
      id: Filled<string>
      company_id: string
      employee_id: string
      name: string
      shared: Filled<boolean>
      view: ColumnType<Record<string, unknown>, string, string>
      created_at: Filled<string>
      deleted_at: OptionalTimestamp
    }
    operations: {
      id: Filled<string>
      company_id: string
      kind: string
      params: ColumnType<Record<string, unknown>, string | undefined, string>
      state: Filled<OperationState>
      total: Filled<number>
      done: Filled<number>
      changed: Filled<number>
      skipped: Filled<number>
      result: ColumnType<Record<string, unknown>, string | undefined, string>
      error: Filled<string | null>
      actor_id: Filled<string | null>
      actor_name: Filled<string | null>
      created_at: Filled<string>
      finished_at: OptionalTimestamp
      undone_at: OptionalTimestamp
    }
    operation_rows: {
      company_id: string
      operation_id: string
      lead_id: string
      version: number
      state: Filled<'waiting' | 'changed' | 'skipped' | 'undone' | 'kept'>
      before: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
      after: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
      reason: Filled<string | null>
    }
    lead_facets: {
      company_id: string
      /** '' for the count of leads regardless of tags. */
      tag_id: string
      status: LeadStatus
      /** '' for no owner. */
      owner_id: string
      source: string
      slot: number
      n: number
    }
    answer_fields: {
      company_id: string
      name: string
      label: string
      type: OptionType
      options: string[]
      counted: boolean
    }
    answer_counts: {
      company_id: string
      field: string
      value: string
      status: LeadStatus
      /** '' for no owner. */
      owner_id: string
      source: string
      /** -1 for merged counts. */
      slot: number
      n: number
    }
    merges: {
      id: Filled<string>
      company_id: string
      lead_id: string
      other_id: string
      other_name: string
      before: ColumnType<Record<string, unknown>, string, never>
      other_before: ColumnType<Record<string, unknown>, string, never>
      after: ColumnType<Record<string, unknown>, string | undefined, string>
      moved: ColumnType<Record<string, string[]>, string | undefined, string>
      actor_id: string | null
      actor_name: string | null
      created_at: Filled<string>
      undone_at: OptionalTimestamp
      undone_by: Filled<string | null>
      kept: Filled<string[]>
    }
    distinct_leads: {
      company_id: string
      lead_id: string
      other_id: string
      actor_id: string | null
      actor_name: string | null
      created_at: Filled<string>
    }
    lead_usage: { company_id: string; month: string; n: number }
    lead_counts: { company_id: string; status: LeadStatus; slot: number; n: number }
  }
}
