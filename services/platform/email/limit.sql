-- Counts one mail of a company's day; false where the day is full. A full day is not written to, so that a flood of
-- leads does not queue for its row.
create or replace function take_mail(company text, most integer) returns boolean language plpgsql as $$
declare
  today date;
  taken integer;
begin
  select (now() at time zone c.time_zone)::date into today from companies c where c.id = company;
  if exists (select from mail_days d where d.company_id = company and d.day = today and d.sent >= most) then
    return false;
  end if;
  insert into mail_days as d (company_id, day, sent) values (company, today, 1)
  on conflict (company_id, day) do update set sent = d.sent + 1 where d.sent < most
  returning d.sent into taken;
  return taken is not null;
end $$;
