-- The card in force on a day: of the first of these markets that has one.
create or replace function price_card(of_currency text, of_markets text[], on_day date) returns whatsapp_prices
  language sql stable as $$
  select p.* from whatsapp_prices p
  where p.currency = of_currency and p.market = any (of_markets) and p.starts_on <= on_day and p.replaced_at is null
  order by array_position(of_markets, p.market), p.starts_on desc limit 1
$$;

-- The price of a category in micros; null where the card has none. Messages that are no templates have the price of
-- utility, unless the card has one of their own.
create or replace function listed_price(card whatsapp_prices, of_category text) returns bigint
  language sql immutable as $$
  select (coalesce(card.prices ->> of_category, case when of_category = 'service' then card.prices ->> 'utility' end)::numeric
    * 1000000)::bigint
$$;

-- The price of one message in micros; null where it is not known. `service_used`: the free ones of the number and month
-- that went before.
create or replace function message_price(card whatsapp_prices, of_category text, in_window boolean, free_entry boolean,
  service_used integer) returns bigint language sql immutable as $$
  select case
    when card.id is null then null
    when free_entry then 0
    when of_category = 'service'
      and service_used < coalesce((card.rules ->> 'freeServiceMessages')::integer, service_used + 1) then 0
    when of_category = 'utility' and in_window and card.rules ->> 'utilityInWindow' is distinct from 'charged' then 0
    else listed_price(card, of_category) end
$$;

-- Free messages of a number in a month that were sent, counted up to what the card gives.
create or replace function service_used(of_company text, of_channel text, of_month date, counted integer) returns integer
  language sql stable as $$
  select count(*)::integer from (
    select from message_costs c where c.company_id = of_company and c.channel_id = of_channel and c.month = of_month
      and c.category = 'service' and not c.failed limit counted) as counted_rows
$$;

-- The cost by the provider's report, once both the report and the market of the person are known.
create or replace function settle_cost(of_company text, of_message text) returns void language sql as $$
  update message_costs c set billed = case
      when c.billed_type <> 'regular' or c.billed_category = 'referral_conversion' then 0
      else listed_price(price_card(c.currency, c.markets, c.sent_at::date), c.billed_category) end
  where c.company_id = of_company and c.message_id = of_message and c.billed_type is not null and c.markets is not null
$$;

-- Notes the estimated cost of a message that the provider has accepted. Done twice it has one effect.
create or replace function note_cost(of_company text, of_message text, of_markets text[]) returns void
  language plpgsql as $$
declare
  m record;
  card whatsapp_prices;
begin
  select t.id, t.channel_id, ch.currency, c.window_ends_at > now() as in_window, c.free_until > now() as free_entry,
    case when t.kind = 'template' then coalesce(t.data ->> 'category', 'utility') else 'service' end as category,
    (now() at time zone co.time_zone)::date as today into m
  from messages t
  join conversations c on c.company_id = t.company_id and c.id = t.conversation_id
  join channels ch on ch.company_id = t.company_id and ch.id = t.channel_id and ch.kind = 'whatsapp'
  join companies co on co.id = t.company_id
  where t.company_id = of_company and t.id = of_message and t.direction = 'out' and t.status <> 'failed';
  if m.id is null then return; end if;
  card := price_card(m.currency, of_markets, m.today);
  insert into message_costs as k (company_id, message_id, channel_id, month, markets, category, currency, estimated)
  values (of_company, of_message, m.channel_id, date_trunc('month', m.today)::date, of_markets, m.category, m.currency,
    message_price(card, m.category, coalesce(m.in_window, false), coalesce(m.free_entry, false),
      case when m.category = 'service' then service_used(of_company, m.channel_id, date_trunc('month', m.today)::date,
        coalesce((card.rules ->> 'freeServiceMessages')::integer, 0)) end))
  on conflict (company_id, message_id) do update set markets = excluded.markets, category = excluded.category,
    currency = excluded.currency, estimated = excluded.estimated
  where k.markets is null;
  perform settle_cost(of_company, of_message);
end $$;

-- Notes the provider's report on the price of a message, which may come before the answer to the call that sent it.
create or replace function note_billing(of_company text, of_channel text, of_message text, pricing jsonb) returns void
  language plpgsql as $$
declare
  category text := case pricing ->> 'category' when 'marketing_lite' then 'marketing'
    when 'authentication_international' then 'authentication' else pricing ->> 'category' end;
begin
  if category is null then return; end if;
  insert into message_costs as c (company_id, message_id, channel_id, month, category, billed_type, billed_category)
  select of_company, of_message, of_channel, date_trunc('month', now() at time zone co.time_zone)::date, category,
    case when pricing ->> 'billable' = 'false' and coalesce(pricing ->> 'type', 'regular') = 'regular'
      then 'free_customer_service' else coalesce(pricing ->> 'type', 'regular') end, category
  from companies co where co.id = of_company
  on conflict (company_id, message_id) do update set billed_type = excluded.billed_type,
    billed_category = excluded.billed_category;
  perform settle_cost(of_company, of_message);
end $$;

-- Companies whose costs of this month or the last one differ by more than 5 % between our estimate and the provider's
-- reports: of messages that have both.
create or replace function cost_gaps() returns table (company_id text, month date, currency text, messages integer,
  estimated bigint, billed bigint) language sql stable as $$
  select c.company_id, c.month, c.currency, count(*)::integer, sum(c.estimated)::bigint, sum(c.billed)::bigint
  from message_costs c
  where c.month >= date_trunc('month', now() - interval '1 month')::date and not c.failed and c.currency is not null
    and c.estimated is not null and c.billed is not null
  group by c.company_id, c.month, c.currency
  having abs(sum(c.billed) - sum(c.estimated)) > 0.05 * sum(c.estimated)
$$;
