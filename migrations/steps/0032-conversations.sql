-- outside a transaction
-- A file may have to be checked before anybody gets it, and is then shown or blocked.
alter table messages drop constraint if exists messages_media_state_check;
alter table messages add constraint messages_media_state_check
  check (media_state in ('waiting', 'checking', 'kept', 'refused', 'blocked', 'gone')) not valid;
alter table messages validate constraint messages_media_state_check;
drop index concurrently if exists messages_not_shown;
create index concurrently messages_not_shown on messages (media_state, created_at)
  where media_state in ('checking', 'blocked');
-- When the person last came by an advertisement and has not been answered since, and until when messages to them are then
-- free of charge.
alter table conversations add column if not exists advertised_at timestamptz;
alter table conversations add column if not exists free_until timestamptz;
-- When the person was last shown that somebody of the company writes to them.
alter table conversations add column if not exists typing_told_at timestamptz;
