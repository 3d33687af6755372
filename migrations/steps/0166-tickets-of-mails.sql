-- A mail that a program may have written is shown as such, and any file of it is kept.
alter table tickets add column looks_automatic boolean not null default false;
alter table ticket_messages
  add column looks_automatic boolean not null default false,
  add column sender_proof text;
alter table ticket_messages add constraint ticket_messages_sender_proof_check
  check (sender_proof in ('confirmed', 'failed', 'none')) not valid;
alter table ticket_files add column inline boolean not null default false;
