-- outside a transaction
-- The index of their order by time begins with the same columns.
drop index concurrently if exists consents_by_lead;
