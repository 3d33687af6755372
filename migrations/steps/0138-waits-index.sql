-- outside a transaction
drop index concurrently if exists mails_queued;
create index concurrently mails_queued on mails (created_at) where status = 'queued';
drop index concurrently if exists account_mails_queued;
create index concurrently account_mails_queued on account_mails (created_at) where status = 'queued';
drop index concurrently if exists operations_under_way;
create index concurrently operations_under_way on operations (created_at) where state in ('queued', 'running', 'undoing');
drop index concurrently if exists chat_messages_asked;
create index concurrently chat_messages_asked on chat_messages (asked_at) where status = 'asked';
drop index concurrently if exists messages_media_waiting;
create index concurrently messages_media_waiting on messages (created_at) where media_state = 'waiting';
