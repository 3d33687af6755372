import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'

/** A task that was moved: when it was due, and when it is since. */
export type MovedTask = { id: string; from: string; to: string }

declare module '../../core/tables.ts' {
  interface Tables {
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
