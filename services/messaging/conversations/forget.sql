-- Erases with a person's messages their files, and the deliveries of the provider, which are kept for a while as they
-- came.
create or replace function forget_deliveries() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update deliveries set body = null where id in (select delivery_id from removed where delivery_id is not null);
  delete from files f using removed r where f.company_id = r.company_id and f.id = r.file_id;
  return null;
end $$;
call run_as_staff('forget_deliveries()');
create or replace trigger forget_deliveries after delete on messages referencing old table as removed
  for each statement execute function forget_deliveries();

-- With a conversation goes the picture of its person.
create or replace function forget_pictures() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  delete from files f using removed r where f.company_id = r.company_id and f.id = r.picture_id;
  return null;
end $$;
call run_as_staff('forget_pictures()');
create or replace trigger forget_pictures after delete on conversations referencing old table as removed
  for each statement execute function forget_pictures();
