create or replace function count_days_on_insert() returns trigger language plpgsql as $$
begin
  insert into lead_days as kept
    (company_id, day, status, owner_id, source, campaign, lost_reason, slot, n, reached, contacted, booked, waited, entered)
  select company_id, day, status, owner_id, source, campaign, lost_reason, pg_backend_pid() % 32,
    sum(n), sum(reached), sum(contacted), sum(booked), sum(waited), sum(entered) from (
    select l.company_id, (l.received_at at time zone c.time_zone)::date as day, l.status,
      coalesce(l.owner_id, '') as owner_id, l.source, coalesce(left(l.first_touch ->> 'utm_campaign', 100), '') as campaign,
      case when l.status = 'lost' then coalesce(l.lost_reason, '') else '' end as lost_reason,
      1 as n, case when l.first_contact_at is null or l.imported_at is not null then 0 else 1 end as reached,
      case when l.first_contact_at is null then 0 else 1 end as contacted,
      case when l.first_scheduled_at is null then 0 else 1 end as booked,
      case when l.imported_at is null then 1 * coalesce(extract(epoch from l.first_contact_at - l.received_at), 0) else 0 end as waited,
      1 * extract(epoch from l.status_at) as entered
    from added l join companies c on c.id = l.company_id where l.held_at is null and l.deleted_at is null) as changed
  group by company_id, day, status, owner_id, source, campaign, lost_reason
  having sum(n) <> 0 or sum(reached) <> 0 or sum(contacted) <> 0 or sum(booked) <> 0 or sum(waited) <> 0 or sum(entered) <> 0
  order by company_id, day, status, owner_id, source, campaign, lost_reason
  on conflict (company_id, day, status, owner_id, source, campaign, lost_reason, slot) do update
    set n = kept.n + excluded.n, reached = kept.reached + excluded.reached, contacted = kept.contacted + excluded.contacted,
      booked = kept.booked + excluded.booked,
      waited = kept.waited + excluded.waited, entered = kept.entered + excluded.entered;
  return null;
end $$;
create or replace trigger count_days_on_insert after insert on leads referencing new table as added
  for each statement execute function count_days_on_insert();

create or replace function count_days_on_delete() returns trigger language plpgsql as $$
begin
  insert into lead_days as kept
    (company_id, day, status, owner_id, source, campaign, lost_reason, slot, n, reached, contacted, booked, waited, entered)
  select company_id, day, status, owner_id, source, campaign, lost_reason, pg_backend_pid() % 32,
    sum(n), sum(reached), sum(contacted), sum(booked), sum(waited), sum(entered) from (
    select l.company_id, (l.received_at at time zone c.time_zone)::date as day, l.status,
      coalesce(l.owner_id, '') as owner_id, l.source, coalesce(left(l.first_touch ->> 'utm_campaign', 100), '') as campaign,
      case when l.status = 'lost' then coalesce(l.lost_reason, '') else '' end as lost_reason,
      -1 as n, case when l.first_contact_at is null or l.imported_at is not null then 0 else -1 end as reached,
      case when l.first_contact_at is null then 0 else -1 end as contacted,
      case when l.first_scheduled_at is null then 0 else -1 end as booked,
      case when l.imported_at is null then -1 * coalesce(extract(epoch from l.first_contact_at - l.received_at), 0) else 0 end as waited,
      -1 * extract(epoch from l.status_at) as entered
    from removed l join companies c on c.id = l.company_id where l.held_at is null and l.deleted_at is null) as changed
  group by company_id, day, status, owner_id, source, campaign, lost_reason
  having sum(n) <> 0 or sum(reached) <> 0 or sum(contacted) <> 0 or sum(booked) <> 0 or sum(waited) <> 0 or sum(entered) <> 0
  order by company_id, day, status, owner_id, source, campaign, lost_reason
  on conflict (company_id, day, status, owner_id, source, campaign, lost_reason, slot) do update
    set n = kept.n + excluded.n, reached = kept.reached + excluded.reached, contacted = kept.contacted + excluded.contacted,
      booked = kept.booked + excluded.booked,
      waited = kept.waited + excluded.waited, entered = kept.entered + excluded.entered;
  return null;
end $$;
create or replace trigger count_days_on_delete after delete on leads referencing old table as removed
  for each statement execute function count_days_on_delete();

create or replace function count_days_on_update() returns trigger language plpgsql as $$
begin
  insert into lead_days as kept
    (company_id, day, status, owner_id, source, campaign, lost_reason, slot, n, reached, contacted, booked, waited, entered)
  select company_id, day, status, owner_id, source, campaign, lost_reason, pg_backend_pid() % 32,
    sum(n), sum(reached), sum(contacted), sum(booked), sum(waited), sum(entered) from (
    select l.company_id, (l.received_at at time zone c.time_zone)::date as day, l.status,
      coalesce(l.owner_id, '') as owner_id, l.source, coalesce(left(l.first_touch ->> 'utm_campaign', 100), '') as campaign,
      case when l.status = 'lost' then coalesce(l.lost_reason, '') else '' end as lost_reason,
      1 as n, case when l.first_contact_at is null or l.imported_at is not null then 0 else 1 end as reached,
      case when l.first_contact_at is null then 0 else 1 end as contacted,
      case when l.first_scheduled_at is null then 0 else 1 end as booked,
      case when l.imported_at is null then 1 * coalesce(extract(epoch from l.first_contact_at - l.received_at), 0) else 0 end as waited,
      1 * extract(epoch from l.status_at) as entered
    from added l join companies c on c.id = l.company_id where l.held_at is null and l.deleted_at is null
    union all
    select l.company_id, (l.received_at at time zone c.time_zone)::date as day, l.status,
      coalesce(l.owner_id, '') as owner_id, l.source, coalesce(left(l.first_touch ->> 'utm_campaign', 100), '') as campaign,
      case when l.status = 'lost' then coalesce(l.lost_reason, '') else '' end as lost_reason,
      -1 as n, case when l.first_contact_at is null or l.imported_at is not null then 0 else -1 end as reached,
      case when l.first_contact_at is null then 0 else -1 end as contacted,
      case when l.first_scheduled_at is null then 0 else -1 end as booked,
      case when l.imported_at is null then -1 * coalesce(extract(epoch from l.first_contact_at - l.received_at), 0) else 0 end as waited,
      -1 * extract(epoch from l.status_at) as entered
    from removed l join companies c on c.id = l.company_id where l.held_at is null and l.deleted_at is null) as changed
  group by company_id, day, status, owner_id, source, campaign, lost_reason
  having sum(n) <> 0 or sum(reached) <> 0 or sum(contacted) <> 0 or sum(booked) <> 0 or sum(waited) <> 0 or sum(entered) <> 0
  order by company_id, day, status, owner_id, source, campaign, lost_reason
  on conflict (company_id, day, status, owner_id, source, campaign, lost_reason, slot) do update
    set n = kept.n + excluded.n, reached = kept.reached + excluded.reached, contacted = kept.contacted + excluded.contacted,
      booked = kept.booked + excluded.booked,
      waited = kept.waited + excluded.waited, entered = kept.entered + excluded.entered;
  return null;
end $$;
create or replace trigger count_days_on_update after update on leads referencing old table as removed new table as added
  for each statement execute function count_days_on_update();

create or replace function count_days_anew() returns trigger language plpgsql as $$
begin
  delete from lead_days where company_id = new.id;
  insert into lead_days as kept
    (company_id, day, status, owner_id, source, campaign, lost_reason, slot, n, reached, contacted, booked, waited, entered)
  select company_id, day, status, owner_id, source, campaign, lost_reason, pg_backend_pid() % 32,
    sum(n), sum(reached), sum(contacted), sum(booked), sum(waited), sum(entered) from (
    select l.company_id, (l.received_at at time zone c.time_zone)::date as day, l.status,
      coalesce(l.owner_id, '') as owner_id, l.source, coalesce(left(l.first_touch ->> 'utm_campaign', 100), '') as campaign,
      case when l.status = 'lost' then coalesce(l.lost_reason, '') else '' end as lost_reason,
      1 as n, case when l.first_contact_at is null or l.imported_at is not null then 0 else 1 end as reached,
      case when l.first_contact_at is null then 0 else 1 end as contacted,
      case when l.first_scheduled_at is null then 0 else 1 end as booked,
      case when l.imported_at is null then 1 * coalesce(extract(epoch from l.first_contact_at - l.received_at), 0) else 0 end as waited,
      1 * extract(epoch from l.status_at) as entered
    from leads l join companies c on c.id = l.company_id
    where l.company_id = new.id and l.held_at is null and l.deleted_at is null) as changed
  group by company_id, day, status, owner_id, source, campaign, lost_reason
  having sum(n) <> 0 or sum(reached) <> 0 or sum(contacted) <> 0 or sum(booked) <> 0 or sum(waited) <> 0 or sum(entered) <> 0
  order by company_id, day, status, owner_id, source, campaign, lost_reason
  on conflict (company_id, day, status, owner_id, source, campaign, lost_reason, slot) do update
    set n = kept.n + excluded.n, reached = kept.reached + excluded.reached, contacted = kept.contacted + excluded.contacted,
      booked = kept.booked + excluded.booked,
      waited = kept.waited + excluded.waited, entered = kept.entered + excluded.entered;
  return null;
end $$;
create or replace trigger count_days_anew after update of time_zone on companies for each row
when (old.time_zone is distinct from new.time_zone) execute function count_days_anew();

-- count_days_anew recounts the days in the new time zone; until then the old ones must not be settled.
create or replace function forget_settled_days() returns trigger language plpgsql as $$
begin
  perform take_locks('{days}', new.id);
  delete from lead_months where company_id = new.id;
  delete from lead_day_totals where company_id = new.id;
  return new;
end $$;
create or replace trigger forget_settled_days before update of time_zone on companies for each row
when (old.time_zone is distinct from new.time_zone) execute function forget_settled_days();
