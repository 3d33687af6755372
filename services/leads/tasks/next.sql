-- Sets when the next task of each lead is due, for all leads of a statement at once: a bulk move changes thousands.
create or replace function keep_next_tasks(changed text[], leads_of text[]) returns void language sql as $$
  update leads set next_task_at = k.next
  from (
    select c.company_id, c.lead_id, (
      select min(due_at) from tasks t
      where t.company_id = c.company_id and t.lead_id = c.lead_id and t.done_at is null and t.deleted_at is null) as next
    from (select distinct company_id, lead_id from unnest(changed, leads_of) as each (company_id, lead_id)) as c
  ) as k
  where leads.company_id = k.company_id and leads.id = k.lead_id and leads.next_task_at is distinct from k.next
$$;

drop trigger if exists keep_next_task on tasks;

create or replace function keep_next_on_insert() returns trigger language plpgsql as $$
begin
  perform keep_next_tasks(array_agg(company_id), array_agg(lead_id)) from added;
  return null;
end $$;
create or replace trigger keep_next_on_insert after insert on tasks referencing new table as added
  for each statement execute function keep_next_on_insert();

-- A merge moves tasks to another lead, so the lead before counts too.
create or replace function keep_next_on_update() returns trigger language plpgsql as $$
begin
  perform keep_next_tasks(array_agg(company_id), array_agg(lead_id))
  from (select company_id, lead_id from added union select company_id, lead_id from removed) as changed;
  return null;
end $$;
create or replace trigger keep_next_on_update after update on tasks
  referencing old table as removed new table as added
  for each statement execute function keep_next_on_update();

create or replace function keep_next_on_delete() returns trigger language plpgsql as $$
begin
  perform keep_next_tasks(array_agg(company_id), array_agg(lead_id)) from removed;
  return null;
end $$;
create or replace trigger keep_next_on_delete after delete on tasks referencing old table as removed
  for each statement execute function keep_next_on_delete();
