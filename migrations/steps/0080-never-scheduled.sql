-- Until now a sale counted as an appointment in the funnel as well. Leads whose history knows of none lose that mark;
-- the kept counts follow by their trigger.

-- The owner of the tables sees none of their rows.
set local role prosa_staff;

-- Company by company, since the trigger hands over the leads of one statement as an array.
do $$
declare
  each_company text;
begin
  for each_company in select id from companies loop
    update leads l set first_scheduled_at = null
    where l.company_id = each_company and l.first_scheduled_at is not null and l.status <> 'scheduled'
      and not exists (select from lead_changes c where c.company_id = l.company_id and c.lead_id = l.id
        and c.field = 'status' and '"scheduled"'::jsonb in (c.before, c.after));
  end loop;
end $$;

reset role;
