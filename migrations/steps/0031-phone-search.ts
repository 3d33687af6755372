import { type Kysely, sql } from 'kysely'

/**
 * A whole phone finds whose phone it is by the key that tells people apart, in the same time whatever the size of the
 * company. Where nobody has it, it is a number like others, looked for in every part: the beginning of a CNPJ may read
 * as a phone. The rest of the function is as step 28 made it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    do $do$
    declare
      old text := pg_get_functiondef('lead_condition'::regproc);
      new text := replace(old, $$when 'digits' then case$$, $$when 'digits' then case
            when length(list[2]) = 10 and exists (
              select from leads where company_id = nullif(current_setting('app.company', true), '')
                and phone_key = list[2] and held_at is null and deleted_at is null)
              then format('phone_key = %L', list[2])$$);
    begin
      if new = old then raise exception 'lead_condition is not the function that this step changes'; end if;
      execute new;
    end $do$`.execute(db)
}
