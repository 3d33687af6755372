-- outside a transaction
-- People who wait for an answer, the longest waiting first: the queue of the day begins with them.
drop index concurrently if exists conversations_waiting;
create index concurrently conversations_waiting on conversations (company_id, waiting_since)
  where waiting_since is not null and status = 'open';
