-- An operation changes many leads in the background: the set is fixed at the start, each row keeps the previous values,
-- and one undo restores those not changed since.
create table operations (
  id text not null default new_id(),
  company_id text not null references companies (id),
  kind text not null,
  params jsonb not null default '{}',
  state text not null default 'queued'
    check (state in ('queued', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  total integer not null default 0,
  done integer not null default 0,
  changed integer not null default 0,
  skipped integer not null default 0,
  result jsonb not null default '{}',
  error text,
  actor_id text,
  actor_name text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  undone_at timestamptz,
  primary key (company_id, id)
);
create index operations_by_time on operations (company_id, created_at desc);
call isolate_by_company('operations');

create table operation_rows (
  company_id text not null,
  operation_id text not null,
  lead_id text not null,
  -- The lead's version when the set was fixed: another one shows that somebody changed it meanwhile.
  version integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'changed', 'skipped', 'undone', 'kept')),
  before jsonb,
  after jsonb,
  reason text,
  primary key (company_id, operation_id, lead_id),
  foreign key (company_id, operation_id) references operations (company_id, id) on delete cascade
);
create index operation_rows_by_state on operation_rows (company_id, operation_id, state, lead_id);
create index operation_rows_by_lead on operation_rows (company_id, lead_id);
call isolate_by_company('operation_rows');
