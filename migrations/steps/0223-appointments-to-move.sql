-- Guests who are asked to choose another time, as theirs was taken away; it stands until they do.
alter table appointments add column reschedule_asked_at timestamptz;
