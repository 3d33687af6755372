-- outside a transaction
-- When a lead came in with an import: it takes no place of the plan, and is no measure of how fast people are answered.
alter table leads add column if not exists imported_at timestamptz;
drop index concurrently if exists leads_imported;
create index concurrently leads_imported on leads (company_id, received_at) where imported_at is not null;
-- Bad values with which a row came in nonetheless, as in `errors`: replaced, or left out.
alter table import_rows add column if not exists mended jsonb not null default '[]';
-- Each import counts its rows before it works on them, which a small sample is enough for.
alter table import_rows alter column company_id set statistics 10, alter column import_id set statistics 10,
  alter column row set statistics 10, alter column outcome set statistics 10, alter column planned set statistics 10,
  alter column planned_lead set statistics 10, alter column lead_id set statistics 10,
  alter column phone_key set statistics 10, alter column email_key set statistics 10;
