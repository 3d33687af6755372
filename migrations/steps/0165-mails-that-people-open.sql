-- A mail can be found and opened by people, and one that no feature took waits until somebody decides on it.
alter table inbound_mails
  add column subject text,
  add column sender_name text,
  add column sender_proof text check (sender_proof in ('confirmed', 'failed', 'none')),
  add column decided_at timestamptz;

create index inbound_mails_open on inbound_mails (received_at)
  where decided_at is null and state in ('unclaimed', 'loop', 'unreadable', 'too_large');

-- Until now such a mail was noted as handled.
update inbound_mails set state = 'unclaimed' where state = 'handled' and outcome in ('dropped', 'gone', 'erased');

create index ticket_messages_by_inbound_mail on ticket_messages (inbound_mail_id) where inbound_mail_id is not null;
create index ticket_notes_by_inbound_mail on ticket_notes (inbound_mail_id) where inbound_mail_id is not null;
