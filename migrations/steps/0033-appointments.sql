create extension if not exists btree_gist;

-- What can be booked.
create table appointment_services (
  id text not null default new_id(),
  company_id text not null references companies (id),
  name text not null,
  description text,
  minutes integer not null check (minutes between 5 and 1440),
  price_cents integer check (price_cents >= 0),
  -- Minutes that are kept free before and after.
  buffer_before integer not null default 0 check (buffer_before between 0 and 240),
  buffer_after integer not null default 0 check (buffer_after between 0 and 240),
  -- How many may book the same time with the same person.
  capacity integer not null default 1 check (capacity between 1 and 200),
  -- The least time before the start, and how far ahead one may book.
  notice_minutes integer not null default 120 check (notice_minutes between 0 and 43200),
  window_days integer not null default 60 check (window_days between 1 and 365),
  -- Appointments of the service that a person takes on one day.
  daily_cap integer check (daily_cap between 1 and 200),
  channel text not null default 'in_person' check (channel in ('in_person', 'phone', 'video', 'whatsapp')),
  location text,
  active boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
call isolate_by_company('appointment_services');

-- Who gives a service; nobody named means everybody of the team.
create table service_people (
  company_id text not null,
  service_id text not null,
  employee_id text not null,
  primary key (company_id, service_id, employee_id),
  foreign key (company_id, service_id) references appointment_services (company_id, id) on delete cascade
);
call isolate_by_company('service_people');

create table calendar_settings (
  company_id text primary key references companies (id),
  -- Weekly hours: [{day, from, to}] in the company's time zone; what lies between two of a day is a break.
  hours jsonb not null,
  national_holidays boolean not null default true,
  updated_at timestamptz not null default now()
);
call isolate_by_company('calendar_settings');

-- The hours of a person who does not work the company's.
create table person_hours (
  company_id text not null references companies (id),
  employee_id text not null,
  hours jsonb not null,
  primary key (company_id, employee_id)
);
call isolate_by_company('person_hours');

-- Days that are not as their weekday: local holidays, leave, other hours; of everybody or of one person.
create table special_days (
  id text not null default new_id(),
  company_id text not null references companies (id),
  employee_id text,
  first_day date not null,
  last_day date not null check (last_day between first_day and first_day + 366),
  name text not null,
  -- [{from, to}]; none: closed.
  hours jsonb not null default '[]',
  primary key (company_id, id)
);
create index special_days_by_day on special_days (company_id, last_day);
call isolate_by_company('special_days');

create table blocked_times (
  id text not null default new_id(),
  company_id text not null references companies (id),
  employee_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  reason text,
  primary key (company_id, id)
);
create index blocked_times_by_person on blocked_times (company_id, employee_id, ends_at);
call isolate_by_company('blocked_times');

create table appointments (
  id text not null default new_id(),
  company_id text not null references companies (id),
  lead_id text,
  service_id text,
  employee_id text not null,
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at and ends_at <= starts_at + interval '7 days'),
  time_zone text not null,
  status text not null
    check (status in ('requested', 'confirmed', 'done', 'no_show', 'refused', 'cancelled')),
  -- What it was before it was cancelled or refused, to take that back.
  status_before text,
  origin text not null check (origin in ('internal', 'form', 'page', 'whatsapp', 'instagram')),
  channel text not null check (channel in ('in_person', 'phone', 'video', 'whatsapp')),
  location text,
  notes text,
  -- From start to end with the service's buffers.
  during tstzrange not null,
  -- Appointments of one session share their time: those of a service with several seats that begin together.
  session text not null,
  seat integer not null default 0,
  version integer not null default 1,
  reason text,
  -- Whoever it is with said by the link that they will come.
  guest_confirmed_at timestamptz,
  -- They cancelled it themselves, and may take that back.
  cancelled_by_guest boolean not null default false,
  -- A booking of the public page that is sent twice is one.
  request_key text,
  request_hash text,
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, service_id) references appointment_services (company_id, id),
  -- The only guard of a person's time: what is asked for or confirmed never overlaps.
  constraint appointments_do_not_overlap exclude using gist
    (company_id with =, employee_id with =, during with &&, session with <>)
    where (status in ('requested', 'confirmed'))
);
-- And of the seats of a session.
create unique index appointments_seats on appointments (company_id, employee_id, session, seat)
  where status in ('requested', 'confirmed');
create index appointments_by_time on appointments (company_id, starts_at, id);
create index appointments_by_person on appointments (company_id, employee_id, starts_at);
create index appointments_by_lead on appointments (company_id, lead_id, starts_at);
create index appointments_by_service on appointments (company_id, service_id);
create unique index appointments_by_request on appointments (company_id, request_key) where request_key is not null;
call isolate_by_company('appointments');
-- As show_with_lead, but those who see every lead also see the times of leads that are held by the plan or deleted,
-- without a name: such an appointment takes its time all the same, and that person may come.
create policy of_visible_leads on appointments as restrictive to prosa_app using (
  lead_id is null
  or (select true from leads where leads.company_id = appointments.company_id and leads.id = appointments.lead_id)
  or coalesce(current_setting('app.owners', true), '') = '')
  with check (true);
