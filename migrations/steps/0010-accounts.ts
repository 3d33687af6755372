import { type Kysely, sql } from 'kysely'

/** What a person's own account is made of: profile, second factor, change of e-mail, and the record of sign-ins. */
export async function up(db: Kysely<never>): Promise<void> {
  // A secret without `second_factor_at` was shown but not confirmed yet. The step is the last one whose code was used.
  await sql`
    alter table users
      add column job_title text,
      add column time_zone text not null default 'America/Sao_Paulo',
      add column email_confirmed_at timestamptz,
      add column password_changed_at timestamptz,
      add column second_factor_secret text,
      add column second_factor_at timestamptz,
      add column second_factor_step bigint`.execute(db)

  await sql`
    create table recovery_codes (
      user_id text not null references users (id),
      code_hash bytea not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    )`.execute(db)

  // The address that a person wants instead of theirs: both must say so before it changes.
  await sql`
    create table email_changes (
      user_id text primary key references users (id),
      email text not null,
      by_old_at timestamptz,
      by_new_at timestamptz,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db)

  // Every attempt to sign in. Who is unknown is kept as a keyed hash of what was typed.
  await sql`
    create table sign_ins (
      id text primary key default new_id(),
      user_id text references users (id),
      email_hash text,
      outcome text not null
        check (outcome in ('ok', 'wrong', 'unknown', 'throttled', 'second_factor', 'inactive')),
      ip text,
      user_agent text,
      at timestamptz not null default now()
    )`.execute(db)
  await sql`create index sign_ins_by_user on sign_ins (user_id, at desc)`.execute(db)
  await sql`create index sign_ins_by_time on sign_ins (at desc, id desc)`.execute(db)

  await sql`create index account_mails_by_address on account_mails (to_address, created_at desc)`.execute(db)

  await sql`grant select, insert, update, delete on recovery_codes, email_changes, sign_ins to prosa_staff`.execute(db)
}
