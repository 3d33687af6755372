import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { Habits, IntegrationStatus } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    integrations: {
      id: Filled<string>
      name: string
      description: string
      status: IntegrationStatus
      icon: string
      /** Sealed for this row: see core/secrets.ts. */
      api_key: string | null
      last4: string | null
      base_url: string | null
      model: string | null
      monthly_token_cap: number | null
      checked_at: OptionalTimestamp
      check_error: string | null
      habits: ColumnType<StoredHabits | null, string | null | undefined, string | null>
      created_at: Filled<string>
      updated_at: Filled<string>
    }
    integration_usage: { integration_id: string; month: string; tokens: number }
  }
}

/** `of`: the address and the model that has them. */
export type StoredHabits = Habits & { of: string; at: string }
