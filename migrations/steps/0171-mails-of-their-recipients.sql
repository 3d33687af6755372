-- A mail about no lead belongs to its recipient, and to those who see every lead: it may be a colleague's digest.
alter policy of_visible_leads on mails using (
  case when lead_id is null then
    coalesce(current_setting('app.owners', true), '') = '' or (
      select true from employees e where e.company_id = mails.company_id
        and e.id = any (string_to_array(current_setting('app.owners', true), ','))
        and lower(e.email) = lower(mails.to_address) limit 1)
  else (select true from leads where leads.company_id = mails.company_id and leads.id = mails.lead_id) end);
