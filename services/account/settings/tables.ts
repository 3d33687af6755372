import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    settings: {
      key: string
      value: ColumnType<unknown, string, string>
      updated_at: Filled<string>
      updated_by: string | null
    }
  }
}
