create table notes (
  id text not null default new_id(),
  company_id text not null,
  lead_id text not null,
  author_id text,
  author_name text,
  text text not null,
  mentions text[] not null default '{}',
  pinned_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index notes_by_lead on notes (company_id, lead_id, created_at desc);
call isolate_by_company('notes');
call show_with_lead('notes');

create table tasks (
  id text not null default new_id(),
  company_id text not null,
  lead_id text not null,
  title text not null,
  kind text not null default 'other' check (kind in ('call', 'message', 'email', 'visit', 'other')),
  due_at timestamptz not null,
  remind_at timestamptz,
  reminded_at timestamptz,
  owner_id text,
  done_at timestamptz,
  done_by text,
  created_by text,
  -- Set for a task of a bulk operation, whose undo deletes it.
  operation_id text,
  created_at timestamptz not null default now(),
  -- The author, if not simply the employee.
  created_name text,
  -- A deleted task can be restored; meanwhile it is not the lead's next one.
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index tasks_by_lead on tasks (company_id, lead_id, due_at);
create index tasks_open on tasks (company_id, owner_id, due_at) where done_at is null;
create index tasks_to_remind on tasks (remind_at) where done_at is null and reminded_at is null;
create index tasks_by_creation on tasks (company_id, lead_id, created_at desc);
create index tasks_by_end on tasks (company_id, lead_id, done_at desc) where done_at is not null;
call isolate_by_company('tasks');
call show_with_lead('tasks');

create table activities (
  id text not null default new_id(),
  company_id text not null references companies (id),
  type text not null check (type in ('call', 'new_lead', 'message', 'import')),
  description text not null,
  lead_id text,
  lead_name text,
  appointment_id text,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index activities_by_time on activities (company_id, created_at desc, id desc);
create index activities_by_lead on activities (company_id, lead_id, created_at desc, id desc);
create unique index one_new_lead_activity on activities (company_id, lead_id)
  where type = 'new_lead';
call isolate_by_company('activities');
call show_with_lead('activities', lead_optional => true);
