import type {} from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    notes: {
      id: Filled<string>
      company_id: string
      lead_id: string
      author_id: Filled<string | null>
      author_name: Filled<string | null>
      text: string
      mentions: Filled<string[]>
      pinned_at: OptionalTimestamp
      created_at: Filled<string>
      updated_at: OptionalTimestamp
      deleted_at: OptionalTimestamp
    }
  }
}
