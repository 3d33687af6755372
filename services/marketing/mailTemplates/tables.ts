import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { MailBody } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    email_templates: {
      id: Filled<string>
      company_id: string
      name: string
      subject: string
      preheader: string
      body: ColumnType<MailBody, string, string>
      version: Filled<number>
      created_at: Filled<string>
      updated_at: Filled<string>
      updated_by: string | null
    }
  }
}
