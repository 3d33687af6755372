import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
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
  }
}
