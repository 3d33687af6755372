-- Leads of each day by status, owner, source, campaign and reason of a loss, with sums from which averages come: what
-- the dashboard shows costs the same however many leads a company has. Days are those of the company's time zone; held
-- and deleted leads are in no count.
create table lead_days (
  company_id text not null,
  day date not null,
  status text not null,
  owner_id text not null,
  source text not null,
  campaign text not null,
  lost_reason text not null,
  slot smallint not null,
  n bigint not null,
  -- How many have been reached, and the seconds that they waited for it together.
  reached bigint not null,
  waited double precision not null,
  -- The sum of when they came into their status, in seconds since 1970.
  entered double precision not null,
  primary key (company_id, day, status, owner_id, source, campaign, lost_reason, slot)
) with (fillfactor = 50);
create index lead_days_unsettled on lead_days (company_id, day) where slot >= 0;
call isolate_by_company('lead_days');

-- Sums of the days that are over. A row of lead_days whose slot is -1 is settled: only services/dashboard/settle.ts
-- writes it, together with what it adds to these two tables, which hence say of the settled rows what those say
-- themselves. A change of an old lead goes into a slot as ever and is read beside them until it is settled too.
create table lead_months (
  company_id text not null,
  month date not null,
  status text not null,
  owner_id text not null,
  source text not null,
  campaign text not null,
  lost_reason text not null,
  n bigint not null,
  reached bigint not null,
  waited double precision not null,
  entered double precision not null,
  primary key (company_id, month, status, owner_id, source, campaign, lost_reason)
);
call isolate_by_company('lead_months');

create table lead_day_totals (
  company_id text not null,
  day date not null,
  owner_id text not null,
  n bigint not null,
  converted bigint not null,
  primary key (company_id, day, owner_id)
);
call isolate_by_company('lead_day_totals');

-- What each employee has hidden of the dashboard, and the order of its blocks.
create table dashboard_settings (
  company_id text not null references companies (id),
  employee_id text not null,
  hidden text[] not null default '{}',
  blocks text[] not null default '{}',
  primary key (company_id, employee_id)
);
call isolate_by_company('dashboard_settings');
