import type {} from '../../core/tables.ts'
import type { ActivityType } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    activities: {
      id: Filled<string>
      company_id: string
      type: ActivityType
      description: string
      lead_id: string | null
      lead_name: string | null
      appointment_id: string | null
      data: Json
      created_at: Filled<string>
    }
  }
}
