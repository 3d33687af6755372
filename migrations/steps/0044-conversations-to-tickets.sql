-- Conversations in which somebody of the team was asked for, and what clients wrote to it, become tickets. They stay where
-- they are, too: they are the person's own history.
alter table chat_sessions add column ticket_id text;

-- The owner of the tables sees none of their rows.
set local role prosa_staff;

update chat_sessions s set ticket_id = new_id()
where person_asked_at is not null and (company_id is not null or exists (select from companies where own));

insert into tickets (company_id, id, placed, subject, category, priority, status, source, requester_id, requester_name,
  requester_email, lead_id, assignee_id, assignee_name, created_at, resolved_at, closed_at, last_at, last_by, last_text, origin_id,
  -- Nobody is told of times that had passed before there were clocks.
  answer_breach_at, solution_breach_at)
select c.id, s.ticket_id, s.company_id is not null,
  -- What was written without the assistant begins with its subject, and was answered with a protocol.
  left(case when written.by_hand then regexp_replace(split_part(first.message, E'\n', 1) || ': '
      || btrim(substr(first.message, strpos(first.message, E'\n'))), '\s+', ' ', 'g')
    else 'Conversa com a assistente: ' || regexp_replace(coalesce(first.message, ''), '\s+', ' ', 'g') end, 200),
  case when written.by_hand and first.message like 'Privacidade e dados pessoais%' then 'privacy' else 'question' end,
  'normal',
  case when s.concluded_at < now() - interval '7 days' then 'closed' when s.concluded_at is not null then 'resolved'
    when s.taken_at is not null then 'in_progress' else 'open' end,
  case when not written.by_hand then 'assistant' when first.message like 'Privacidade e dados pessoais%' then 'privacy'
    else 'contact' end,
  e.id, coalesce(u.name, l.name, 'Visitante'), coalesce(u.email, l.email), s.lead_id,
  s.taken_by, t.name, s.person_asked_at, s.concluded_at,
  case when s.concluded_at < now() - interval '7 days' then s.concluded_at end,
  greatest(s.person_asked_at, s.taken_at, s.concluded_at, latest.asked_at), 'client',
  left(btrim(regexp_replace(coalesce(latest.message, ''), '\s+', ' ', 'g')), 200), s.id,
  told.at, told.at
from chat_sessions s
join companies c on c.id = s.company_id or s.company_id is null and c.own
cross join lateral (select case when s.person_asked_at < now() - interval '1 day' then now() end as at) as told
left join users u on u.id = s.user_id
left join employees e on e.company_id = s.company_id and e.user_id = s.user_id
left join leads l on l.id = s.lead_id
left join users t on t.id = s.taken_by
left join lateral (select message, response from chat_messages m where m.session_id = s.id
  order by asked_at, id limit 1) as first on true
left join lateral (select message, asked_at from chat_messages m where m.session_id = s.id
  order by asked_at desc, id desc limit 1) as latest on true
cross join lateral (select coalesce(s.user_id is not null and first.response ~ '^Protocolo \d{4}-\w{6}\. '
  and first.message ~ '^(Vendas|Suporte|Privacidade e dados pessoais|Imprensa)\n\n', false) as by_hand) as written
where s.ticket_id is not null
order by s.person_asked_at, s.id;

-- What was said, by whom and when, and the wish itself.
insert into ticket_messages (company_id, ticket_id, side, author_id, author_name, text, source, created_at, delivered_at)
select t.company_id, t.id, said.side, case when said.side = 'client' then t.requester_id end,
  case when said.side = 'client' then t.requester_name when t.source = 'assistant' then 'Assistente' else 'Prosa' end,
  said.text, t.source, said.at, said.at
from chat_sessions s
join tickets t on t.id = s.ticket_id
left join leads l on l.id = s.lead_id
cross join lateral (
  select 'client' as side, message as text, asked_at as at, id, 1 as place from chat_messages where session_id = s.id
  union all
  select 'system', response, coalesce(settled_at, asked_at), id, 2 from chat_messages
  where session_id = s.id and response is not null
  union all
  select 'client', concat_ws(' ', 'Pediu para falar com uma pessoa.', 'Telefone: ' || l.phone), s.person_asked_at, '', 3
  where t.source = 'assistant') as said
order by s.person_asked_at, s.id, said.at, said.id, said.place;

-- Who took it, and when it was done with.
insert into ticket_messages (company_id, ticket_id, kind, side, author_id, author_name, data, created_at, delivered_at)
select t.company_id, t.id, 'change', 'system', s.taken_by, coalesce(t.assignee_name, 'Prosa'), change.data, change.at, change.at
from chat_sessions s
join tickets t on t.id = s.ticket_id
cross join lateral (
  -- Messages of one moment have no order.
  values (1, s.taken_at, jsonb_build_object('change', 'assigned', 'from', null, 'to', t.assignee_name)),
    (2, s.taken_at + interval '1 microsecond', jsonb_build_object('change', 'status', 'from', 'open', 'to', 'in_progress')),
    (3, s.concluded_at, jsonb_build_object('change', 'status', 'from',
      case when s.taken_at is null then 'open' else 'in_progress' end, 'to', 'resolved'))) as change (place, at, data)
where change.at is not null
order by change.at, change.place;

-- The clocks, of which the job makes deadlines.
insert into ticket_clock (company_id, ticket_id, at, status, answered, priority, plan, answer_minutes, solution_minutes)
select t.company_id, t.id, clock.at, clock.status, false, t.priority, c.plan,
  coalesce((rules.targets -> c.plan -> 'normal' ->> 'answer')::integer,
    case c.plan when 'basic' then 960 when 'enterprise' then 240 else 480 end),
  coalesce((rules.targets -> c.plan -> 'normal' ->> 'solution')::integer,
    case c.plan when 'basic' then 4800 when 'enterprise' then 1200 else 2400 end)
from chat_sessions s
join tickets t on t.id = s.ticket_id
join companies c on c.id = t.company_id
left join (select rules -> 'targets' as targets from ticket_rules) as rules on true
cross join lateral (
  values (s.person_asked_at, 'open'), (s.taken_at, 'in_progress'), (s.concluded_at, 'resolved')) as clock (at, status)
where clock.at is not null
order by clock.at;

insert into outbox (queue, name, data)
select 'tickets', 'ticket-rules-changed', '{"version": 0}'
where exists (select from tickets where origin_id is not null and status in ('open', 'in_progress'));

-- Where tickets are older than this step, their triggers have done so.
insert into ticket_words (company_id, ticket_id, words)
select t.company_id, t.id, strip(to_tsvector('pg_catalog.simple', regexp_replace(fold(left(concat_ws(' ', t.subject,
  t.requester_name, t.requester_email, (select string_agg(m.text, ' ' order by m.created_at) from ticket_messages m
    where m.company_id = t.company_id and m.ticket_id = t.id and m.kind = 'text')), 100000)), '[^[:alnum:]]+', ' ', 'g')))
from chat_sessions s join tickets t on t.id = s.ticket_id
on conflict (company_id, ticket_id) do nothing;

reset role;
