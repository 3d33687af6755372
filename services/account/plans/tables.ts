import type { PlanKey } from '../../core/planKeys/rules.ts'
import type {} from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    plans: {
      key: PlanKey
      name: string
      price_cents: number
      description: string
      leads_per_month: number | null
      users: number | null
      /** The number of forms allowed; null without a limit. */
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
