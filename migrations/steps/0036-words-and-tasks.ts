import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await findWords(db)
  await keepDeletedTasks(db)
}

/**
 * Of several words each is looked for, in whatever order: people have names between the first and the last. The index is
 * asked for a few parts of each, as step 35 does; a word of one or two letters says too little for it.
 */
async function findWords(db: Kysely<never>): Promise<void> {
  await sql`alter function lead_match(text) rename to phrase_match`.execute(db)
  await sql`
    create function word_match(word text) returns text language sql immutable as $$
      select case
        when length(word) < 3 then format('strpos(search, %L) > 0', word)
        when parts is null then format('search like %L', '%' || lead_pattern(word) || '%')
        else format('search like %L and strpos(search, %L) > 0', '%' || parts || '%', word) end
      from (
        select case
          when word ~ '^[0-9]+$|@' then word_parts(left(word, greatest(strpos(word, '@'), 12)))
          when word ~ '^[^0-9]+$' then word_parts(word) end as parts) as p
    $$`.execute(db)
  await sql`
    create function lead_match(term text) returns text language sql immutable as $$
      select case
        when count(*) > 1 and max(length(word)) >= 3 then string_agg(word_match(word), ' and ' order by place)
        else phrase_match(term) end
      from string_to_table(fold(term), ' ') with ordinality as w (word, place)
    $$`.execute(db)
}

/** A task that was deleted can be had back as it was; meanwhile it is not the next one of its lead. */
async function keepDeletedTasks(db: Kysely<never>): Promise<void> {
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
