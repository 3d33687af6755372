-- What the provider charges, as staff enter it: a card holds from its day on for one market in one currency. One of the
-- same market, currency and day replaces it, and the replaced one stays as history.
create table whatsapp_prices (
  id text primary key default new_id(),
  market text not null,
  currency text not null,
  starts_on date not null,
  source text not null,
  -- Decimals by category, as they were entered.
  prices jsonb not null,
  rules jsonb not null default '{}',
  author_name text,
  created_at timestamptz not null default now(),
  replaced_at timestamptz
);
create unique index whatsapp_prices_in_force on whatsapp_prices (currency, market, starts_on) where replaced_at is null;
create index whatsapp_prices_by_time on whatsapp_prices (created_at desc, id desc);
grant select, insert, update on whatsapp_prices to prosa_staff;
grant select on whatsapp_prices to prosa_app;

-- The cost of a message in micros of the account's currency: ours when it was sent, and that of the provider's report.
-- Null: no price is known.
create table message_costs (
  company_id text not null references companies (id),
  message_id text not null,
  channel_id text not null,
  -- The first day of the month by the company's clock.
  month date not null,
  -- The market and the regions whose card holds where it has none.
  markets text[],
  category text not null,
  currency text,
  estimated bigint,
  billed_type text,
  billed_category text,
  billed bigint,
  failed boolean not null default false,
  sent_at timestamptz not null default now(),
  primary key (company_id, message_id)
);
create index message_costs_by_month on message_costs (company_id, month, channel_id, category);
call isolate_by_company('message_costs');

-- The limit of a company's costs in a month, and what its people and staff were notified of.
create table whatsapp_spending (
  company_id text primary key references companies (id),
  limit_micros bigint check (limit_micros >= 0),
  warned_month date
);
call isolate_by_company('whatsapp_spending');

-- The currency of the account above a channel.
alter table channels add column currency text;
