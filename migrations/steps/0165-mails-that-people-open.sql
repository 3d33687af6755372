-- A mail can be found and opened by people, and one that no feature took waits until somebody decides on it. Two
-- deliveries of one mail have the same contents, and differ only in the servers that they passed.
alter table inbound_mails
  add column subject text,
  add column sender_name text,
  add column sender_proof text,
  add column content_hash bytea,
  add column peer text,
  add column decided_at timestamptz;
alter table inbound_mails add constraint inbound_mails_sender_proof_check
  check (sender_proof in ('confirmed', 'failed', 'none')) not valid;

-- Until now such a mail was noted as handled.
update inbound_mails set state = 'unclaimed' where state = 'handled' and outcome in ('dropped', 'gone', 'erased');
