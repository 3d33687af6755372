-- The values of the leads that match a filter, by what they are summed by. It reads the leads that have a value only; see
-- search.sql for why it runs as staff. `won_seconds`: from arrival to the sale, of all that were won together.
create or replace function sum_values(filter jsonb)
  returns table (status text, owner_id text, source text, leads bigint, cents bigint, won_seconds double precision)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  company text := nullif(current_setting('app.company', true), '');
  owners text[] := string_to_array(nullif(current_setting('app.owners', true), ''), ',');
begin
  return query execute format(
    'select status, coalesce(owner_id, ''''), source, count(*), sum(value_cents)::bigint,
       coalesce(sum(extract(epoch from status_at - received_at)) filter (where status = ''converted''), 0)::double precision
     from leads where %s and %s %s and value_cents is not null group by 1, 2, 3',
    company_condition(filter), lead_condition(filter),
    case when owners is null then '' else format('and owner_id = any (%L)', owners) end) using company;
end $$;
call run_as_staff('sum_values(jsonb)');

-- The same by step alone, for the columns of a board.
create or replace function sum_step_values(filter jsonb) returns table (step text, cents bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  company text := nullif(current_setting('app.company', true), '');
  owners text[] := string_to_array(nullif(current_setting('app.owners', true), ''), ',');
begin
  return query execute format(
    'select %s, sum(value_cents)::bigint from leads where %s and %s %s and value_cents is not null group by 1',
    -- The index of values has the status and not the step.
    case when has_own_funnels(company) then 'coalesce(step_key, status)' else 'status' end,
    company_condition(filter), lead_condition(filter),
    case when owners is null then '' else format('and owner_id = any (%L)', owners) end) using company;
end $$;
call run_as_staff('sum_step_values(jsonb)');

-- Whether any lead of the company has a value, regardless of the viewer: layout must not depend on permissions.
create or replace function uses_values() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from leads where company_id = nullif(current_setting('app.company', true), '') and value_cents is not null
      and held_at is null and deleted_at is null)
$$;
call run_as_staff('uses_values()');
