-- Who receives leads that arrive without an owner.
create table distributions (
  company_id text primary key references companies (id),
  mode text not null default 'off' check (mode in ('off', 'turns', 'least')),
  -- In the order of turns: employeeId, away, maxOpen.
  members jsonb not null default '[]',
  fallback_id text,
  last_id text
);
call isolate_by_company('distributions');

-- The reason of each assignment.
create table distribution_log (
  id text not null default new_id(),
  company_id text not null,
  lead_id text not null,
  owner_id text,
  reason text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index distribution_log_by_time on distribution_log (company_id, created_at desc, id desc);
create index distribution_log_by_lead on distribution_log (company_id, lead_id);
-- The table only grows at its end, so a range of days for each block is enough.
create index distribution_log_by_age on distribution_log using brin (created_at);
call isolate_by_company('distribution_log');
call show_with_lead('distribution_log');
