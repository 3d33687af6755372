-- The counts that a lead adds to its day, times `change`: 1 for a lead as it is now, -1 for one as it was. Held and deleted
-- leads add nothing. The columns are in the order of the table.
create or replace function days_of(l leads, change integer) returns setof lead_days language sql stable as $$
  select l.company_id, (l.received_at at time zone c.time_zone)::date, l.status, coalesce(l.owner_id, ''), l.source,
    coalesce(left(l.first_touch ->> 'utm_campaign', 100), ''),
    case when l.status = 'lost' then coalesce(l.lost_reason, '') else '' end, 0::smallint,
    change::bigint,
    -- Imported leads were reached by somebody else, at a time that says nothing of the company.
    case when l.first_contact_at is null or l.imported_at is not null then 0 else change end::bigint,
    case when l.imported_at is null
      then change * coalesce(extract(epoch from l.first_contact_at - l.received_at), 0) else 0 end::double precision,
    (change * extract(epoch from l.status_at))::double precision,
    case when l.first_contact_at is null then 0 else change end::bigint,
    case when l.first_scheduled_at is null then 0 else change end::bigint
  from companies c where c.id = l.company_id and l.held_at is null and l.deleted_at is null
$$;

-- Adds changes to the kept counts, in one order everywhere. Changes that cancel out touch no row: an update that
-- changes nothing countable, for example.
create or replace function keep_days(changes lead_days[]) returns void language plpgsql as $$
begin
  insert into lead_days as kept
    (company_id, day, status, owner_id, source, campaign, lost_reason, slot, n, reached, contacted, booked, waited, entered)
  -- Summed as numeric, since floating point would leave a rest of what cancels out.
  select company_id, day, status, owner_id, source, campaign, lost_reason, pg_backend_pid() % 32,
    sum(n), sum(reached), sum(contacted), sum(booked), sum(waited::numeric), sum(entered::numeric)
  from unnest(changes)
  group by company_id, day, status, owner_id, source, campaign, lost_reason
  having sum(n) <> 0 or sum(reached) <> 0 or sum(contacted) <> 0 or sum(booked) <> 0
    or sum(waited::numeric) <> 0 or sum(entered::numeric) <> 0
  order by company_id, day, status, owner_id, source, campaign, lost_reason
  on conflict (company_id, day, status, owner_id, source, campaign, lost_reason, slot) do update
    set n = kept.n + excluded.n, reached = kept.reached + excluded.reached, contacted = kept.contacted + excluded.contacted,
      booked = kept.booked + excluded.booked,
      waited = kept.waited + excluded.waited, entered = kept.entered + excluded.entered;
end $$;

create or replace function count_days() returns trigger language plpgsql as $$
declare
  changes lead_days[];
begin
  if tg_op = 'INSERT' then
    changes := array(select each from added l, days_of(l, 1) as each);
  elsif tg_op = 'DELETE' then
    changes := array(select each from removed l, days_of(l, -1) as each);
  else
    changes := array(
      select each from added l, days_of(l, 1) as each union all select each from removed l, days_of(l, -1) as each);
  end if;
  perform keep_days(changes);
  return null;
end $$;
create or replace trigger count_days_on_insert after insert on leads referencing new table as added
  for each statement execute function count_days();
create or replace trigger count_days_on_delete after delete on leads referencing old table as removed
  for each statement execute function count_days();
create or replace trigger count_days_on_update after update on leads referencing old table as removed new table as added
  for each statement execute function count_days();

-- Day by day, since all leads of a company may be too many for an array.
create or replace function count_days_anew() returns trigger language plpgsql as $$
declare
  each_day date;
begin
  delete from lead_days where company_id = new.id;
  for each_day in
    select distinct (received_at at time zone new.time_zone)::date from leads where company_id = new.id order by 1
  loop
    perform keep_days(array(
      select each from leads l, days_of(l, 1) as each
      where l.company_id = new.id and l.received_at >= each_day::timestamp at time zone new.time_zone
        and l.received_at < (each_day + 1)::timestamp at time zone new.time_zone));
  end loop;
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

-- Drops the triggers' functions of an earlier version.
drop function if exists count_days_on_insert();
drop function if exists count_days_on_delete();
drop function if exists count_days_on_update();
