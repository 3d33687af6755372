-- outside a transaction
-- The appointments of a series, and the sessions that a package has used.
drop index concurrently if exists appointments_of_series;
create index concurrently appointments_of_series on appointments (company_id, series_id, starts_at)
  where series_id is not null;
drop index concurrently if exists appointments_of_package;
create index concurrently appointments_of_package on appointments (company_id, package_id, starts_at)
  where package_id is not null;
