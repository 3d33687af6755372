-- A missing consent is a refusal, or a withdrawal after an earlier grant.
create or replace function consents_after(kept jsonb, channels text[], granted boolean, at timestamptz) returns jsonb
  language sql stable as $$
  select kept || coalesce((
    select jsonb_object_agg(channel, jsonb_build_object('at', at, 'state', case
      when granted then 'granted'
      when kept -> channel ->> 'state' in ('granted', 'withdrawn') then 'withdrawn'
      else 'refused' end))
    from unnest(channels) as channel where granted is not null), '{}')
$$;

create or replace function consents_recorded(company text, lead text) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(channel, jsonb_build_object('at', decided_at, 'state', case
    when granted then 'granted' when ever then 'withdrawn' else 'refused' end)), '{}')
  from (
    select distinct on (channel) channel, granted, decided_at, bool_or(granted) over (partition by channel) as ever
    from consents c, unnest(c.channels) as channel where c.company_id = company and c.lead_id = lead
    order by channel, decided_at desc, id desc) as last
$$;
