import type {} from '../../core/tables.ts'
import type { SuppressionReason } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    suppressions: {
      id: Filled<string>
      company_id: string
      kind: 'email' | 'phone'
      hash: Buffer
      contact: string | null
      lead_id: string | null
      reason: SuppressionReason
      note: Filled<string>
      actor_name: string | null
      created_at: Filled<string>
      promotions_left_at: OptionalTimestamp
      until: OptionalTimestamp
      lifted_at: OptionalTimestamp
      lifted_by: Filled<string | null>
      lifted_reason: Filled<string | null>
    }
  }
}
