-- outside a transaction
-- Nobody gets a step of a series twice.
drop index concurrently if exists campaign_recipients_once;
create unique index concurrently campaign_recipients_once on campaign_recipients (company_id, campaign_id, entrant, occasion)
  where entrant is not null;

-- The step after is due some time after this one was sent.
drop index concurrently if exists campaign_recipients_sent;
create index concurrently campaign_recipients_sent on campaign_recipients (company_id, campaign_id, sent_at)
  where entrant is not null and sent_at is not null;

-- Two leads with one address get a step of a series once.
drop index concurrently if exists campaign_recipients_by_address;
create index concurrently campaign_recipients_by_address on campaign_recipients (company_id, campaign_id, lower(btrim(address)))
  where entrant is not null;

drop index concurrently if exists campaigns_by_series;
create index concurrently campaigns_by_series on campaigns (company_id, series_id) where series_id is not null;
