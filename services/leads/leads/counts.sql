-- The counts that a lead adds to the filters, times `change`: 1 for a lead as it is now, -1 for one as it was. It is
-- counted for itself, under no tag, and under each of its tags; a lead that is held or deleted is not. In an own funnel it is
-- counted by its step instead of its status.
create or replace function facets_of(l leads, change integer) returns setof lead_facets language sql immutable as $$
  select l.company_id, tag_id, coalesce(l.step_key, l.status), coalesce(l.owner_id, ''), l.source, 0::smallint, change::bigint
  from unnest(array_prepend('', l.tags)) as tag_id where l.held_at is null and l.deleted_at is null
$$;

-- Adds changes to the kept counts, in one order everywhere, and nothing where they cancel out.
create or replace function keep_facets(changes lead_facets[]) returns void language plpgsql as $$
begin
  insert into lead_counts as kept (company_id, status, slot, n)
  select company_id, status, pg_backend_pid() % 32, sum(n) from unnest(changes)
  where tag_id = '' group by company_id, status having sum(n) <> 0 order by company_id, status
  on conflict (company_id, status, slot) do update set n = kept.n + excluded.n;
  insert into lead_facets as kept (company_id, tag_id, status, owner_id, source, slot, n)
  select company_id, tag_id, status, owner_id, source, pg_backend_pid() % 32, sum(n) from unnest(changes)
  group by company_id, tag_id, status, owner_id, source having sum(n) <> 0
  order by company_id, tag_id, status, owner_id, source
  on conflict (company_id, tag_id, status, owner_id, source, slot) do update set n = kept.n + excluded.n;
end $$;

create or replace function count_leads() returns trigger language plpgsql as $$
declare
  changes lead_facets[];
begin
  if tg_op = 'INSERT' then
    changes := array(select each from added l, facets_of(l, 1) as each);
  elsif tg_op = 'DELETE' then
    changes := array(select each from removed l, facets_of(l, -1) as each);
  else
    changes := array(
      select each from added l, facets_of(l, 1) as each union all select each from removed l, facets_of(l, -1) as each);
  end if;
  perform keep_facets(changes);
  return null;
end $$;
create or replace trigger count_leads_on_insert after insert on leads referencing new table as added
  for each statement execute function count_leads();
create or replace trigger count_leads_on_delete after delete on leads referencing old table as removed
  for each statement execute function count_leads();
create or replace trigger count_leads_on_update after update on leads referencing old table as removed new table as added
  for each statement execute function count_leads();

-- The tags of a lead stand in a column too: lists read them there, and by them it is counted above.
create or replace function copy_tags() returns trigger language plpgsql as $$
begin
  update leads l set tags = k.tags
  from (
    select c.company_id, c.lead_id, array(
      select t.tag_id from lead_tags t where t.company_id = c.company_id and t.lead_id = c.lead_id order by t.tag_id
    ) as tags from (
      -- Most leads come with their tags, and have nothing to be put together.
      select distinct c.company_id, c.lead_id from changed c join leads l on l.company_id = c.company_id and l.id = c.lead_id
      where (c.tag_id = any (l.tags)) = (tg_op = 'DELETE')
    ) as c
  ) as k
  where l.company_id = k.company_id and l.id = k.lead_id and l.tags <> k.tags;
  return null;
end $$;
create or replace trigger count_tags_on_insert after insert on lead_tags referencing new table as changed
  for each statement execute function copy_tags();
create or replace trigger count_tags_on_delete after delete on lead_tags referencing old table as changed
  for each statement execute function copy_tags();

-- Drops the triggers' functions of an earlier version.
drop function if exists count_leads_on_insert();
drop function if exists count_leads_on_delete();
drop function if exists count_leads_on_update();
drop function if exists count_tags_on_insert();
drop function if exists count_tags_on_delete();
