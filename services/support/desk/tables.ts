import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    known_issues: {
      id: Filled<string>
      title: string
      text: Filled<string>
      status: Filled<'open' | 'solved'>
      created_by: string | null
      created_at: Filled<string>
      solved_at: OptionalTimestamp
    }
    canned_answers: { id: Filled<string>; shortcut: string; text: string; updated_at: Filled<string> }
    ticket_views: {
      id: Filled<string>
      user_id: string
      name: string
      shared: Filled<boolean>
      filter: ColumnType<Record<string, unknown>, string, string>
      created_at: Filled<string>
    }
    ticket_links: { from_company: string; from_ticket: string; to_company: string; to_ticket: string }
  }
}
