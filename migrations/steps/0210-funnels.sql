-- Own funnels of a company. The usual one needs no row: it has one, with the company's id, once somebody changed it.
create table funnels (
  id text not null default new_id(),
  company_id text not null references companies (id),
  name text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  check (length(name) between 1 and 60)
);
create unique index funnels_by_name on funnels (company_id, fold(name));
call isolate_by_company('funnels');

-- `phase`: the status that a lead in the step has. Keys of the usual funnel are the statuses themselves.
create table funnel_steps (
  company_id text not null references companies (id),
  key text not null default new_id(),
  funnel_id text not null,
  position smallint not null,
  name text not null,
  kind text not null,
  phase text not null,
  color text not null,
  chance smallint,
  stale_days smallint,
  required text[] not null default '{}',
  primary key (company_id, key),
  foreign key (company_id, funnel_id) references funnels (company_id, id),
  check (length(name) between 1 and 60),
  check (kind in ('open', 'won', 'lost')),
  check (phase in ('new', 'contacted', 'scheduled', 'converted', 'lost')),
  check (chance between 0 and 100),
  check (stale_days between 1 and 365)
);
call isolate_by_company('funnel_steps');

-- The step of a lead in an own funnel; without one it is in the usual funnel, at its status.
alter table leads add column funnel_id text, add column step_key text;
alter table import_rows add column step_key text;
