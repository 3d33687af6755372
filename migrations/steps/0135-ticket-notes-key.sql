-- A note that is sent twice is one.
alter table ticket_notes add column client_key text;
