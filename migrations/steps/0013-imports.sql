-- A company's files in pieces, so that every process can read them without a shared disk. Exports are files that
-- expire.
create table files (
  id text not null default new_id(),
  company_id text not null references companies (id),
  name text not null,
  type text not null,
  size bigint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (company_id, id)
);
create index files_by_end on files (expires_at);
call isolate_by_company('files');

create table file_pieces (
  company_id text not null,
  file_id text not null,
  n integer not null,
  data bytea not null,
  primary key (company_id, file_id, n),
  foreign key (company_id, file_id) references files (company_id, id) on delete cascade
);
call isolate_by_company('file_pieces');
alter table file_pieces alter column data set storage external;

-- An import, with its rows as in the file and as interpreted.
create table imports (
  id text not null default new_id(),
  company_id text not null references companies (id),
  file_id text not null,
  name text not null,
  size bigint not null,
  -- How the file is read: format, encoding, delimiter, heading row, and the contents of its columns.
  reading jsonb not null,
  -- What happens to the columns and to existing people.
  settings jsonb,
  check_id text,
  operation_id text,
  -- The last row of the file stored in import_rows.
  staged integer not null default 0,
  actor_id text,
  actor_name text,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index imports_by_time on imports (company_id, created_at desc);
call isolate_by_company('imports');

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
  -- Names; missing tags are created when the import runs.
  tags text[] not null default '{}',
  preferred_date date,
  preferred_period text,
  preferred_time text,
  submitted_at timestamptz,
  consent_given boolean,
  custom jsonb not null default '{}',
  -- [{column, value, reason}]
  errors jsonb not null default '[]',
  -- The earlier row that this one repeats.
  same_as integer,
  planned text,
  planned_lead text,
  outcome text,
  lead_id text,
  primary key (company_id, import_id, row),
  foreign key (company_id, import_id) references imports (company_id, id) on delete cascade
) with (fillfactor = 50);
create index import_rows_planned on import_rows (company_id, import_id, planned_lead)
  where planned_lead is not null;
create index import_rows_done on import_rows (company_id, import_id, lead_id) where lead_id is not null;
create index import_rows_left on import_rows (company_id, import_id, row) where outcome is null;
call isolate_by_company('import_rows');
