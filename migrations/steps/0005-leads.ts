import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table leads (
      id text not null default new_id(),
      company_id text not null references companies (id),
      name text not null,
      email text,
      phone text,
      phone_key text,
      cnpj text,
      company text,
      message text,
      status text not null default 'new' check (status in ('new', 'contacted', 'scheduled', 'converted', 'lost')),
      source text not null default 'form',
      preferred_date date,
      preferred_period text check (preferred_period in ('morning', 'afternoon', 'evening')),
      preferred_time text,
      consent_given boolean not null default false,
      marks text[] not null default '{}',
      custom jsonb not null default '{}',
      submitted_at timestamptz,
      received_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      submission_key text,
      submission_hash text,
      -- lower() is not leakproof, so under row-level security an index on lower(email) would never be used.
      email_key text generated always as (lower(email)) stored,
      search text not null generated always as (
        fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(cnpj, ''))) stored,
      primary key (company_id, id)
    )`.execute(db)
  await sql`create index leads_by_time on leads (company_id, received_at desc, id desc)`.execute(db)
  await sql`create index leads_by_status on leads (company_id, status, received_at desc, id desc)`.execute(db)
  await sql`create index leads_by_source on leads (company_id, source, received_at desc, id desc)`.execute(db)
  await sql`create index leads_by_name on leads (company_id, (fold(name) collate "C"), id)`.execute(db)
  await sql`create index leads_by_phone on leads (company_id, phone_key)`.execute(db)
  await sql`create index leads_by_email on leads (company_id, email_key)`.execute(db)
  await sql`create index leads_by_text on leads using gin (company_id, search gin_trgm_ops)`.execute(db)
  await sql`
    create unique index leads_by_submission on leads (company_id, submission_key)
      where submission_key is not null`.execute(db)
  await sql`call isolate_by_company('leads')`.execute(db)

  // The decision, the sentence that was shown and when: proof that is only ever added to.
  await sql`
    create table consents (
      id text not null default new_id(),
      company_id text not null,
      lead_id text not null,
      channels text[] not null,
      granted boolean not null,
      text text not null,
      source text not null,
      ip text,
      user_agent text,
      decided_at timestamptz not null default now(),
      primary key (company_id, id),
      foreign key (company_id, lead_id) references leads (company_id, id)
    )`.execute(db)
  await sql`create index consents_by_lead on consents (company_id, lead_id)`.execute(db)
  await sql`call isolate_by_company('consents')`.execute(db)
  await sql`revoke update, delete on consents from prosa_app, prosa_staff`.execute(db)

  // Kept totals, spread over slots so that leads arriving together do not wait for one row; read them with sum().
  await sql`
    create table lead_counts (
      company_id text not null,
      status text not null,
      slot smallint not null,
      n bigint not null,
      primary key (company_id, status, slot)
    ) with (fillfactor = 50)`.execute(db)
  await sql`call isolate_by_company('lead_counts')`.execute(db)

  await createCountTrigger(db, 'insert', 'new table as added', 'select company_id, status, 1 as change from added')
  await createCountTrigger(db, 'delete', 'old table as removed', 'select company_id, status, -1 as change from removed')
  await createCountTrigger(
    db,
    'update',
    'old table as removed new table as added',
    `select company_id, status, 1 as change from added union all select company_id, status, -1 from removed`
  )
}

/** One function for each kind of change, because the transition tables differ. */
async function createCountTrigger(db: Kysely<never>, change: string, tables: string, rows: string): Promise<void> {
  await sql
    .raw(`
    create function count_leads_on_${change}() returns trigger language plpgsql as $$
    begin
      insert into lead_counts as kept (company_id, status, slot, n)
      select company_id, status, pg_backend_pid() % 32, sum(change) from (${rows}) as changed
      group by company_id, status having sum(change) <> 0 order by company_id, status
      on conflict (company_id, status, slot) do update set n = kept.n + excluded.n;
      return null;
    end $$`)
    .execute(db)
  await sql
    .raw(`create trigger count_leads_on_${change} after ${change} on leads referencing ${tables}
      for each statement execute function count_leads_on_${change}()`)
    .execute(db)
}
