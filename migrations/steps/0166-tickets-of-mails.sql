-- A mail that a program may have written is shown as such, and any file of it is kept.
alter table tickets add column looks_automatic boolean not null default false;
alter table ticket_messages
  add column looks_automatic boolean not null default false,
  add column sender_proof text check (sender_proof in ('confirmed', 'failed', 'none'));
alter table ticket_files add column inline boolean not null default false;

-- Two deliveries of one mail have the same content, and differ only in the servers that they passed.
alter table inbound_mails add column content_hash bytea;
create index inbound_mails_by_content on inbound_mails (content_hash) where content_hash is not null;
