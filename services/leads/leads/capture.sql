-- The public form's own steps of an arrival (leads/arrive.sql), and the function that the API calls.

-- Find the person. Only the same e-mail makes a submission part of an existing lead, since a visitor can type anyone's
-- phone; a lead that shares an e-mail or phone is marked as a possible duplicate. Only the newest leads of an address
-- are compared. A repeated key answers with the lead of its first submission, and writes nothing.
create or replace function find_by_email(of_company text, items sent_lead[]) returns sent_lead[] language plpgsql as $$
declare
  most_looked_at constant integer := 20;
  item sent_lead;
  -- Keys, e-mails and phones of the items so far: those items are searched only where one repeats.
  keys text[] := '{}';
  seen_emails text[] := '{}';
  seen_phones text[] := '{}';
  -- Those by which leads with several telephones or e-mails may be found: mostly none.
  further text[];
begin
  select coalesce(array_agg(a.key), '{}') into further from lead_addresses a
  where a.company_id = of_company and a.key = any (array(
    select unnest(array[lower(s.email), s.phone_key]) from unnest(items) as s));
  for i in 1 .. cardinality(items) loop
    item := items[i];
    item.email_key := lower(item.email);

    if item.key = any (keys) then
      select s.lead_id, s.hash is distinct from item.hash into item.lead_id, item.mismatched
      from unnest(items[1:i - 1]) as s where s.key = item.key limit 1;
    elsif item.key is not null then
      select s.lead_id, s.hash is distinct from item.hash into item.lead_id, item.mismatched
      from submissions s where s.company_id = of_company and s.key = item.key;
    end if;

    if item.lead_id is null and not 'bot' = any (item.marks) then
      select l.id, match_reasons(l.name, met_key(l.email_key, l.emails, item.email_key),
          met_key(l.phone_key, l.phones, item.phone_key), met_address(l.phone, l.phones, item.phone_key), l.cnpj,
          item.name, item.email_key, item.phone_key, item.phone, item.cnpj), true
        into item.lead_id, item.matched_by, item.is_returned
      from (
        (select id, name, email_key, emails, phone_key, phones, phone, cnpj, marks, received_at from leads
          where company_id = of_company and email_key = item.email_key and deleted_at is null
          order by received_at desc limit most_looked_at)
        union all
        (select id, name, email_key, emails, phone_key, phones, phone, cnpj, marks, received_at from leads
          where item.email_key = any (further) and company_id = of_company and deleted_at is null and id in (
            select a.lead_id from lead_addresses a where a.company_id = of_company and a.key = item.email_key)
          order by received_at desc limit most_looked_at)
        union all
        select s.lead_id, s.name, s.email_key, null, s.phone_key, null, s.phone, s.cnpj, s.marks, now()
        from unnest(case when item.email_key = any (seen_emails) then items[1:i - 1] end) as s
        where s.is_new and s.email_key = item.email_key) as l
      where not 'bot' = any (l.marks) and same_contact(l.name, l.email_key, l.emails, l.phone_key, l.phones,
        item.name, item.email_key, null, item.phone_key, null)
      order by l.received_at desc, l.id limit 1;
    end if;

    item.is_returned := coalesce(item.is_returned, false);
    item.is_new := item.lead_id is null;
    if item.is_new then
      item.lead_id := new_id();
      item.matched_by := '{}';
      if item.email_key = any (seen_emails || further) or item.phone_key = any (seen_phones || further)
        or exists (select from leads where company_id = of_company and email_key = item.email_key and deleted_at is null)
        or exists (select from leads where company_id = of_company and phone_key = item.phone_key and deleted_at is null)
      then
        item.marks := array_append(item.marks, 'duplicate');
      end if;
    end if;
    items[i] := item;
    keys := array_append(keys, item.key);
    seen_emails := array_append(seen_emails, item.email_key);
    seen_phones := array_append(seen_phones, item.phone_key);
  end loop;
  return items;
end $$;

-- Join what a known person sent to their lead: empty fields are filled in, new wishes replace the old ones, and a lost
-- lead is new again. The message of a booking is its appointment's, and one under another name, as of a mother for her
-- child, is not the lead's own wish: the lead's message stays.
create or replace function join_submissions(of_company text, items sent_lead[]) returns sent_lead[] language plpgsql as $$
declare
  item sent_lead;
begin
  for i in 1 .. cardinality(items) loop
    item := items[i];
    continue when not item.is_returned;
    insert into lead_changes (company_id, lead_id, field, before, after, actor_name)
    select of_company, l.id, 'status', '"lost"', '"new"', 'Novo envio do formulário'
    from leads l where l.company_id = of_company and l.id = item.lead_id and l.status = 'lost';
    update leads l set
      phone = coalesce(l.phone, item.phone),
      phone_key = coalesce(l.phone_key, item.phone_key),
      cnpj = coalesce(l.cnpj, item.cnpj),
      message = case when item.key like 'booking %' or first_name(item.name) <> first_name(l.name)
        then coalesce(l.message, item.message) else coalesce(item.message, l.message) end,
      preferred_date = coalesce(item.preferred_date, l.preferred_date),
      preferred_period = coalesce(item.preferred_period, l.preferred_period),
      preferred_time = coalesce(item.preferred_time, l.preferred_time),
      consent_given = item.consent_given,
      consents = consents_after(consents_after(l.consents,
        case when item.consent_text is not null then '{email,phone}'::text[] end, item.consent_given, now()),
        case when item.whatsapp_text is not null then '{whatsapp}'::text[] end, item.whatsapp_consent, now()),
      custom = l.custom || item.custom,
      last_touch = coalesce(item.touch, l.last_touch),
      status = case when l.status = 'lost' then 'new' else l.status end,
      status_at = case when l.status = 'lost' then now() else l.status_at end,
      lost_reason = null,
      rank = extract(epoch from clock_timestamp()),
      version = l.version + 1,
      updated_at = now()
    where l.company_id = of_company and l.id = item.lead_id
    returning l.held_at is not null, l.name into item.held, item.name;
    items[i] := item;
  end loop;
  return items;
end $$;

-- Stores submissions of one company in their order and returns the lead of each, with "mismatch" where the key was used
-- before with other content.
create or replace function capture_leads(of_company text, sent jsonb, this_month date, monthly_limit integer)
  returns table (place integer, lead text, mismatch boolean) language plpgsql as $$
begin
  return query select s.no, s.lead_id, coalesce(s.mismatched, false)
  from unnest(arrive(of_company, 'form', sent, this_month, monthly_limit)) as s;
end $$;
