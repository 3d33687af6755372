-- A note that is sent twice is one.
alter table ticket_notes add column client_key text;
create unique index ticket_notes_by_key on ticket_notes (company_id, ticket_id, client_key) where client_key is not null;
