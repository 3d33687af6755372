-- outside a transaction
-- The queue of tickets without a company reads its own index alone: without their state it was combined with that of all open ones.
drop index concurrently if exists tickets_open_unplaced;
create index concurrently tickets_open_unplaced on tickets (due_at, id)
  where merged_into is null and not placed and status in ('open', 'in_progress', 'waiting');
drop index concurrently if exists tickets_unplaced;
