-- outside a transaction
-- Columns of an own funnel's board, and lists of one step; leads of the usual funnel have no entry.
drop index concurrently if exists leads_by_step_rank;
create index concurrently leads_by_step_rank on leads (company_id, step_key, rank desc, id desc) where step_key is not null;
drop index concurrently if exists leads_by_step;
create index concurrently leads_by_step on leads (company_id, step_key, received_at desc, id desc) where step_key is not null;
