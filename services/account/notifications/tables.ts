import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { MediaChoice, NotificationKind } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    notifications: {
      id: Filled<string>
      company_id: string
      employee_id: string
      kind: NotificationKind
      lead_id: string | null
      title: string
      body: Filled<string>
      link: string
      shown: boolean
      mail: boolean
      created_at: Filled<string>
      read_at: OptionalTimestamp
      mailed_at: OptionalTimestamp
      cause: Filled<string | null>
    }
    notification_settings: {
      company_id: string
      employee_id: string
      /** `no_mail` is stored too, so that queries need not know the defaults. */
      media: ColumnType<Partial<Record<NotificationKind, Partial<MediaChoice> & { no_mail?: true }>>, string, string>
      quiet_from: number | null
      quiet_to: number | null
      digest_hour: number | null
      digest_day: Filled<string | null>
      /** Sunday is 0. */
      week_day: number | null
      week_sent: Filled<string | null>
    }
  }
}
