-- The basis of every feature: ids, text folding, isolation of companies, outbox, events, dead letters.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

-- 24 hexadecimal characters: 4 bytes of seconds, so that ids sort roughly by time, and 8 random bytes.
create function new_id() returns text language sql volatile parallel safe as $$
  select lpad(to_hex(extract(epoch from clock_timestamp())::bigint), 8, '0')
    || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)
    || substr(replace(gen_random_uuid()::text, '-', ''), 25, 4)
$$;

-- Columns and indexes depend on it: changing it means rebuilding those. unaccent() is only stable, because its
-- dictionary could change; ours does not, and an index needs immutable.
create function fold(value text) returns text language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent'::regdictionary, value))
$$;

-- Written so that an index led by company_id can serve it; an unset or reset scope is null and sees nothing.
create procedure isolate_by_company(tab regclass, company_column text default 'company_id') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tab);
  execute format('alter table %s force row level security', tab);
  execute format(
    'create policy one_company on %s to prosa_app using (%2$I = nullif(current_setting(''app.company'', true), ''''))
       with check (%2$I = nullif(current_setting(''app.company'', true), ''''))', tab, company_column);
  execute format('create policy every_company on %s to prosa_staff using (true) with check (true)', tab);
  execute format('grant select, insert, update, delete on %s to prosa_app, prosa_staff', tab);
end $$;

-- Rows about a lead are visible to those who see the lead, checked for each row: with `exists` the planner might first
-- collect all leads of the company, and did so where it expected many rows, though only a page was needed.
create procedure show_with_lead(tab regclass, lead_optional boolean default false) language plpgsql as $$
begin
  execute format(
    'create policy of_visible_leads on %1$s as restrictive to prosa_app using (%2$s (
       select true from leads where leads.company_id = %1$s.company_id and leads.id = %1$s.lead_id)) with check (true)',
    tab, case when lead_optional then 'lead_id is null or' end);
end $$;

-- Makes a SECURITY DEFINER function run as prosa_staff, which sees every company, and callable by the application
-- alone. Such a function must take the company from the scope (`app.company`) itself.
create procedure run_as_staff(signature regprocedure) language plpgsql as $$
begin
  grant create on schema public to prosa_staff;
  execute format('alter function %s owner to prosa_staff', signature);
  revoke create on schema public from prosa_staff;
  execute format('revoke execute on function %s from public', signature);
  execute format('grant execute on function %s to prosa_app', signature);
end $$;

-- A row is written in the transaction of the event it announces; the relay adds it to BullMQ under its id and deletes
-- it.
create table outbox (
  seq bigint generated always as identity primary key,
  id text not null default new_id(),
  queue text not null,
  name text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  -- A relay leases rows and hands them over outside a transaction.
  taken_until timestamptz
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
grant insert on outbox to prosa_app;
grant select, insert, update, delete on outbox to prosa_staff;

-- Read in the order of (tx, id) up to the oldest running transaction, so that a reader neither misses a row that
-- commits late nor sees one twice. No unique key, which would reveal other companies' events.
create table events (
  tx xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  company_id text not null,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index events_in_order on events (tx, id);
create index events_by_company on events (company_id, tx, id);
call isolate_by_company('events');
revoke update, delete on events from prosa_app;

-- Jobs that failed at their last attempt.
create table failed_jobs (
  id text primary key default new_id(),
  job_id text not null unique,
  queue text not null,
  name text not null,
  data jsonb not null,
  error text not null,
  attempts integer not null,
  failed_at timestamptz not null default now()
);
create index failed_jobs_by_time on failed_jobs (failed_at desc, id desc);
grant select, insert, update, delete on failed_jobs to prosa_staff;

-- The applied files of functions, triggers and views, with their hashes (migrations/run.ts).
create table repeatable_steps (
  name text primary key,
  hash text not null,
  applied_at timestamptz not null default now()
);

create table throttles (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);
-- Serves the deletion of expired rows.
create index throttles_by_end on throttles (resets_at);
grant select, insert, update, delete on throttles to prosa_staff;
