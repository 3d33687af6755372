-- Under row-level security PostgreSQL uses no index for an operator that is not leakproof, such as LIKE. The functions
-- here that are called from outside therefore run as prosa_staff, whose policy is plain `true`, and restrict the
-- company themselves: it comes from the transaction's scope, never from an argument. They return ids only; the caller
-- reads the rows under its own policy.

create or replace function lead_order(key text, descending boolean) returns text language sql immutable as $$
  select format(case key
    when 'name' then '(fold(name) collate "C") %1$s, id %1$s'
    when 'status' then 'status %1$s, received_at %1$s, id %1$s'
    when 'source' then 'source %1$s, received_at %1$s, id %1$s'
    when 'rank' then 'rank %1$s, id %1$s'
    when 'score' then 'score %1$s nulls last, id %1$s'
    when 'valueCents' then 'value_cents %1$s nulls last, id %1$s'
    when 'nextTaskAt' then 'next_task_at %1$s nulls last, id %1$s'
    when 'lastContactAt' then 'touched_at %1$s, id %1$s'
    else 'received_at %1$s, id %1$s' end, case when descending then 'desc' else 'asc' end)
$$;

create or replace function lead_texts(value jsonb) returns text[] language sql immutable as $$
  select case jsonb_typeof(value)
    when 'array' then array(select jsonb_array_elements_text(value))
    else array[value #>> '{}'] end
$$;

create or replace function lead_pattern(term text) returns text language sql immutable as $$
  select replace(replace(replace(fold(term), '\', '\\'), '%', '\%'), '_', '\_')
$$;

-- Each of several words is searched for, in any order: people have middle names. The index is asked for a few trigrams
-- of each word only: it reads a list for each, which is long in a large company, while two trigrams already distinguish
-- nearly all leads. The rows found are then compared with the whole term, by a function that uses no index. In words
-- with digits other parts are rare, and a word of one or two letters has no trigram.
create or replace function word_parts(word text) returns text language sql immutable as $$
  select string_agg(
    lead_pattern(substr(word, 1 + n * (length(word) - 3) / greatest(parts - 1, 1), 3)), '%' order by n)
  from (select length(word) / 3 as parts) as p, generate_series(0, parts - 1) as n
$$;

create or replace function word_match(word text) returns text language sql immutable as $$
  select case
    when length(word) < 3 then format('strpos(search, %L) > 0', word)
    when parts is null then format('search like %L', '%' || lead_pattern(word) || '%')
    else format('search like %L and strpos(search, %L) > 0', '%' || parts || '%', word) end
  from (
    select case
      -- Many addresses share their domain, so it is left out.
      when word ~ '^[0-9]+$|@' then word_parts(left(word, greatest(strpos(word, '@'), 12)))
      when word ~ '^[^0-9]+$' then word_parts(word) end as parts) as p
$$;

create or replace function lead_match(term text) returns text language sql immutable as $$
  select case
    when max(length(word)) < 3 or (count(*) = 1 and max(length(word)) < 8)
      then format('search like %L', '%' || lead_pattern(term) || '%')
    else string_agg(word_match(word), ' and ' order by place) end
  from string_to_table(fold(term), ' ') with ordinality as w (word, place)
$$;

-- An index returns a status in order only for a plain equality: with = any () the order is lost even for one value.
create or replace function one_of(field text, list text[]) returns text language sql immutable as $$
  select format(case when cardinality(list) = 1 then '%I = %L' else '%I = any (%L)' end, field,
    case when cardinality(list) = 1 then list[1] else list::text end)
$$;

-- The leads in steps, by the keys. In a company with own funnels those in a status are of the usual funnel alone.
create or replace function step_condition(keys text[], own boolean) returns text language sql immutable as $$
  select case when not own then one_of('status', keys) else coalesce('(' || (
    select string_agg(part, ' or ') from (
      select format('(%s and step_key is null)', one_of('status', array_agg(key))) as part from unnest(keys) as key
        where key = any ('{new,contacted,scheduled,converted,lost}') having count(*) > 0
      union all select one_of('step_key', array_agg(key)) from unnest(keys) as key
        where key <> all ('{new,contacted,scheduled,converted,lost}') having count(*) > 0) as parts) || ')', 'false') end
$$;

-- Where many leads have an answer, by the kept counts, the index would collect them all before returning the first;
-- reading in order meets them soon.
create or replace function common_answers(filter jsonb) returns boolean language plpgsql stable as $$
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
end $$;

-- The index finds a value of any type, so the text is also tried as a number and as a boolean.
create or replace function answer_condition(field text, wanted text[], common boolean) returns text
  language sql stable as $$
  select format('custom <> ''{}'' and custom ->> %L = any (%L)', field, wanted) || case when common then ''
    else format(' and jsonb_set(''{}'', array[company_id], custom) @> any (%L::jsonb[])', array(
    select jsonb_build_object(current_setting('app.company', true), jsonb_build_object(field, each))
    from unnest(wanted) as value, lateral (
      select to_jsonb(value)
      union all select to_jsonb(value::boolean) where value in ('true', 'false')
      union all select to_jsonb(value::numeric) where value ~ '^-?[0-9]{1,30}([.][0-9]{1,30})?$') as written (each))) end
$$;

-- The index of answers has the company in its keys; see leads_by_answer.
create or replace function company_condition(filter jsonb) returns text language sql stable as $$
  select case when filter ? 'custom' and not filter ?| '{term,digits,id,tag}' and not common_answers(filter)
    then 'company_id || '''' = $1' else 'company_id = $1' end
$$;

-- The keys of a whole phone in two writings (readTerm in services/leads/leads/filter.ts): that of Brazil, and that of another
-- country, whose + need not be typed. None for a part of a phone.
create or replace function phone_keys(writings text[]) returns text[] language sql immutable as $$
  select case when length(writings[2]) = 10 or writings[2] like '+%' then array[writings[2], '+' || writings[1]] end
$$;

-- The leads, of at most a thousand, with one of these keys, or with a telephone or an e-mail like the term, beside their
-- main ones; null for none.
create or replace function leads_by_further(keys text[], term text) returns text[] language sql stable as $$
  select array_agg(lead_id) from (
    select lead_id from lead_addresses
    where company_id = nullif(current_setting('app.company', true), '')
      and (key = any (keys) or length(term) >= 3 and value like '%' || lead_pattern(term) || '%')
    limit 1000) as found
$$;

-- `filter` has the keys of LeadFilter (services/leads/leads/filter.ts) with checked values; each is quoted again here. Days
-- are those of the company's time zone. A whole phone or e-mail is looked up by its key, in the same time whatever the
-- size of the company; without a match it is searched for as text, since the beginning of a CNPJ may look like a phone.
-- A campaign is that of the first touch, as in the counts by day; '' finds leads without a campaign, or lost without a
-- reason.
create or replace function lead_condition(filter jsonb) returns text language plpgsql stable as $$
declare
  zone text := coalesce((
    select time_zone from companies where id = nullif(current_setting('app.company', true), '')), 'UTC');
  today date := (now() at time zone zone)::date;
  own boolean := filter ? 'status' and has_own_funnels(nullif(current_setting('app.company', true), ''));
  result text := 'held_at is null and deleted_at is null';
  key text;
  value jsonb;
  plain text;
  list text[];
  further text[];
begin
  for key, value in select * from jsonb_each(filter) loop
    plain := value #>> '{}';
    list := lead_texts(value);
    further := case key
      when 'term' then leads_by_further(array[lower(plain)], plain)
      when 'digits' then leads_by_further(phone_keys(list), case when right(list[1], 8) = right(list[2], 8)
        then right(list[1], 8) end) end;
    result := result || case when further is null then ' and ' else format(' and (id = any (%L) or ', further) end || case key
      when 'term' then
        case when strpos(plain, '@') > 1 and exists (
          select from leads where company_id = nullif(current_setting('app.company', true), '')
            and email_key = lower(plain) and held_at is null and deleted_at is null)
          then format('email_key = %L', lower(plain))
        when length(plain) < 3
          then format('(fold(name) collate "C") like %L', lead_pattern(plain) || '%')
          else lead_match(plain) end
      when 'digits' then case
        when exists (
          select from leads where company_id = nullif(current_setting('app.company', true), '')
            and phone_key = any (phone_keys(list)) and held_at is null and deleted_at is null)
          then format('phone_key = any (%L)', phone_keys(list))
        -- Both spellings of a phone end alike, so one index scan finds both.
        when right(list[1], 8) = right(list[2], 8) then format('%s and (strpos(search, %L) > 0 or strpos(search, %L) > 0)',
          lead_match(right(list[1], 8)), list[1], list[2])
        else format('(%s or %s)', lead_match(list[1]), lead_match(list[2])) end
      when 'id' then format('id = any (%L)', list)
      when 'status' then step_condition(list, own)
      when 'funnel' then format('coalesce(funnel_id, company_id) = any (%L)', list)
      when 'source' then one_of('source', list)
      when 'owner' then case
        when '' = any (list) then format('(owner_id is null or owner_id = any (%L))', list)
        else one_of('owner_id', list) end
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
      when 'receivedIn' then format('received_at >= %L',
        (today - case plain when 'last30' then 29 when 'last7' then 6 else 0 end)::timestamp at time zone zone)
      when 'preferredIn' then format('preferred_date between %L and %L', today + (plain = 'tomorrow')::integer,
        today + case plain when 'next7' then 6 when 'tomorrow' then 1 else 0 end)
      when 'preferredFrom' then format('preferred_date >= %L', plain::date)
      when 'preferredTo' then format('preferred_date <= %L', plain::date)
      when 'period' then format('preferred_period = any (%L)', list)
      when 'consent' then case when plain = 'yes' then 'consent_given' else 'not consent_given' end
      when 'mark' then format('doubtful and marks && %L', list)
      when 'campaign' then format('coalesce(left(first_touch ->> ''utm_campaign'', 100), '''') = any (%L)', list)
      when 'expectedFrom' then format('expected_on >= %L', plain::date)
      when 'expectedTo' then format('expected_on <= %L', plain::date)
      when 'soldFrom' then format('sold_on >= %L', plain::date)
      when 'soldTo' then format('sold_on <= %L', plain::date)
      when 'valueFrom' then format('value_cents >= %L', plain::bigint)
      when 'valueTo' then format('value_cents <= %L', plain::bigint)
      when 'lostReason' then format('coalesce(lost_reason, '''') = any (%L)', list)
      when 'emailed' then emailed_condition(value)
      when 'custom' then (select coalesce(string_agg(answer_condition(field, lead_texts(wanted), common_answers(filter)), ' and '), 'true')
        from jsonb_each(value) as wanted_answers(field, wanted))
      else 'false' end || case when further is null then '' else ')' end;
  end loop;
  return result;
end $$;

-- Without bitmap scans only the ordered indexes are left to the planner.
create or replace function common_leads(condition text, ordering text, company text, skip integer, take integer)
  returns setof text language plpgsql stable set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query execute format(
    'select id from leads where company_id = $1 and %s order by company_id, %s offset $2 limit $3',
    condition, ordering) using company, skip, take;
end $$;

-- The same in the order of values. The leads that have one come first from an index of their own, and where they fill the
-- page no others are read.
create or replace function common_leads_by_value(condition text, descending boolean, company text, skip integer, take integer)
  returns setof text language plpgsql stable set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query execute format(
    'select id from (
       (select id from leads where company_id = $1 and %1$s and value_cents is not null
         order by company_id, value_cents %2$s, id %2$s)
       union all
       (select id from leads where company_id = $1 and %1$s and value_cents is null order by company_id, id %2$s)
     ) as ordered offset $2 limit $3',
    condition, case when descending then 'desc' else 'asc' end) using company, skip, take;
end $$;

-- `rows 25`: the planner then looks up each id instead of reading all leads of the company, which it believes to be few
-- until it has statistics.
create or replace function search_leads(filter jsonb, sort_key text, descending boolean, skip integer, take integer,
  cap integer)
  returns table (id text, place bigint, total bigint) language plpgsql stable security definer rows 25
  set search_path = public, pg_temp as $$
declare
  company text := nullif(current_setting('app.company', true), '');
  owners text[] := string_to_array(nullif(current_setting('app.owners', true), ''), ',');
  condition text := company_condition(filter) || ' and ' || lead_condition(filter)
    || case when owners is null then '' else format(' and owner_id = any (%L)', owners) end;
  ordering text := lead_order(sort_key, descending);
  page text[];
  matches bigint;
begin
  -- One scan finds up to the cap, in any order; usually that is all, and only that is sorted.
  if filter ? 'custom' and common_answers(filter) then
    matches := cap + 1;
  else
    execute format(
      'select array_agg(id order by place), max(matches) from (
         select id, row_number() over (order by %2$s) as place, count(*) over () as matches
         from (select * from leads where %1$s limit $2) as found
         order by %2$s offset $3 limit $4) as sorted', condition, ordering)
      into page, matches using company, cap + 1, skip, take;
  end if;
  if matches > cap and sort_key = 'valueCents' then
    return query select common, row_number() over (), matches
      from common_leads_by_value(condition, descending, company, skip, take) as common;
  elsif matches > cap then
    return query select common, row_number() over (), matches
      from common_leads(condition, ordering, company, skip, take) as common;
  else
    return query select p.id, p.place, matches from unnest(page) with ordinality as p (id, place);
  end if;
end $$;
call run_as_staff('search_leads(jsonb,text,boolean,integer,integer,integer)');

-- The fixed set of an operation: the ids of all leads that match a filter.
create or replace function matching_leads(filter jsonb, most integer) returns setof text
  language plpgsql stable security definer rows 25 set search_path = public, pg_temp as $$
declare
  company text := nullif(current_setting('app.company', true), '');
  owners text[] := string_to_array(nullif(current_setting('app.owners', true), ''), ',');
  condition text := company_condition(filter) || ' and ' || lead_condition(filter)
    || case when owners is null then '' else format(' and owner_id = any (%L)', owners) end;
begin
  return query execute format('select id from leads where %s limit $2', condition)
    using company, most;
end $$;
call run_as_staff('matching_leads(jsonb,integer)');

-- Ids of leads that may be the same person: same phone, e-mail or CNPJ, same name or a similar one. A few of each kind;
-- the caller joins them with the leads that the viewer sees.
drop function if exists similar_leads(text, text, text, text, integer);
create or replace function similar_leads(a_name text, emails text[], phones text[], a_cnpj text, most integer)
  returns setof text language plpgsql stable security definer
  set search_path = public, pg_temp set enable_sort = on as $$
declare
  company text := nullif(current_setting('app.company', true), '');
  seen text := 'held_at is null and deleted_at is null';
  folded text := btrim(fold(coalesce(a_name, '')));
begin
  return query execute format(
    '(select id from leads where company_id = $1 and phone_key = any ($2) and %1$s limit $6)
     union (select id from leads where company_id = $1 and email_key = any ($3) and %1$s limit $6)
     union (select id from leads where company_id = $1 and %1$s and id in (
       select lead_id from lead_addresses where company_id = $1 and key = any ($2 || $3)) limit $6)
     union (select id from leads where company_id = $1 and cnpj = $4 and %1$s limit $6)
     union (select id from leads where company_id = $1 and (fold(name) collate "C") = $5 and %1$s limit $6)', seen)
    using company, phones, emails, a_cnpj, folded, most;
  -- Shorter names share their trigrams with too many.
  if length(folded) >= 6 then
    return query execute format(
      'select id from leads where company_id = $1 and search %%> %1$L and %2$s limit $2', folded, seen)
      using company, most;
  end if;
end $$;
call run_as_staff('similar_leads(text,text[],text[],text,integer)');

-- The other leads of a firm, the newest first: of the same CNPJ, and where there are none, of the same name.
create or replace function people_of_company(lead text, a_cnpj text, a_name text, most integer) returns setof text
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
declare
  company_of text := nullif(current_setting('app.company', true), '');
  owners text[] := string_to_array(nullif(current_setting('app.owners', true), ''), ',');
begin
  return query select l.id from leads l
    where l.company_id = company_of and l.cnpj = a_cnpj and l.id <> lead and l.held_at is null and l.deleted_at is null
      and (owners is null or l.owner_id = any (owners))
    order by l.received_at desc limit most;
  if found then return; end if;
  return query select l.id from leads l
    where l.company_id = company_of and (fold(l.company) collate "C") = fold(a_name) and l.id <> lead
      and l.held_at is null and l.deleted_at is null and (owners is null or l.owner_id = any (owners))
    order by l.received_at desc limit most;
end $$;
call run_as_staff('people_of_company(text,text,text,integer)');
