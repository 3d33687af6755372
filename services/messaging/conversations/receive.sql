-- How far a message has come. A state never goes back, and a failed message stays so, unless it had arrived.
create or replace function status_rank(status text) returns integer language sql immutable parallel safe as $$
  select array_position(array['queued', 'sending', 'unknown', 'accepted', 'sent', 'failed', 'delivered', 'read', 'played'],
    status)
$$;

-- The lead behind an address that somebody wrote from at a moment, or null. A number that the provider vouches for finds
-- the lead with that telephone, with and without the ninth digit: of several the one with the sender's first name, then
-- the newest.
drop function if exists lead_of_contact(text, text[], text[], text, text);
create or replace function lead_of_contact(of_company text, kinds text[], addresses text[], number_key text, called text,
  written timestamptz) returns text language sql stable as $$
  select lead_id from (
    select i.lead_id, 1 as choice, false as other_name, i.created_at as at
    from unnest(kinds, addresses) as a (kind, value)
    join contact_identities i on i.company_id = of_company and i.kind = a.kind and i.value = a.value
    join leads l on l.company_id = i.company_id and l.id = i.lead_id
    where l.deleted_at is null and (i.given_up_at is null or i.given_up_at >= written)
    union all
    (select id, 2, coalesce(first_name(l.name) <> first_name(called), true), received_at
      from leads l where l.company_id = of_company and l.phone_key = number_key and l.deleted_at is null and not l.marks @> '{bot}'
      order by received_at desc limit 20)
    union all
    -- After those whose main telephone it is.
    (select id, 3, coalesce(first_name(l.name) <> first_name(called), true), received_at
      from leads l where l.company_id = of_company and l.deleted_at is null and not l.marks @> '{bot}' and l.id in (
        select a.lead_id from lead_addresses a where a.company_id = of_company and a.key = number_key)
      order by received_at desc limit 20)) as found
  order by choice, other_name, at desc limit 1
$$;

-- A new lead of a person who wrote first.
create or replace function add_contact_lead(of_company text, update_ jsonb, source text, monthly_limit integer, this_month date)
  returns text language plpgsql as $$
declare
  person jsonb := update_ -> 'contact';
  called text := left(coalesce(nullif(btrim(person ->> 'name'), ''), person ->> 'username', person ->> 'phone',
    case person ->> 'addressKind' when 'group' then 'Grupo do WhatsApp' else 'Sem nome' end), 200);
  words text := left(update_ ->> 'text', 2000);
  touch jsonb := nullif(jsonb_strip_nulls(jsonb_build_object('referral', update_ -> 'data' -> 'referral')), '{}');
  arrived sent_lead[];
begin
  arrived := arrive(of_company, 'channel', jsonb_build_array(jsonb_build_object('name', called, 'phone', person -> 'phone',
    'phone_key', person -> 'phoneKey', 'message', words, 'source', source, 'first_touch', touch, 'touch', touch,
    'answers', jsonb_strip_nulls(jsonb_build_object('name', called, 'phone', person -> 'phone', 'message', words)))),
    this_month, monthly_limit);
  return arrived[1].lead_id;
end $$;

-- The conversation with the person of an update, who becomes a lead if unknown: the one with the address that they
-- write from, else that in which another of their addresses was seen, else that of their lead. One person has one
-- conversation in a channel, and is answered where they wrote from last. A number that somebody gave up is theirs up to
-- that moment: what they said before may come late, and does not bring the number back.
create or replace function conversation_of(of_channel channels, update_ jsonb, monthly_limit integer, this_month date)
  returns conversations language plpgsql as $$
declare
  found conversations;
  person jsonb := update_ -> 'contact';
  kinds text[];
  addresses text[];
  of_lead text;
  written timestamptz := (update_ ->> 'at')::timestamptz;
  late boolean;
begin
  select array_agg(key order by key), array_agg(value order by key) into kinds, addresses
  from jsonb_each_text(person -> 'identities');

  select c.* into found from conversations c
  where c.company_id = of_channel.company_id and c.channel_id = of_channel.id and c.contact = any (addresses)
  order by c.last_message_at desc limit 1;
  if found.id is null then
    select c.* into found from unnest(kinds, addresses) as a (kind, value)
    join contact_identities i on i.company_id = of_channel.company_id and i.kind = a.kind and i.value = a.value
    join conversations c on c.company_id = i.company_id and c.id = i.conversation_id and c.channel_id = of_channel.id
    where i.given_up_at is null or i.given_up_at >= written
    order by c.last_message_at desc limit 1;
  end if;
  -- A delivery may lack the name that the channel reported before; a new lead of the person takes the stored one.
  if found.id is not null then
    person := jsonb_strip_nulls(jsonb_build_object('name', found.contact_name, 'username', found.username)) || person;
    update_ := jsonb_set(update_, '{contact}', person);
  end if;
  if found.id is not null and exists (select from leads l where l.company_id = found.company_id and l.id = found.lead_id
    and l.deleted_at is null) then of_lead := found.lead_id;
  else of_lead := coalesce(
    lead_of_contact(of_channel.company_id, kinds, addresses, person ->> 'phoneKey', person ->> 'name', written),
    add_contact_lead(of_channel.company_id, update_, of_channel.kind, monthly_limit, this_month));
  end if;

  if found.id is null then
    select c.* into found from conversations c
    where c.company_id = of_channel.company_id and c.lead_id = of_lead and c.channel_id = of_channel.id
    order by c.last_message_at desc limit 1;
  end if;

  if found.id is null then
    insert into conversations (company_id, channel_id, channel, lead_id, contact, contact_kind, contact_name, username,
      assignee_id, last_message_at)
    values (of_channel.company_id, of_channel.id, of_channel.kind, of_lead, person ->> 'address', person ->> 'addressKind',
      person ->> 'name', person ->> 'username',
      (select owner_id from leads where company_id = of_channel.company_id and id = of_lead), written)
    returning * into found;
  else
    -- A person whose lead was deleted meanwhile goes on under the new one, with what was said.
    if found.lead_id <> of_lead then
      update messages set lead_id = of_lead where company_id = found.company_id and conversation_id = found.id;
    end if;
    if found.lead_id <> of_lead or (found.contact_name, found.username) is distinct from
      (coalesce(person ->> 'name', found.contact_name), coalesce(person ->> 'username', found.username)) then
      update conversations set lead_id = of_lead, contact_name = coalesce(person ->> 'name', contact_name),
        username = coalesce(person ->> 'username', username)
      where company_id = found.company_id and id = found.id returning * into found;
    end if;
    late := exists (select from unnest(kinds, addresses) as a (kind, value)
      join contact_identities i on i.company_id = of_channel.company_id and i.kind = a.kind and i.value = a.value
      where i.conversation_id = found.id and i.given_up_at >= written);
    if found.contact <> all (addresses) and not late then
      update conversations set contact = person ->> 'address', contact_kind = person ->> 'addressKind'
      where company_id = found.company_id and id = found.id returning * into found;
    end if;
  end if;

  insert into contact_identities as i (company_id, kind, value, lead_id, conversation_id)
  select of_channel.company_id, a.kind, a.value, of_lead, found.id from unnest(kinds, addresses) as a (kind, value)
  on conflict (company_id, kind, value) do update
    set lead_id = excluded.lead_id, conversation_id = excluded.conversation_id, given_up_at = null
    where (i.given_up_at is null or i.given_up_at < written) and (i.lead_id, i.conversation_id, i.given_up_at)
      is distinct from (excluded.lead_id, excluded.conversation_id, null::timestamptz);
  return found;
end $$;

-- Takes the states that came before the message was known, or before this one of them. Why one failed is said by its
-- code (channels/meta/graphErrors.ts); the provider's own words stay with the state.
create or replace function settle_message(of_company text, of_channel text, of_message text) returns void
  language sql as $$
  update messages m set
    status = best.status,
    failure_code = case when best.status = 'failed' then best.code end,
    failure = null,
    external_id = coalesce(m.external_id, best.external_id),
    due_at = null, sending_since = null
  from (
    select s.* from messages known
    join message_statuses s on s.company_id = known.company_id and s.channel_id = known.channel_id
      and (s.external_id = known.external_id or s.message_id = known.id)
    where known.company_id = of_company and known.id = of_message
    order by status_rank(s.status) desc, s.at limit 1) as best
  where m.company_id = of_company and m.id = of_message and m.channel_id = of_channel and m.direction = 'out'
    and (m.status is null or status_rank(best.status) > status_rank(m.status))
$$;

-- Instagram repeats no id of ours, so that an echo with the words of a message whose end is not known is taken for it.
create or replace function adopt_echo(of_conversation conversations, update_ jsonb) returns boolean
  language plpgsql as $$
begin
  update messages set external_id = update_ ->> 'externalId', status = 'sent', sending_since = null
  where company_id = of_conversation.company_id and id = (
    select id from messages where company_id = of_conversation.company_id and conversation_id = of_conversation.id
      and direction = 'out' and external_id is null and status in ('sending', 'unknown') and text = update_ ->> 'text'
      and created_at > (update_ ->> 'at')::timestamptz - interval '15 minutes'
    order by created_at, id limit 1);
  return found;
end $$;

-- A person who came by an advertisement of a channel that rewards it (`advertised` in channels/updates.ts) can be
-- written to without charge for 72 hours from the first answer, if it comes within a day (Meta, "WhatsApp: free entry
-- point").
create or replace function note_answer_to_advertisement(of_company text, of_conversation text, answered timestamptz)
  returns void language sql as $$
  update conversations set free_until = answered + interval '72 hours', advertised_at = null
  where company_id = of_company and id = of_conversation
    and answered >= advertised_at and answered < advertised_at + interval '24 hours'
$$;

-- The person has another number, or WhatsApp another id for them: who is known under the new one stays so, and else
-- what they write from there goes on in the same conversation. The number that they gave up may soon be somebody
-- else's, who is another person then; what they said from it before may still come.
drop function if exists follow_contact(conversations, jsonb);
drop function if exists follow_contact(conversations, jsonb, text, jsonb);
create or replace function follow_contact(of_conversation conversations, update_ jsonb)
  returns void language plpgsql as $$
declare
  moved jsonb := update_ -> 'data' -> 'moved';
  new_phone jsonb := update_ -> 'data' -> 'movedPhone';
  new_contact text := coalesce(moved ->> of_conversation.contact_kind, of_conversation.contact);
begin
  insert into contact_identities as i (company_id, kind, value, lead_id, conversation_id)
  select of_conversation.company_id, key, value, of_conversation.lead_id, of_conversation.id from jsonb_each_text(moved)
  on conflict (company_id, kind, value) do update set given_up_at = null
    where i.lead_id = excluded.lead_id and i.given_up_at is not null;
  if exists (select from contact_identities i where i.company_id = of_conversation.company_id
      and i.kind = of_conversation.contact_kind and i.value = new_contact and i.lead_id = of_conversation.lead_id)
    and not exists (select from conversations c where c.company_id = of_conversation.company_id
      and c.channel_id = of_conversation.channel_id and c.contact = new_contact) then
    update conversations set contact = new_contact
    where company_id = of_conversation.company_id and id = of_conversation.id;
    update contact_identities set given_up_at = (update_ ->> 'at')::timestamptz
    where company_id = of_conversation.company_id and kind = of_conversation.contact_kind
      and value = of_conversation.contact and lead_id = of_conversation.lead_id;
    update leads set phone = new_phone ->> 'phone', phone_key = new_phone ->> 'phoneKey',
      version = version + 1, updated_at = now()
    where company_id = of_conversation.company_id and id = of_conversation.lead_id
      and phone_key = update_ -> 'contact' ->> 'phoneKey' and new_phone ? 'phone';
    update leads set phones = (
        select jsonb_agg(case when entry -> 'key' = update_ -> 'contact' -> 'phoneKey'
          then entry || jsonb_build_object('value', new_phone -> 'phone', 'key', new_phone -> 'phoneKey')
          else entry end order by n)
        from jsonb_array_elements(phones) with ordinality as e (entry, n)
        where entry -> 'key' <> new_phone -> 'phoneKey'),
      version = version + 1, updated_at = now()
    where company_id = of_conversation.company_id and id = of_conversation.lead_id and new_phone ? 'phone'
      and phones @> jsonb_build_array(jsonb_build_object('main', false, 'key', update_ -> 'contact' -> 'phoneKey'));
  end if;
end $$;

-- The functions below store one update each. `outcome` is 'stored', or 'repeated' for a known update, which changes
-- nothing; `conversation` the one that it changed, null where the message that it is about has not come yet.
drop function if exists receive_message(channels, jsonb, integer, date);
drop function if exists receive_status(channels, jsonb);
drop function if exists receive_read(channels, jsonb);
drop function if exists receive_reaction(channels, jsonb);
drop function if exists receive_change(channels, jsonb, integer, date);

-- A message of the person, or one that the company sent from its telephone ('out').
create or replace function receive_message(of_channel channels, update_ jsonb, monthly_limit integer, this_month date,
  out outcome text, out conversation text) language plpgsql as $$
declare
  c conversations;
  said timestamptz := (update_ ->> 'at')::timestamptz;
  ends timestamptz := (update_ ->> 'at')::timestamptz + interval '1 second';
  later timestamptz;
  side text := update_ ->> 'direction';
  -- WhatsApp's reports about a person are not messages of theirs: they open no window, and nobody waits for an answer.
  spoken boolean := update_ ->> 'direction' = 'in' and update_ ->> 'kind' <> 'system';
  stored text;
  gone boolean;
  kept_words text;
begin
  outcome := 'repeated';
  -- A call is reported when it rings and when it ends. Nobody waits for an answer after one that was taken.
  if update_ ->> 'kind' = 'call' and update_ -> 'data' -> 'call' ->> 'state' <> 'ringing' then
    update messages m set data = m.data || (update_ -> 'data')
    where m.company_id = of_channel.company_id and m.channel_id = of_channel.id
      and m.external_id = update_ ->> 'externalId' and m.data -> 'call' ->> 'state' = 'ringing'
    returning m.conversation_id, m.created_at into conversation, later;
    if found then
      outcome := 'stored';
      update conversations set version = version + 1,
        waiting_since = case when update_ -> 'data' -> 'call' ->> 'state' = 'taken' and last_message_at = later then null
          else waiting_since end
      where company_id = of_channel.company_id and id = conversation;
      return;
    end if;
  end if;
  -- Return for a known message before looking for its person, who may have been erased.
  if exists (select from messages m where m.company_id = of_channel.company_id and m.channel_id = of_channel.id
    and m.external_id = update_ ->> 'externalId' and m.kind <> 'unknown') then return; end if;
  -- A further attachment of a message that was deleted already.
  if exists (select from messages m where m.company_id = of_channel.company_id and m.channel_id = of_channel.id
    and m.external_id = update_ ->> 'partOf' and m.deleted_at is not null) then return; end if;
  c := conversation_of(of_channel, update_, monthly_limit, this_month);
  if c.last_kind is null then
    perform follow_past(of_channel, array(select value from jsonb_each_text(update_ -> 'contact' -> 'identities')));
  end if;
  if side = 'out' and adopt_echo(c, update_) then
    outcome := 'stored';
    conversation := c.id;
    return;
  end if;
  -- WhatsApp sends whole seconds: of several messages of one second, the one whose delivery came later was said later. Two
  -- workers may store them the other way round, and what came later then makes room.
  select min(created_at) into later from messages
  where company_id = c.company_id and conversation_id = c.id and created_at >= said and created_at < ends
    and delivery_id > (update_ ->> 'deliveryId')::bigint;
  if later is null then
    said := greatest(said, (select max(created_at) + interval '1 millisecond' from messages
      where company_id = c.company_id and conversation_id = c.id and created_at >= said and created_at < ends
        and external_id is distinct from update_ ->> 'externalId'));
  else
    said := later;
    update messages set created_at = created_at + interval '1 millisecond'
    where company_id = c.company_id and conversation_id = c.id and created_at >= later and created_at < ends;
    update conversations set last_message_at = last_message_at + interval '1 millisecond'
    where company_id = c.company_id and id = c.id and last_message_at >= later and last_message_at < ends;
  end if;
  insert into messages as m (company_id, conversation_id, channel_id, lead_id, direction, kind, text, data, external_id,
    reply_to, status, created_at, delivery_id, media_state)
  values (c.company_id, c.id, c.channel_id, c.lead_id, side, update_ ->> 'kind', update_ ->> 'text',
    coalesce(update_ -> 'data', '{}'), update_ ->> 'externalId', update_ ->> 'replyTo',
    case side when 'out' then 'sent' end, said, (update_ ->> 'deliveryId')::bigint,
    case when update_ -> 'data' ? 'media' then 'waiting' end)
  -- An edit that came first left its words, or none where they were not understood; a deletion leaves nothing.
  on conflict (company_id, channel_id, external_id) where external_id is not null do update set
    kind = excluded.kind, created_at = excluded.created_at, reply_to = excluded.reply_to,
    text = case when m.deleted_at is null then coalesce(m.text, excluded.text) end,
    data = case when m.deleted_at is null then excluded.data else '{}' end,
    media_state = case when m.deleted_at is null then excluded.media_state end
  where m.kind = 'unknown'
  returning id, deleted_at is not null, text into stored, gone, kept_words;
  if stored is null then return; end if;
  outcome := 'stored';
  conversation := c.id;

  if not gone and update_ -> 'data' ? 'media' then
    insert into outbox (queue, name, data)
    values ('media', 'media-received', jsonb_build_object('companyId', c.company_id, 'messageId', stored));
  end if;
  -- A conversation in which only an edit or a deletion came bears the time of that.
  update conversations set
    last_message_at = case when last_kind is null then said else greatest(last_message_at, said) end,
    last_text = case when last_kind is not null and said < last_message_at then last_text
      when gone then 'Mensagem apagada' else left(coalesce(kept_words, ''), 200) end,
    last_kind = case when last_kind is not null and said < last_message_at then last_kind
      when gone then 'text' else update_ ->> 'kind' end,
    last_direction = case when last_kind is not null and said < last_message_at then last_direction else side end,
    last_inbound_at = case when spoken then greatest(last_inbound_at, said) else last_inbound_at end,
    window_ends_at = case when spoken then greatest(window_ends_at, said + interval '24 hours') else window_ends_at end,
    advertised_at = case when side = 'in' and update_ ? 'advertised' then said else advertised_at end,
    unread = case when spoken then unread + 1 when side = 'out' then 0 else unread end,
    waiting_since = case when spoken then coalesce(waiting_since, said) when side = 'in' then waiting_since end,
    status = case when spoken then 'open' else status end,
    snoozed_until = case when spoken then null else snoozed_until end,
    version = version + 1
  where company_id = c.company_id and id = c.id;

  if not gone and update_ -> 'data' ? 'moved' then perform follow_contact(c, update_); end if;
  if side = 'out' then
    update leads set first_contact_at = coalesce(first_contact_at, said), last_contact_at = greatest(last_contact_at, said)
    where company_id = c.company_id and id = c.lead_id;
    perform settle_message(c.company_id, c.channel_id, stored);
    perform note_answer_to_advertisement(c.company_id, c.id, said);
  elsif is_stop_word(kept_words) and not gone and of_channel.kind = 'whatsapp' then
    perform note_wish(c.company_id, c.lead_id, false, format('Respondeu “%s” no WhatsApp', kept_words), said);
  end if;
  if spoken and c.unread = 0 then
    -- A lead of this very message has the activity of a new one.
    insert into activities (company_id, type, description, lead_id, lead_name, data)
    select c.company_id, 'message', 'Mensagem recebida de ' || l.name, l.id, l.name,
      jsonb_build_object('channel', c.channel, 'conversationId', c.id)
    from leads l where l.company_id = c.company_id and l.id = c.lead_id
      and (c.last_inbound_at is not null or l.received_at < now());
  end if;
end $$;

-- A state of a message of ours, kept even where the message is not known yet.
create or replace function receive_status(of_channel channels, update_ jsonb, out outcome text, out conversation text)
  language plpgsql as $$
declare
  of_message record;
begin
  outcome := 'repeated';
  insert into message_statuses (company_id, channel_id, external_id, status, at, message_id, code, detail, pricing)
  values (of_channel.company_id, of_channel.id, update_ ->> 'externalId', update_ ->> 'status',
    (update_ ->> 'at')::timestamptz, update_ ->> 'messageId', (update_ ->> 'code')::integer, update_ ->> 'detail',
    update_ -> 'pricing')
  on conflict do nothing;
  if not found then return; end if;
  outcome := 'stored';
  select m.id, m.conversation_id, m.lead_id, m.created_at, m.author_name is not null as ours into of_message from messages m
  where m.company_id = of_channel.company_id and m.channel_id = of_channel.id
    and (m.external_id = update_ ->> 'externalId' or m.id = update_ ->> 'messageId')
  limit 1;
  if of_message.id is null then return; end if;
  conversation := of_message.conversation_id;
  perform settle_message(of_channel.company_id, of_channel.id, of_message.id);
  -- Messages from the company's telephone cost nothing.
  if update_ ->> 'status' = 'failed' then
    update message_costs set failed = true where company_id = of_channel.company_id and message_id = of_message.id;
  elsif of_message.ours and jsonb_typeof(update_ -> 'pricing') = 'object' then
    perform note_billing(of_channel.company_id, of_channel.id, of_message.id, update_ -> 'pricing');
  end if;
  if update_ ->> 'status' <> 'failed' then
    perform note_answer_to_advertisement(of_channel.company_id, of_message.conversation_id, of_message.created_at);
  elsif of_channel.kind = 'whatsapp' and update_ ->> 'code' = '131050' then
    perform note_refused_advertising(of_channel.company_id, of_message.lead_id, (update_ ->> 'at')::timestamptz);
  end if;
end $$;

-- A person whom the channel knows turned its advertising off at the provider, or on again. Nobody becomes a lead by it.
create or replace function receive_preference(of_channel channels, update_ jsonb, out outcome text, out conversation text)
  language plpgsql as $$
declare
  person jsonb := update_ -> 'contact';
  of_lead text;
begin
  outcome := 'repeated';
  select lead_of_contact(of_channel.company_id, array_agg(key order by key), array_agg(value order by key),
    person ->> 'phoneKey', person ->> 'name', (update_ ->> 'at')::timestamptz) into of_lead
  from jsonb_each_text(person -> 'identities');
  if of_lead is null or not note_wish(of_channel.company_id, of_lead, (update_ ->> 'wants')::boolean,
    case when (update_ ->> 'wants')::boolean then 'Voltou a aceitar ofertas nas opções do WhatsApp'
      else 'Parou de receber ofertas nas opções do WhatsApp' end, (update_ ->> 'at')::timestamptz) then return; end if;
  outcome := 'stored';
  select c.id into conversation from conversations c
  where c.company_id = of_channel.company_id and c.channel_id = of_channel.id and c.lead_id = of_lead
  order by c.last_message_at desc limit 1;
end $$;

-- Instagram reports the last message that was read: it and those before it.
create or replace function receive_read(of_channel channels, update_ jsonb, out outcome text, out conversation text)
  language plpgsql as $$
declare
  last_read messages;
begin
  outcome := 'repeated';
  select * into last_read from messages where company_id = of_channel.company_id and channel_id = of_channel.id
    and external_id = update_ ->> 'externalId';
  if last_read.id is null then
    select r.outcome, r.conversation into outcome, conversation
    from receive_status(of_channel, update_ || '{"status": "read"}') as r;
    return;
  end if;
  update messages set status = 'read' where company_id = last_read.company_id
    and conversation_id = last_read.conversation_id and direction = 'out' and created_at <= last_read.created_at
    and status in ('accepted', 'sent', 'delivered');
  if not found then return; end if;
  outcome := 'stored';
  conversation := last_read.conversation_id;
end $$;

create or replace function receive_reaction(of_channel channels, update_ jsonb, out outcome text, out conversation text)
  language plpgsql as $$
begin
  outcome := 'repeated';
  insert into message_reactions as r (company_id, channel_id, external_id, direction, emoji, at)
  values (of_channel.company_id, of_channel.id, update_ ->> 'externalId', update_ ->> 'direction', update_ ->> 'emoji',
    (update_ ->> 'at')::timestamptz)
  on conflict (company_id, channel_id, external_id, direction) do update
    set emoji = excluded.emoji, at = excluded.at, failure = null
  where r.at < excluded.at;
  if not found then return; end if;
  outcome := 'stored';
  select m.conversation_id into conversation from messages as m
  where m.company_id = of_channel.company_id and m.channel_id = of_channel.id and m.external_id = update_ ->> 'externalId';
end $$;

-- Replaces the old words of a message that was edited or taken back wherever they were copied: in the list of
-- conversations, in the lead that the message made, and in the notices of it. `new_words` is null where nothing is left.
create or replace function forget_words(of_message messages, old_words text, new_words text) returns void
  language sql as $$
  update conversations set version = version + 1,
    last_text = case when last_message_at = of_message.created_at then coalesce(left(new_words, 200), 'Mensagem apagada')
      else last_text end,
    last_kind = case when last_message_at = of_message.created_at and new_words is null then 'text' else last_kind end
  where company_id = of_message.company_id and id = of_message.conversation_id;
  update leads set message = left(new_words, 2000)
  where company_id = of_message.company_id and id = of_message.lead_id and message = left(old_words, 2000);
  update submissions set answers = case when new_words is null then answers - 'message'
    else jsonb_set(answers, '{message}', to_jsonb(left(new_words, 2000))) end
  where company_id = of_message.company_id and lead_id = of_message.lead_id
    and answers ->> 'message' = left(old_words, 2000);
  update notifications n set body = coalesce(left(new_words, 140), 'Mensagem apagada')
  from employees e where e.company_id = of_message.company_id and n.company_id = e.company_id and n.employee_id = e.id
    and n.created_at >= of_message.created_at - interval '1 day' and n.lead_id = of_message.lead_id
    and n.kind in ('lead_new', 'message_new') and n.body = left(old_words, 140)
$$;

-- An edited or deleted message. An edit without words is one that was not understood: the old ones stay. One that is not known yet leaves its place, so that the original does not appear later.
create or replace function receive_change(of_channel channels, update_ jsonb, monthly_limit integer, this_month date,
  out outcome text, out conversation text) language plpgsql as $$
declare
  c conversations;
  changed timestamptz := (update_ ->> 'at')::timestamptz;
  gone boolean := update_ ->> 'type' = 'deletion';
  ids text[] := array[update_ ->> 'externalId'];
  before messages;
begin
  outcome := 'repeated';
  -- Its further attachments go with it (partId in channels/updates.ts).
  if gone then ids := ids || array(select ids[1] || '#' || n from generate_series(2, 20) as n); end if;
  for before in
    select * from messages where company_id = of_channel.company_id and channel_id = of_channel.id
      and external_id = any (ids) and deleted_at is null and (gone or coalesce(edited_at < changed, true)) for update
  loop
    update messages set
      text = case when not gone then coalesce(update_ ->> 'text', text) end,
      data = case when gone then '{}' else data end,
      media_state = case when gone and media_state = 'waiting' then null else media_state end,
      edited_at = case when gone then edited_at else changed end,
      deleted_at = case when gone then changed else deleted_at end
    where company_id = before.company_id and id = before.id;
    if gone or update_ ? 'text' then
      perform forget_words(before, before.text, case when not gone then update_ ->> 'text' end);
    end if;
    outcome := 'stored';
    conversation := before.conversation_id;
  end loop;
  if conversation is not null or exists (select from messages where company_id = of_channel.company_id
    and channel_id = of_channel.id and external_id = update_ ->> 'externalId') then return; end if;

  c := conversation_of(of_channel, update_, monthly_limit, this_month);
  insert into messages (company_id, conversation_id, channel_id, lead_id, direction, kind, text, external_id, created_at,
    edited_at, deleted_at, delivery_id)
  values (c.company_id, c.id, c.channel_id, c.lead_id, update_ ->> 'direction', 'unknown',
    case when not gone then update_ ->> 'text' end, update_ ->> 'externalId', changed,
    case when not gone then changed end, case when gone then changed end, (update_ ->> 'deliveryId')::bigint);
  outcome := 'stored';
  conversation := c.id;
end $$;

-- Stores what a provider reported of one channel, in the order given, and says of each update whether it was 'stored'
-- or 'repeated'. Runs as its caller, under the policies, in a scope that sees held and deleted leads; the caller holds
-- the advisory lock of the channel (conversations/receive.ts). Its shape is `Update` in channels/updates.ts.
create or replace function receive_updates(of_company text, of_channel text, updates jsonb, monthly_limit integer, this_month date)
  returns table (place integer, outcome text) language plpgsql as $$
declare
  at_channel channels;
  item record;
  received record;
  changed text[] := '{}';
  written text[] := '{}';
begin
  select * into at_channel from channels where company_id = of_company and id = of_channel;
  for item in select (u.n - 1)::integer as n, u.value from jsonb_array_elements(updates) with ordinality as u (value, n) loop
    case item.value ->> 'type'
      when 'message' then
        select * into received from receive_message(at_channel, item.value, monthly_limit, this_month);
        if item.value ->> 'direction' = 'in' then written := array_append(written, received.conversation); end if;
      when 'status' then select * into received from receive_status(at_channel, item.value);
      when 'read' then select * into received from receive_read(at_channel, item.value);
      when 'reaction' then select * into received from receive_reaction(at_channel, item.value);
      when 'past' then select * into received from receive_past(at_channel, item.value);
      when 'name' then select * into received from receive_name(at_channel, item.value);
      when 'progress' then select * into received from receive_progress(at_channel, item.value);
      when 'preference' then select * into received from receive_preference(at_channel, item.value);
      else select * into received from receive_change(at_channel, item.value, monthly_limit, this_month);
    end case;
    changed := array_append(changed, received.conversation);
    place := item.n;
    outcome := received.outcome;
    return next;
  end loop;

  insert into events (company_id, kind, data)
  select of_company, 'conversation-changed', jsonb_build_object('conversationId', c.id, 'leadId', c.lead_id)
  from conversations c join leads l on l.company_id = c.company_id and l.id = c.lead_id
  where c.company_id = of_company and c.id = any (changed) and l.held_at is null;
  written := array_remove(written, null);
  if written <> '{}' then
    insert into outbox (queue, name, data)
    values ('conversations', 'messages-received', jsonb_build_object('companyId', of_company,
      'conversationIds', (select jsonb_agg(distinct id) from unnest(written) as id)));
  end if;
  update channels set received_at = now() where company_id = of_company and id = of_channel
    and (received_at is null or received_at < now() - interval '5 seconds');
end $$;
