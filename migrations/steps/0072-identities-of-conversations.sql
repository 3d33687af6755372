-- In which conversation an address is written from: one person has one conversation in a channel, by whichever of their
-- addresses they write, and the addresses go with it to another lead.
alter table contact_identities add column if not exists conversation_id text;
