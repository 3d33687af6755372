import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { Counts } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    score_models: {
      company_id: string
      enabled: Filled<boolean>
      won: Filled<number>
      lost: Filled<number>
      counts: ColumnType<Counts, string | undefined, string>
      learnt_at: OptionalTimestamp
    }
  }
}
