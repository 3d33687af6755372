-- When a person gave up an address, as by changing their number: what they said before still comes from it, and is
-- theirs; what comes from it later is somebody else's. Null while it is theirs.
alter table contact_identities add column if not exists given_up_at timestamptz;
