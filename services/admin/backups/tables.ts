import type {} from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    backups: {
      id: Filled<string>
      folder: string
      started_at: Filled<string>
      file: string | null
      bytes: number | null
      checked_at: string | null
      error: string | null
    }
  }
}
