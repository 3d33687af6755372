create or replace function count_leads_on_insert() returns trigger language plpgsql as $$
begin
  insert into lead_counts as kept (company_id, status, slot, n)
  select company_id, status, pg_backend_pid() % 32, sum(change) from (
    select company_id, '' as tag_id, status, coalesce(owner_id, '') as owner_id, source, 1 as change
    from added where held_at is null and deleted_at is null) as changed
  where tag_id = '' group by company_id, status having sum(change) <> 0 order by company_id, status
  on conflict (company_id, status, slot) do update set n = kept.n + excluded.n;
  insert into lead_facets as kept (company_id, tag_id, status, owner_id, source, slot, n)
  select company_id, tag_id, status, owner_id, source, pg_backend_pid() % 32, sum(change) from (
    select company_id, '' as tag_id, status, coalesce(owner_id, '') as owner_id, source, 1 as change
    from added where held_at is null and deleted_at is null) as changed
  group by company_id, tag_id, status, owner_id, source having sum(change) <> 0
  order by company_id, tag_id, status, owner_id, source
  on conflict (company_id, tag_id, status, owner_id, source, slot) do update set n = kept.n + excluded.n;
  return null;
end $$;
create or replace trigger count_leads_on_insert after insert on leads referencing new table as added
  for each statement execute function count_leads_on_insert();

create or replace function count_leads_on_delete() returns trigger language plpgsql as $$
begin
  insert into lead_counts as kept (company_id, status, slot, n)
  select company_id, status, pg_backend_pid() % 32, sum(change) from (
    select company_id, '' as tag_id, status, coalesce(owner_id, '') as owner_id, source, -1 as change
    from removed where held_at is null and deleted_at is null) as changed
  where tag_id = '' group by company_id, status having sum(change) <> 0 order by company_id, status
  on conflict (company_id, status, slot) do update set n = kept.n + excluded.n;
  insert into lead_facets as kept (company_id, tag_id, status, owner_id, source, slot, n)
  select company_id, tag_id, status, owner_id, source, pg_backend_pid() % 32, sum(change) from (
    select company_id, '' as tag_id, status, coalesce(owner_id, '') as owner_id, source, -1 as change
    from removed where held_at is null and deleted_at is null) as changed
  group by company_id, tag_id, status, owner_id, source having sum(change) <> 0
  order by company_id, tag_id, status, owner_id, source
  on conflict (company_id, tag_id, status, owner_id, source, slot) do update set n = kept.n + excluded.n;
  return null;
end $$;
create or replace trigger count_leads_on_delete after delete on leads referencing old table as removed
  for each statement execute function count_leads_on_delete();

create or replace function count_leads_on_update() returns trigger language plpgsql as $$
begin
  insert into lead_counts as kept (company_id, status, slot, n)
  select company_id, status, pg_backend_pid() % 32, sum(change) from (
    select company_id, '' as tag_id, status, coalesce(owner_id, '') as owner_id, source, 1 as change
    from added where held_at is null and deleted_at is null
    union all
    select company_id, '' as tag_id, status, coalesce(owner_id, '') as owner_id, source, -1 as change
    from removed where held_at is null and deleted_at is null
    union all
    select l.company_id, t.tag_id, l.status, coalesce(l.owner_id, ''), l.source, 1
    from added l join lead_tags t on t.company_id = l.company_id and t.lead_id = l.id where held_at is null and deleted_at is null
    union all
    select l.company_id, t.tag_id, l.status, coalesce(l.owner_id, ''), l.source, -1
    from removed l join lead_tags t on t.company_id = l.company_id and t.lead_id = l.id where held_at is null and deleted_at is null) as changed
  where tag_id = '' group by company_id, status having sum(change) <> 0 order by company_id, status
  on conflict (company_id, status, slot) do update set n = kept.n + excluded.n;
  insert into lead_facets as kept (company_id, tag_id, status, owner_id, source, slot, n)
  select company_id, tag_id, status, owner_id, source, pg_backend_pid() % 32, sum(change) from (
    select company_id, '' as tag_id, status, coalesce(owner_id, '') as owner_id, source, 1 as change
    from added where held_at is null and deleted_at is null
    union all
    select company_id, '' as tag_id, status, coalesce(owner_id, '') as owner_id, source, -1 as change
    from removed where held_at is null and deleted_at is null
    union all
    select l.company_id, t.tag_id, l.status, coalesce(l.owner_id, ''), l.source, 1
    from added l join lead_tags t on t.company_id = l.company_id and t.lead_id = l.id where held_at is null and deleted_at is null
    union all
    select l.company_id, t.tag_id, l.status, coalesce(l.owner_id, ''), l.source, -1
    from removed l join lead_tags t on t.company_id = l.company_id and t.lead_id = l.id where held_at is null and deleted_at is null) as changed
  group by company_id, tag_id, status, owner_id, source having sum(change) <> 0
  order by company_id, tag_id, status, owner_id, source
  on conflict (company_id, tag_id, status, owner_id, source, slot) do update set n = kept.n + excluded.n;
  return null;
end $$;
create or replace trigger count_leads_on_update after update on leads referencing old table as removed new table as added
  for each statement execute function count_leads_on_update();

create or replace function count_tags_on_insert() returns trigger language plpgsql as $$
begin
  insert into lead_facets as kept (company_id, tag_id, status, owner_id, source, slot, n)
  select company_id, tag_id, status, owner_id, source, pg_backend_pid() % 32, sum(change) from (
    select l.company_id, t.tag_id, l.status, coalesce(l.owner_id, '') as owner_id, l.source, 1 as change
    from added t join leads l on l.company_id = t.company_id and l.id = t.lead_id where held_at is null and deleted_at is null) as changed
  group by company_id, tag_id, status, owner_id, source having sum(change) <> 0
  order by company_id, tag_id, status, owner_id, source
  on conflict (company_id, tag_id, status, owner_id, source, slot) do update set n = kept.n + excluded.n;
  update leads l set tags = k.tags
  from (
    select c.company_id, c.lead_id, array(
      select t.tag_id from lead_tags t where t.company_id = c.company_id and t.lead_id = c.lead_id order by t.tag_id
    ) as tags from (select distinct company_id, lead_id from added) as c
  ) as k
  where l.company_id = k.company_id and l.id = k.lead_id and l.tags <> k.tags;
  return null;
end $$;
create or replace trigger count_tags_on_insert after insert on lead_tags referencing new table as added
  for each statement execute function count_tags_on_insert();

create or replace function count_tags_on_delete() returns trigger language plpgsql as $$
begin
  insert into lead_facets as kept (company_id, tag_id, status, owner_id, source, slot, n)
  select company_id, tag_id, status, owner_id, source, pg_backend_pid() % 32, sum(change) from (
    select l.company_id, t.tag_id, l.status, coalesce(l.owner_id, '') as owner_id, l.source, -1 as change
    from removed t join leads l on l.company_id = t.company_id and l.id = t.lead_id where held_at is null and deleted_at is null) as changed
  group by company_id, tag_id, status, owner_id, source having sum(change) <> 0
  order by company_id, tag_id, status, owner_id, source
  on conflict (company_id, tag_id, status, owner_id, source, slot) do update set n = kept.n + excluded.n;
  update leads l set tags = k.tags
  from (
    select c.company_id, c.lead_id, array(
      select t.tag_id from lead_tags t where t.company_id = c.company_id and t.lead_id = c.lead_id order by t.tag_id
    ) as tags from (select distinct company_id, lead_id from removed) as c
  ) as k
  where l.company_id = k.company_id and l.id = k.lead_id and l.tags <> k.tags;
  return null;
end $$;
create or replace trigger count_tags_on_delete after delete on lead_tags referencing old table as removed
  for each statement execute function count_tags_on_delete();
