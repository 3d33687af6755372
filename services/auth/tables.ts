import type {} from '../core/tables.ts'
import type { UserRole } from './rules.ts'

declare module '../core/tables.ts' {
  interface Tables {
    users: {
      id: Filled<string>
      name: string
      email: string
      phone: string | null
      password_hash: string
      role: Filled<UserRole>
      permissions: Filled<string[]>
      active: Filled<boolean>
      created_at: Filled<string>
    }
    employees: {
      id: Filled<string>
      company_id: string
      user_id: string
      role: string
      permissions: Filled<string[]>
      active: Filled<boolean>
      created_at: Filled<string>
    }
    sessions: {
      id: Filled<string>
      user_id: string
      company_id: string | null
      generation: Filled<number>
      renewed_at: Filled<string>
      seen_at: Filled<string>
      created_at: Filled<string>
      expires_at: Timestamp
      ended_at: OptionalTimestamp
      end_reason: string | null
      ip: string | null
      user_agent: string | null
    }
  }
}
