-- The audit log. Rows are only ever added; each carries a hash over itself and the row before it in its company, so
-- that a changed, removed or inserted row shows. The provider's own rows have the company 000…0.
create table audit_log (
  company_id text not null,
  seq bigint not null,
  at timestamptz not null,
  actor_id text,
  actor_name text,
  action text not null,
  object_type text,
  object_id text,
  object_name text,
  changes jsonb not null default '{}',
  reason text,
  ip text,
  request_id text,
  hash bytea not null,
  primary key (company_id, seq)
);
create index audit_log_by_time on audit_log (company_id, at desc);
create index audit_log_of_all on audit_log (at desc);
create index audit_log_by_actor on audit_log (actor_id, at desc);
create index audit_log_by_request on audit_log (request_id);
call isolate_by_company('audit_log');
revoke update, delete on audit_log from prosa_app, prosa_staff;

-- How far each chain was found intact, so that a missing tail shows too.
create table audit_checks (
  company_id text primary key,
  checked_at timestamptz not null,
  last_seq bigint not null,
  last_hash bytea,
  broken_seq bigint,
  problem text check (problem in ('changed', 'missing', 'cut'))
);
grant select, insert, update on audit_checks to prosa_staff;
