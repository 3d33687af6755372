-- outside a transaction
drop index concurrently if exists external_calendars_by_account;
create index concurrently external_calendars_by_account on external_calendars (company_id, account_id)
where account_id is not null;
alter table external_calendars validate constraint external_calendars_account;
