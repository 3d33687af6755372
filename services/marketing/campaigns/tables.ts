import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { LeadFilterQuery } from '../../leads/leads/schema.ts'
import type {
  CampaignState,
  CarrierKind,
  RecipientReason,
  RecipientState,
  TemplateValueSource,
  Variant
} from './rules.ts'

/** The audience of a campaign: its filter, and the leads that its author sees. */
export type StoredAudience = { filter: LeadFilterQuery; owners: string[] | null; me: string | null }

/**
 * For whom a step of a series is no longer meant when it is sent: with these statuses of the lead, after an answer, or
 * so many hours after it was due.
 */
export type Stops = { statuses: string[]; answers: boolean; lateHours: number }

/** How many got each subject of a test, and how many of them clicked. */
export type TestResult = Record<Variant, { sent: number; clicked: number }>

declare module '../../core/tables.ts' {
  interface Tables {
    campaigns: {
      id: Filled<string>
      company_id: string
      carrier: CarrierKind
      name: string
      state: Filled<CampaignState>
      subject: string
      template_id: string | null
      audience: ColumnType<StoredAudience, string, string>
      quiet_hours: Filled<boolean>
      scheduled_at: OptionalTimestamp
      sends: Filled<boolean>
      content: ColumnType<unknown, string | null | undefined, string | null>
      problem: Filled<string | null>
      paused_name: Filled<string | null>
      paused_at: OptionalTimestamp
      resumed_at: OptionalTimestamp
      version: Filled<number>
      created_by: string | null
      created_name: string | null
      created_at: Filled<string>
      updated_at: Filled<string>
      prepared_at: OptionalTimestamp
      started_at: OptionalTimestamp
      finished_at: OptionalTimestamp
      series_id: Filled<string | null>
      step: Filled<number | null>
      wait_hours: Filled<number | null>
      stops: ColumnType<Stops | null, string | null | undefined, string | null>
      subject_b: Filled<string | null>
      test_share: Filled<number | null>
      test_hours: Filled<number | null>
      tested_at: OptionalTimestamp
      winner: Filled<Variant | null>
      test_result: ColumnType<TestResult | null, string | null | undefined, string | null>
      template_values: ColumnType<Record<string, TemplateValueSource> | null, string | null | undefined, string | null>
      look_again_at: OptionalTimestamp
    }
    campaign_recipients: {
      id: Filled<string>
      company_id: string
      campaign_id: string
      lead_id: string | null
      address: string | null
      state: RecipientState
      reason: RecipientReason | null
      answer: Filled<string | null>
      attempts: Filled<number>
      due_at: OptionalTimestamp
      claimed_by: Filled<string | null>
      claimed_at: OptionalTimestamp
      sent_at: OptionalTimestamp
      unsubscribed_at: OptionalTimestamp
      report: Filled<'bounced' | 'complained' | null>
      reported_at: OptionalTimestamp
      answered_at: OptionalTimestamp
      entrant: Filled<string | null>
      occasion: Filled<string | null>
      since_at: OptionalTimestamp
      variant: Filled<Variant | null>
      message_id: Filled<string | null>
      delivered_at: OptionalTimestamp
      read_at: OptionalTimestamp
    }
    campaign_clicks: {
      company_id: string
      campaign_id: string
      recipient_id: string
      link: number
      automatic: boolean
      times: Filled<number>
      first_at: Filled<string>
      last_at: Filled<string>
    }
    campaign_lanes: {
      company_id: string
      carrier: CarrierKind
      holder: Filled<string | null>
      leased_until: OptionalTimestamp
      rest_until: OptionalTimestamp
      rest_reason: Filled<string | null>
      failures: Filled<number>
      hour_began: OptionalTimestamp
      hour_sent: Filled<number>
      day_began: OptionalTimestamp
      day_sent: Filled<number>
    }
  }
}
