import { type Kysely, sql } from 'kysely'

/** What workers do again and again, without a transaction that stays open and in bounded portions. */
export async function up(db: Kysely<never>): Promise<void> {
  // A relay takes rows for a while and hands them over outside a transaction.
  await sql`alter table outbox add column taken_until timestamptz`.execute(db)
  // What serves its time is found by when that ends.
  await sql`create index throttles_by_end on throttles (resets_at)`.execute(db)
  await sql`create index sessions_by_end on sessions ((coalesce(ended_at, expires_at)))`.execute(db)
  await sql`create index account_links_by_end on account_links (expires_at)`.execute(db)
  await sql`
    create index person_accesses_by_end on person_accesses ((greatest(link_until, session_until)))`.execute(db)
  // A mail that is written by a job is written once, however often the job runs.
  await sql`alter table account_mails add column cause text unique`.execute(db)
  // Who does what no two workers may do at once, and until when they have it.
  await sql`create table leases (name text primary key, until timestamptz not null)`.execute(db)
  await sql`grant select, insert, update, delete on leases to prosa_staff`.execute(db)
}
