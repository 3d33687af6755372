-- outside a transaction
drop index concurrently if exists suppressions_ending;
create index concurrently suppressions_ending on suppressions (company_id, until) where until is not null;
