-- A lead that was scheduled once counts as such in the funnel, whatever becomes of it later. A sale alone is no
-- appointment: a lead that was sold to without one never was at that step.
create or replace function note_first_schedule() returns trigger language plpgsql as $$
begin
  new.first_scheduled_at := now();
  return new;
end $$;
create or replace trigger note_first_schedule before insert or update of status on leads for each row
when (new.status = 'scheduled' and new.first_scheduled_at is null)
execute function note_first_schedule();
