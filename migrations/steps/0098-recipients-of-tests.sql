-- outside a transaction
drop index concurrently if exists campaign_recipients_tested;
create index concurrently campaign_recipients_tested on campaign_recipients (company_id, campaign_id, state, id)
  where variant is not null;
