-- outside a transaction
-- Two leads with one address get a step of a series once.
drop index concurrently if exists campaign_recipients_by_address;
create index concurrently campaign_recipients_by_address on campaign_recipients (company_id, campaign_id, lower(btrim(address)))
  where entrant is not null;
