import { type Kysely, sql } from 'kysely'

/**
 * Counts of the answers to a company's own fields that have options, so that the list's filters show them at the same
 * cost however many leads there are, and an index by which such a filter finds its leads.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createFields(db)
  await createCounts(db)
  await createCondition(db)
  await fill(db)
}

/**
 * The fields with options of any version that was ever published: an option or a field that has been taken out of its
 * form keeps its answers. Only answers that are options are counted, so that no text of a visitor stands in the counts.
 */
async function createFields(db: Kysely<never>): Promise<void> {
  await sql`
    create table answer_fields (
      company_id text not null references companies (id),
      name text not null,
      label text not null,
      type text not null,
      options text[] not null,
      -- Whether the leads that were there before an option have been counted too.
      counted boolean not null default false,
      primary key (company_id, name)
    )`.execute(db)
  await sql`call isolate_by_company('answer_fields')`.execute(db)

  await sql`
    create function keep_answer_fields(company text, fields jsonb) returns void language sql as $$
      insert into answer_fields as kept (company_id, name, label, type, options)
      select distinct on (f.name) company, f.name, f.label, f.type,
        case when f.type = 'checkbox' then '{true,false}' else coalesce(f.options, '{}') end
      from jsonb_to_recordset(fields) as f (name text, label text, type text, options text[])
      where f.type in ('select', 'radio', 'checkbox') order by f.name
      on conflict (company_id, name) do update set label = excluded.label, type = excluded.type,
        options = kept.options || array(
          select distinct option from unnest(excluded.options) as option where option <> all (kept.options)),
        counted = kept.counted and excluded.options <@ kept.options
    $$`.execute(db)
  await sql`
    create function keep_published_fields() returns trigger language plpgsql as $$
    begin
      perform keep_answer_fields(new.company_id, new.fields);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger keep_published_fields after insert on form_versions
      for each row execute function keep_published_fields()`.execute(db)
}

async function createCounts(db: Kysely<never>): Promise<void> {
  await sql`
    create table answer_counts (
      company_id text not null,
      field text not null,
      value text not null,
      status text not null,
      owner_id text not null,
      source text not null,
      -- As in lead_facets; what a worker has brought together is in slot -1.
      slot smallint not null,
      n bigint not null,
      primary key (company_id, field, value, status, owner_id, source, slot)
    ) with (fillfactor = 50)`.execute(db)
  await sql`call isolate_by_company('answer_counts')`.execute(db)
  await sql`create index answer_counts_unsettled on answer_counts (company_id) where slot >= 0`.execute(db)

  const rows = (from: string, sign: number) => `
    select l.company_id, f.name as field, l.custom ->> f.name as value, l.status, coalesce(l.owner_id, '') as owner_id,
      l.source, ${sign} as change
    from ${from} l join answer_fields f on f.company_id = l.company_id and l.custom ->> f.name = any (f.options)
    where l.custom <> '{}' and l.held_at is null and l.deleted_at is null`
  const answered = (table: string) => `exists (select from ${table} where custom <> '{}')`
  for (const [change, tables, some, changes] of [
    ['insert', 'new table as added', answered('added'), rows('added', 1)],
    ['delete', 'old table as removed', answered('removed'), rows('removed', -1)],
    [
      'update',
      'old table as removed new table as added',
      `${answered('added')} or ${answered('removed')}`,
      `${rows('added', 1)} union all ${rows('removed', -1)}`
    ]
  ] as const) {
    await sql
      .raw(`
      create function count_answers_on_${change}() returns trigger language plpgsql as $$
      begin
        -- Most leads of most companies have no such answers.
        if ${some} then
          insert into answer_counts as kept (company_id, field, value, status, owner_id, source, slot, n)
          select company_id, field, value, status, owner_id, source, pg_backend_pid() % 32, sum(change)
          from (${changes}) as changed
          group by company_id, field, value, status, owner_id, source having sum(change) <> 0
          order by company_id, field, value, status, owner_id, source
          on conflict (company_id, field, value, status, owner_id, source, slot) do update set n = kept.n + excluded.n;
        end if;
        return null;
      end $$`)
      .execute(db)
    await sql
      .raw(`create trigger count_answers_on_${change} after ${change} on leads referencing ${tables}
        for each statement execute function count_answers_on_${change}()`)
      .execute(db)
  }
}

/**
 * As the steps before, but for answers to own fields: the index finds them by what contains the answer, which is a text, or a
 * number or a yes or no that is written like it. Of an answer that very many have given, which the kept counts tell, the
 * index would collect them all before the first is read; those are met soon in any order.
 */
async function createCondition(db: Kysely<never>): Promise<void> {
  await sql`
    create index leads_by_answer on leads using gin (company_id, custom jsonb_path_ops) where custom <> '{}'`.execute(
    db
  )
  await sql`
    create function common_answers(filter jsonb) returns boolean language plpgsql stable as $$
    declare
      company text := nullif(current_setting('app.company', true), '');
      owners text[] := string_to_array(nullif(current_setting('app.owners', true), ''), ',');
      fields text[] := array(select jsonb_object_keys(filter -> 'custom'));
    begin
      if cardinality(fields) <> 1 or filter - '{custom,status,source,owner}'::text[] <> '{}' then return false; end if;
      return coalesce((
        select sum(n) from answer_counts
        where company_id = company and field = fields[1] and value = any (lead_texts(filter -> 'custom' -> fields[1]))
          and (not filter ? 'status' or status = any (lead_texts(filter -> 'status')))
          and (not filter ? 'source' or source = any (lead_texts(filter -> 'source')))
          and (not filter ? 'owner' or owner_id = any (lead_texts(filter -> 'owner')))
          and (owners is null or owner_id = any (owners))
      ) > greatest(1000, (select sum(n) from lead_counts where company_id = company) / 50), false);
    end $$`.execute(db)
  await sql`
    create function answer_condition(field text, wanted text[], common boolean) returns text language sql immutable as $$
      select format('custom <> ''{}'' and custom ->> %L = any (%L)', field, wanted) || case when common then ''
        else format(' and custom @> any (%L::jsonb[])', array(
        select jsonb_build_object(field, each) from unnest(wanted) as value, lateral (
          select to_jsonb(value)
          union all select to_jsonb(value::boolean) where value in ('true', 'false')
          union all select to_jsonb(value::numeric) where value ~ '^-?[0-9]{1,30}([.][0-9]{1,30})?$') as written (each))) end
    $$`.execute(db)
  await sql`
    do $do$
    declare
      old text := pg_get_functiondef('lead_condition'::regproc);
      new text := replace(old, $$(select string_agg(format('custom ->> %L = any (%L)', field, lead_texts(wanted)), ' and ')$$,
        $$(select coalesce(string_agg(answer_condition(field, lead_texts(wanted), common_answers(filter)), ' and '), 'true')$$);
    begin
      if new = old then raise exception 'lead_condition is not the function that this step changes'; end if;
      execute new;
    end $do$`.execute(db)

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
      if filter ? 'custom' and common_answers(filter) then
        matches := cap + 1;
      else
        execute format(
          'select array_agg(id order by place), max(matches) from (
             select id, row_number() over (order by %2$s) as place, count(*) over () as matches
             from (select * from leads where company_id = $1 and %1$s limit $2) as found
             order by %2$s offset $3 limit $4) as sorted', condition, ordering)
          into page, matches using company, cap + 1, skip, take;
      end if;
      if matches > cap then
        return query select common, row_number() over (), matches
          from common_leads(condition, ordering, company, skip, take) as common;
      else
        return query select p.id, p.place, matches from unnest(page) with ordinality as p (id, place);
      end if;
    end $$`.execute(db)
}

async function fill(db: Kysely<never>): Promise<void> {
  await sql`set local role prosa_staff`.execute(db)
  await sql`
    select keep_answer_fields(company_id, fields)
    from (select company_id, fields from form_versions order by company_id, published_at, version) as published`.execute(
    db
  )
  await sql`
    insert into answer_counts (company_id, field, value, status, owner_id, source, slot, n)
    select l.company_id, f.name, l.custom ->> f.name, l.status, coalesce(l.owner_id, ''), l.source, -1, count(*)
    from answer_fields f join leads l on l.company_id = f.company_id and l.custom ->> f.name = any (f.options)
    where l.custom <> '{}' and l.held_at is null and l.deleted_at is null group by 1, 2, 3, 4, 5, 6`.execute(db)
  await sql`update answer_fields set counted = true`.execute(db)
  await sql`reset role`.execute(db)
}
