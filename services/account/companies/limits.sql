-- When a limit comes into force, the leads of the month so far are counted; a worker releases what a new limit allows.
create or replace function limits_changed() returns trigger language plpgsql as $$
declare
  this_month date := date_trunc('month', now() at time zone new.time_zone)::date;
begin
  insert into lead_usage as kept (company_id, month, n)
  select new.id, this_month, count(*) from leads
  where company_id = new.id and received_at >= this_month::timestamp at time zone new.time_zone and held_at is null
    and imported_at is null
  on conflict (company_id, month) do update set n = greatest(kept.n, excluded.n);
  insert into outbox (queue, name, data)
  values ('leads', 'limits-changed', jsonb_build_object('companyId', new.id));
  return null;
end $$;
create or replace trigger limits_changed after update of plan, leads_limit, limits_until on companies for each row
when (old.plan is distinct from new.plan or old.leads_limit is distinct from new.leads_limit
  or old.limits_until is distinct from new.limits_until)
execute function limits_changed();
