-- A signed-up address may be somebody else's: until it is confirmed the company writes to nobody else. For a company
-- created by staff, which has no people yet, staff vouch.
create or replace function company_confirmed(company text) returns boolean language sql stable as $$
  select coalesce(bool_or(active and role = 'admin' and email_confirmed), true) from employees where company_id = company
$$;

-- The first user may be mailed at the address used for signing up, all others once they have confirmed theirs.
create or replace function may_be_mailed(person employees) returns boolean language sql stable as $$
  select person.active and (person.email_confirmed or not exists (
    select from employees e where e.company_id = person.company_id
      and (e.created_at, e.id) < (person.created_at, person.id)))
$$;

-- Recipients of notices in the company in scope: active admins who may be mailed and want a mail for each lead; the
-- company's own address only while it has no people. Companies cannot read users, so this runs as staff.
create or replace function company_recipients() returns text[] language sql stable security definer
  set search_path = public, pg_temp as $$
  with company as (
    select id, email from companies where id = nullif(current_setting('app.company', true), '')
  ), admins as (
    select array_agg(u.email order by e.created_at)
      filter (where e.active and u.active and e.role = 'admin' and may_be_mailed(e)
        and not coalesce(s.media -> 'lead_new' ? 'no_mail', false)) as emails, count(*) as n
    from company
    join employees e on e.company_id = company.id
    join users u on u.id = e.user_id
    left join notification_settings s on s.company_id = e.company_id and s.employee_id = e.id
  )
  select case when admins.n > 0 then coalesce(admins.emails, '{}') else array_remove(array[company.email], null) end
  from company, admins
$$;
call run_as_staff('company_recipients()');

-- The addresses named by a form of the company in scope that may be mailed; null for none.
create or replace function form_recipients(named jsonb) returns text[] language sql stable security definer
  set search_path = public, pg_temp as $$
  select array_agg(distinct named_one) from jsonb_array_elements_text(named) as named_one,
    nullif(current_setting('app.company', true), '') as company
  where exists (
      select from employees e join users u on u.id = e.user_id and u.active
      where e.company_id = company and lower(e.email) = lower(named_one) and may_be_mailed(e))
    or company_confirmed(company) and exists (
      select from mail_recipients r
      where r.company_id = company and r.email = named_one and r.confirmed_at is not null)
$$;
call run_as_staff('form_recipients(jsonb)');
