-- With an erased person goes what they wrote: the mail that is placed with their lead.
create or replace function forget_inbound_mails() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update inbound_mails set raw = null, sender = null, sender_name = null, subject = null, recipients = '{}',
    envelope_from = null, peer = null, outcome = null, decided_at = coalesce(decided_at, now())
  where id in (select mail_id from removed);
  return null;
end $$;
call run_as_staff('forget_inbound_mails()');
create or replace trigger forget_inbound_mails after delete on mail_placements referencing old table as removed
  for each statement execute function forget_inbound_mails();
