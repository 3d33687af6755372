-- The lead of the person of an update, or null: the one whose conversation has one of their addresses, else that of the
-- address or number.
create or replace function known_lead(of_channel channels, update_ jsonb) returns text language plpgsql stable as $$
declare
  person jsonb := update_ -> 'contact';
  kinds text[];
  addresses text[];
  of_lead text;
begin
  select array_agg(key order by key), array_agg(value order by key) into kinds, addresses
  from jsonb_each_text(person -> 'identities');
  select c.lead_id into of_lead from conversations c
  join leads l on l.company_id = c.company_id and l.id = c.lead_id and l.deleted_at is null
  where c.company_id = of_channel.company_id and c.channel_id = of_channel.id and c.contact = any (addresses)
  order by c.last_message_at desc limit 1;
  return coalesce(of_lead, lead_of_contact(of_channel.company_id, kinds, addresses, person ->> 'phoneKey',
    person ->> 'name', (update_ ->> 'at')::timestamptz));
end $$;

-- A message of the telephone's past, of either side. It goes into the thread of a known person at its time, and nothing
-- follows from it: nobody waits, nothing is unread or opened, and no window begins. Messages of unknown
-- people are kept aside. A file comes later than its place in the thread, under the same id.
create or replace function receive_past(of_channel channels, update_ jsonb, out outcome text, out conversation text)
  language plpgsql as $$
declare
  c conversations;
  said timestamptz := (update_ ->> 'at')::timestamptz;
  side text := update_ ->> 'direction';
  stored text;
begin
  outcome := 'repeated';
  if exists (select from messages m where m.company_id = of_channel.company_id and m.channel_id = of_channel.id
    and m.external_id = update_ ->> 'externalId' and m.kind <> 'unknown' and not m.data ? 'placeholder') then return; end if;
  if known_lead(of_channel, update_) is null then
    insert into past_messages as p (company_id, channel_id, external_id, contact, direction, at, update)
    values (of_channel.company_id, of_channel.id, update_ ->> 'externalId', update_ -> 'contact' ->> 'address', side, said,
      update_)
    on conflict (company_id, channel_id, external_id) do update set update = excluded.update
      where p.update -> 'data' ? 'placeholder';
    if found then outcome := 'stored'; end if;
    return;
  end if;
  c := conversation_of(of_channel, update_, null, null);
  -- Messages of one second keep the order in which they came.
  said := greatest(said, (select max(created_at) + interval '1 millisecond' from messages
    where company_id = c.company_id and conversation_id = c.id and created_at >= said
      and created_at < said + interval '1 second' and external_id is distinct from update_ ->> 'externalId'));
  insert into messages as m (company_id, conversation_id, channel_id, lead_id, direction, kind, text, data, external_id,
    reply_to, status, created_at, delivery_id, media_state)
  values (c.company_id, c.id, c.channel_id, c.lead_id, side, update_ ->> 'kind', update_ ->> 'text',
    coalesce(update_ -> 'data', '{}'), update_ ->> 'externalId', update_ ->> 'replyTo',
    case side when 'out' then coalesce(update_ ->> 'status', 'sent') end, said, (update_ ->> 'deliveryId')::bigint,
    case when update_ -> 'data' ? 'media' then 'waiting' end)
  on conflict (company_id, channel_id, external_id) where external_id is not null do update set
    kind = excluded.kind, reply_to = excluded.reply_to,
    created_at = case when m.kind = 'unknown' then excluded.created_at else m.created_at end,
    text = case when m.deleted_at is null then coalesce(m.text, excluded.text) end,
    data = case when m.deleted_at is null then excluded.data else '{}' end,
    media_state = case when m.deleted_at is null then excluded.media_state end
  where m.kind = 'unknown' or m.data ? 'placeholder'
  returning id into stored;
  if stored is null then return; end if;
  outcome := 'stored';
  conversation := c.id;
  if update_ -> 'data' ? 'media' then
    insert into outbox (queue, name, data)
    values ('media', 'media-received', jsonb_build_object('companyId', c.company_id, 'messageId', stored));
  end if;
  update conversations set
    -- A conversation of the past alone has nothing to do.
    status = case when last_kind is null then 'resolved' else status end,
    last_message_at = case when last_kind is null then said else greatest(last_message_at, said) end,
    last_text = case when last_kind is not null and said < last_message_at then last_text
      else left(coalesce(update_ ->> 'text', ''), 200) end,
    last_direction = case when last_kind is not null and said < last_message_at then last_direction else side end,
    last_kind = case when last_kind is not null and said < last_message_at then last_kind else update_ ->> 'kind' end,
    version = version + 1
  where company_id = c.company_id and id = c.id;
  if side = 'out' then
    update leads set last_contact_at = greatest(last_contact_at, said)
    where company_id = c.company_id and id = c.lead_id and coalesce(last_contact_at < said, true);
  end if;
end $$;

-- A name of the telephone's address book, for who has none here; of people who are not known it is kept aside.
create or replace function receive_name(of_channel channels, update_ jsonb, out outcome text, out conversation text)
  language plpgsql as $$
declare
  called text := left(update_ -> 'contact' ->> 'name', 200);
  of_lead text := known_lead(of_channel, update_);
begin
  outcome := 'repeated';
  if of_lead is null then
    insert into past_names as n (company_id, channel_id, contact, name)
    values (of_channel.company_id, of_channel.id, update_ -> 'contact' ->> 'address', called)
    on conflict (company_id, channel_id, contact) do update set name = excluded.name where n.name <> excluded.name;
    if found then outcome := 'stored'; end if;
    return;
  end if;
  update leads set name = called, version = version + 1, updated_at = now()
  where company_id = of_channel.company_id and id = of_lead and (name in ('Sem nome', 'Grupo do WhatsApp') or name = phone);
  if found then outcome := 'stored'; end if;
  update conversations set contact_name = called, version = version + 1
  where company_id = of_channel.company_id and channel_id = of_channel.id and lead_id = of_lead
    and (contact_name is null or contact_kind = 'group' and contact_name <> called)
  returning id into conversation;
  if conversation is not null then outcome := 'stored'; end if;
end $$;

-- How far the past has come; what is reported late changes nothing.
create or replace function receive_progress(of_channel channels, update_ jsonb, out outcome text, out conversation text)
  language plpgsql as $$
begin
  update channels set history_at = now(),
    history = jsonb_build_object('phase', update_ -> 'phase', 'progress', update_ -> 'progress')
  where company_id = of_channel.company_id and id = of_channel.id and coalesce(
    ((history ->> 'phase')::integer, (history ->> 'progress')::integer)
      < ((update_ ->> 'phase')::integer, (update_ ->> 'progress')::integer), true);
  outcome := case when found then 'stored' else 'repeated' end;
  if found then
    insert into events (company_id, kind, data) values (of_channel.company_id, 'channel-changed', '{}');
  end if;
end $$;

-- Has what was kept aside of a person follow into the thread that they have now.
create or replace function follow_past(of_channel channels, addresses text[]) returns void language sql as $$
  insert into outbox (queue, name, data)
  select 'conversations', 'past-known', jsonb_build_object('companyId', of_channel.company_id, 'channelId', of_channel.id,
    'contacts', to_jsonb(addresses))
  where exists (select from past_messages p where p.company_id = of_channel.company_id
    and p.channel_id = of_channel.id and p.contact = any (addresses))
$$;
