-- How long before the start guests may cancel and move by themselves, and what else the company wants them to know.
alter table appointment_services
  add column cancel_notice_minutes integer not null default 0,
  add column move_notice_minutes integer not null default 0,
  add column policy text;
