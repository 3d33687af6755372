-- Notifications of each employee, with what they have read.
create table notifications (
  id text not null default new_id(),
  company_id text not null,
  employee_id text not null,
  kind text not null,
  lead_id text,
  title text not null,
  body text not null default '',
  link text not null,
  -- Shown in the application, and to be mailed; what is only for the daily mail is neither.
  shown boolean not null,
  mail boolean not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  mailed_at timestamptz,
  -- Deduplicates a notification, in case a job runs twice.
  cause text,
  primary key (company_id, id),
  unique (company_id, employee_id, cause),
  foreign key (company_id, employee_id) references employees (company_id, id)
);
create index notifications_by_employee on notifications (company_id, employee_id, created_at desc, id desc)
  where shown;
create index notifications_unread on notifications (company_id, employee_id) where shown and read_at is null;
create index notifications_to_mail on notifications (created_at) where mail and mailed_at is null;
-- The table only grows at its end, so a range of days for each block is enough.
create index notifications_by_age on notifications using brin (created_at);
call isolate_by_company('notifications');
call show_with_lead('notifications', lead_optional => true);

-- The media by which each employee is notified.
create table notification_settings (
  company_id text not null,
  employee_id text not null,
  -- Kind to chosen media; a missing kind has its defaults.
  media jsonb not null default '{}',
  -- Hours of the day in the company's time zone; quiet hours may span midnight.
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  digest_hour smallint check (digest_hour between 0 and 23),
  digest_day date,
  -- The day of the week, 0 for Sunday, and the day of the last weekly mail.
  week_day smallint check (week_day between 0 and 6),
  week_sent date,
  primary key (company_id, employee_id),
  foreign key (company_id, employee_id) references employees (company_id, id)
);
call isolate_by_company('notification_settings');
