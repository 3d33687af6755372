import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { DistributionMode, Member } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    distributions: {
      company_id: string
      mode: DistributionMode
      members: ColumnType<Member[], string, string>
      fallback_id: string | null
      last_id: Filled<string | null>
    }
    distribution_log: {
      id: Filled<string>
      company_id: string
      lead_id: string
      owner_id: string | null
      reason: string
      created_at: Filled<string>
    }
  }
}
