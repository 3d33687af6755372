-- Ids of the conversations whose own names or numbers match, or whose lead does; a thousand of each at most. It runs as
-- staff, so that indexes are used (leads/search.sql says why), and the caller reads the rows under its own policy.
create or replace function search_conversations(own_term text, lead_filter jsonb) returns setof text
  language plpgsql stable security definer rows 25 set search_path = public, pg_temp as $$
declare
  -- A number is looked for in both of its writings, since a provider may know it without its ninth digit.
  writings text[] := case when lead_filter ? 'digits' then lead_texts(lead_filter -> 'digits') else array[own_term] end;
begin
  return query execute format(
    '(select id from conversations where company_id = $1 and (%s) limit 1000)
     union
     select c.id from search_leads($2, ''receivedAt'', true, 0, 1000, 1000) as l
     join conversations c on c.company_id = $1 and c.lead_id = l.id',
    -- One or two letters have no trigram: the beginning is compared with each row.
    (select string_agg(case when length(term) < 3 then format('search like %L', lead_pattern(term) || '%')
      else lead_match(term) end, ' or ') from unnest(writings) as term))
    using nullif(current_setting('app.company', true), ''), lead_filter;
end $$;
call run_as_staff('search_conversations(text,jsonb)');

-- The newest message of each conversation in whose words, or in whose file's name, all of these words stand, of the five
-- years that have passed. A word
-- of three letters or more is also found by its beginning. A thousand messages at most are read, the newest; for a viewer
-- of some leads only, more of them, as most may be of others.
create or replace function search_messages(value text) returns table (conversation_id text, message_id text)
  language plpgsql stable security definer rows 25 set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  of_company text := nullif(current_setting('app.company', true), '');
  owners text[] := string_to_array(nullif(current_setting('app.owners', true), ''), ',');
  most integer := case when owners is null then 1000 else 20000 end;
  -- '#' stands for what comes before each word: company and week.
  wanted text := (select string_agg(format(case when length(word) < 3 then '''#%s''' else '''#%s'':*' end, word), ' & ')
    from (select distinct word from message_words(left(value, 200)) as word limit 10) as words);
begin
  if of_company is null or wanted is null then return; end if;
  return query
    select distinct on (newest.conversation_id) newest.conversation_id, newest.id
    from (
      select of_week.*
      from generate_series(message_week(now()) + 1, message_week(now()) - 260, -1) as week
      cross join lateral (
        (select m.id, m.company_id, m.conversation_id, m.lead_id, m.created_at from messages m
        where m.text is not null and m.deleted_at is null
          and message_terms(m.company_id, m.created_at, m.text) @@ replace(wanted, '#', of_company || ':' || week || ':')::tsquery
        order by m.created_at desc limit most)
        union all
        (select m.id, m.company_id, m.conversation_id, m.lead_id, m.created_at from messages m
        where m.data -> 'media' ->> 'name' is not null and m.deleted_at is null
          and message_terms(m.company_id, m.created_at, m.data -> 'media' ->> 'name')
            @@ replace(wanted, '#', of_company || ':' || week || ':')::tsquery
        order by m.created_at desc limit most)) as of_week
      limit most) as newest
    join leads l on l.company_id = newest.company_id and l.id = newest.lead_id
    where l.company_id = of_company and l.held_at is null and l.deleted_at is null
      and (owners is null or l.owner_id = any (owners))
    order by newest.conversation_id, newest.created_at desc, newest.id desc;
end $$;
call run_as_staff('search_messages(text)');
