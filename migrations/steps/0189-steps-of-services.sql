-- The minutes from one offered time to the next; null for the length of the service with its buffers.
alter table appointment_services add column step_minutes integer;
alter table appointment_services add constraint appointment_services_step_minutes_check
  check (step_minutes between 5 and 1440) not valid;
