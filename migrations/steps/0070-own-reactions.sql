-- Why the provider did not take the company's reaction to a message; null where it did, or was not asked yet.
alter table message_reactions add column if not exists failure text;
