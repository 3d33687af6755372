-- The one way in for leads of any origin (docs/arrivals.md). These functions run as their caller, under the policies, in
-- a scope that sees held leads; the caller holds the locks of the people who arrive (leads/locks.ts).

-- The arrivals in their order, with ids for the rows that will be written. A caller leaves out what it does not know.
create or replace function read_arrivals(arrivals jsonb) returns sent_lead[] language plpgsql as $$
declare
  defaults constant sent_lead := jsonb_populate_record(null::sent_lead, '{"consent_given": false, "marks": [], "custom": {},
    "answers": {}, "matched_by": [], "score_reasons": [], "scored": false, "weight": 1, "held": false}');
  items sent_lead[];
begin
  select coalesce(array_agg(s order by s.no), '{}') into items from jsonb_populate_recordset(defaults, arrivals) as s;
  for i in 1 .. cardinality(items) loop
    items[i].submission_id := new_id();
    items[i].activity_id := new_id();
  end loop;
  return items;
end $$;

-- 1. Find the person: here for the ways in whose callers looked them up by a rule of their own, and name the lead.
create or replace function find_named(of_company text, items sent_lead[]) returns sent_lead[] language plpgsql as $$
declare
  item sent_lead;
begin
  for i in 1 .. cardinality(items) loop
    item := items[i];
    item.is_new := item.lead_id is null;
    item.is_returned := not item.is_new;
    if item.is_new then
      item.lead_id := new_id();
    else
      select l.held_at is not null into item.held from leads l
      where l.company_id = of_company and l.id = item.lead_id;
    end if;
    items[i] := item;
  end loop;
  return items;
end $$;

-- 2. Hold: new leads are counted against the month under the lock of its row, so that no two take the last place; those
--    beyond the limit are held. Leads of weight 0 are exempt. Companies without a limit pay nothing for it.
create or replace function hold_beyond_limit(of_company text, items sent_lead[], this_month date, monthly_limit integer)
  returns sent_lead[] language plpgsql as $$
declare
  arriving integer;
  used integer;
begin
  if monthly_limit is null then return items; end if;
  select sum(s.weight) into arriving from unnest(items) as s where s.is_new;
  if arriving is null then return items; end if;
  insert into lead_usage as u (company_id, month, n) values (of_company, this_month, arriving)
  on conflict (company_id, month) do update set n = u.n + excluded.n
  returning u.n - arriving into used;
  for i in 1 .. cardinality(items) loop
    if items[i].is_new then
      used := used + items[i].weight;
      items[i].held := used > monthly_limit;
    end if;
  end loop;
  return items;
end $$;

-- 3. Add the people who are new.
create or replace function add_new_leads(of_company text, items sent_lead[]) returns void language plpgsql as $$
begin
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
end $$;

-- The title of an arrival in the history, before the person's name.
create or replace function arrival_title(way text, is_new boolean) returns text language sql immutable parallel safe as $$
  select case
    when way = 'typed' then case when is_new then 'Novo lead cadastrado: ' else 'Cadastro repetido: ' end
    else case when is_new then 'Novo lead recebido: ' else 'Novo envio do formulário: ' end end
$$;

-- 4. Write what was said and how: the submission, the consents that a form showed, and one activity. `actor` is the
--    employee who typed it, {"actorId", "actorName"}.
create or replace function record_arrivals(of_company text, way text, items sent_lead[], actor jsonb) returns void
  language plpgsql as $$
begin
  insert into submissions (id, company_id, lead_id, form_id, form_version, key, hash, answers, touch, source, marks,
    matched_by, ip, submitted_at)
  select s.submission_id, of_company, s.lead_id, s.form_id, s.form_version, s.key, s.hash, s.answers,
    coalesce(s.touch, '{}') || (actor - 'actorId'),
    -- An employee names the source of the lead, such as a fair; what was typed came by being typed.
    case way when 'typed' then way else s.source end,
    array_remove(s.marks, 'duplicate'), s.matched_by, s.ip, s.submitted_at
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
    arrival_title(way, s.is_new) || s.name, s.lead_id, s.name,
    jsonb_build_object('source', case way when 'typed' then way else s.source end) || actor
  from unnest(items) as s where s.is_new or s.is_returned;
end $$;

-- 5. Announce: one live event each, and the jobs. Nobody hears of a held lead but the worker that mails its company once a
--    month. A lead that an employee typed notifies nobody: one without an owner is only given to somebody.
create or replace function announce_arrivals(of_company text, way text, items sent_lead[], actor jsonb) returns void
  language plpgsql as $$
begin
  insert into events (company_id, kind, data)
  select of_company, case when s.is_new then 'lead-created' else 'lead-returned' end,
    jsonb_build_object('leadId', s.lead_id, 'activityId', s.activity_id) || (jsonb_strip_nulls(actor) - 'actorName')
  from unnest(items) as s where (s.is_new or s.is_returned) and not s.held;

  insert into outbox (queue, name, data)
  select 'leads', job.name, jsonb_build_object('companyId', of_company, job.list, job.ids) from (
    select case way when 'typed' then 'leads-unowned' else 'leads-created' end as name, 'leadIds' as list,
      jsonb_agg(s.lead_id order by s.no) as ids
    from unnest(items) as s where s.is_new and not s.held and (way <> 'typed' or s.owner_id is null)
    union all
    select 'leads-held', 'leadIds', jsonb_agg(s.lead_id order by s.no)
    from unnest(items) as s where s.is_new and s.held
    union all
    select 'leads-returned', 'submissionIds', jsonb_agg(s.submission_id order by s.no)
    from unnest(items) as s where s.is_returned and not s.held and way <> 'typed') as job
  where job.ids is not null;
end $$;

-- Stores what arrived for one company by one way in, in its order, and returns it with the lead of each, whether it is new
-- and whether it is held. `arrivals` has the columns of `sent_lead`. monthly_limit is null for a plan without one.
create or replace function arrive(of_company text, way text, arrivals jsonb, this_month date, monthly_limit integer,
  actor jsonb default '{}') returns sent_lead[] language plpgsql as $$
declare
  items sent_lead[] := read_arrivals(arrivals);
begin
  if way = 'form' then items := find_by_email(of_company, items);
  else items := find_named(of_company, items);
  end if;
  items := hold_beyond_limit(of_company, items, this_month, monthly_limit);
  perform add_new_leads(of_company, items);
  if way = 'form' then items := join_submissions(of_company, items); end if;
  perform record_arrivals(of_company, way, items, actor);
  perform announce_arrivals(of_company, way, items, actor);
  return items;
end $$;
