import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { TemplateButton, TemplateCategory, TemplateContent, TemplateHeader, TemplateStatus } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    message_templates: {
      id: Filled<string>
      company_id: string
      name: string
      language: string
      category: TemplateCategory
      previous_category: TemplateCategory | null
      status: Filled<TemplateStatus>
      rejected_reason: string | null
      quality: string | null
      named: Filled<boolean>
      header: ColumnType<TemplateHeader | null, string | null, string | null>
      body: string
      footer: string | null
      buttons: ColumnType<TemplateButton[], string | undefined, string>
      examples: ColumnType<Record<string, string>, string | undefined, string>
      draft: ColumnType<TemplateContent | null, string | null, string | null>
      external_id: string | null
      status_at: Filled<string>
      quality_at: OptionalTimestamp
      category_at: OptionalTimestamp
      edited_at: OptionalTimestamp
      busy_until: OptionalTimestamp
      synced_at: OptionalTimestamp
      used_at: OptionalTimestamp
      created_at: Filled<string>
      updated_at: Filled<string>
    }
  }
}
