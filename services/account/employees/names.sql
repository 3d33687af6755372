create or replace function fill_employee_name() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  select name, email, email_confirmed_at is not null into new.name, new.email, new.email_confirmed
  from users where id = new.user_id;
  return new;
end $$;
call run_as_staff('fill_employee_name()');
create or replace trigger fill_employee_name before insert on employees for each row execute function fill_employee_name();

create or replace function copy_user_name() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update employees set name = new.name, email = new.email, email_confirmed = new.email_confirmed_at is not null
  where user_id = new.id;
  return null;
end $$;
call run_as_staff('copy_user_name()');
create or replace trigger copy_user_name after update of name, email, email_confirmed_at on users for each row
  when (old.name is distinct from new.name or old.email is distinct from new.email
    or old.email_confirmed_at is distinct from new.email_confirmed_at)
  execute function copy_user_name();

create or replace function see_employee() returns trigger language plpgsql as $$
begin
  update employees set seen_at = new.seen_at where company_id = new.company_id and user_id = new.user_id;
  return null;
end $$;
create or replace trigger see_employee after insert or update of seen_at, company_id on sessions for each row
  when (new.company_id is not null) execute function see_employee();
