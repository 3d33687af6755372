import type {} from '../../core/tables.ts'
import type { LeadStatus } from '../../leads/leads/rules.ts'
import type { CarrierKind } from '../campaigns/rules.ts'
import type { SeriesKind, SeriesReach } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    mail_series: {
      id: Filled<string>
      company_id: string
      carrier: CarrierKind
      name: string
      kind: SeriesKind
      field: string | null
      yearly: Filled<boolean>
      reach: SeriesReach
      stop_statuses: LeadStatus[]
      quiet_hours: Filled<boolean>
      on_since: OptionalTimestamp
      version: Filled<number>
      created_by: string | null
      created_name: string | null
      created_at: Filled<string>
      updated_at: Filled<string>
      removed_at: OptionalTimestamp
    }
  }
}
