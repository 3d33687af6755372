-- An appointment owns what its booking said: who comes, with their own address and number where they gave one, a message,
-- and answers to the questions of its service. A mother who books for her child is not the one who comes.
alter table appointments
  add column guest_name text,
  add column guest_email text,
  add column guest_phone text,
  add column message text,
  add column answers jsonb not null default '[]';
alter table appointment_services add column questions jsonb not null default '[]';
