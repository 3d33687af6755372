-- Leads of each day by status, owner, source, campaign and reason of a loss, with sums for averages, so that the
-- dashboard costs the same for any number of leads. Days are in the company's time zone; held and deleted leads are not
-- counted.
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
  -- Leads contacted, and the total seconds until their first contact.
  reached bigint not null,
  waited double precision not null,
  -- The sum of the times at which they entered their status, in seconds since 1970.
  entered double precision not null,
  primary key (company_id, day, status, owner_id, source, campaign, lost_reason, slot)
) with (fillfactor = 50);
create index lead_days_unsettled on lead_days (company_id, day) where slot >= 0;
call isolate_by_company('lead_days');

-- Sums of past days. Rows of lead_days in slot -1 are settled: only services/dashboard/settle.ts writes them, together
-- with the sums in these two tables, so that both always agree. A change of an old lead goes into another slot and is
-- read in addition until it is settled.
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

-- Blocks of the dashboard that an employee has hidden, and their order.
create table dashboard_settings (
  company_id text not null references companies (id),
  employee_id text not null,
  hidden text[] not null default '{}',
  blocks text[] not null default '{}',
  primary key (company_id, employee_id)
);
call isolate_by_company('dashboard_settings');
