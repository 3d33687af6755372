-- The number of the invitation rises with every change of the time or the state, by any author.
create or replace function number_invitation() returns trigger language plpgsql as $$
begin
  new.sequence := old.sequence + 1;
  -- Another time is what the guest was asked for.
  if (old.starts_at, old.ends_at) is distinct from (new.starts_at, new.ends_at) then
    new.reschedule_asked_at := null;
    if old.reschedule_asked_at is not null then new.reason := null; end if;
  end if;
  return new;
end $$;
create or replace trigger number_invitation before update of starts_at, ends_at, status on appointments for each row
when ((old.starts_at, old.ends_at, old.status) is distinct from (new.starts_at, new.ends_at, new.status))
execute function number_invitation();

-- A guest may have to be notified: a worker compares the present state with the last one sent. In the transaction of
-- the change, so that none is lost.
create or replace function note_guests() returns trigger language plpgsql as $$
begin
  -- A reminder that waits to be sent says what is no longer so: it goes, and the guest was not reminded.
  if tg_op = 'UPDATE' then
    with gone as (delete from messages m where m.company_id = new.company_id and m.status = 'queued'
      and m.kind = 'template' and m.data -> 'reminder' ->> 'appointmentId' = new.id
      returning m.data -> 'reminder' ->> 'leadId' as lead_id)
    update appointment_guests g set reminded_for = null, reminded_minutes = null, reminded_by = null
    from gone where g.company_id = new.company_id and g.appointment_id = new.id and g.lead_id = gone.lead_id;
  end if;
  update appointment_guests g set due_at = now(), changes = g.changes + 1
  where g.company_id = new.company_id and g.appointment_id = new.id and g.lead_id is distinct from new.lead_id;
  if new.lead_id is not null then
    insert into appointment_guests as g (company_id, appointment_id, lead_id, due_at)
    values (new.company_id, new.id, new.lead_id, now())
    on conflict (company_id, appointment_id, lead_id) do update set due_at = now(), changes = g.changes + 1;
  end if;
  if new.lead_id is not null or tg_op = 'UPDATE' then
    insert into outbox (queue, name, data) values
      ('email', 'guests-due', jsonb_build_object('companyId', new.company_id, 'appointmentId', new.id));
  end if;
  return null;
end $$;
create or replace trigger note_guests after insert on appointments for each row
when (new.lead_id is not null) execute function note_guests();
create or replace trigger note_guests_of_change after update on appointments for each row
when ((old.starts_at, old.ends_at, old.status, old.channel, old.location, old.time_zone, old.lead_id, old.employee_id,
  old.reschedule_asked_at) is distinct from
  (new.starts_at, new.ends_at, new.status, new.channel, new.location, new.time_zone, new.lead_id, new.employee_id,
  new.reschedule_asked_at))
execute function note_guests();

-- A reminder that a channel did not bring goes out by mail, while the appointment is still as it said.
create or replace function note_failed_reminder() returns trigger language plpgsql as $$
begin
  update appointment_guests g set due_at = now(), changes = g.changes + 1, reminded_for = null, reminded_minutes = null,
    reminded_by = null, message_failed_for = a.starts_at,
    reminder_note = concat_ws(': ', 'O WhatsApp não entregou o lembrete', nullif(rtrim(new.failure, '.'), '')) || '.'
  from appointments a
  where a.company_id = new.company_id and a.id = new.data -> 'reminder' ->> 'appointmentId' and a.starts_at > now()
    and a.starts_at = (new.data -> 'reminder' ->> 'start')::timestamptz
    and g.company_id = a.company_id and g.appointment_id = a.id and g.lead_id = new.data -> 'reminder' ->> 'leadId'
    and g.reminded_minutes = (new.data -> 'reminder' ->> 'minutes')::integer;
  return null;
end $$;
create or replace trigger note_failed_reminder after update of status on messages for each row
when (new.status = 'failed' and old.status <> 'failed' and new.kind = 'template' and new.data ? 'reminder')
execute function note_failed_reminder();
