import type { JSONColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { CardRules, PriceCategory } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    whatsapp_prices: {
      id: Filled<string>
      market: string
      currency: string
      starts_on: string
      source: string
      prices: JSONColumnType<Partial<Record<PriceCategory, string>>>
      rules: JSONColumnType<CardRules, string | undefined, string>
      author_name: string | null
      created_at: Filled<string>
      replaced_at: OptionalTimestamp
    }
    message_costs: {
      company_id: string
      message_id: string
      channel_id: string
      month: string
      markets: string[] | null
      category: PriceCategory
      currency: string | null
      estimated: number | null
      billed_type: string | null
      billed_category: string | null
      billed: number | null
      failed: Filled<boolean>
      sent_at: Filled<string>
    }
    whatsapp_spending: { company_id: string; limit_micros: number | null; warned_month: string | null }
  }
}
