-- outside a transaction
-- The step after is due some time after this one was sent.
drop index concurrently if exists campaign_recipients_sent;
create index concurrently campaign_recipients_sent on campaign_recipients (company_id, campaign_id, sent_at)
  where entrant is not null and sent_at is not null;
