import type {} from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    booking_pages: {
      company_id: string
      slug: string
      active: Filled<boolean>
      confirms: Filled<boolean>
      welcome: string | null
      updated_at: Filled<string>
    }
    /** Addresses that pages had before. */
    booking_old_slugs: { company_id: string; slug: string }
  }
}
