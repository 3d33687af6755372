import type {} from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    tags: { id: Filled<string>; company_id: string; name: string; color: Filled<string>; created_at: Filled<string> }
    lead_tags: { company_id: string; tag_id: string; lead_id: string; received_at: string }
  }
}
