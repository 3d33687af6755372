-- Visitors may choose with whom they book a service: those that exist go on as they were, new ones offer it.
alter table appointment_services add column chooses_person boolean not null default false;
