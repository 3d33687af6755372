import type { JSONColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { RecordKind, RecordProblem, RecordState, TlsMode } from './rules.ts'

/** The result of a check for one record. */
export type RecordCheck = {
  kind: RecordKind
  /** The name of the record that was looked for; another one's result is not this one's. */
  name: string
  state: Exclude<RecordState, 'unchecked'>
  problem: RecordProblem | null
  /** Cut to a bound. */
  found: string[]
  /** The corrected value of the found record, or the found one where it is right. */
  value: string | null
  at: string
}

declare module '../../core/tables.ts' {
  interface Tables {
    email_senders: {
      id: Filled<string>
      company_id: string
      name: string
      local_part: string
      domain: string
      reply_to: string | null
      smtp_host: string | null
      smtp_port: number | null
      smtp_tls: TlsMode | null
      smtp_user: string | null
      smtp_password: string | null
      spf_include: string | null
      per_second: number | null
      per_hour: number | null
      per_day: number | null
      tracking: Filled<boolean>
      takes_answers: Filled<boolean>
      /** Its mails stay on the outbox page. */
      kept: Filled<boolean>
      pending_since: Filled<string>
      proved_at: OptionalTimestamp
      checked_at: OptionalTimestamp
      tried_at: OptionalTimestamp
      checks: JSONColumnType<RecordCheck[], string | undefined, string>
      created_at: Filled<string>
      updated_at: Filled<string>
    }
    email_sender_keys: {
      id: Filled<string>
      company_id: string
      sender_id: string
      state: 'signing' | 'next'
      selector: string
      public_key: string
      private_key: string
      created_at: Filled<string>
    }
  }
}
