import { type Kysely, sql } from 'kysely'

/** What every feature stands on: ids, text folding, the isolation of companies, the outbox, events, dead letters. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  await sql`create extension if not exists unaccent`.execute(db)
  await sql`create extension if not exists btree_gin`.execute(db)

  // 24 hexadecimal characters: 4 bytes of seconds, so that ids sort roughly by time, and 8 random bytes.
  await sql`
    create function new_id() returns text language sql volatile parallel safe as $$
      select lpad(to_hex(extract(epoch from clock_timestamp())::bigint), 8, '0')
        || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)
        || substr(replace(gen_random_uuid()::text, '-', ''), 25, 4)
    $$`.execute(db)

  // unaccent() is only stable, because its dictionary could change; ours does not, and an index needs immutable.
  await sql`
    create function fold(value text) returns text language sql immutable strict parallel safe as $$
      select lower(public.unaccent('public.unaccent'::regdictionary, value))
    $$`.execute(db)

  // Written so that an index led by company_id can serve it; an unset or reset scope is null and sees nothing.
  await sql`
    create procedure isolate_by_company(tab regclass, company_column text default 'company_id') language plpgsql as $$
    begin
      execute format('alter table %s enable row level security', tab);
      execute format('alter table %s force row level security', tab);
      execute format(
        'create policy one_company on %s to prosa_app using (%2$I = nullif(current_setting(''app.company'', true), ''''))
           with check (%2$I = nullif(current_setting(''app.company'', true), ''''))', tab, company_column);
      execute format('create policy every_company on %s to prosa_staff using (true) with check (true)', tab);
      execute format('grant select, insert, update, delete on %s to prosa_app, prosa_staff', tab);
    end $$`.execute(db)

  // A row is written in the transaction of what it announces; the relay hands it to BullMQ under its id and deletes it.
  await sql`
    create table outbox (
      seq bigint generated always as identity primary key,
      id text not null default new_id(),
      queue text not null,
      name text not null,
      data jsonb not null,
      created_at timestamptz not null default now()
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`.execute(db)
  await sql`grant insert on outbox to prosa_app`.execute(db)
  await sql`grant select, insert, update, delete on outbox to prosa_staff`.execute(db)

  // Read in the order of (tx, id) up to the oldest transaction still running, so that a reader can neither miss a row
  // that commits late nor see one twice. Without a unique key: one would tell a company of another's events.
  await sql`
    create table events (
      tx xid8 not null default pg_current_xact_id(),
      id bigint generated always as identity,
      company_id text not null,
      kind text not null,
      data jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index events_in_order on events (tx, id)`.execute(db)
  await sql`create index events_by_company on events (company_id, tx, id)`.execute(db)
  await sql`call isolate_by_company('events')`.execute(db)
  await sql`revoke update, delete on events from prosa_app`.execute(db)

  await sql`
    create table failed_jobs (
      id text primary key default new_id(),
      job_id text not null unique,
      queue text not null,
      name text not null,
      data jsonb not null,
      error text not null,
      attempts integer not null,
      failed_at timestamptz not null default now()
    )`.execute(db)
  await sql`grant select, insert, update, delete on failed_jobs to prosa_staff`.execute(db)

  await sql`
    create table throttles (
      key text primary key,
      count integer not null,
      resets_at timestamptz not null
    )`.execute(db)
  await sql`grant select, insert, update, delete on throttles to prosa_staff`.execute(db)
}
