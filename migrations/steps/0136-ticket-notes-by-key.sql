-- outside a transaction
drop index concurrently if exists ticket_notes_by_key;
create unique index concurrently ticket_notes_by_key on ticket_notes (company_id, ticket_id, client_key)
  where client_key is not null;
