import type {} from '../core/tables.ts'
import type { PlanKey } from './rules.ts'

declare module '../core/tables.ts' {
  interface Tables {
    plans: {
      key: PlanKey
      name: string
      price_cents: number
      description: string
      leads_per_month: number | null
      users: number | null
      /** How many forms a company may have; null for any number. */
      forms: Filled<number | null>
      features: string[]
      limitations: string[]
      highlights: string[]
      popular: boolean
      position: number
      updated_at: Filled<string>
    }
  }
}
