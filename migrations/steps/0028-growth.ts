import { type Kysely, sql } from 'kysely'

/** What keeps a company with very many leads as quick as one with few. */
export async function up(db: Kysely<never>): Promise<void> {
  await createSettledDays(db)
  await createSearch(db)
  // What was sent with a form in a period, for its funnel.
  await sql`
    create index submissions_by_form on submissions (company_id, form_id, received_at) where form_id is not null`.execute(
    db
  )
}

/**
 * Sums of the days that are over. A row of lead_days whose slot is -1 is settled: only services/dashboard/settle.ts
 * writes it, together with what it adds to these two tables, which hence say of the settled rows what those say
 * themselves. A change of an old lead goes into a slot as ever and is read beside them until it is settled too.
 */
async function createSettledDays(db: Kysely<never>): Promise<void> {
  await sql`
    create table lead_months (
      company_id text not null,
      month date not null,
      status text not null,
      owner_id text not null,
      source text not null,
      campaign text not null,
      lost_reason text not null,
      n bigint not null,
      reached bigint not null,
      waited double precision not null,
      entered double precision not null,
      primary key (company_id, month, status, owner_id, source, campaign, lost_reason)
    )`.execute(db)
  await sql`call isolate_by_company('lead_months')`.execute(db)
  await sql`
    create table lead_day_totals (
      company_id text not null,
      day date not null,
      owner_id text not null,
      n bigint not null,
      converted bigint not null,
      primary key (company_id, day, owner_id)
    )`.execute(db)
  await sql`call isolate_by_company('lead_day_totals')`.execute(db)
  await sql`create index lead_days_unsettled on lead_days (company_id, day) where slot >= 0`.execute(db)

  // Step 19 counts the days of another time zone anew after the change; until then nobody may settle the old ones.
  await sql`
    create function forget_settled_days() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('days ' || new.id, 0));
      delete from lead_months where company_id = new.id;
      delete from lead_day_totals where company_id = new.id;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger forget_settled_days before update of time_zone on companies for each row
    when (old.time_zone is distinct from new.time_zone) execute function forget_settled_days()`.execute(db)
}

/**
 * As in step 16, with two differences. What one reading finds is sorted by what that reading brought along: looking
 * each of up to a thousand ids up again took as long as finding them. And the index is asked for fewer parts of a number
 * or an e-mail: it reads a list for each part, which in a large company are long, while three letters after three others
 * already tell nearly all leads apart. What it finds is then compared with the whole term, by a function that no index
 * takes for itself.
 */
async function createSearch(db: Kysely<never>): Promise<void> {
  await sql`
    create function lead_match(term text) returns text language sql immutable as $$
      select case
        when length(folded) < 8 or folded !~ '^[0-9]+$|@' then format('search like %L', '%' || lead_pattern(term) || '%')
        else format('search like %L and strpos(search, %L) > 0', '%' || (
          select string_agg(lead_pattern(substr(start, 1 + n * (length(start) - 3) / (parts - 1), 3)), '%' order by n)
          from generate_series(0, parts - 1) as n) || '%', folded) end
      from (select fold(term) as folded) as t,
        -- What follows the sign of an e-mail is mostly that of very many.
        lateral (select left(folded, greatest(strpos(folded, '@'), 12)) as start) as s,
        lateral (select length(start) / 3 as parts) as p
    $$`.execute(db)

  await sql`
    create or replace function lead_condition(filter jsonb) returns text language plpgsql stable as $$
    declare
      zone text := coalesce((
        select time_zone from companies where id = nullif(current_setting('app.company', true), '')), 'UTC');
      today date := (now() at time zone zone)::date;
      result text := 'held_at is null and deleted_at is null';
      key text;
      value jsonb;
      plain text;
      list text[];
    begin
      for key, value in select * from jsonb_each(filter) loop
        plain := value #>> '{}';
        list := lead_texts(value);
        result := result || ' and ' || case key
          when 'term' then
            case when length(plain) < 3
              then format('(fold(name) collate "C") like %L', lead_pattern(plain) || '%')
              else lead_match(plain) end
          when 'digits' then case
            -- Two writings of a phone end alike, so one reading of the index finds both.
            when right(list[1], 8) = right(list[2], 8) then format('%s and (strpos(search, %L) > 0 or strpos(search, %L) > 0)',
              lead_match(right(list[1], 8)), list[1], list[2])
            else format('(%s or %s)', lead_match(list[1]), lead_match(list[2])) end
          when 'id' then format('id = any (%L)', list)
          when 'status' then format('status = any (%L)', list)
          when 'source' then format('source = any (%L)', list)
          when 'owner' then case
            when '' = any (list) then format('(owner_id is null or owner_id = any (%L))', list)
            else format('owner_id = any (%L)', list) end
          when 'tag' then format('id in (select t.lead_id from lead_tags t where t.company_id = leads.company_id
            and t.tag_id = any (%L))', list)
          when 'receivedFrom' then format('received_at >= %L', plain::date::timestamp at time zone zone)
          when 'receivedTo' then format('received_at < %L', (plain::date + 1)::timestamp at time zone zone)
          when 'untouchedDays' then format('status in (''new'', ''contacted'', ''scheduled'') and touched_at < %L',
            now() - plain::integer * interval '1 day')
          when 'task' then case plain
            when 'overdue' then format('next_task_at < %L', now())
            when 'today' then format('next_task_at < %L', (today + 1)::timestamp at time zone zone)
            when 'open' then 'next_task_at is not null'
            else 'next_task_at is null and status in (''new'', ''contacted'', ''scheduled'')' end
          when 'preferredFrom' then format('preferred_date >= %L', plain::date)
          when 'preferredTo' then format('preferred_date <= %L', plain::date)
          when 'period' then format('preferred_period = any (%L)', list)
          when 'consent' then case when plain = 'yes' then 'consent_given' else 'not consent_given' end
          when 'mark' then format('doubtful and marks && %L', list)
          when 'campaign' then format('last_touch ->> ''utm_campaign'' = any (%L)', list)
          when 'lostReason' then format('lost_reason = any (%L)', list)
          when 'custom' then (select string_agg(format('custom ->> %L = any (%L)', field, lead_texts(wanted)), ' and ')
            from jsonb_each(value) as asked(field, wanted))
          else 'false' end;
      end loop;
      return result;
    end $$`.execute(db)

  await sql`
    create or replace function search_leads(filter jsonb, sort_key text, descending boolean, skip integer, take integer,
      cap integer)
    returns table (id text, place bigint, total bigint) language plpgsql stable security definer rows 25
    set search_path = public, pg_temp as $$
    declare
      company text := nullif(current_setting('app.company', true), '');
      owners text[] := string_to_array(nullif(current_setting('app.owners', true), ''), ',');
      condition text := lead_condition(filter)
        || case when owners is null then '' else format(' and owner_id = any (%L)', owners) end;
      ordering text := lead_order(sort_key, descending);
      page text[];
      matches bigint;
    begin
      -- One reading finds up to the cap, in whatever order; usually that is all there is, and only it is sorted.
      execute format(
        'select array_agg(id order by place), max(matches) from (
           select id, row_number() over (order by %2$s) as place, count(*) over () as matches
           from (select * from leads where company_id = $1 and %1$s limit $2) as found
           order by %2$s offset $3 limit $4) as sorted', condition, ordering)
        into page, matches using company, cap + 1, skip, take;
      if matches > cap then
        return query select common, row_number() over (), matches
          from common_leads(condition, ordering, company, skip, take) as common;
      else
        return query select p.id, p.place, matches from unnest(page) with ordinality as p (id, place);
      end if;
    end $$`.execute(db)
}
