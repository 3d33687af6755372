import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
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
  }
}
