import type { ColumnType } from 'kysely'
import type { Filled } from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    files: {
      id: Filled<string>
      company_id: string
      name: string
      type: string
      size: Filled<number>
      created_at: Filled<string>
      expires_at: ColumnType<string, string | Date, string | Date>
    }
    file_pieces: { company_id: string; file_id: string; n: number; data: ColumnType<Buffer, Buffer, never> }
  }
}
