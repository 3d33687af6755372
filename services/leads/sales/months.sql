create or replace function today_of(company text) returns date language sql stable as $$
  select (now() at time zone time_zone)::date from companies where id = company
$$;

-- Whether a month is closed: by somebody's hand, else since the company's day of the month after it.
create or replace function is_month_closed(company text, of_month date) returns boolean language sql stable as $$
  select coalesce(
    (select closed from sales_months where company_id = company and month = of_month),
    today_of(company) >= (of_month + interval '1 month')::date - 1
      + (select case when count(*) = 0 then 5 else max(closing_day) end from sales_settings where company_id = company)::integer,
    false)
$$;
