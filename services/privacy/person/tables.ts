import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    person_accesses: {
      id: Filled<string>
      company_id: string
      email: string | null
      lead_id: string | null
      link_hash: Buffer
      link_until: ColumnType<string, string | Date, string | Date>
      opened_at: OptionalTimestamp
      session_hash: Filled<Buffer | null>
      session_until: OptionalTimestamp
      created_at: Filled<string>
    }
  }
}
