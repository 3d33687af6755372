-- A message of the person, or an answer of the team, deletes the automatic messages that wait for that person; reminders
-- stay, as they are about a time. A worker does what a pressed button asks.
create or replace function heed_automations() returns trigger language plpgsql as $$
begin
  delete from messages m
  where m.company_id = new.company_id and m.conversation_id = new.conversation_id and m.status = 'queued'
    and m.data ->> 'automation' in ('confirmation', 'welcome', 'no_answer');
  if new.direction = 'in' and new.kind in ('button', 'interactive') and new.reply_to is not null then
    insert into outbox (queue, name, data) values
      ('conversations', 'button-pressed', jsonb_build_object('companyId', new.company_id, 'messageId', new.id));
  end if;
  return null;
end $$;
create or replace trigger heed_automations after insert on messages for each row
when ((new.direction = 'in' and new.kind <> 'system')
  or (new.direction = 'out' and new.author_id is not null and new.kind <> 'note'))
execute function heed_automations();
