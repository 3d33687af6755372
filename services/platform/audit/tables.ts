import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { AuditProblem } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    audit_log: {
      company_id: string
      seq: ColumnType<number, never, never>
      at: ColumnType<string, never, never>
      actor_id: string | null
      actor_name: string | null
      action: string
      object_type: string | null
      object_id: string | null
      object_name: string | null
      changes: ColumnType<Record<string, [unknown, unknown]>, string, never>
      reason: string | null
      ip: string | null
      request_id: string | null
      hash: ColumnType<Buffer, never, never>
    }
    audit_checks: {
      company_id: string
      checked_at: Timestamp
      last_seq: number
      last_hash: ColumnType<Buffer | null>
      broken_seq: number | null
      problem: AuditProblem | null
    }
  }
}
