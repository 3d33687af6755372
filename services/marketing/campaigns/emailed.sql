-- The condition on leads to whom e-mails of these campaigns were sent, or of any, with one of these results, or any
-- (services/leads/leads/filter.ts). Opened, as reports count it: by no program; an answer shows it too, and that a mail
-- without the server's word arrived. A campaign whose opens are not counted has nobody who did not open.
create or replace function emailed_condition(emailed jsonb) returns text
  language plpgsql stable as $$
declare
  campaigns text[] := case when emailed ? 'campaigns' then lead_texts(emailed -> 'campaigns') end;
  results text[] := case when emailed ? 'results' then lead_texts(emailed -> 'results') end;
  company text := nullif(current_setting('app.company', true), '');
  of_mail constant text := 'select from campaign_clicks k
    where k.company_id = r.company_id and k.recipient_id = r.id and not k.automatic';
  clicked constant text := format('exists (%s and k.link >= 0)', of_mail);
  opened constant text := format('(r.answered_at is not null or exists (%s))', of_mail);
  counted constant text := format('r.campaign_id not in (select u.id from campaigns u where u.company_id = %L %s
    and u.content @> ''{"uncounted": true}'')', company,
    case when campaigns is null then '' else format('and u.id = any (%L)', campaigns) end);
  wanted text;
begin
  select string_agg(case result
      when 'opened' then opened
      when 'not_opened' then format('r.state = ''accepted'' and not %s and %s', opened, counted)
      when 'clicked' then clicked
      when 'not_clicked' then format('r.state = ''accepted'' and not %s and %s', clicked, counted)
      when 'answered' then 'r.answered_at is not null'
      when 'unconfirmed' then format('r.state = ''unknown'' and not %s', opened)
      when 'bounced' then 'r.state in (''rejected'', ''bounced'')'
      else 'false' end, ' or ')
    into wanted from unnest(results) as result;
  return format('id in (select r.lead_id from campaign_recipients r where r.company_id = %L and r.lead_id is not null
    and r.state not in (''pending'', ''skipped'')%s and (%s))', company,
    case when campaigns is null then '' else format(' and r.campaign_id = any (%L)', campaigns) end,
    coalesce(wanted, 'true'));
end $$;
