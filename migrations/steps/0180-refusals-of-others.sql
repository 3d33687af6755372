-- An invitation that somebody refused from another address than its guest's: the company may apply that to the appointment,
-- while the invitation that was refused is still the last one.
alter table appointments add column refused_by text, add column refused_sequence integer;
