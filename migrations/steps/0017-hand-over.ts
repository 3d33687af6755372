import { type Kysely, sql } from 'kysely'
import { runAsStaff } from '../staff.ts'

/** Conversations that people of the team take over from the assistant, and who of a company has a second factor. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table chat_sessions
      add column lead_id text,
      add column taken_by text references users (id) on delete set null,
      add column taken_at timestamptz,
      add column concluded_at timestamptz`.execute(db)
  await sql`drop index chat_sessions_for_the_team`.execute(db)
  await sql`
    create index chat_sessions_for_the_team on chat_sessions (person_asked_at desc, id)
      where person_asked_at is not null`.execute(db)
  await sql`create index chat_sessions_by_taker on chat_sessions (taken_by) where taken_by is not null`.execute(db)

  // A company reads no users: only which of its own people are protected.
  await sql`
    create function company_second_factors() returns table (user_id text)
    language sql stable security definer set search_path = public, pg_temp as $$
      select u.id from users u join employees e on e.user_id = u.id
      where e.company_id = nullif(current_setting('app.company', true), '') and u.second_factor_at is not null
    $$`.execute(db)
  await runAsStaff(db, 'company_second_factors()')
}
