-- What each employee is told of, and what they have read.
create table notifications (
  id text not null default new_id(),
  company_id text not null,
  employee_id text not null,
  kind text not null,
  lead_id text,
  title text not null,
  body text not null default '',
  link text not null,
  -- Shown under the bell, and to be sent by e-mail; what is for the daily mail alone is neither.
  shown boolean not null,
  mail boolean not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  mailed_at timestamptz,
  -- What it comes of, so that a job which runs twice tells once.
  cause text,
  primary key (company_id, id),
  unique (company_id, employee_id, cause),
  foreign key (company_id, employee_id) references employees (company_id, id)
);
create index notifications_by_employee on notifications (company_id, employee_id, created_at desc, id desc)
  where shown;
create index notifications_unread on notifications (company_id, employee_id) where shown and read_at is null;
create index notifications_to_mail on notifications (created_at) where mail and mailed_at is null;
-- The table grows at its end, so that the range of days in each part of the file is enough to know.
create index notifications_by_age on notifications using brin (created_at);
call isolate_by_company('notifications');
call show_with_lead('notifications', lead_optional => true);

-- By which means each employee is told.
create table notification_settings (
  company_id text not null,
  employee_id text not null,
  -- Kind to the means that are wanted; a kind that is missing has its usual ones.
  media jsonb not null default '{}',
  -- Hours of the day, in the company's time zone; the quiet ones may run over midnight.
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  digest_hour smallint check (digest_hour between 0 and 23),
  digest_day date,
  -- The day of the week, Sunday being 0, and the day of the last such mail.
  week_day smallint check (week_day between 0 and 6),
  week_sent date,
  primary key (company_id, employee_id),
  foreign key (company_id, employee_id) references employees (company_id, id)
);
call isolate_by_company('notification_settings');
