-- outside a transaction
drop index concurrently if exists campaign_recipients_answered;
create index concurrently campaign_recipients_answered on campaign_recipients (company_id, lead_id, answered_at)
  where answered_at is not null;
