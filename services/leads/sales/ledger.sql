-- The ledger of sales follows the leads: whatever changes a lead, in one transaction with it.

-- The day of the last sale of a thread.
create or replace function sale_day(company text, of_thread text) returns date language sql stable as $$
  select day from sales where company_id = company and thread = of_thread and kind = 'sale' and not returned
  order by seq desc limit 1
$$;

-- The threads of a lead whose sale was taken back today, and had been made on another day: winning the lead again today
-- brings them back as they were.
create or replace function sales_taken_back(company text, lead text, today date)
  returns table (thread text, day date, cents bigint, owner_id text, source text, campaign text) language sql stable as $$
  select r.thread, sale_day(company, r.thread), -r.value_cents, r.owner_id, r.source, r.campaign
  from (
    select distinct on (s.thread) s.* from sales s
    where s.company_id = company and s.lead_id = lead and s.kind <> 'adjustment' order by s.thread, s.seq desc) as r
  where r.kind = 'reversal' and r.day = today and sale_day(company, r.thread) <> today
$$;

-- The day of the sale of a lead that is won: what the writer says, else today. A lead that was taken back today and is
-- won again was sold when it was before. New leads may be older than their row: an import says since when they are won.
create or replace function date_sale() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if new.status <> 'converted' then
    new.sold_on := null;
  elsif new.sold_on is null and tg_op = 'INSERT' then
    new.sold_on := (select (new.status_at at time zone time_zone)::date from companies where id = new.company_id);
  elsif new.sold_on is null then
    new.sold_on := coalesce(
      (select max(day) from sales_taken_back(new.company_id, new.id, today_of(new.company_id))), today_of(new.company_id));
  end if;
  return new;
end $$;
call run_as_staff('date_sale()');
create or replace trigger date_sale before insert or update of status, sold_on on leads for each row
  when (new.status = 'converted' or new.sold_on is not null) execute function date_sale();

-- The sales of a lead that stand: those that nothing has reversed. More than one where won leads were merged.
create or replace function standing_sales(company text, lead text)
  returns table (thread text, cents bigint, owner_id text, source text, campaign text) language sql stable as $$
  select thread, sum(value_cents)::bigint, (array_agg(owner_id order by seq desc) filter (where kind = 'sale'))[1],
    (array_agg(source order by seq desc) filter (where kind = 'sale'))[1],
    (array_agg(campaign order by seq desc) filter (where kind = 'sale'))[1]
  from sales where company_id = company and lead_id = lead
  group by thread having count(*) filter (where kind = 'sale') > count(*) filter (where kind = 'reversal')
$$;

-- Takes back the sales of a lead that stand, from the person and the origin that had them. Today, but where an import is
-- undone, which never was: on the day of the sale, unless its month is closed.
create or replace function reverse_sales(company text, lead text, today date) returns void language sql as $$
  insert into sales (company_id, thread, lead_id, day, kind, value_cents, owner_id, source, campaign)
  select company, s.thread, lead, case
      when current_setting('app.undoing_import', true) = 'on' and d.day <= today
        and not is_month_closed(company, date_trunc('month', d.day)::date) then d.day else today end,
    'reversal', -s.cents, s.owner_id, s.source, s.campaign
  from standing_sales(company, lead) s, lateral (select sale_day(company, s.thread) as day) d
$$;

-- Brings the ledger to what a lead is now. `raised`: by how much its value has just changed, which is all that can be said
-- of a lead with several sales. `is_back`: it was deleted or held, and is so no longer.
create or replace function settle_sale(l leads, raised bigint, is_back boolean) returns void language plpgsql as $$
declare
  today date := today_of(l.company_id);
  worth bigint := coalesce(l.value_cents, 0);
  named text := coalesce(left(l.first_touch ->> 'utm_campaign', 100), '');
  standing integer;
  back integer;
  of_thread text;
  last_day date;
begin
  if l.merged_into is not null then return; end if;
  select count(*), max(s.thread) into standing, of_thread from standing_sales(l.company_id, l.id) s;
  if l.status <> 'converted' or l.deleted_at is not null or l.held_at is not null then
    perform reverse_sales(l.company_id, l.id, today);
    return;
  end if;
  if standing = 0 then
    -- On the day that took it back, so that this day counts neither.
    insert into sales (company_id, thread, lead_id, day, kind, value_cents, owner_id, source, campaign, returned)
    select l.company_id, t.thread, l.id, today, 'sale', t.cents, t.owner_id, t.source, t.campaign, true
    from sales_taken_back(l.company_id, l.id, today) t;
    get diagnostics back = row_count;
    if back = 0 then
      select s.thread into of_thread from sales s
      where s.company_id = l.company_id and s.lead_id = l.id order by s.seq desc limit 1;
      -- A lead that comes back was sold again today, and a day that counts its sale already counts no second one.
      if is_back or (
        select sum(case kind when 'sale' then 1 when 'reversal' then -1 else 0 end) > 0 from sales
        where company_id = l.company_id and thread = of_thread and day = l.sold_on)
      then l.sold_on := today; end if;
      insert into sales (company_id, thread, lead_id, day, kind, value_cents, owner_id, source, campaign)
      values (l.company_id, coalesce(of_thread, new_id()), l.id, l.sold_on, 'sale', worth, l.owner_id, l.source, named);
      update leads set sold_on = l.sold_on where company_id = l.company_id and id = l.id and sold_on <> l.sold_on;
      return;
    end if;
    select count(*), max(s.thread) into standing, of_thread from standing_sales(l.company_id, l.id) s;
  end if;
  if standing > 1 then
    if raised = 0 then return; end if;
    insert into sales (company_id, thread, lead_id, day, kind, value_cents, owner_id, source, campaign)
    select l.company_id, s.thread, l.id, today, 'adjustment', raised, s.owner_id, s.source, s.campaign
    from standing_sales(l.company_id, l.id) s order by s.thread limit 1;
    return;
  end if;
  last_day := sale_day(l.company_id, of_thread);
  if last_day <> l.sold_on then
    insert into sales (company_id, thread, lead_id, day, kind, value_cents, owner_id, source, campaign)
    select l.company_id, of_thread, l.id, moved.day, moved.kind, moved.cents, s.owner_id, s.source, s.campaign
    from standing_sales(l.company_id, l.id) s,
      lateral (values (last_day, 'reversal', -s.cents), (l.sold_on, 'sale', s.cents)) as moved (day, kind, cents);
  end if;
  insert into sales (company_id, thread, lead_id, day, kind, value_cents, owner_id, source, campaign)
  select l.company_id, of_thread, l.id, today, 'adjustment', worth - s.cents, s.owner_id, s.source, s.campaign
  from standing_sales(l.company_id, l.id) s where s.cents <> worth;
end $$;

create or replace function keep_sale() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  -- Two leads that become one, or one that becomes two, are settled together at the end (settle_merged); the sale of an
  -- erased person stays.
  if current_setting('app.sales_stay', true) = 'on' then return null; end if;
  if tg_op = 'INSERT' then
    perform settle_sale(new, 0, false);
  else
    perform settle_sale(new, coalesce(new.value_cents, 0) - coalesce(old.value_cents, 0),
      old.status = 'converted' and (old.deleted_at is not null or old.held_at is not null));
  end if;
  return null;
end $$;
call run_as_staff('keep_sale()');
create or replace trigger keep_sale_on_insert after insert on leads for each row
  when (new.status = 'converted') execute function keep_sale();
create or replace trigger keep_sale_on_update
  after update of status, value_cents, sold_on, deleted_at, held_at, merged_into on leads for each row
  when (new.status = 'converted' or old.status = 'converted') execute function keep_sale();

-- After a merge or its undoing: a sale of either stays, one that neither has any more is reversed.
create or replace function settle_merged(ids text[]) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform settle_sale(l, 0, false) from leads l
  where l.company_id = nullif(current_setting('app.company', true), '') and l.id = any (ids);
end $$;
call run_as_staff('settle_merged(text[])');

-- A row of the ledger is of the funnel in which its sale was made: that of the lead then.
create or replace function note_funnel_of_sale() returns trigger language plpgsql as $$
begin
  if new.kind = 'sale' and not new.returned then
    new.funnel_id := (select funnel_id from leads where company_id = new.company_id and id = new.lead_id);
  else
    new.funnel_id := (select funnel_id from sales
      where company_id = new.company_id and thread = new.thread and kind = 'sale' order by seq desc limit 1);
  end if;
  return new;
end $$;
create or replace trigger note_funnel_of_sale before insert on sales
  for each row execute function note_funnel_of_sale();

-- The rows of the ledger that count, from one day to another, both included: of a sale that was taken back on its own day,
-- neither does.
create or replace function counted_sales(of_company text, first date, last date) returns setof sales language sql stable as $$
  select (sale).*
  from (
    select sale, coalesce(max((sale).seq) filter (where n = 0 and cents = 0) over whole, 0) as cancelled,
      coalesce(max((sale).seq) filter (where n = 0 and moved = 0) over whole, 0) as paired
    from (
      select s as sale,
        sum(case kind when 'sale' then 1 when 'reversal' then -1 else 0 end) over so_far as n,
        sum(value_cents) over so_far as cents,
        sum(case when kind = 'adjustment' then 0 else value_cents end) over so_far as moved
      from sales s where company_id = of_company and day between coalesce(first, '-infinity') and coalesce(last, 'infinity')
      window so_far as (partition by day, thread, owner_id, source, campaign order by seq)
    ) as summed
    window whole as (partition by (sale).day, (sale).thread, (sale).owner_id, (sale).source, (sale).campaign)
  ) as marked
  where (sale).seq > cancelled and ((sale).kind = 'adjustment' or (sale).seq > paired)
$$;
