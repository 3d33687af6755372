-- Stores submissions of one company in their order and returns the lead of each, with "mismatch" where the key was used
-- before with other content. monthly_limit is null for a plan without one. Runs as its caller, under the policies, in a
-- scope that sees held leads; the caller holds the advisory locks of all e-mails, phones and keys (capture.ts).
create or replace function capture_leads(of_company text, sent jsonb, this_month date, monthly_limit integer)
  returns table (place integer, lead text, mismatch boolean) language plpgsql as $$
declare
  most_looked_at constant integer := 20;
  items sent_lead[];
  item sent_lead;
  -- Keys, e-mails and phones of the items so far: those items are searched only where one repeats.
  keys text[] := '{}';
  emails text[] := '{}';
  phones text[] := '{}';
  used integer;
begin
  select array_agg(s order by s.no) into items from jsonb_populate_recordset(null::sent_lead, sent) as s;

  -- 1. Find the lead. Only the same e-mail makes a submission part of an existing lead, since a visitor can type
  --    anyone's phone; a lead that shares an e-mail or phone is marked as a possible duplicate. Of an address with many
  --    leads only the newest are compared.
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
      select l.id, match_reasons(l.name, l.email_key, l.phone_key, l.phone, l.cnpj,
          item.name, item.email_key, item.phone_key, item.phone, item.cnpj), true
        into item.lead_id, item.matched_by, item.is_returned
      from (
        (select id, name, email_key, phone_key, phone, cnpj, marks, received_at from leads
          where company_id = of_company and email_key = item.email_key and deleted_at is null
          order by received_at desc limit most_looked_at)
        union all
        select s.lead_id, s.name, s.email_key, s.phone_key, s.phone, s.cnpj, s.marks, now()
        from unnest(case when item.email_key = any (emails) then items[1:i - 1] end) as s
        where s.is_new and s.email_key = item.email_key) as l
      where not 'bot' = any (l.marks) and same_person(l.name, l.email_key, l.phone_key,
        item.name, item.email_key, item.phone_key)
      order by l.received_at desc, l.id limit 1;
    end if;

    item.is_returned := coalesce(item.is_returned, false);
    item.is_new := item.lead_id is null;
    if item.is_new then
      item.lead_id := new_id();
      item.matched_by := '{}';
      if item.email_key = any (emails) or item.phone_key = any (phones)
        or exists (select from leads where company_id = of_company and email_key = item.email_key and deleted_at is null)
        or exists (select from leads where company_id = of_company and phone_key = item.phone_key and deleted_at is null)
      then
        item.marks := array_append(item.marks, 'duplicate');
      end if;
    end if;
    item.submission_id := new_id();
    item.activity_id := new_id();
    items[i] := item;
    keys := array_append(keys, item.key);
    emails := array_append(emails, item.email_key);
    phones := array_append(phones, item.phone_key);
  end loop;

  -- 2. Insert new leads, counted against the month under the lock of its row; beyond the limit they are held.
  if monthly_limit is not null and exists (select from unnest(items) as s where s.is_new) then
    insert into lead_usage as u (company_id, month, n)
    select of_company, this_month, sum(s.weight) from unnest(items) as s where s.is_new
    on conflict (company_id, month) do update set n = u.n + excluded.n
    returning u.n - (select sum(s.weight) from unnest(items) as s where s.is_new) into used;
  end if;
  for i in 1 .. cardinality(items) loop
    if items[i].is_new then
      used := used + items[i].weight;
      items[i].held := coalesce(used > monthly_limit, false);
    end if;
  end loop;
  insert into leads (id, company_id, name, email, phone, phone_key, cnpj, message, source, preferred_date,
    preferred_period, preferred_time, consent_given, consents, marks, custom, submitted_at, first_touch, last_touch,
    owner_id, score, score_reasons, scored_at, held_at)
  select s.lead_id, of_company, s.name, s.email, s.phone, s.phone_key, s.cnpj, s.message, s.source, s.preferred_date,
    s.preferred_period, s.preferred_time, s.consent_given,
    consents_after(consents_after('{}', case when s.consent_text is not null then '{email,phone}'::text[] end,
      s.consent_given, now()), case when s.whatsapp_text is not null then '{whatsapp}'::text[] end,
      s.whatsapp_consent, now()),
    s.marks, s.custom, s.submitted_at, s.first_touch, s.touch,
    (select e.id from employees e where e.company_id = of_company and e.id = s.owner_id and e.active),
    s.score, s.score_reasons, case when s.scored then now() end, case when s.held then now() end
  from unnest(items) as s where s.is_new;

  -- 3. Update returning leads: empty fields are filled in, new wishes replace the old ones, and a lost lead is new
  --    again.
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
      message = coalesce(item.message, l.message),
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

  -- 4. Write the submission as it was sent, the proof of consent, the history, live events and jobs.
  insert into submissions (id, company_id, lead_id, form_id, form_version, key, hash, answers, touch, source, marks,
    matched_by, ip, submitted_at)
  select s.submission_id, of_company, s.lead_id, s.form_id, s.form_version, s.key, s.hash, s.answers,
    coalesce(s.touch, '{}'), s.source, array_remove(s.marks, 'duplicate'), s.matched_by, s.ip, s.submitted_at
  from unnest(items) as s where s.is_new or s.is_returned;

  insert into consents (company_id, lead_id, channels, granted, text, source, ip, user_agent, form_id, form_version,
    text_version)
  select of_company, s.lead_id, decision.channels, decision.granted, decision.text, s.source, s.ip, s.user_agent, s.form_id,
    s.form_version, s.text_version
  from unnest(items) as s cross join lateral (values
    ('{email,phone}'::text[], s.consent_given, s.consent_text),
    ('{whatsapp}', s.whatsapp_consent, s.whatsapp_text)) as decision (channels, granted, text)
  where (s.is_new or s.is_returned) and decision.granted is not null and decision.text is not null;

  insert into activities (id, company_id, type, description, lead_id, lead_name, data)
  select s.activity_id, of_company, case when s.is_new then 'new_lead' else 'message' end,
    case when s.is_new then 'Novo lead recebido: ' else 'Novo envio do formulário: ' end || s.name, s.lead_id, s.name,
    jsonb_build_object('source', s.source)
  from unnest(items) as s where s.is_new or s.is_returned;

  insert into events (company_id, kind, data)
  select of_company, case when s.is_new then 'lead-created' else 'lead-returned' end,
    jsonb_build_object('leadId', s.lead_id, 'activityId', s.activity_id)
  from unnest(items) as s where (s.is_new or s.is_returned) and not s.held;

  insert into outbox (queue, name, data)
  select 'leads', job.name, jsonb_build_object('companyId', of_company, job.list, job.ids) from (
    select 'leads-created' as name, 'leadIds' as list, jsonb_agg(s.lead_id order by s.no) as ids
    from unnest(items) as s where s.is_new and not s.held
    union all
    select 'leads-held', 'leadIds', jsonb_agg(s.lead_id order by s.no)
    from unnest(items) as s where s.is_new and s.held
    union all
    select 'leads-returned', 'submissionIds', jsonb_agg(s.submission_id order by s.no)
    from unnest(items) as s where s.is_returned and not s.held) as job
  where job.ids is not null;

  return query select s.no, s.lead_id, coalesce(s.mismatched, false) from unnest(items) as s;
end $$;
