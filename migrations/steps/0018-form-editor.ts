import { type Kysely, sql } from 'kysely'

/** Several forms a company, each with a draft, its published versions, settings, and counts of what visitors do. */
export async function up(db: Kysely<never>): Promise<void> {
  // Title, description, fields and settings are what is published; version 0 has never been.
  await sql`
    alter table forms
      add column name text not null default 'Formulário principal',
      add column slug text not null default 'formulario-' || substr(md5(gen_random_uuid()::text), 1, 8),
      add column source text not null default 'form',
      add column settings jsonb not null default '{}',
      add column version integer not null default 1,
      add column consent_version integer not null default 1,
      add column published_at timestamptz default now(),
      add column draft jsonb,
      -- Raised by each change of the draft; a change that names another one is refused.
      add column revision integer not null default 1,
      add column edited_by text,
      add column archived_at timestamptz`.execute(db)
  await sql`create index forms_by_slug on forms (slug)`.execute(db)
  await sql`create unique index forms_by_source on forms (company_id, source) where archived_at is null`.execute(db)
  await sql`alter table plans add column forms integer check (forms > 0)`.execute(db)

  await sql`
    create table form_versions (
      company_id text not null,
      form_id text not null,
      version integer not null,
      title text not null,
      description text not null,
      fields jsonb not null,
      settings jsonb not null,
      consent_version integer not null,
      published_by text,
      published_at timestamptz not null default now(),
      primary key (company_id, form_id, version),
      foreign key (company_id, form_id) references forms (company_id, id)
    )`.execute(db)
  await sql`create index form_versions_by_form on form_versions (form_id, version)`.execute(db)
  await sql`call isolate_by_company('form_versions')`.execute(db)
  await sql`revoke update, delete on form_versions from prosa_app, prosa_staff`.execute(db)

  // A day's counts, not visits: nothing here tells of a person. `detail` is the field last touched by who left.
  await sql`
    create table form_counts (
      company_id text not null,
      form_id text not null,
      day date not null,
      kind text not null check (kind in ('visit', 'start', 'leave')),
      source text not null,
      detail text not null default '',
      n integer not null,
      primary key (company_id, form_id, day, kind, source, detail),
      foreign key (company_id, form_id) references forms (company_id, id)
    )`.execute(db)
  await sql`call isolate_by_company('form_counts')`.execute(db)

  await sql`
    alter table consents
      add column if not exists form_id text,
      add column if not exists form_version integer,
      add column if not exists text_version integer`.execute(db)

  await sql`set local role prosa_staff`.execute(db)
  await sql`
    insert into form_versions (company_id, form_id, version, title, description, fields, settings, consent_version)
    select company_id, id, 1, title, description, fields, settings, 1 from forms`.execute(db)
  await sql`reset role`.execute(db)
}
