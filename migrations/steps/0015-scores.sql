-- Each company's history of won and lost leads.
create table score_models (
  company_id text primary key references companies (id),
  enabled boolean not null default true,
  won integer not null default 0,
  lost integer not null default 0,
  -- Feature to value to the numbers won and lost; empty until there are enough of both.
  counts jsonb not null default '{}',
  learnt_at timestamptz
);
call isolate_by_company('score_models');
