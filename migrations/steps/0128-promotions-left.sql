-- A person may leave promotions alone, and go on getting what series send. Remembered below a heavier hold, which may be
-- lifted while the person's wish stands.
alter table suppressions add column promotions_left_at timestamptz;
alter table suppressions drop constraint if exists suppressions_reason_check;
alter table suppressions add constraint suppressions_reason_check
  check (reason in ('unsubscribed', 'promotions', 'bounced', 'complained', 'blocked')) not valid;
alter table suppressions validate constraint suppressions_reason_check;
