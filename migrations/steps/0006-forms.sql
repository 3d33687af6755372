create table forms (
  id text not null default new_id(),
  company_id text not null references companies (id),
  title text not null,
  description text not null,
  fields jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null default 'Formulário principal',
  slug text not null default 'formulario-' || substr(md5(gen_random_uuid()::text), 1, 8),
  source text not null default 'form',
  settings jsonb not null default '{}',
  -- Title, description, fields and settings are the published ones; version 0 was never published.
  version integer not null default 1,
  consent_version integer not null default 1,
  published_at timestamptz default now(),
  draft jsonb,
  -- Raised by each change of the draft; a change based on another one is refused.
  revision integer not null default 1,
  edited_by text,
  archived_at timestamptz,
  primary key (company_id, id)
);
create index forms_by_slug on forms (slug);
create unique index forms_by_source on forms (company_id, source) where archived_at is null;
call isolate_by_company('forms');

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
);
create index form_versions_by_form on form_versions (form_id, version);
call isolate_by_company('form_versions');
revoke update, delete on form_versions from prosa_app, prosa_staff;

-- Daily counts, not visits: nothing here is about a person. `detail` is the last field touched by visitors who left.
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
);
call isolate_by_company('form_counts');

-- Fields with options of any version ever published, because answers to removed fields and options stay. Only answers
-- that are options are counted, so that the counts never contain visitors' text.
create table answer_fields (
  company_id text not null references companies (id),
  name text not null,
  label text not null,
  type text not null,
  options text[] not null,
  -- Whether leads from before an option have been counted too.
  counted boolean not null default false,
  primary key (company_id, name)
);
call isolate_by_company('answer_fields');
