-- outside a transaction
drop index concurrently if exists campaign_recipients_answers;
create index concurrently campaign_recipients_answers on campaign_recipients (company_id, campaign_id)
  where answered_at is not null;
