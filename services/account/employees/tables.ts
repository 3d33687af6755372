import type { GeneratedAlways } from 'kysely'
import type {} from '../../core/tables.ts'
import type { LeadAccess } from '../auth/rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    employees: {
      id: Filled<string>
      company_id: string
      user_id: string
      /** Copied from the user by the database. */
      name: GeneratedAlways<string>
      email: GeneratedAlways<string>
      /** Copied in the same way. */
      email_confirmed: GeneratedAlways<boolean>
      role: string
      permissions: Filled<string[]>
      active: Filled<boolean>
      lead_access: Filled<LeadAccess>
      team: string | null
      seen_at: OptionalTimestamp
      deactivated_at: OptionalTimestamp
      created_at: Filled<string>
    }
  }
}
