-- The mail that a message or a note of a ticket came in, so that what is kept of it can be found.
alter table ticket_messages add column inbound_mail_id text;
alter table ticket_notes add column inbound_mail_id text;
