import type { ColumnType } from 'kysely'
import type {} from '../core/tables.ts'

declare module '../core/tables.ts' {
  interface Tables {
    demo_parts: {
      name: string
      details: ColumnType<Record<string, unknown>, string, string>
    }
  }
}
