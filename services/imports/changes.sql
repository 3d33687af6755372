-- What a row of an import changes of a lead.
create or replace function lead_values(l leads) returns jsonb language sql stable as $$
  select jsonb_build_object('name', l.name, 'email', l.email, 'phone', l.phone, 'cnpj', l.cnpj, 'company', l.company,
    'message', l.message, 'status', l.status, 'lostReason', l.lost_reason, 'source', l.source, 'ownerId', l.owner_id,
    'preferredDate', l.preferred_date, 'preferredPeriod', l.preferred_period, 'preferredTime', l.preferred_time,
    'consentGiven', l.consent_given, 'custom', l.custom)
$$;

-- What a row changes of a lead: only what is unknown of it, or all that differs. A phone that is written otherwise is
-- no other phone.
create or replace function import_changes(r import_rows, l leads, policy text) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from (
    select key, value, lead_values(l) -> key as old from jsonb_each(jsonb_build_object('name', r.name, 'email', r.email,
      'phone', case when r.phone_key is distinct from l.phone_key then r.phone end, 'cnpj', r.cnpj,
      'company', r.company, 'message', r.message, 'status', r.status,
      'lostReason', case when coalesce(r.status, l.status) = 'lost' then r.lost_reason end, 'source', r.source,
      'ownerId', r.owner_id, 'preferredDate', r.preferred_date, 'preferredPeriod', r.preferred_period,
      'preferredTime', r.preferred_time, 'consentGiven', r.consent,
      'custom', case when policy = 'all' then l.custom || r.custom else r.custom || l.custom end))
  ) as f
  where value <> 'null' and value <> old
    and (policy = 'all' or old = 'null' or key in ('custom', 'consentGiven'))
    and not (key = 'email' and lower(value #>> '{}') = l.email_key)
$$;
