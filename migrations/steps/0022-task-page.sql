-- outside a transaction
-- The tasks of a team by when they are due, and what was done last.
drop index concurrently if exists tasks_by_due;
create index concurrently tasks_by_due on tasks (company_id, due_at, id) where done_at is null and deleted_at is null;
drop index concurrently if exists tasks_by_done;
create index concurrently tasks_by_done on tasks (company_id, done_at, id) where done_at is not null and deleted_at is null;

-- Many tasks moved at once, for as long as that can be undone.
create table if not exists task_moves (
  company_id text not null references companies (id),
  id text not null default new_id(),
  actor_id text,
  -- [{id, from, to}]
  moved jsonb not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (company_id, id)
);
call isolate_by_company('task_moves');
