import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { TaskKind } from '../leads/rules.ts'

/** A task that was moved: when it was due, and when it is since. */
export type MovedTask = { id: string; from: string; to: string }

declare module '../../core/tables.ts' {
  interface Tables {
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
    task_moves: {
      id: Filled<string>
      company_id: string
      actor_id: string | null
      moved: ColumnType<MovedTask[], string, never>
      created_at: Filled<string>
      undone_at: OptionalTimestamp
    }
  }
}
