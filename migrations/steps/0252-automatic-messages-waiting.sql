-- outside a transaction
-- Each message that comes in deletes the automatic ones that wait in its conversation.
drop index concurrently if exists messages_automatic_waiting;
create index concurrently messages_automatic_waiting on messages (company_id, conversation_id)
  where status = 'queued' and data ? 'automation';
