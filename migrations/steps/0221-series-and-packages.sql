-- Appointments that repeat. `series_at`: the time by the rule, from which one of them may have been moved.
create table appointment_series (
  company_id text not null references companies (id),
  id text not null default new_id(),
  rule text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
call isolate_by_company('appointment_series');

-- Sessions of a service that a person has bought together.
create table appointment_packages (
  company_id text not null references companies (id),
  id text not null default new_id(),
  lead_id text not null,
  service_id text not null,
  sessions integer not null,
  expires_at date,
  price_cents bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, service_id) references appointment_services (company_id, id),
  check (sessions between 1 and 200),
  check (price_cents >= 0)
);
create index appointment_packages_by_lead on appointment_packages (company_id, lead_id);
call isolate_by_company('appointment_packages');
call show_with_lead('appointment_packages');

alter table appointments
  add column series_id text,
  add column series_at timestamptz,
  add column package_id text;
alter table calendar_settings add column no_show_uses_session boolean not null default true;
