-- outside a transaction
-- A mail is looked for in all companies at once: which ticket it answers, and whether it was here before.
drop index concurrently if exists ticket_messages_by_mail_id;
create index concurrently ticket_messages_by_mail_id on ticket_messages (mail_id) where mail_id is not null;
