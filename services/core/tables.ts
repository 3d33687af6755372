import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** A timestamp with time zone: read as RFC 3339 text in UTC, written as text or Date. */
export type Timestamp = ColumnType<string, string | Date, string | Date>
export type OptionalTimestamp = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
/** A column with a default in the database. */
export type Filled<T> = ColumnType<T, T | undefined, T>
export type Json = JSONColumnType<Record<string, unknown>>

/**
 * The tables of the database. Each feature adds its own in its `tables.ts` by declaration merging, so that core depends
 * on no feature.
 */
export interface Tables {
  outbox: {
    seq: Generated<string>
    id: Filled<string>
    queue: string
    name: string
    data: Json
    created_at: Filled<string>
  }
  events: {
    tx: Generated<string>
    id: Generated<string>
    company_id: string
    kind: string
    data: Json
    created_at: Filled<string>
  }
  failed_jobs: {
    id: Filled<string>
    job_id: string
    queue: string
    name: string
    data: Json
    error: string
    attempts: number
    failed_at: Filled<string>
  }
  schedule_turns: { name: string; job_id: string }
  queue_store: { one: Filled<boolean>; store: string; since: Filled<string> }
  worker_leases: { name: string; holder: string; held_until: Timestamp }
  throttles: { key: string; count: number; resets_at: Timestamp }
}
