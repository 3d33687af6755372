-- The automatic messages of a company by WhatsApp. Of the reminder only whether it is sent, and at which hours: its
-- template and its times are in calendar_settings.
create table automations (
  company_id text not null references companies (id),
  kind text not null check (kind in ('confirmation', 'reminder', 'welcome', 'no_answer')),
  active boolean not null default false,
  template_id text,
  -- What stands for each variable: {"nome": {"from": "name", "fallback": "cliente"}}.
  facts jsonb not null default '{}',
  words text,
  minutes integer[] not null default '{}',
  quiet_hours boolean not null default true,
  on_since timestamptz,
  updated_at timestamptz not null default now(),
  primary key (company_id, kind)
);
call isolate_by_company('automations');

-- What was decided once about each occasion of an automatic message; `reason` says why none was sent.
create table automation_runs (
  company_id text not null references companies (id),
  kind text not null,
  subject text not null,
  lead_id text not null,
  at timestamptz not null default now(),
  reason text,
  primary key (company_id, kind, subject)
);
create index automation_runs_by_lead on automation_runs (company_id, lead_id);
create index automation_runs_by_age on automation_runs (at);
call isolate_by_company('automation_runs');
