-- Keys that outlive a change of SECRET_KEY: random, and sealed by the application.
create table server_keys (name text primary key, sealed text not null);
grant select, insert, update on server_keys to prosa_staff;

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
);
call isolate_by_company('erasure_certificates');
revoke update, delete on erasure_certificates from prosa_app, prosa_staff;

-- A keyed hash of each contact of erased people: it names nobody, but recognises them in an import.
create table erased_people (
  company_id text not null references companies (id),
  hash bytea not null,
  certificate integer not null,
  at timestamptz not null,
  primary key (company_id, hash)
);
call isolate_by_company('erased_people');

-- Requests of the people behind leads, with their legal deadlines.
create table privacy_requests (
  id text not null default new_id(),
  company_id text not null references companies (id),
  kind text not null check (kind in ('access', 'correction', 'erasure', 'withdrawal', 'objection')),
  channel text not null check (channel in ('page', 'phone', 'email', 'in_person')),
  status text not null default 'open' check (status in ('open', 'done', 'refused')),
  -- For access: the short answer, whose term is the same for all companies.
  simplified boolean not null default false,
  name text,
  email text,
  phone text,
  details text not null default '',
  -- Field to the requested value, and the fields already corrected.
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
);
create index privacy_requests_by_term on privacy_requests (company_id, status, due_at, id);
create index privacy_requests_to_warn on privacy_requests (due_at)
  where status = 'open' and warned_at is null;
call isolate_by_company('privacy_requests');

-- How long leads are kept.
create table privacy_settings (
  company_id text primary key references companies (id),
  -- Small agents have twice the time (ANPD, Resolution 2/2022).
  small_agent boolean not null default false,
  -- Null keeps leads forever.
  retention_months integer check (retention_months in (6, 12, 24, 60)),
  retention_next date,
  -- Leads that the current run has erased so far.
  retention_done integer not null default 0
);
call isolate_by_company('privacy_settings');

-- A link that was sent, and the session that it opened; only their hashes.
create table person_accesses (
  id text not null default new_id(),
  company_id text not null references companies (id),
  -- The mailbox that the link was sent to, or the one lead that it was copied for.
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
);
create index person_accesses_by_lead on person_accesses (company_id, lead_id);
create index person_accesses_by_end on person_accesses ((greatest(link_until, session_until)));
call isolate_by_company('person_accesses');
