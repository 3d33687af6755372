-- Companies cannot read users; this reveals only which of their own people have a second factor.
create or replace function company_second_factors() returns table (user_id text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id from users u join employees e on e.user_id = u.id
  where e.company_id = nullif(current_setting('app.company', true), '') and u.second_factor_at is not null
$$;
call run_as_staff('company_second_factors()');
