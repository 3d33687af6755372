-- The times at which a class is given: [{day, at, employeeId, firstDay, lastDay}]. With any, only these are offered.
alter table appointment_services add column sessions jsonb not null default '[]';
