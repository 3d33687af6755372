import type {} from '../../core/tables.ts'
import type { LinkKind } from './links.ts'
import type { SignInOutcome, UserRole } from './rules.ts'

declare module '../../core/tables.ts' {
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
      job_title: string | null
      time_zone: Filled<string>
      email_confirmed_at: OptionalTimestamp
      password_changed_at: OptionalTimestamp
      second_factor_secret: string | null
      second_factor_at: OptionalTimestamp
      second_factor_step: number | null
      created_at: Filled<string>
    }
    recovery_codes: {
      user_id: string
      code_hash: Buffer
      used_at: OptionalTimestamp
    }
    email_changes: {
      user_id: string
      email: string
      by_old_at: OptionalTimestamp
      by_new_at: OptionalTimestamp
      created_at: Filled<string>
      expires_at: Timestamp
    }
    sign_ins: {
      id: Filled<string>
      user_id: string | null
      email_hash: string | null
      outcome: SignInOutcome
      ip: string | null
      user_agent: string | null
      at: Filled<string>
    }
    account_links: {
      id: Filled<string>
      kind: LinkKind
      token_hash: Buffer
      /** Hash of the token shown to the inviter. */
      shown_hash: Filled<Buffer | null>
      user_id: string | null
      company_id: string | null
      email: string
      data: Json
      created_by: string | null
      created_at: Filled<string>
      expires_at: Timestamp
      used_at: OptionalTimestamp
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
