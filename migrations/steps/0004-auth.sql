create table users (
  id text primary key default new_id(),
  name text not null,
  email text not null,
  phone text,
  password_hash text not null,
  role text not null default 'client'
    check (role in ('admin', 'superadmin', 'global_admin', 'manager', 'employee', 'client')),
  permissions text[] not null default '{}',
  active boolean not null default true,
  created_at timestamptz not null default now(),
  job_title text,
  time_zone text not null default 'America/Sao_Paulo',
  email_confirmed_at timestamptz,
  password_changed_at timestamptz,
  -- A secret without `second_factor_at` is not confirmed yet. The step is that of the last code used.
  second_factor_secret text,
  second_factor_at timestamptz,
  second_factor_step bigint
);
create unique index users_by_email on users (lower(email));
grant select, insert, update, delete on users to prosa_staff;

create table employees (
  id text not null default new_id(),
  company_id text not null references companies (id),
  user_id text not null references users (id),
  role text not null,
  permissions text[] not null default '{}',
  active boolean not null default true,
  created_at timestamptz not null default now(),
  -- Which leads an employee sees: all, those of the team, or their own.
  lead_access text not null default 'all' check (lead_access in ('all', 'team', 'own')),
  team text,
  seen_at timestamptz,
  deactivated_at timestamptz,
  -- Companies cannot read users, so these are copied; services/employees/names.sql maintains them.
  name text not null default '',
  email text not null default '',
  email_confirmed boolean not null default false,
  primary key (company_id, id),
  unique (company_id, user_id)
);
create index employees_by_user on employees (user_id);
call isolate_by_company('employees');

-- One row for each sign-in. A token names the row and a generation, which renewing raises: the later use of a replaced
-- token shows a theft and ends the session.
create table sessions (
  id text primary key default new_id(),
  user_id text not null references users (id),
  company_id text references companies (id),
  generation integer not null default 1,
  renewed_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ip text,
  user_agent text
);
create index sessions_by_user on sessions (user_id) where ended_at is null;
create index sessions_by_company on sessions (company_id);
create index sessions_by_time on sessions (created_at desc, id desc);
create index sessions_by_end on sessions ((coalesce(ended_at, expires_at)));
grant select, insert, update, delete on sessions to prosa_staff;

create table recovery_codes (
  user_id text not null references users (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on recovery_codes to prosa_staff;

-- The e-mail that a person wants to change to; both addresses must confirm first.
create table email_changes (
  user_id text primary key references users (id),
  email text not null,
  by_old_at timestamptz,
  by_new_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
grant select, insert, update, delete on email_changes to prosa_staff;

-- Every attempt to sign in. An unknown e-mail is stored as a keyed hash.
create table sign_ins (
  id text primary key default new_id(),
  user_id text references users (id),
  email_hash text,
  outcome text not null
    check (outcome in ('ok', 'wrong', 'unknown', 'throttled', 'second_factor', 'inactive')),
  ip text,
  user_agent text,
  at timestamptz not null default now()
);
create index sign_ins_by_user on sign_ins (user_id, at desc);
create index sign_ins_by_time on sign_ins (at desc, id desc);
grant select, insert, update, delete on sign_ins to prosa_staff;

-- Links sent by mail: single use, stored as hashes.
create table account_links (
  id text primary key default new_id(),
  kind text not null,
  token_hash bytea not null unique,
  user_id text references users (id),
  company_id text references companies (id),
  email text not null,
  data jsonb not null default '{}',
  created_by text references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  shown_hash bytea
);
create index account_links_by_user on account_links (user_id, kind);
create index account_links_by_company on account_links (company_id, kind);
create index account_links_by_end on account_links (expires_at);
create index account_links_by_shown_hash on account_links (shown_hash) where shown_hash is not null;
grant select, insert, update, delete on account_links to prosa_staff;

-- Mails about people's accounts, not a company's business; their links are secrets, so only staff can read them.
create table account_mails (
  id text primary key default new_id(),
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  status text not null check (status in ('kept', 'queued', 'sent', 'failed')),
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- For a mail to a person behind a lead: the company it speaks for, and that the address is deleted after sending.
  company_id text references companies (id),
  forget boolean not null default false,
  -- Deduplicates a mail written by a job, however often the job runs.
  cause text unique
);
create index account_mails_by_time on account_mails (created_at desc, id desc);
create index account_mails_by_address on account_mails (to_address, created_at desc);
create index account_mails_failed on account_mails (created_at desc) where status = 'failed';
create index account_mails_by_company on account_mails (company_id) where company_id is not null;
grant select, insert, update, delete on account_mails to prosa_staff;

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by text references users (id)
);
grant select, insert, update, delete on settings to prosa_staff;
