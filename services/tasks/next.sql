create or replace function keep_next_task() returns trigger language plpgsql as $$
declare
  task record := coalesce(new, old);
begin
  update leads set next_task_at = (
    select min(due_at) from tasks t
    where t.company_id = task.company_id and t.lead_id = task.lead_id and t.done_at is null and t.deleted_at is null)
  where leads.company_id = task.company_id and leads.id = task.lead_id;
  if tg_op = 'UPDATE' and old.lead_id <> new.lead_id then
    update leads set next_task_at = (
      select min(due_at) from tasks t
      where t.company_id = old.company_id and t.lead_id = old.lead_id and t.done_at is null and t.deleted_at is null)
    where leads.company_id = old.company_id and leads.id = old.lead_id;
  end if;
  return null;
end $$;
create or replace trigger keep_next_task after insert or update of due_at, done_at, deleted_at, lead_id or delete on tasks
  for each row execute function keep_next_task();
