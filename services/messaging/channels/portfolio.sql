-- How many people a portfolio wrote to outside the window in the last 24 hours, over all of its numbers, and when one of
-- them leaves that time so that `of_limit` has room again. It counts across companies, which may share a portfolio, and
-- says nothing else of them.
create or replace function portfolio_use(of_portfolio text, of_limit integer, out used integer, out free_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  with people as materialized (
    select max(at) as at from portfolio_people where portfolio = of_portfolio and at > now() - interval '24 hours'
    group by person
  ), counted as (select count(*)::integer as n from people)
  select n, (select at + interval '24 hours' from people order by at offset greatest(0, n - of_limit) limit 1)
  from counted
$$;
call run_as_staff('portfolio_use(text,integer)');
