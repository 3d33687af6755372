import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { Refusal, RequestChannel, RequestKind, RequestStatus } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    privacy_settings: {
      company_id: string
      small_agent: Filled<boolean>
      retention_months: Filled<number | null>
      retention_next: Filled<string | null>
      retention_done: Filled<number>
    }
    privacy_requests: {
      id: Filled<string>
      company_id: string
      kind: RequestKind
      channel: RequestChannel
      status: Filled<RequestStatus>
      simplified: Filled<boolean>
      name: string | null
      email: string | null
      phone: string | null
      details: Filled<string>
      proposal: ColumnType<Record<string, string>, string | undefined, string>
      applied: Filled<string[]>
      lead_ids: Filled<string[]>
      received_at: ColumnType<string, string | Date | undefined, string | Date>
      due_at: ColumnType<string, string | Date, string | Date>
      warned_at: OptionalTimestamp
      answered_at: OptionalTimestamp
      answered_by: Filled<string | null>
      refusal: Filled<Refusal | null>
      answer: Filled<string>
      certificate: Filled<number | null>
      created_by: Filled<string | null>
      created_at: Filled<string>
    }
    erasure_certificates: {
      company_id: string
      number: number
      at: ColumnType<string, string | Date, never>
      cause: 'request' | 'retention' | 'restore'
      actor_name: string | null
      request_id: string | null
      leads: number
      counts: ColumnType<Record<string, number>, string, never>
      searched: ColumnType<Record<string, number>, string, never>
      text: string
      sha256: string
    }
  }
}
