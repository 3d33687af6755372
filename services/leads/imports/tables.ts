import type { ColumnType } from 'kysely'
import type { Filled } from '../../core/tables.ts'
import type { RowOutcome } from './rules.ts'
import type { ImportSettings, Reading } from './schema.ts'

/** A bad value of a row; `unknown` where its field has a list of values, and this is none of them. */
export type RowError = { column: string | null; field: string | null; value: string; reason: string; unknown: boolean }

declare module '../../core/tables.ts' {
  interface Tables {
    imports: {
      id: Filled<string>
      company_id: string
      file_id: string
      name: string
      size: number
      reading: ColumnType<Reading, string, string>
      settings: ColumnType<ImportSettings | null, string | null | undefined, string | null>
      check_id: Filled<string | null>
      operation_id: Filled<string | null>
      staged: Filled<number>
      actor_id: string | null
      actor_name: string | null
      created_at: Filled<string>
    }
    column_fields: {
      company_id: string
      name: string
      label: string
      created_at: Filled<string>
      deleted_at: OptionalTimestamp
    }
    import_rows: {
      company_id: string
      import_id: string
      row: number
      cells: string[]
      name: string | null
      errors: ColumnType<RowError[], string, string>
      mended: ColumnType<RowError[], string | undefined, string>
      same_as: number | null
      planned: RowOutcome | null
      planned_lead: string | null
      outcome: RowOutcome | null
      lead_id: string | null
    }
  }
}
