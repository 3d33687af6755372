-- Decides whether two records are one person: phone and e-mail agree; or one agrees and so does the first name; or one
-- agrees and the other is missing on a side. A shared family phone or company mailbox alone is not enough.
create or replace function first_name(name text) returns text language sql immutable parallel safe as $$
  select split_part(btrim(fold(name)), ' ', 1)
$$;

create or replace function same_person(name_a text, email_a text, phone_a text, name_b text, email_b text, phone_b text)
  returns boolean language sql immutable parallel safe as $$
  select coalesce(phone_a = phone_b, false) and coalesce(email_a = email_b, false)
    or (coalesce(phone_a = phone_b, false) or coalesce(email_a = email_b, false))
      and first_name(name_a) = first_name(name_b)
    or coalesce(phone_a = phone_b, false) and (email_a is null or email_b is null)
    or coalesce(email_a = email_b, false) and (phone_a is null or phone_b is null)
$$;

create or replace function match_reasons(name_a text, email_a text, phone_a text, digits_a text, cnpj_a text,
  name_b text, email_b text, phone_b text, digits_b text, cnpj_b text)
  returns text[] language sql immutable parallel safe as $$
  select array_remove(array[
    case when phone_a = phone_b then case when digits_a like '%' || digits_b or digits_b like '%' || digits_a
      then 'phone' else 'phone9' end end,
    case when email_a = email_b then 'email' end,
    case when cnpj_a = cnpj_b then 'cnpj' end,
    case when fold(btrim(name_a)) = fold(btrim(name_b)) then 'name' end], null)
$$;
