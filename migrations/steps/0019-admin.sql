-- Staff's notes about a company, in a table of their own because the company must not read them.
create table company_notes (
  company_id text primary key references companies (id),
  text text not null,
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on company_notes to prosa_staff;

-- While one is active, a staff member may read the company's data. The company sees it and cannot end it.
create table support_accesses (
  id text not null default new_id(),
  company_id text not null references companies (id),
  user_id text not null references users (id),
  user_name text not null,
  reason text not null,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id)
);
create index support_accesses_by_user on support_accesses (user_id, company_id, ends_at desc);
create index support_accesses_by_time on support_accesses (started_at desc, id desc);
call isolate_by_company('support_accesses');
revoke insert, update, delete on support_accesses from prosa_app;

-- Requests that failed with a server error, one row for each kind of failure.
create table error_log (
  id text primary key default new_id(),
  route text not null,
  message text not null,
  status integer not null,
  count integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  request_ids text[] not null,
  unique (route, message)
);
create index error_log_by_time on error_log (last_at desc, id desc);
grant select, insert, update, delete on error_log to prosa_staff;
