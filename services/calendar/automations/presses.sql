-- A message of the person, or an answer of the team, deletes the automatic messages that wait for that person; reminders
-- stay, as they are about a time. A worker does what a pressed button asks.
create or replace function heed_automations() returns trigger language plpgsql as $$
begin
  delete from messages m
  where m.company_id = new.company_id and m.conversation_id = new.conversation_id and m.status = 'queued'
    and m.data ? 'automation' and m.data ->> 'automation' in ('confirmation', 'welcome', 'no_answer');
  if new.direction = 'in' and new.kind in ('button', 'interactive') and new.reply_to is not null then
    insert into outbox (queue, name, data) values
      ('conversations', 'button-pressed', jsonb_build_object('companyId', new.company_id, 'messageId', new.id));
  end if;
  return null;
end $$;
create or replace trigger heed_automations after insert on messages for each row
when ((new.direction = 'in' and new.kind <> 'system')
  or (new.direction = 'out' and new.kind not in ('note', 'system') and not new.data ? 'automatic'))
execute function heed_automations();

-- A confirmation that waits for its hour is deleted once its appointment is at another time, or is not to be.
create or replace function drop_confirmations() returns trigger language plpgsql as $$
begin
  delete from messages m
  where m.company_id = old.company_id and m.lead_id = old.lead_id and m.status = 'queued' and m.data ? 'automation'
    and m.data ->> 'automation' = 'confirmation' and m.data -> 'appointment' ->> 'appointmentId' = old.id;
  return null;
end $$;
create or replace trigger drop_confirmations after update on appointments for each row
when (old.lead_id is not null and (old.starts_at is distinct from new.starts_at or old.lead_id is distinct from new.lead_id
  or (old.status <> new.status and new.status not in ('requested', 'confirmed'))))
execute function drop_confirmations();
