import type {} from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    appointment_waits: {
      company_id: string
      id: Filled<string>
      lead_id: string
      service_id: string
      /** Null where anybody will do. */
      employee_id: string | null
      first_day: string
      last_day: string
      created_at: Filled<string>
      checked_at: Filled<string>
      notified_at: OptionalTimestamp
      left_at: OptionalTimestamp
    }
  }
}
