-- The sales by the day of the sale: a ledger that only grows. A row says nothing of the person, so that it outlives an
-- erasure; `thread` joins a sale with what changed it later.
alter table leads add column sold_on date;
alter table import_rows add column sold_on date;
create table sales (
  id text not null default new_id(),
  seq bigint generated always as identity,
  company_id text not null references companies (id),
  thread text not null,
  lead_id text,
  day date not null,
  kind text not null,
  value_cents bigint not null,
  owner_id text,
  source text not null,
  campaign text not null,
  -- A sale that takes back its own reversal of the same day, and counts on the day that it had before.
  returned boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  check (kind in ('sale', 'reversal', 'adjustment'))
);
create index sales_by_day on sales (company_id, day desc, seq desc);
create index sales_by_lead on sales (company_id, lead_id) where lead_id is not null;
call isolate_by_company('sales');

-- Months that somebody closed or reopened; the others close on a day of the next month.
create table sales_months (
  company_id text not null references companies (id),
  month date not null,
  closed boolean not null,
  actor_id text,
  actor_name text,
  changed_at timestamptz not null default now(),
  primary key (company_id, month)
);
call isolate_by_company('sales_months');

-- The day of the next month on which a month closes; null: only by hand.
create table sales_settings (
  company_id text not null references companies (id),
  closing_day smallint,
  primary key (company_id),
  check (closing_day between 1 and 28)
);
call isolate_by_company('sales_settings');

-- Leads that are won now were sold when they came to that status.
update leads l set sold_on = (l.status_at at time zone c.time_zone)::date
from companies c where c.id = l.company_id and l.status = 'converted';
insert into sales (company_id, thread, lead_id, day, kind, value_cents, owner_id, source, campaign, created_at)
select company_id, new_id(), id, sold_on, 'sale', coalesce(value_cents, 0), owner_id, source,
  coalesce(left(first_touch ->> 'utm_campaign', 100), ''), status_at
from leads where status = 'converted' and held_at is null and merged_into is null and deleted_at is null;
