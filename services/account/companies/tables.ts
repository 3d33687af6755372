import type { PlanKey } from '../../core/planKeys/rules.ts'
import type {} from '../../core/tables.ts'
import type {} from '../plans/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    companies: {
      id: Filled<string>
      name: string
      email: string | null
      phone: string | null
      address: string | null
      cnpj: string | null
      industry: string | null
      plan: Filled<PlanKey>
      time_zone: Filled<string>
      trial_ends_at: OptionalTimestamp
      leads_limit: number | null
      users_limit: number | null
      limits_reason: string | null
      limits_until: OptionalTimestamp
      own: Filled<boolean>
      active: Filled<boolean>
      created_at: Filled<string>
    }
  }
}
