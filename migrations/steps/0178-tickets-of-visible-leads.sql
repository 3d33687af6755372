-- A ticket about a lead is seen by those who see the lead, and by its requester.
create policy of_visible_leads on tickets as restrictive to prosa_app using (
  lead_id is null
  or coalesce(current_setting('app.owners', true), '') = ''
  or requester_id = any (string_to_array(current_setting('app.owners', true), ','))
  or (select true from leads where leads.company_id = tickets.company_id and leads.id = tickets.lead_id))
  with check (true);
