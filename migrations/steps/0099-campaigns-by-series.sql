-- outside a transaction
drop index concurrently if exists campaigns_by_series;
create index concurrently campaigns_by_series on campaigns (company_id, series_id) where series_id is not null;
