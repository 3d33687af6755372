-- Why an answer is not whole; null where it is.
alter table chat_messages add column notice text;
-- How the server of an integration differs from others: what it refuses, and whether its model thinks aloud.
alter table integrations add column habits jsonb;
