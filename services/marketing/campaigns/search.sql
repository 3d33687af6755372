-- Ids of the recipients of a campaign whose lead's name or contact matches, or whose address of then does. It runs as
-- staff, so that the index of leads is used (leads/search.sql says why), and the caller reads the rows under its own
-- policy. The address is compared with each recipient of the one campaign, who are bounded: an index of all ledgers
-- would cost more when recipients are fixed.
create or replace function search_recipients(of_campaign text, term text) returns setof text
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp as $$
begin
  return query execute format(
    'select r.id from leads l join campaign_recipients r on r.company_id = $1 and r.lead_id = l.id and r.campaign_id = $2
       where l.company_id = $1 and (%s)
     union
     select r.id from campaign_recipients r
       where r.company_id = $1 and r.campaign_id = $2 and strpos(lower(r.address), lower($3)) > 0',
    -- One or two letters have no trigram: the beginning is compared with each lead.
    case when length(term) < 3 then format('search like %L', lead_pattern(term) || '%') else lead_match(term) end)
    using nullif(current_setting('app.company', true), ''), of_campaign, term;
end $$;
call run_as_staff('search_recipients(text,text)');
