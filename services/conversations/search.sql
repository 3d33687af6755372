-- Ids of the conversations whose own names match, or whose lead does; a thousand of each at most. It runs as staff, so that
-- indexes are used (leads/search.sql says why), and the caller reads the rows under its own policy.
create or replace function search_conversations(own_term text, lead_filter jsonb) returns setof text
  language plpgsql stable security definer rows 25 set search_path = public, pg_temp as $$
begin
  return query execute format(
    '(select id from conversations where company_id = $1 and %s limit 1000)
     union
     select c.id from search_leads($2, ''receivedAt'', true, 0, 1000, 1000) as l
     join conversations c on c.company_id = $1 and c.lead_id = l.id',
    -- One or two letters have no trigram: the beginning is compared with each row.
    case when length(own_term) < 3 then format('search like %L', lead_pattern(own_term) || '%') else lead_match(own_term) end)
    using nullif(current_setting('app.company', true), ''), lead_filter;
end $$;
call run_as_staff('search_conversations(text,jsonb)');
