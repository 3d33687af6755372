-- outside a transaction
-- A report names the recipient alone, and not the company.
drop index concurrently if exists campaign_recipients_by_id;
create index concurrently campaign_recipients_by_id on campaign_recipients (id);
