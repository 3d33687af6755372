-- outside a transaction
-- Nobody gets a step of a series twice.
drop index concurrently if exists campaign_recipients_once;
create unique index concurrently campaign_recipients_once on campaign_recipients (company_id, campaign_id, entrant, occasion)
  where entrant is not null;
