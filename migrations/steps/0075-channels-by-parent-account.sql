-- outside a transaction
drop index concurrently if exists channels_by_parent_account;
create index concurrently channels_by_parent_account on channels (parent_account, kind) where parent_account is not null;
