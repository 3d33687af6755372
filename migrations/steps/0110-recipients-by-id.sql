-- outside a transaction
-- By its id alone a recipient is looked up, and never read in order: an index that can be read in order was taken for the
-- next ones who wait, and passed all who were sent to before, of every company.
create index concurrently if not exists campaign_recipients_with_id on campaign_recipients using hash (id);
drop index concurrently if exists campaign_recipients_by_id;
