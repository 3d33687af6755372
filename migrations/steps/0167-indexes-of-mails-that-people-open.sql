-- outside a transaction
-- Open mails are counted, a mail finds its ticket, and another delivery of a mail the first one.
drop index concurrently if exists inbound_mails_open;
create index concurrently inbound_mails_open on inbound_mails (received_at)
  where decided_at is null and state in ('unclaimed', 'loop', 'unreadable', 'too_large');
drop index concurrently if exists inbound_mails_by_content;
create index concurrently inbound_mails_by_content on inbound_mails (content_hash) where content_hash is not null;
drop index concurrently if exists ticket_messages_by_inbound_mail;
create index concurrently ticket_messages_by_inbound_mail on ticket_messages (inbound_mail_id)
  where inbound_mail_id is not null;
drop index concurrently if exists ticket_notes_by_inbound_mail;
create index concurrently ticket_notes_by_inbound_mail on ticket_notes (inbound_mail_id)
  where inbound_mail_id is not null;
