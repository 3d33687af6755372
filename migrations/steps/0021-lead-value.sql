-- outside a transaction
alter table leads add column if not exists value_cents bigint;
alter table import_rows add column if not exists value_cents bigint;

-- Has all that sums of values need, so that no lead is read for them; and no row for a company that enters none.
drop index concurrently if exists leads_valued;
create index concurrently leads_valued on leads (company_id, received_at)
  include (status, owner_id, source, value_cents, status_at)
  where value_cents is not null and held_at is null and deleted_at is null;
drop index concurrently if exists leads_by_value;
create index concurrently leads_by_value on leads (company_id, value_cents, id) where value_cents is not null;
