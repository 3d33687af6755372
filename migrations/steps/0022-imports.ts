import { type Kysely, sql } from 'kysely'

/**
 * Files of a company in pieces, so that any process can read them without a disk in common; imports with their rows, as
 * the file has them and as they were understood; exports are files that expire.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table files (
      id text not null default new_id(),
      company_id text not null references companies (id),
      name text not null,
      type text not null,
      size bigint not null default 0,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (company_id, id)
    )`.execute(db)
  await sql`create index files_by_end on files (expires_at)`.execute(db)
  await sql`call isolate_by_company('files')`.execute(db)
  await sql`
    create table file_pieces (
      company_id text not null,
      file_id text not null,
      n integer not null,
      data bytea not null,
      primary key (company_id, file_id, n),
      foreign key (company_id, file_id) references files (company_id, id) on delete cascade
    )`.execute(db)
  await sql`alter table file_pieces alter column data set storage external`.execute(db)
  await sql`call isolate_by_company('file_pieces')`.execute(db)

  await sql`
    create table imports (
      id text not null default new_id(),
      company_id text not null references companies (id),
      file_id text not null,
      name text not null,
      size bigint not null,
      -- How the file is read: format, encoding, delimiter, row of the headings; and what stands in its columns.
      reading jsonb not null,
      -- What becomes of the columns, and of those whom the company has.
      settings jsonb,
      check_id text,
      operation_id text,
      -- The last row of the file that stands in import_rows.
      staged integer not null default 0,
      actor_id text,
      actor_name text,
      created_at timestamptz not null default now(),
      primary key (company_id, id)
    )`.execute(db)
  await sql`create index imports_by_time on imports (company_id, created_at desc)`.execute(db)
  await sql`call isolate_by_company('imports')`.execute(db)

  await sql`
    create table import_rows (
      company_id text not null,
      import_id text not null,
      row integer not null,
      cells text[] not null,
      name text,
      email text,
      email_key text generated always as (lower(email)) stored,
      phone text,
      phone_key text,
      cnpj text,
      company text,
      message text,
      status text,
      lost_reason text,
      source text,
      owner_id text,
      -- Names; those that the company lacks are made when the import runs.
      tags text[] not null default '{}',
      preferred_date date,
      preferred_period text,
      preferred_time text,
      submitted_at timestamptz,
      consent boolean,
      custom jsonb not null default '{}',
      -- [{column, value, reason}]
      errors jsonb not null default '[]',
      -- The row of the file that this one repeats.
      same_as integer,
      planned text,
      planned_lead text,
      outcome text,
      lead_id text,
      primary key (company_id, import_id, row),
      foreign key (company_id, import_id) references imports (company_id, id) on delete cascade
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    create index import_rows_planned on import_rows (company_id, import_id, planned_lead)
      where planned_lead is not null`.execute(db)
  await sql`
    create index import_rows_done on import_rows (company_id, import_id, lead_id) where lead_id is not null`.execute(db)
  await sql`
    create index import_rows_left on import_rows (company_id, import_id, row) where outcome is null`.execute(db)
  await sql`call isolate_by_company('import_rows')`.execute(db)

  await sql`
    create function lead_values(l leads) returns jsonb language sql stable as $$
      select jsonb_build_object('name', l.name, 'email', l.email, 'phone', l.phone, 'cnpj', l.cnpj, 'company', l.company,
        'message', l.message, 'status', l.status, 'lostReason', l.lost_reason, 'source', l.source, 'ownerId', l.owner_id,
        'preferredDate', l.preferred_date, 'preferredPeriod', l.preferred_period, 'preferredTime', l.preferred_time,
        'consentGiven', l.consent_given, 'custom', l.custom)
    $$`.execute(db)

  // What a row changes of a lead: only what is unknown of it, or all that differs. A phone that is written otherwise is
  // no other phone.
  await sql`
    create function import_changes(r import_rows, l leads, policy text) returns jsonb language sql stable as $$
      select coalesce(jsonb_object_agg(key, value), '{}') from (
        select key, value, lead_values(l) -> key as old from jsonb_each(jsonb_build_object('name', r.name, 'email', r.email,
          'phone', case when r.phone_key is distinct from l.phone_key then r.phone end, 'cnpj', r.cnpj,
          'company', r.company, 'message', r.message, 'status', r.status,
          'lostReason', case when coalesce(r.status, l.status) = 'lost' then r.lost_reason end, 'source', r.source,
          'ownerId', r.owner_id, 'preferredDate', r.preferred_date, 'preferredPeriod', r.preferred_period,
          'preferredTime', r.preferred_time, 'consentGiven', r.consent,
          'custom', case when policy = 'all' then l.custom || r.custom else r.custom || l.custom end))
      ) as f
      where value <> 'null' and value <> old
        and (policy = 'all' or old = 'null' or key in ('custom', 'consentGiven'))
        and not (key = 'email' and lower(value #>> '{}') = l.email_key)
    $$`.execute(db)
}
