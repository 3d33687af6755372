-- Open invitations of the company in scope, whose table only staff can read.
create or replace function company_invitations()
  returns table (id text, email text, data jsonb, created_at timestamptz, expires_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select id, email, data, created_at, expires_at from account_links
  where company_id = nullif(current_setting('app.company', true), '') and kind = 'invitation' and used_at is null
$$;
call run_as_staff('company_invitations()');
