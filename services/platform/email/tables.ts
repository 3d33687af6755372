import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { MailedFile, MailNature, MailThread } from './account.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    mails: {
      id: Filled<string>
      company_id: string
      job_id: string
      to_address: string
      subject: string
      text: string
      status: 'kept' | 'queued' | 'sent' | 'failed'
      error: string | null
      lead_id: string | null
      /** The name that it comes from; null: the installation's. */
      from_name: Filled<string | null>
      /** As its reader sees it, where it is more than its text. */
      html: Filled<string | null>
      /** Its iCalendar part. */
      calendar: Filled<string | null>
      created_at: Filled<string>
      sent_at: OptionalTimestamp
    }
    mail_days: { company_id: string; day: string; sent: number; told: Filled<number> } // english: a column
    account_mails: {
      id: Filled<string>
      to_address: string
      subject: string
      text: string
      html: string
      status: 'kept' | 'queued' | 'sent' | 'failed' | 'bounced'
      error: string | null
      /** Set for mails to the people behind a company's leads. */
      company_id: Filled<string | null>
      cause: Filled<string | null>
      thread: ColumnType<MailThread | null, string | null | undefined, string | null>
      /** The address is deleted once the mail is sent. */
      forget: Filled<boolean>
      /** Files that go with it. */
      files: ColumnType<readonly MailedFile[], string | undefined, never>
      /** Further addresses that it goes to. */
      copies: Filled<string[]>
      kind: Filled<MailNature>
      created_at: Filled<string>
      sent_at: OptionalTimestamp
    }
  }
}
