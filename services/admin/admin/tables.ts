import type {} from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    company_notes: { company_id: string; text: string; updated_at: Filled<string> }
    support_accesses: {
      id: Filled<string>
      company_id: string
      user_id: string
      user_name: string
      reason: string
      started_at: Filled<string>
      ends_at: Timestamp
      ended_at: OptionalTimestamp
    }
    error_log: {
      id: Filled<string>
      route: string
      message: string
      status: number
      count: Filled<number>
      first_at: Filled<string>
      last_at: Filled<string>
      request_ids: string[]
    }
  }
}
