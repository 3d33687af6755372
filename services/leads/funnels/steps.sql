-- Keeps funnel and status of a lead in an own step right: the step says both, regardless of the writer. A change of the status
-- alone, as by a booking or by a lead that comes back, leaves the step unless the lead is won, lost or open again: it then
-- goes to the first such step of its funnel. A step that was deleted meanwhile, as when a merge is undone, is none.
-- It runs before the triggers of the sale and of the first appointment, which come after it by name.
create or replace function choose_step() returns trigger language plpgsql as $$
declare
  step funnel_steps;
  reached text := case new.status when 'converted' then 'won' when 'lost' then 'lost' else 'open' end;
begin
  select * into step from funnel_steps where company_id = new.company_id and key = new.step_key;
  if tg_op = 'UPDATE' and step.key = old.step_key and new.status <> old.status and step.kind <> reached then
    select * into step from funnel_steps
    where company_id = new.company_id and funnel_id = step.funnel_id and kind = reached order by position limit 1;
  end if;
  new.step_key := step.key;
  new.funnel_id := step.funnel_id;
  new.status := coalesce(step.phase, new.status);
  return new;
end $$;
create or replace trigger choose_step before insert or update of status, step_key on leads for each row
  when (new.step_key is not null) execute function choose_step();

-- Whether the company in scope has funnels of its own, so that a status alone does not say the step.
create or replace function has_own_funnels(company text) returns boolean language sql stable as $$
  select exists (select from funnels where company_id = company and id <> company)
$$;
