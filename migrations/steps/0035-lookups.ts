import { type Kysely, sql } from 'kysely'

/** Searches of a large company that read no more of an index than those of a small one, or as little as they can. */
export async function up(db: Kysely<never>): Promise<void> {
  await matchByFewerParts(db)
  await findEmailsByKey(db)
  await indexAnswersByCompany(db)
  await compareWithOne(db)
  await askOfEachRow(db)
}

/**
 * Of several words each is looked for, in whatever order: people have names between the first and the last. As step 28
 * does with numbers and e-mails, the index is asked for a few parts of each: those of one word mostly stand in the same
 * leads, and each is a list to read. In what holds digits the other parts are what is rare, and a word of one or two
 * letters says too little for the index.
 */
async function matchByFewerParts(db: Kysely<never>): Promise<void> {
  await sql`
    create function word_parts(word text) returns text language sql immutable as $$
      select string_agg(
        lead_pattern(substr(word, 1 + n * (length(word) - 3) / greatest(parts - 1, 1), 3)), '%' order by n)
      from (select length(word) / 3 as parts) as p, generate_series(0, parts - 1) as n
    $$`.execute(db)
  await sql`
    create function word_match(word text) returns text language sql immutable as $$
      select case
        when length(word) < 3 then format('strpos(search, %L) > 0', word)
        when parts is null then format('search like %L', '%' || lead_pattern(word) || '%')
        else format('search like %L and strpos(search, %L) > 0', '%' || parts || '%', word) end
      from (
        select case
          -- What follows the sign of an e-mail is mostly that of very many.
          when word ~ '^[0-9]+$|@' then word_parts(left(word, greatest(strpos(word, '@'), 12)))
          when word ~ '^[^0-9]+$' then word_parts(word) end as parts) as p
    $$`.execute(db)
  await sql`
    create or replace function lead_match(term text) returns text language sql immutable as $$
      select case
        when max(length(word)) < 3 or (count(*) = 1 and max(length(word)) < 8)
          then format('search like %L', '%' || lead_pattern(term) || '%')
        else string_agg(word_match(word), ' and ' order by place) end
      from string_to_table(fold(term), ' ') with ordinality as w (word, place)
    $$`.execute(db)
}

/** A whole e-mail that somebody has finds who has it, as step 31 does with phones. */
async function findEmailsByKey(db: Kysely<never>): Promise<void> {
  await sql`
    do $do$
    declare
      old text := pg_get_functiondef('lead_condition'::regproc);
      new text := replace(old, $$when 'term' then
            case when$$, $$when 'term' then
            case when strpos(plain, '@') > 1 and exists (
              select from leads where company_id = nullif(current_setting('app.company', true), '')
                and email_key = lower(plain) and held_at is null and deleted_at is null)
              then format('email_key = %L', lower(plain))
            when$$);
    begin
      if new = old then raise exception 'lead_condition is not the function that this step changes'; end if;
      execute new;
    end $do$`.execute(db)
}

/**
 * The company is part of each key of the index of answers. With the company as a column of its own, the index kept and
 * read a list of all leads of each company beside the few that have the answer; and as long as the company is also a
 * condition that other indexes serve, the planner, which cannot tell how few have the answer, reads those as well.
 */
async function indexAnswersByCompany(db: Kysely<never>): Promise<void> {
  await sql`drop index leads_by_answer`.execute(db)
  await sql`
    create index leads_by_answer on leads using gin (jsonb_set('{}', array[company_id], custom) jsonb_path_ops)
    where custom <> '{}'`.execute(db)
  await sql`
    create or replace function answer_condition(field text, wanted text[], common boolean) returns text
    language sql stable as $$
      select format('custom <> ''{}'' and custom ->> %L = any (%L)', field, wanted) || case when common then ''
        else format(' and jsonb_set(''{}'', array[company_id], custom) @> any (%L::jsonb[])', array(
        select jsonb_build_object(current_setting('app.company', true), jsonb_build_object(field, each))
        from unnest(wanted) as value, lateral (
          select to_jsonb(value)
          union all select to_jsonb(value::boolean) where value in ('true', 'false')
          union all select to_jsonb(value::numeric) where value ~ '^-?[0-9]{1,30}([.][0-9]{1,30})?$') as written (each))) end
    $$`.execute(db)
  await sql`
    create function company_condition(filter jsonb) returns text language sql stable as $$
      select case when filter ? 'custom' and not filter ?| '{term,digits,id,tag}' and not common_answers(filter)
        then 'company_id || '''' = $1' else 'company_id = $1' end
    $$`.execute(db)
  for (const name of ['search_leads', 'matching_leads'])
    await sql`
      do $do$
      declare
        old text := pg_get_functiondef(${sql.lit(name)}::regproc);
        new text := replace(replace(old, $$condition text := lead_condition(filter)$$,
          $$condition text := company_condition(filter) || ' and ' || lead_condition(filter)$$),
          'company_id = $1 and %', '%');
      begin
        if new = old then raise exception 'This is not the function that this step changes'; end if;
        execute new;
      end $do$`.execute(db)
}

/**
 * A column of the board, and any list of one status, is read in the order of an index only where the status is plainly
 * equal: "any of these" does not keep the order of what comes after it, even where these are one.
 */
async function compareWithOne(db: Kysely<never>): Promise<void> {
  await sql`
    create function one_of(field text, list text[]) returns text language sql immutable as $$
      select format(case when cardinality(list) = 1 then '%I = %L' else '%I = any (%L)' end, field,
        case when cardinality(list) = 1 then list[1] else list::text end)
    $$`.execute(db)
  await sql`
    do $do$
    declare
      old text := pg_get_functiondef('lead_condition'::regproc);
      new text := replace(replace(replace(old,
        $$format('status = any (%L)', list)$$, $$one_of('status', list)$$),
        $$format('source = any (%L)', list)$$, $$one_of('source', list)$$),
        $$else format('owner_id = any (%L)', list)$$, $$else one_of('owner_id', list)$$);
    begin
      if new = old then raise exception 'lead_condition is not the function that this step changes'; end if;
      execute new;
    end $do$`.execute(db)
}

/**
 * Whether the lead of a row is to be seen is asked of each row that is read. As `exists`, the planner could as well
 * collect all leads of the company first, and did so where it expected many rows, though a page of them was wanted.
 */
async function askOfEachRow(db: Kysely<never>): Promise<void> {
  await sql`
    do $do$
    declare
      tab regclass;
      condition text;
    begin
      for tab, condition in
        select polrelid::regclass, pg_get_expr(polqual, polrelid) from pg_policy where polname = 'of_visible_leads'
      loop
        execute format('alter policy of_visible_leads on %s using (%s (
            select true from leads where leads.company_id = %s.company_id and leads.id = %s.lead_id))',
          tab, case when condition like '%lead_id IS NULL%' then 'lead_id is null or' end, tab, tab);
      end loop;
    end $do$`.execute(db)
}
