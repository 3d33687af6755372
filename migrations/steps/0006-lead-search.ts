import { type Kysely, sql } from 'kysely'
import { runAsStaff } from '../staff.ts'

/**
 * Under row-level security PostgreSQL uses no index for an operator that is not leakproof, and LIKE is none. These
 * functions therefore run as prosa_staff, whose policy is plain `true`, and apply the company themselves: it comes from
 * the scope of the transaction, never from an argument. They answer ids only; the caller reads the rows under its own
 * policy.
 *
 * Up to `cap` matches are collected through the trigram index and sorted. A term with more matches is common, so the
 * rows are read in the asked order and filtered until the page is full, which then takes few rows.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create function lead_order(key text, descending boolean) returns text language sql immutable as $$
      select format(case key
        when 'name' then '(fold(name) collate "C") %1$s, id %1$s'
        when 'status' then 'status %1$s, received_at %1$s, id %1$s'
        when 'source' then 'source %1$s, received_at %1$s, id %1$s'
        else 'received_at %1$s, id %1$s' end, case when descending then 'desc' else 'asc' end)
    $$`.execute(db)

  await sql`
    create function lead_pattern(term text) returns text language sql immutable as $$
      select replace(replace(replace(fold(term), '\\', '\\\\'), '%', '\\%'), '_', '\\_')
    $$`.execute(db)

  // Without bitmap scans the planner has only the ordered indexes left.
  await sql`
    create function common_leads(condition text, ordering text, company text, pattern text, statuses text[],
      only_source text, skip integer, take integer)
    returns setof text language plpgsql stable set enable_bitmapscan = off set enable_sort = off as $$
    begin
      return query execute format(
        'select id from leads where company_id = $1 and %s order by company_id, %s offset $5 limit $6',
        condition, ordering) using company, pattern, statuses, only_source, skip, take;
    end $$`.execute(db)

  await sql`
    create function search_leads(term text, statuses text[], only_source text, sort_key text, descending boolean,
      skip integer, take integer, cap integer)
    returns table (id text, place bigint, total bigint) language plpgsql stable security definer
    set search_path = public, pg_temp as $$
    declare
      company text := nullif(current_setting('app.company', true), '');
      short boolean := length(term) < 3;
      pattern text := case when short then lead_pattern(term) || '%' else '%' || lead_pattern(term) || '%' end;
      condition text :=
        case when short then '(fold(name) collate "C") like $2' else 'search like $2' end
        || case when statuses is null then ' and $3::text[] is null' else ' and status = any ($3)' end
        || case when only_source is null then ' and $4::text is null' else ' and source = $4' end;
      ordering text := lead_order(sort_key, descending);
      matches bigint;
    begin
      -- Usually there are few matches, and one reading of them gives both the page and the total.
      return query execute format(
        'with found as materialized (
           select id, received_at, name, status, source from leads where company_id = $1 and %1$s limit $5 + 1
         ), counted as (select count(*) as n from found)
         select id, row_number() over (order by %2$s), n from found, counted where n <= $5
         order by %2$s offset $6 limit $7', condition, ordering)
        using company, pattern, statuses, only_source, cap, skip, take;
      if found then return; end if;

      execute format('select count(*) from (select from leads where company_id = $1 and %s limit $5) as some_leads', condition)
        into matches using company, pattern, statuses, only_source, cap + 1;
      if matches > cap then
        return query select common, row_number() over (), matches
          from common_leads(condition, ordering, company, pattern, statuses, only_source, skip, take) as common;
      end if;
    end $$`.execute(db)

  await runAsStaff(db, 'search_leads(text, text[], text, text, boolean, integer, integer, integer)')
}
