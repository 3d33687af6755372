import { type Kysely, sql } from 'kysely'
import { runAsStaff } from '../staff.ts'

/**
 * Leads over the plan's limit are stored and held, and employees may be shown their own leads or those of their team.
 * Both are policies, so that no query can forget them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table leads add column held_at timestamptz`.execute(db)
  await sql`create index leads_held on leads (company_id, received_at) where held_at is not null`.execute(db)

  // `app.owners` is a list of employees, empty for all; `app.held` is "shown" where held leads are counted or stored.
  await sql`
    create policy visible on leads as restrictive to prosa_app using (
      (held_at is null or current_setting('app.held', true) = 'shown')
      and (coalesce(current_setting('app.owners', true), '') = ''
        or owner_id = any (string_to_array(current_setting('app.owners', true), ','))))
    with check (true)`.execute(db)
  // What tells of a lead is seen by those who see the lead.
  for (const table of ['activities', 'mails', 'consents'])
    await sql`
      create policy of_visible_leads on ${sql.table(table)} as restrictive to prosa_app using (
        lead_id is null or exists (
          select from leads where leads.company_id = ${sql.table(table)}.company_id and leads.id = lead_id))
      with check (true)`.execute(db)

  // How many leads of a month count towards the plan; written for plans with a limit only, one row a company, whose
  // lock makes the count exact for leads that arrive together.
  await sql`
    create table lead_usage (
      company_id text not null references companies (id),
      month date not null,
      n integer not null,
      primary key (company_id, month)
    )`.execute(db)
  await sql`call isolate_by_company('lead_usage')`.execute(db)

  // A limit that comes to hold finds what the month already has, and what it lets go is looked at by a worker.
  await sql`
    create function limits_changed() returns trigger language plpgsql as $$
    declare
      this_month date := date_trunc('month', now() at time zone new.time_zone)::date;
    begin
      insert into lead_usage as kept (company_id, month, n)
      select new.id, this_month, count(*) from leads
      where company_id = new.id and received_at >= this_month::timestamp at time zone new.time_zone and held_at is null
      on conflict (company_id, month) do update set n = greatest(kept.n, excluded.n);
      insert into outbox (queue, name, data)
      values ('leads', 'limits-changed', jsonb_build_object('companyId', new.id));
      return null;
    end $$`.execute(db)
  await sql`
    create trigger limits_changed after update of plan, leads_limit, limits_until on companies for each row
    when (old.plan is distinct from new.plan or old.leads_limit is distinct from new.leads_limit
      or old.limits_until is distinct from new.limits_until)
    execute function limits_changed()`.execute(db)

  // Held leads are in no kept total.
  await createCountFunction(db, 'insert', 'select company_id, status, 1 as change from added where held_at is null')
  await createCountFunction(db, 'delete', 'select company_id, status, -1 as change from removed where held_at is null')
  await createCountFunction(
    db,
    'update',
    `select company_id, status, 1 as change from added where held_at is null
     union all select company_id, status, -1 from removed where held_at is null`
  )
  await createSearch(db)
}

/** Under the name of step 5, whose triggers call it. */
async function createCountFunction(db: Kysely<never>, change: string, rows: string): Promise<void> {
  await sql
    .raw(`
    create or replace function count_leads_on_${change}() returns trigger language plpgsql as $$
    begin
      insert into lead_counts as kept (company_id, status, slot, n)
      select company_id, status, pg_backend_pid() % 32, sum(change) from (${rows}) as changed
      group by company_id, status having sum(change) <> 0 order by company_id, status
      on conflict (company_id, status, slot) do update set n = kept.n + excluded.n;
      return null;
    end $$`)
    .execute(db)
}

/** As in step 6, for one owner's leads too, and with what the policies say, since these functions run as staff. */
async function createSearch(db: Kysely<never>): Promise<void> {
  await sql`drop function common_leads(text, text, text, text, text[], text, integer, integer)`.execute(db)
  await sql`
    create function common_leads(condition text, ordering text, company text, pattern text, statuses text[],
      only_source text, owners text[], skip integer, take integer)
    returns setof text language plpgsql stable set enable_bitmapscan = off set enable_sort = off as $$
    begin
      return query execute format(
        'select id from leads where company_id = $1 and %s order by company_id, %s offset $6 limit $7',
        condition, ordering) using company, pattern, statuses, only_source, owners, skip, take;
    end $$`.execute(db)

  await sql`drop function search_leads(text, text[], text, text, boolean, integer, integer, integer)`.execute(db)
  await sql`
    create function search_leads(term text, statuses text[], only_source text, only_owner text, sort_key text,
      descending boolean, skip integer, take integer, cap integer)
    returns table (id text, place bigint, total bigint) language plpgsql stable security definer
    set search_path = public, pg_temp as $$
    declare
      company text := nullif(current_setting('app.company', true), '');
      owners text[] := string_to_array(nullif(current_setting('app.owners', true), ''), ',');
      short boolean := length(term) < 3;
      pattern text := case when short then lead_pattern(term) || '%' else '%' || lead_pattern(term) || '%' end;
      condition text :=
        case when short then '(fold(name) collate "C") like $2' else 'search like $2' end
        || case when statuses is null then ' and $3::text[] is null' else ' and status = any ($3)' end
        || case when only_source is null then ' and $4::text is null' else ' and source = $4' end
        || case when owners is null then ' and $5::text[] is null' else ' and owner_id = any ($5)' end
        || case when only_owner is null then '' when only_owner = 'none' then ' and owner_id is null'
             else format(' and owner_id = %L', only_owner) end
        || ' and held_at is null';
      ordering text := lead_order(sort_key, descending);
      matches bigint;
    begin
      -- Usually there are few matches, and one reading of them gives both the page and the total.
      return query execute format(
        'with found as materialized (
           select id, received_at, name, status, source from leads where company_id = $1 and %1$s limit $6 + 1
         ), counted as (select count(*) as n from found)
         select id, row_number() over (order by %2$s), n from found, counted where n <= $6
         order by %2$s offset $7 limit $8', condition, ordering)
        using company, pattern, statuses, only_source, owners, cap, skip, take;
      if found then return; end if;

      execute format('select count(*) from (select from leads where company_id = $1 and %s limit $6) as some_leads', condition)
        into matches using company, pattern, statuses, only_source, owners, cap + 1;
      if matches > cap then
        return query select common, row_number() over (), matches
          from common_leads(condition, ordering, company, pattern, statuses, only_source, owners, skip, take) as common;
      end if;
    end $$`.execute(db)
  await runAsStaff(db, 'search_leads(text, text[], text, text, text, boolean, integer, integer, integer)')
}
