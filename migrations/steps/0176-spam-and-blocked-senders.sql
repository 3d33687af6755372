-- Staff say that a ticket of a mail is spam, or that an address is heard no more. Both only move mail to the list of what
-- came in, and are taken back at once: a ticket keeps the state that it had.
alter table tickets add column spam_at timestamptz, add column spam_from text;

create table blocked_senders (
  address text primary key,
  blocked_by text not null
);
grant select, insert, update, delete on blocked_senders to prosa_staff;
