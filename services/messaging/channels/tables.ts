import type { Generated, JSONColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { BusinessHours, ChannelKind, ChannelProblem } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    channels: {
      id: Filled<string>
      company_id: string
      kind: ChannelKind
      account: string | null
      waba_id: string | null
      parent_account: string | null
      reported: JSONColumnType<Record<string, string>, string | undefined, string>
      address: string | null
      name: string | null
      token: string | null
      token_last4: string | null
      token_at: OptionalTimestamp
      token_expires_at: OptionalTimestamp
      token_tried_at: OptionalTimestamp
      login_state: Buffer | null
      login_by: string | null
      login_until: OptionalTimestamp
      app_secret: string | null
      verify_token: string
      active: Filled<boolean>
      problem: ChannelProblem | null
      problem_text: string | null
      problem_at: OptionalTimestamp
      quality: string | null
      messaging_limit: string | null
      throughput: string | null
      currency: string | null
      checked_at: OptionalTimestamp
      proved_at: OptionalTimestamp
      check_error: string | null
      verified_at: OptionalTimestamp
      received_at: OptionalTimestamp
      forged: Filled<number>
      forged_at: OptionalTimestamp
      sending_until: OptionalTimestamp
      paused_until: OptionalTimestamp
      business_hours: JSONColumnType<BusinessHours | null, string | null, string | null>
      away_message: string | null
      confirms_reading: Filled<boolean>
      history: JSONColumnType<{ phase: number; progress: number } | null, string | null, string | null>
      history_at: OptionalTimestamp
      created_at: Filled<string>
      updated_at: Filled<string>
    }
    deliveries: {
      id: Generated<number>
      provider: ChannelKind
      body: Buffer | null
      hash: Buffer
      /** The first of `signers`, which older processes read. */
      signed_by: string | null
      /** The channels whose own secret signed it; null for the installation's app. */
      signers: string[] | null
      accounts: string[] | null
      received_at: Filled<string>
      processed_at: OptionalTimestamp
    }
    delivery_outcomes: {
      delivery_id: number
      company_id: string | null
      channel_id: string | null
      outcome: string
      account: string | null
      reason: string | null
      updates: number
    }
  }
}
