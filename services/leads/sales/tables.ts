import type { ColumnType } from 'kysely'
import type { Filled } from '../../core/tables.ts'
import type { SaleKind } from './rules.ts'

type Columns = {
  id: string
  seq: string
  company_id: string
  thread: string
  lead_id: string | null
  day: string
  kind: SaleKind
  value_cents: number
  owner_id: string | null
  source: string
  campaign: string
  /** Null: the usual funnel. */
  funnel_id: string | null
}

declare module '../../core/tables.ts' {
  interface Tables {
    /** Written by the triggers of `ledger.sql` alone. */
    sales: { [Name in keyof Columns]: ColumnType<Columns[Name], never, Columns[Name]> } & {
      created_at: ColumnType<string, never, never>
    }
    sales_months: {
      company_id: string
      month: string
      closed: boolean
      actor_id: string | null
      actor_name: string | null
      changed_at: Filled<string>
    }
    /** `owner_id`: '' for the company. */
    sales_targets: { company_id: string; month: string; owner_id: string; count: number | null; cents: number | null }
    sales_settings: { company_id: string; closing_day: number | null }
  }
}
