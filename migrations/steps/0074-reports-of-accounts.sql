-- What a provider reports of an account as a whole is of the account above the number, as the provider itself names it;
-- a person may enter a stranger's. `reported`: by what the reports were about, the moment of the latest: an older one
-- that comes late changes nothing.
alter table channels add column if not exists parent_account text;
alter table channels add column if not exists reported jsonb not null default '{}';
