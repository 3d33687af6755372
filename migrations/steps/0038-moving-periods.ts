import { type Kysely, sql } from 'kysely'

/**
 * Periods that move with the day: a view that somebody saved as 'today' shows today's leads tomorrow as well. Days are
 * those of the company's time zone.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    do $do$
    declare
      old text := pg_get_functiondef('lead_condition'::regproc);
      new text := replace(old, $$when 'preferredFrom' then$$, $$when 'receivedIn' then format('received_at >= %L',
            (today - case plain when 'last30' then 29 when 'last7' then 6 else 0 end)::timestamp at time zone zone)
          when 'preferredIn' then format('preferred_date between %L and %L', today + (plain = 'tomorrow')::integer,
            today + case plain when 'next7' then 6 when 'tomorrow' then 1 else 0 end)
          when 'preferredFrom' then$$);
    begin
      if new = old then raise exception 'lead_condition is not the function that this step changes'; end if;
      execute new;
    end $do$`.execute(db)
}
