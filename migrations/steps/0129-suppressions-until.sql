-- A mailbox that turned several mails away rests for some time: its suppression ends by itself.
alter table suppressions add column until timestamptz;
alter table suppressions drop constraint if exists suppressions_reason_check;
alter table suppressions add constraint suppressions_reason_check check (
  reason in ('unsubscribed', 'promotions', 'bounced', 'unreachable', 'complained', 'blocked')) not valid;
alter table suppressions validate constraint suppressions_reason_check;
