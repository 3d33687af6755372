-- outside a transaction
-- Words of messages are searched by week, the newest first: of a word that stands everywhere only the newest weeks are
-- read. Company and week are part of each term, as the index would otherwise read the beginnings of words of all
-- companies.
create or replace function message_week(at timestamptz) returns integer language sql immutable parallel safe as $$
  select floor(extract(epoch from at) / 604800)::integer
$$;

-- The words of a text, without accents and signs; the longest have no more than 40 letters.
create or replace function message_words(value text) returns setof text language sql immutable parallel safe as $$
  select left(word, 40) from regexp_split_to_table(public.fold(normalize(left(value, 5000), nfc)), '[^[:alnum:]]+') as word
  where word <> ''
$$;

-- The index below depends on these three: changing one means rebuilding it.
create or replace function message_terms(company text, at timestamptz, value text) returns tsvector
  language sql immutable parallel safe as $$
  select array_to_tsvector(array(select company || ':' || public.message_week(at) || ':' || word from public.message_words(value) as word))
$$;

-- Without its list of pending entries, which each week of a search would read from end to end.
drop index concurrently if exists messages_by_word;
create index concurrently messages_by_word on messages using gin (message_terms(company_id, created_at, text))
  with (fastupdate = off) where text is not null and deleted_at is null;
