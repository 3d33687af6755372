-- The telephones and e-mails of a lead. `leads.phone` and `leads.email` are the main ones. A lead with several, or with a
-- label, also has the whole list: [{"key", "main", "label", "value", "canMessage"}], the main one first. `key` is what
-- people are compared by: the key of a telephone, the e-mail in lower case.

-- The list as the API answers it.
create or replace function shown_addresses(address text, list jsonb) returns jsonb language sql immutable parallel safe as $$
  select case when list is not null then list when address is null then '[]'::jsonb
    else jsonb_build_array(jsonb_build_object('value', address, 'label', null, 'main', true, 'canMessage', true)) end
$$;

create or replace function stored_addresses(address text, key text, list jsonb) returns jsonb
  language sql immutable parallel safe as $$
  select case when list is not null then list when address is null then '[]'::jsonb
    else jsonb_build_array(jsonb_build_object('key', key, 'value', address, 'label', null, 'main', true,
      'canMessage', true)) end
$$;

-- A list as it is stored: at most ten, the first one the main one; null for one that says no more than its address.
create or replace function settled_addresses(list jsonb) returns jsonb language sql immutable parallel safe as $$
  select case when count(*) > 1 or bool_or(entry ->> 'label' is not null or entry -> 'canMessage' = 'false')
    then jsonb_agg(entry || jsonb_build_object('main', n = 1) order by n) end
  from (
    select entry, n from jsonb_array_elements(list) with ordinality as e (entry, n) order by n limit 10) as first_ten
$$;

-- The list of both, each address once; the first list's come first.
create or replace function joined_addresses(address_a text, key_a text, list_a jsonb, address_b text, key_b text,
  list_b jsonb) returns jsonb language sql immutable parallel safe as $$
  select settled_addresses(jsonb_agg(entry order by n)) from (
    select distinct on (entry ->> 'key') entry, n
    from jsonb_array_elements(stored_addresses(address_a, key_a, list_a) || stored_addresses(address_b, key_b, list_b))
      with ordinality as e (entry, n)
    order by entry ->> 'key', n) as each_once
$$;

create or replace function address_keys(main_key text, list jsonb) returns text[] language sql immutable parallel safe as $$
  select case when list is null then array_remove(array[main_key], null)
    else array(select entry ->> 'key' from jsonb_array_elements(list) as entry) end
$$;

-- The key with which a lead is compared with one who has the wanted key: that, where it is one of the lead's.
create or replace function met_key(main_key text, list jsonb, wanted text) returns text
  language sql immutable parallel safe as $$
  select case when list is not null and list @> jsonb_build_array(jsonb_build_object('key', wanted)) then wanted
    else main_key end
$$;

create or replace function met_address(address text, list jsonb, wanted text) returns text
  language sql immutable parallel safe as $$
  select case when list is null then address else coalesce((
    select entry ->> 'value' from jsonb_array_elements(list) as entry where entry ->> 'key' = wanted limit 1), address) end
$$;

create or replace function shared_key(key_a text, list_a jsonb, key_b text, list_b jsonb) returns text
  language sql immutable parallel safe as $$
  select key from unnest(address_keys(key_a, list_a)) with ordinality as a (key, n)
  where key = any (address_keys(key_b, list_b)) order by n limit 1
$$;

-- `same_person` by any of their telephones and e-mails. A number beside the main one may be a switchboard: it joins
-- nobody whose e-mails differ.
create or replace function same_contact(name_a text, email_a text, emails_a jsonb, phone_a text, phones_a jsonb,
  name_b text, email_b text, emails_b jsonb, phone_b text, phones_b jsonb) returns boolean
  language sql immutable parallel safe as $$
  select case when emails_a is null and phones_a is null and emails_b is null and phones_b is null
    then same_person(name_a, email_a, phone_a, name_b, email_b, phone_b)
    else (
      select same_person(name_a, coalesce(email, email_a), coalesce(phone, phone_a), name_b, coalesce(email, email_b),
          coalesce(phone, phone_b))
        and not (email is null and email_a is not null and email_b is not null
          and coalesce(phone_a <> phone or phone_b <> phone, true))
      from (select shared_key(email_a, emails_a, email_b, emails_b) as email,
        shared_key(phone_a, phones_a, phone_b, phones_b) as phone) as shared) end
$$;

-- A list after its main address was changed alone: the new one takes the place and the label of the old one, and with
-- none the next one is the main one.
create or replace function with_main(list jsonb, old_key text, address text, new_key text) returns jsonb
  language sql immutable as $$
  select case when address is null then '[]'::jsonb else jsonb_build_array(
      coalesce((select entry from jsonb_array_elements(list) as entry where entry ->> 'key' = new_key limit 1), list -> 0)
      || jsonb_build_object('key', new_key, 'value', address)) end
    || coalesce((select jsonb_agg(entry order by n) from jsonb_array_elements(list) with ordinality as e (entry, n)
      where entry ->> 'key' is distinct from old_key and entry ->> 'key' is distinct from new_key), '[]')
$$;

-- Keeps a list and its main address equal: a changed list decides, else the address.
create or replace function settle_addresses() returns trigger language plpgsql as $$
begin
  if new.phones is not null then
    if tg_op = 'UPDATE' and new.phones is not distinct from old.phones and new.phone is distinct from old.phone then
      new.phones := with_main(new.phones, old.phone_key, new.phone, new.phone_key);
    end if;
    new.phone := new.phones #>> '{0,value}';
    new.phone_key := new.phones #>> '{0,key}';
    new.phones := settled_addresses(new.phones);
  end if;
  if new.emails is not null then
    if tg_op = 'UPDATE' and new.emails is not distinct from old.emails and new.email is distinct from old.email then
      new.emails := with_main(new.emails, lower(old.email), new.email, lower(new.email));
    end if;
    new.email := new.emails #>> '{0,value}';
    new.emails := settled_addresses(new.emails);
  end if;
  return new;
end $$;

create or replace function index_addresses() returns trigger language plpgsql as $$
begin
  delete from lead_addresses where company_id = new.company_id and lead_id = new.id;
  insert into lead_addresses (company_id, key, lead_id, value)
  select new.company_id, entry ->> 'key', new.id, fold(entry ->> 'value')
  from jsonb_array_elements(coalesce(new.phones, '[]') || coalesce(new.emails, '[]')) as entry
  where entry -> 'main' = 'false' on conflict do nothing;
  return null;
end $$;

-- Leads with one plain telephone and e-mail pay a comparison.
create or replace trigger settle_new_addresses before insert on leads for each row
  when (new.phones is not null or new.emails is not null) execute function settle_addresses();
create or replace trigger settle_addresses before update of phone, phones, email, emails on leads for each row
  when (new.phones is not null or new.emails is not null) execute function settle_addresses();
create or replace trigger index_new_addresses after insert on leads for each row
  when (new.phones is not null or new.emails is not null) execute function index_addresses();
create or replace trigger index_addresses after update of phone, phones, email, emails on leads for each row
  when (new.phones is distinct from old.phones or new.emails is distinct from old.emails)
  execute function index_addresses();
