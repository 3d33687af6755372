-- People who wait for a time of a service to become free. Each hears of it once, by mail, or leaves the list.
create table appointment_waits (
  company_id text not null references companies (id),
  id text not null default new_id(),
  lead_id text not null,
  service_id text not null,
  employee_id text,
  first_day date not null,
  last_day date not null,
  created_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),
  notified_at timestamptz,
  left_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, service_id) references appointment_services (company_id, id),
  foreign key (company_id, employee_id) references employees (company_id, id)
);
create index appointment_waits_by_lead on appointment_waits (company_id, lead_id);
create index appointment_waits_open on appointment_waits (checked_at) where notified_at is null and left_at is null;
call isolate_by_company('appointment_waits');
call show_with_lead('appointment_waits');
