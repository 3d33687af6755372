-- Accounts at servers of calendars (CalDAV): some of their calendars block times, and one may get the appointments.
create table caldav_accounts (
  company_id text not null references companies (id),
  id text not null default new_id(),
  employee_id text not null,
  name text not null,
  -- Both are sealed.
  address text not null,
  password text not null,
  username text not null,
  calendars jsonb not null default '[]',
  receives text,
  due_at timestamptz not null default now(),
  good_at timestamptz,
  error text,
  failures integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees (company_id, id)
);
create index caldav_accounts_by_person on caldav_accounts (company_id, employee_id);
create index caldav_accounts_due on caldav_accounts (due_at) where receives is not null;
call isolate_by_company('caldav_accounts');

-- What was written there. An appointment that is gone here is still to be taken out there, so that no key refers to it.
create table caldav_entries (
  company_id text not null references companies (id),
  account_id text not null,
  appointment_id text not null,
  href text not null,
  etag text,
  version integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  gone_at timestamptz,
  primary key (company_id, account_id, appointment_id),
  foreign key (company_id, account_id) references caldav_accounts (company_id, id) on delete cascade
);
create index caldav_entries_by_appointment on caldav_entries (company_id, appointment_id);
call isolate_by_company('caldav_entries');

alter table external_calendars add column account_id text;
alter table external_calendars add constraint external_calendars_account foreign key (company_id, account_id)
  references caldav_accounts (company_id, id) on delete cascade not valid;
