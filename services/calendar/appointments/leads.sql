-- Deleting a lead, in any way, cancels its future appointments, and their guest is notified (guests.sql). A merged lead has handed its appointments over before.
create or replace function cancel_with_lead() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  with cancelled as (
    update appointments a set status = 'cancelled', status_before = a.status, reason = 'O lead foi excluído',
      version = a.version + 1, updated_at = now()
    where a.company_id = new.company_id and a.lead_id = new.id and a.status in ('requested', 'confirmed')
      and a.starts_at > now()
    returning a.id, a.title
  )
  select jsonb_agg(jsonb_build_object('id', id, 'told', format('Cancelou o agendamento "%s": o lead foi excluído', title)))
  into changes from cancelled;
  -- Nor do they take back that they had cancelled it themselves.
  update appointments a set cancelled_by_guest = false
  where a.company_id = new.company_id and a.lead_id = new.id and a.cancelled_by_guest and a.starts_at > now();
  if changes is not null then perform follow_appointments(new.company_id, changes); end if;
  return null;
end $$;
create or replace trigger cancel_with_lead after update of deleted_at on leads for each row
when (old.deleted_at is null and new.deleted_at is not null and new.merged_into is null)
execute function cancel_with_lead();
