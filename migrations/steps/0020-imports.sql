-- outside a transaction
-- When a lead came in with an import: it takes no place of the plan, and is no measure of how fast people are answered.
alter table leads add column if not exists imported_at timestamptz;
drop index concurrently if exists leads_imported;
create index concurrently leads_imported on leads (company_id, received_at) where imported_at is not null;
-- Bad values with which a row came in nonetheless, as in `errors`: replaced, or left out.
alter table import_rows add column if not exists mended jsonb not null default '[]';
