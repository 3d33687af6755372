-- A search in tickets: words without accents, by their beginnings. Staff read the table themselves. A word with signs within, as e-mail or 2026-4F7K2M, is several words: as one it would be a phrase, which needs the places of words.
create or replace function ticket_terms(value text) returns tsvector language sql immutable parallel safe as $$
  select strip(to_tsvector('pg_catalog.simple', regexp_replace(fold(left(value, 20000)), '[^[:alnum:]]+', ' ', 'g')))
$$;

create or replace function ticket_query(value text) returns tsquery language sql immutable parallel safe as $$
  select to_tsquery('pg_catalog.simple', string_agg(format('''%s'':*', word), ' & '))
  from (
    select word from regexp_split_to_table(fold(left(value, 200)), '[^[:alnum:]]+') as word
    where word <> '' limit 10) as words
$$;

-- Under row-level security no index would be used (leads/search.sql says why). It returns ids only, of the company in
-- scope; a thousand at most.
create or replace function search_tickets(value text) returns setof text
  language plpgsql stable security definer rows 25 set search_path = public, pg_temp as $$
begin
  return query execute
    'select ticket_id from ticket_words where company_id = $1 and words @@ ticket_query($2) limit 1000'
    using nullif(current_setting('app.company', true), ''), value;
end $$;
call run_as_staff('search_tickets(text)');

create or replace function add_ticket_terms(company text, ticket text, terms tsvector) returns void language plpgsql as $$
begin
  insert into ticket_words as w (company_id, ticket_id, words) values (company, ticket, terms)
  on conflict (company_id, ticket_id) do update set words = w.words || excluded.words;
exception when program_limit_exceeded then
  -- A vector holds a megabyte: of a ticket with more words the later ones are not found.
  null;
end $$;

create or replace function collect_ticket_terms(company text, ticket text) returns void language plpgsql as $$
declare
  part record;
begin
  delete from ticket_words where company_id = company and ticket_id = ticket;
  for part in
    select ticket_terms(concat_ws(' ', subject, requester_name, requester_email)) as terms
    from tickets where company_id = company and id = ticket
    union all
    select ticket_terms(text) from ticket_messages
    where company_id = company and ticket_id = ticket and kind = 'text' and delivered_at is not null
  loop
    perform add_ticket_terms(company, ticket, part.terms);
  end loop;
end $$;

create or replace function note_ticket_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_ticket_terms(new.company_id, new.id,
      ticket_terms(concat_ws(' ', new.subject, new.requester_name, new.requester_email)));
  else
    perform collect_ticket_terms(new.company_id, new.id);
  end if;
  return null;
end $$;
create or replace trigger note_ticket_terms after insert on tickets for each row execute function note_ticket_terms();
create or replace trigger note_other_ticket_terms after update of subject, requester_name, requester_email on tickets
  for each row when (old.subject is distinct from new.subject or old.requester_name is distinct from new.requester_name
    or old.requester_email is distinct from new.requester_email)
  execute function note_ticket_terms();

-- An answer is found once the company may read it.
create or replace function note_message_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.delivered_at is not null then
    perform collect_ticket_terms(new.company_id, new.ticket_id);
    if old.ticket_id <> new.ticket_id then
      perform collect_ticket_terms(old.company_id, old.ticket_id);
    end if;
  elsif new.delivered_at is not null and new.kind = 'text' then
    perform add_ticket_terms(new.company_id, new.ticket_id, ticket_terms(new.text));
  end if;
  return null;
end $$;
create or replace trigger note_message_terms after insert on ticket_messages
  for each row execute function note_message_terms();
create or replace trigger note_changed_message_terms after update of text, delivered_at, ticket_id on ticket_messages
  for each row when (old.company_id = new.company_id and (old.text is distinct from new.text
    or old.ticket_id is distinct from new.ticket_id or old.delivered_at is distinct from new.delivered_at))
  execute function note_message_terms();
