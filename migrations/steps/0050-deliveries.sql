-- Which account an update spoke of where no company was found: it is worked off again for whoever connects it later. And
-- why an update could not be stored.
alter table delivery_outcomes add column account text, add column reason text;
-- The accounts that a delivery names, as far as they are looked for (channels/signatures.ts).
alter table deliveries add column accounts text[];
-- Since when the company is known to be able to read the account. A new token changes nothing of it, another account does.
alter table channels add column proved_at timestamptz;
update channels set proved_at = checked_at where checked_at is not null;
