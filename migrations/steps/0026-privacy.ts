import { type Kysely, sql } from 'kysely'

/**
 * What the law gives the person behind a lead: requests with their deadlines, erasure with its certificate, whom not to
 * bring back, a page of one's own data, and how long leads are kept.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createErasure(db)
  await createRequests(db)

  await sql`
    create table privacy_settings (
      company_id text primary key references companies (id),
      -- A small processing agent has twice the time (ANPD, Resolution 2/2022).
      small_agent boolean not null default false,
      -- Null keeps leads for ever.
      retention_months integer check (retention_months in (6, 12, 24, 60)),
      retention_next date,
      -- Leads that the run under way has erased so far.
      retention_done integer not null default 0
    )`.execute(db)
  await sql`call isolate_by_company('privacy_settings')`.execute(db)

  // A link that was sent, and the hour of reading that it opened; of both the hash alone.
  await sql`
    create table person_accesses (
      id text not null default new_id(),
      company_id text not null references companies (id),
      -- Whose mailbox the link went to, or the one lead that a colleague copied it for.
      email text,
      lead_id text,
      link_hash bytea not null,
      link_until timestamptz not null,
      opened_at timestamptz,
      session_hash bytea,
      session_until timestamptz,
      created_at timestamptz not null default now(),
      primary key (company_id, id),
      unique (company_id, link_hash),
      unique (company_id, session_hash),
      foreign key (company_id, lead_id) references leads (company_id, id)
    )`.execute(db)
  await sql`create index person_accesses_by_lead on person_accesses (company_id, lead_id)`.execute(db)
  await sql`call isolate_by_company('person_accesses')`.execute(db)

  // Mails to a person behind a lead: whose company they speak for, and that nobody keeps where they went.
  await sql`
    alter table account_mails
      add column company_id text references companies (id),
      add column forget boolean not null default false`.execute(db)
  await sql`create index account_mails_by_company on account_mails (company_id) where company_id is not null`.execute(
    db
  )
}

async function createErasure(db: Kysely<never>): Promise<void> {
  // Proof is only ever added to, but for those who are erased; only staff's door erases.
  await sql`grant delete on consents to prosa_staff`.execute(db)

  // Keys that outlive a change of SECRET_KEY: random, sealed by the application.
  await sql`create table server_keys (name text primary key, sealed text not null)`.execute(db)
  await sql`grant select, insert, update on server_keys to prosa_staff`.execute(db)

  await sql`
    create table erasure_certificates (
      company_id text not null references companies (id),
      number integer not null,
      at timestamptz not null,
      cause text not null check (cause in ('request', 'retention', 'restore')),
      actor_name text,
      request_id text,
      leads integer not null,
      counts jsonb not null,
      searched jsonb not null,
      text text not null,
      sha256 text not null,
      primary key (company_id, number)
    )`.execute(db)
  await sql`call isolate_by_company('erasure_certificates')`.execute(db)
  await sql`revoke update, delete on erasure_certificates from prosa_app, prosa_staff`.execute(db)

  // A keyed hash of each contact of whoever asked to be erased: it names nobody, and finds them in a list.
  await sql`
    create table erased_people (
      company_id text not null references companies (id),
      hash bytea not null,
      certificate integer not null,
      at timestamptz not null,
      primary key (company_id, hash)
    )`.execute(db)
  await sql`call isolate_by_company('erased_people')`.execute(db)
}

async function createRequests(db: Kysely<never>): Promise<void> {
  await sql`
    create table privacy_requests (
      id text not null default new_id(),
      company_id text not null references companies (id),
      kind text not null check (kind in ('access', 'correction', 'erasure', 'withdrawal', 'objection')),
      channel text not null check (channel in ('page', 'phone', 'email', 'in_person')),
      status text not null default 'open' check (status in ('open', 'done', 'refused')),
      -- Of access: the short answer, whose term is the same for everybody.
      simplified boolean not null default false,
      name text,
      email text,
      phone text,
      details text not null default '',
      -- Field to the value that the person wants, and the fields that have been applied.
      proposal jsonb not null default '{}',
      applied text[] not null default '{}',
      lead_ids text[] not null default '{}',
      received_at timestamptz not null default now(),
      due_at timestamptz not null,
      warned_at timestamptz,
      answered_at timestamptz,
      answered_by text,
      refusal text check (refusal in ('identity', 'legal', 'rights', 'not_found', 'other')),
      answer text not null default '',
      certificate integer,
      created_by text,
      created_at timestamptz not null default now(),
      primary key (company_id, id)
    )`.execute(db)
  await sql`create index privacy_requests_by_term on privacy_requests (company_id, status, due_at, id)`.execute(db)
  await sql`
    create index privacy_requests_to_warn on privacy_requests (due_at)
      where status = 'open' and warned_at is null`.execute(db)
  await sql`call isolate_by_company('privacy_requests')`.execute(db)
}
