-- The consequences of changes to appointments: a line each in the timeline and the live events. A change says `id`,
-- `told`, `actorId` and `actorName`.
create or replace function follow_appointments(of_company text, changes jsonb) returns void language plpgsql as $$
begin
  with changed as materialized (
    -- Not `returning`: the line of a lead that is hidden is not to be seen.
    select new_id() as activity, c.told, c."actorId", c."actorName", a.*, l.name
    from jsonb_to_recordset(changes) as c (id text, told text, "actorId" text, "actorName" text)
    cross join lateral (
      select id as appointment, lead_id, status, starts_at from appointments
      where company_id = of_company and id = c.id limit 1) as a
    left join lateral (select name from leads where company_id = of_company and id = a.lead_id limit 1) as l on true
  ), noted as (
    insert into activities (id, company_id, type, description, lead_id, lead_name, appointment_id, data)
    select activity, of_company, 'appointment', told, lead_id, name, appointment,
      jsonb_build_object('actorId', "actorId", 'actorName', "actorName", 'status', status, 'start', starts_at)
    from changed
  )
  insert into events (company_id, kind, data)
  select of_company, e.kind, e.data || jsonb_build_object('leadId', lead_id)
  from changed cross join lateral (values
    ('activity-created', jsonb_build_object('activityId', activity)),
    ('appointment-changed', jsonb_build_object('appointmentId', appointment))) as e (kind, data);
end $$;

-- Books times, each for itself. The constraints of the table alone decide who gets one: `on conflict do nothing` waits for
-- a concurrent booking of the same time, and takes the next free seat where the service has several; `outcome` is `booked`,
-- with the appointment as it is shown, or `taken`, or says what is not there any more: `no_person`, `no_service`,
-- `not_given` (the person does not give the service), `no_lead`. With a patience, in milliseconds, it fails with 55P03
-- where it would wait for longer.
create or replace function book_appointments(of_company text, wanted jsonb, patience integer default null)
returns table (place integer, outcome text, booked jsonb) language plpgsql as $$
declare
  settled integer[] := '{}';
  again boolean;
  it record;
begin
  if patience is not null then perform set_config('lock_timeout', patience::text, true); end if;

  -- Locked until the end, as a person who leaves the team hands over their appointments.
  perform from employees e where e.company_id = of_company and e.active
    and e.id = any (array(select w ->> 'employeeId' from jsonb_array_elements(wanted) as w)) order by e.id for share;
  -- Deleting a lead cancels its coming appointments (cancel_with_lead), so it waits for one that is about to be stored.
  perform from leads l where l.company_id = of_company
    and l.id = any (array(select w ->> 'leadId' from jsonb_array_elements(wanted) as w)) order by l.id for share;

  -- The seats of a session are counted, since a service may have fewer than when some of them were booked: one booking of
  -- a session at a time, and a change of the number waits.
  perform from appointment_services s where s.company_id = of_company and s.capacity > 1
    and s.id = any (array(select w ->> 'serviceId' from jsonb_array_elements(wanted) as w)) order by s.id for share;
  perform take_locks(array(
    select concat_ws(' ', s.id, extract(epoch from (w ->> 'start')::timestamptz), w ->> 'employeeId')
    from jsonb_array_elements(wanted) as w
    join appointment_services s on s.company_id = of_company and s.id = w ->> 'serviceId' and s.capacity > 1), of_company);

  for free_seat in 0 .. 199 loop
    again := false;
    for it in
      with checked as materialized (
        -- `limit 1`: without statistics the planner might read all leads of the company for a join.
        select w.*, new_id() as id, new_id() as activity, coalesce(w.timezone, c.time_zone) as zone, coalesce(s.capacity, 1) as seats, taken.n as taken,
          s.buffer_before, s.buffer_after, e.name as person, l.name as lead, l.phone, s.name as service,
          case
            when e.name is null then 'no_person'
            when w."leadId" is not null and l.name is null then 'no_lead'
            when w."serviceId" is not null and s.name is null then 'no_service'
            when w."serviceId" is not null and not s.given then 'not_given'
          end as refused
        from jsonb_to_recordset(wanted) as w (place integer, "employeeId" text, "leadId" text, "serviceId" text, title text,
          start timestamptz, "end" timestamptz, timezone text, status text, origin text, channel text, location text,
          notes text, "guestName" text, "guestEmail" text, "guestPhone" text, message text, answers jsonb,
          "requestKey" text, "requestHash" text, "actorId" text, "actorName" text, "seriesId" text, "packageId" text)
        left join companies c on c.id = of_company
        left join lateral (
          select name from employees where company_id = of_company and id = w."employeeId" and active limit 1) as e on true
        left join lateral (
          select name, phone from leads
          where company_id = of_company and id = w."leadId" and deleted_at is null limit 1) as l on true
        left join lateral (
          select name, capacity, buffer_before, buffer_after,
            not exists (select from service_people p where p.company_id = of_company and p.service_id = w."serviceId")
              or exists (select from service_people p where p.company_id = of_company and p.service_id = w."serviceId"
                and p.employee_id = w."employeeId") as given
          from appointment_services where company_id = of_company and id = w."serviceId" and active limit 1) as s on true
        left join lateral (
          select count(*)::integer as n from appointments a
          where s.capacity > 1 and a.company_id = of_company and a.employee_id = w."employeeId"
            and a.session = w."serviceId" || ' ' || extract(epoch from w.start)
            and a.status in ('requested', 'confirmed')) as taken on true
        where w.place <> all (settled)
      ), stored as (
        insert into appointments (id, company_id, lead_id, service_id, employee_id, title, starts_at, ends_at, time_zone,
          status, origin, channel, location, notes, guest_name, guest_email, guest_phone, message, answers, during, session,
          seat, request_key, request_hash, created_by, series_id, series_at, package_id)
        select id, of_company, "leadId", "serviceId", "employeeId", title, start, "end", zone,
          status, origin, channel, location, notes, "guestName", "guestEmail", "guestPhone", message, coalesce(answers, '[]'),
          tstzrange(start - make_interval(mins => coalesce(buffer_before, 0)),
            "end" + make_interval(mins => coalesce(buffer_after, 0))),
          case when seats > 1 then "serviceId" || ' ' || extract(epoch from start) else id end,
          free_seat, "requestKey", "requestHash", "actorId", "seriesId", case when "seriesId" is not null then start end,
          "packageId"
        from checked where refused is null and seats > taken and (seats > 1 or free_seat = 0)
        -- The same order everywhere, so that two who book several do not wait for each other.
        order by "employeeId", start, checked.place
        on conflict do nothing
        returning *
      ), noted as (
        -- As follow_appointments does, without reading again the rows that were just stored.
        insert into activities (id, company_id, type, description, lead_id, lead_name, appointment_id, data)
        select activity, of_company, 'appointment', format('Marcou "%s" para %s', checked.title,
            to_char(start at time zone zone, 'DD/MM/YYYY "às" HH24:MI'))
            || coalesce('. Quem vem: ' || nullif("guestName", lead), ''),
          "leadId", lead, id,
          jsonb_build_object('actorId', "actorId", 'actorName', "actorName", 'status', stored.status, 'start', start)
        from stored join checked using (id)
      ), announced as (
        insert into events (company_id, kind, data)
        select of_company, e.kind, e.data || jsonb_build_object('leadId', "leadId")
        from stored join checked using (id) cross join lateral (values
          ('activity-created', jsonb_build_object('activityId', activity)),
          ('appointment-changed', jsonb_build_object('appointmentId', id))) as e (kind, data)
      )
      select checked.place, refused, seats > 1 and seats > taken and free_seat < 199 as more, stored.id,
        case when stored.id is not null then to_jsonb(stored) || jsonb_build_object('lead_name', checked.lead,
          'lead_phone', checked.phone, 'service_name', checked.service, 'employee_name', checked.person) end as shown
      from checked left join stored on stored.id = checked.id
    loop
      if it.refused is null and it.id is null and it.more then
        again := true;
        continue;
      end if;
      settled := settled || it.place;
      place := it.place;
      outcome := coalesce(it.refused, case when it.id is null then 'taken' else 'booked' end);
      booked := it.shown;
      return next;
    end loop;
    exit when not again;
  end loop;
end $$;
