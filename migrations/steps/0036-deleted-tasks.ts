import { type Kysely, sql } from 'kysely'

/** A task that was deleted can be had back as it was; meanwhile it is not the next one of its lead. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table tasks add column deleted_at timestamptz`.execute(db)
  await sql`
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
    end $$`.execute(db)
  await sql`drop trigger keep_next_task on tasks`.execute(db)
  await sql`
    create trigger keep_next_task after insert or update of due_at, done_at, deleted_at, lead_id or delete on tasks
      for each row execute function keep_next_task()`.execute(db)
}
