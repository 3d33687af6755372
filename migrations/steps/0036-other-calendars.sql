-- The address at which a person's own calendar program reads their appointments; only a hash of its token is kept.
create table calendar_feeds (
  company_id text not null references companies (id),
  employee_id text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (company_id, employee_id)
);
create index calendar_feeds_by_token on calendar_feeds (token_hash);
call isolate_by_company('calendar_feeds');

-- Calendars elsewhere whose times a person is not free.
create table external_calendars (
  id text not null default new_id(),
  company_id text not null references companies (id),
  employee_id text not null,
  name text not null,
  -- Sealed: whoever has it reads the calendar.
  address text not null,
  etag text,
  last_modified text,
  -- When it was asked for last, when its times were taken from it, when it was last as it should be; and why it is not.
  checked_at timestamptz,
  read_at timestamptz,
  good_at timestamptz,
  error text,
  failures integer not null default 0,
  skipped integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index external_calendars_due on external_calendars (due_at);
create index external_calendars_by_person on external_calendars (company_id, employee_id);
call isolate_by_company('external_calendars');

create table external_times (
  id text not null default new_id(),
  company_id text not null,
  calendar_id text not null,
  employee_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  primary key (company_id, id),
  foreign key (company_id, calendar_id) references external_calendars (company_id, id) on delete cascade
);
create index external_times_by_person on external_times (company_id, employee_id, ends_at);
create index external_times_by_calendar on external_times (company_id, calendar_id);
call isolate_by_company('external_times');
