import type {} from '../../core/tables.ts'

declare module '../../core/tables.ts' {
  interface Tables {
    erased_people: { company_id: string; hash: Buffer; certificate: number; at: Timestamp }
    server_keys: { name: string; sealed: string }
  }
}
