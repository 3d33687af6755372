import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { OperationState } from '../leads/rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
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
  }
}
