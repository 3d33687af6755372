-- outside a transaction
-- What came of the appointments of a period is counted from this alone.
drop index concurrently if exists appointments_ended;
create index concurrently appointments_ended on appointments (company_id, starts_at)
  include (employee_id, status, origin, lead_id) where status in ('done', 'no_show');
-- The next ones, in their order, however many of those before were never said to have taken place.
drop index concurrently if exists appointments_open;
create index concurrently appointments_open on appointments (company_id, starts_at, id)
  where status in ('requested', 'confirmed');
