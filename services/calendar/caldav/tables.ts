import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { RemoteCalendar } from './client.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    caldav_accounts: {
      id: Filled<string>
      company_id: string
      employee_id: string
      name: string
      /** Sealed, as the password is. */
      address: string
      password: string
      username: string
      calendars: ColumnType<RemoteCalendar[], string | undefined, string>
      /** The address of the calendar that gets the person's appointments. */
      receives: Filled<string | null>
      due_at: Filled<string>
      good_at: OptionalTimestamp
      error: Filled<string | null>
      failures: Filled<number>
      created_at: Filled<string>
    }
    /** An appointment as it was last written to a calendar. */
    caldav_entries: {
      company_id: string
      account_id: string
      appointment_id: string
      href: string
      etag: string | null
      version: number
      starts_at: string
      ends_at: string
      /** When it was found to have been deleted there. */
      gone_at: OptionalTimestamp
    }
  }
}
