import type { ColumnType } from 'kysely'
import type {} from '../../core/tables.ts'
import type { FormEvent } from './drafts/rules.ts'
import type { FormContent, FormField, FormSettings, OptionType } from './rules.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    forms: {
      id: Filled<string>
      company_id: string
      name: Filled<string>
      slug: Filled<string>
      source: Filled<string>
      title: string
      description: string
      fields: ColumnType<FormField[], string, string>
      settings: ColumnType<Partial<FormSettings>, string | undefined, string>
      version: Filled<number>
      consent_version: Filled<number>
      published_at: ColumnType<string | null, string | null | undefined, string | null>
      draft: ColumnType<FormContent | null, string | null | undefined, string | null>
      revision: Filled<number>
      edited_by: Filled<string | null>
      archived_at: ColumnType<string | null, string | null | undefined, string | null>
      created_at: Filled<string>
      updated_at: Filled<string>
    }
    form_versions: {
      company_id: string
      form_id: string
      version: number
      title: string
      description: string
      fields: ColumnType<FormField[], string, never>
      settings: ColumnType<Partial<FormSettings>, string, never>
      consent_version: number
      published_by: string | null
      published_at: Filled<string>
    }
    form_counts: {
      company_id: string
      form_id: string
      day: string
      kind: FormEvent
      source: string
      detail: string
      n: number
    }
    answer_fields: {
      company_id: string
      name: string
      label: string
      type: OptionType
      options: string[]
      counted: boolean
    }
    answer_counts: {
      company_id: string
      field: string
      value: string
      /** The key of the step. */
      status: string
      /** '' for no owner. */
      owner_id: string
      source: string
      /** -1 for merged counts. */
      slot: number
      n: number
    }
  }
}
