import type { ColumnType } from 'kysely'
import type {} from '../core/tables.ts'
import type { FormField } from './rules.ts'

declare module '../core/tables.ts' {
  interface Tables {
    forms: {
      id: Filled<string>
      company_id: string
      title: string
      description: string
      fields: ColumnType<FormField[], string, string>
      created_at: Filled<string>
      updated_at: Filled<string>
    }
  }
}
