-- Series: mails that go to each lead by itself, some time after something happened. Each step is a campaign that never
-- ends, whose recipients are added as they become due.
create table mail_series (
  id text not null default new_id(),
  company_id text not null references companies (id),
  carrier text not null,
  name text not null,
  kind text not null check (kind in ('new_lead', 'follow_up', 'date')),
  -- Of 'date': the field of the lead that holds the day, and whether it comes again every year.
  field text,
  yearly boolean not null default true,
  -- Whom it is for: leads that come while it is on, or those too who were there before.
  reach text not null check (reach in ('new', 'all')),
  stop_statuses text[] not null,
  quiet_hours boolean not null default true,
  -- Since when it is on; null while it is off.
  on_since timestamptz,
  version integer not null default 1,
  created_by text,
  created_name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Deleted, but for what it sent.
  removed_at timestamptz,
  primary key (company_id, id)
);
call isolate_by_company('mail_series');
create index mail_series_by_time on mail_series (company_id, created_at desc, id desc) where removed_at is null;
create index mail_series_on on mail_series (company_id, id) where on_since is not null;

alter table campaigns
  add column series_id text,
  -- Its place in the series, from 1; null for one that was taken out of it.
  add column step smallint,
  -- Hours after the step before it, or after what the series begins with.
  add column wait_hours integer,
  -- { statuses, answers, lateHours }: for whom it is no longer meant by the time at which it is sent.
  add column stops jsonb,
  add constraint campaigns_series foreign key (company_id, series_id) references mail_series (company_id, id)
    on delete cascade not valid;
alter table campaigns validate constraint campaigns_series;

alter table campaign_recipients
  -- Of a series: the lead as whom the person became due, which a merge leaves as it is, and for which time: empty for
  -- the only one, else the day.
  add column entrant text,
  add column occasion text,
  -- An answer after this moment ends the series for the person.
  add column since_at timestamptz;
