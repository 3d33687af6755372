-- outside a transaction
-- mails_of_lead begins with the same columns.
drop index concurrently if exists mails_by_lead;
