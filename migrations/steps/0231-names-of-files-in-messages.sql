-- outside a transaction
-- Names of files are searched as words of messages are, by week.
drop index concurrently if exists messages_by_file_name;
create index concurrently messages_by_file_name on messages
  using gin (message_terms(company_id, created_at, data -> 'media' ->> 'name'))
  with (fastupdate = off) where data -> 'media' ->> 'name' is not null and deleted_at is null;
