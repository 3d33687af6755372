-- The key of an advisory lock: of a thing of one company, or of the whole installation.
create or replace function lock_key(name text, of_company text default null) returns bigint
  language sql immutable parallel safe as $$
  select hashtextextended(case when of_company is null then name else name || ' ' || of_company end, 0)
$$;

-- Waits for locks and keeps them until the transaction ends. Taken in one order, so that no two wait for each other.
create or replace function take_locks(names text[], of_company text default null) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(lock_key(sorted.name, of_company))
  from (select distinct n.name from unnest(names) as n (name) order by n.name) as sorted;
end $$;
