-- Campaigns whose messages stand in conversations. Every end of a message is noted here, whether the provider said it at
-- once or by a webhook: a message and its recipient (`campaign_recipients.message_id`) end alike.

-- The end of a recipient whose message was refused with a code of WhatsApp (channels/meta/graphErrors.ts has the sentences
-- and what to do next). `later`: again in a day; `stopped`: the number or the template is refused, not the person, who
-- waits; `rejected`: never again in this campaign.
create or replace function message_refusal(code integer, out fate text, out reason text)
  language sql immutable parallel safe as $$
  select case
      when code = 131049 then 'later'
      when code in (0, 3, 10, 190, 368, 131005, 131031, 131037, 131042, 131045, 131048, 132000, 132001, 132007, 132015,
        132016, 133010) or code between 200 and 299 then 'stopped'
      else 'rejected' end,
    case code when 131049 then 'capped' when 131050 then 'opted_out' when 130472 then 'experiment'
      when 131026 then 'no_whatsapp' when 131021 then 'bad_number' when 132005 then 'bad_value' when 132012 then 'bad_value'
      else 'refused' end
$$;

-- Attempts at a person whom the provider gets no more advertising for now.
create or replace function most_capped() returns integer language sql immutable parallel safe as $$ select 3 $$;

create or replace function note_campaign_message() returns trigger language plpgsql as $$
declare
  r campaign_recipients;
  refused record;
begin
  -- Locked even where nothing changes: the worker that settles the recipient then sees this state of the message.
  select * into r from campaign_recipients
  where company_id = new.company_id and id = new.data ->> 'recipientId' for update;
  if r.id is null or r.message_id is distinct from new.id then return null; end if;
  if new.status in ('sent', 'delivered', 'read', 'played') then
    update campaign_recipients set
      state = case when state in ('sending', 'held', 'unknown') then 'accepted' else state end,
      reason = case when state in ('sending', 'held', 'unknown') then null else reason end,
      claimed_by = null, sent_at = coalesce(sent_at, now()),
      delivered_at = case when new.status = 'sent' then delivered_at else coalesce(delivered_at, now()) end,
      read_at = case when new.status in ('read', 'played') then coalesce(read_at, now()) else read_at end
    where company_id = r.company_id and id = r.id;
    -- At most every few seconds: thousands of these come in a minute.
    update campaigns set updated_at = now()
    where company_id = r.company_id and id = r.campaign_id and updated_at < now() - interval '3 seconds';
    if found then
      insert into events (company_id, kind, data)
      values (r.company_id, 'campaign-changed', jsonb_build_object('campaignId', r.campaign_id));
    end if;
    return null;
  end if;
  if new.status <> 'failed' or r.state not in ('sending', 'held', 'accepted', 'unknown') then return null; end if;

  select * into refused from message_refusal(new.failure_code);
  if r.state = 'held' and refused.fate = 'stopped' then
    refused.fate := 'rejected';
    refused.reason := 'dropped';
  elsif refused.fate = 'later' and r.attempts >= most_capped() then
    refused.fate := 'rejected';
  end if;
  update campaign_recipients set
    state = case refused.fate when 'rejected' then 'rejected' else 'deferred' end,
    reason = case when refused.fate <> 'stopped' then refused.reason end,
    answer = '#' || new.failure_code,
    attempts = attempts - case when refused.fate = 'stopped' then 1 else 0 end,
    -- Not at once: the campaign is about to be paused.
    due_at = case refused.fate when 'later' then now() + interval '24 hours 5 minutes' + random() * interval '1 hour'
      when 'stopped' then now() + interval '1 minute' end,
    claimed_by = null, sent_at = null
  where company_id = r.company_id and id = r.id;
  -- A campaign that had ended has somebody who waits again.
  if refused.fate <> 'rejected' then
    update campaigns set state = 'sending', finished_at = null, updated_at = now(), version = version + 1
    where company_id = r.company_id and id = r.campaign_id and state = 'done';
  end if;
  if new.failure_code = 131050 then perform note_refused_advertising(r.company_id, new.lead_id, now()); end if;
  insert into outbox (queue, name, data)
  values ('campaigns', 'message-refused', jsonb_build_object('companyId', r.company_id, 'campaignId', r.campaign_id,
    'recipientId', r.id, 'code', new.failure_code));
  return null;
end $$;

create or replace trigger note_campaign_message after update of status on messages for each row
  when (new.data ? 'recipientId' and new.status is distinct from old.status) execute function note_campaign_message();

-- A message of a person answers the last one of a campaign that they got within a week, or the one that they quote.
create or replace function note_campaign_answer() returns trigger language plpgsql as $$
declare
  answered record;
begin
  select r.id, r.campaign_id, r.answered_at into answered from campaign_recipients r
  where r.company_id = new.company_id and r.lead_id = new.lead_id and r.message_id is not null
    and r.sent_at between new.created_at - interval '7 days' and new.created_at + interval '1 minute'
  order by exists (select from messages q where q.company_id = r.company_id and q.id = r.message_id
    and q.external_id = new.reply_to) desc, r.sent_at desc
  limit 1;
  if answered.id is null or answered.answered_at is not null then return null; end if;
  update campaign_recipients set answered_at = greatest(sent_at, new.created_at)
  where company_id = new.company_id and id = answered.id;
  insert into events (company_id, kind, data)
  values (new.company_id, 'campaign-changed', jsonb_build_object('campaignId', answered.campaign_id));
  return null;
end $$;

create or replace trigger note_campaign_answer after insert on messages for each row
  when (new.direction = 'in' and new.kind not in ('system', 'unknown')) execute function note_campaign_answer();

-- A person who wants no more advertising left by the last message of a campaign that they got.
create or replace function note_campaign_refusal() returns trigger language plpgsql as $$
declare
  left_by record;
begin
  select r.id, r.campaign_id into left_by from campaign_recipients r
  where r.company_id = new.company_id and r.lead_id = new.lead_id and r.message_id is not null
    and r.state = 'accepted' and r.sent_at > now() - interval '7 days'
  order by r.sent_at desc limit 1;
  if left_by.id is null then return null; end if;
  update campaign_recipients set state = 'unsubscribed', unsubscribed_at = now()
  where company_id = new.company_id and id = left_by.id;
  insert into events (company_id, kind, data)
  values (new.company_id, 'campaign-changed', jsonb_build_object('campaignId', left_by.campaign_id));
  return null;
end $$;

create or replace trigger note_campaign_refusal after insert on consents for each row
  when (new.purpose = 'advertising' and not new.granted) execute function note_campaign_refusal();

-- Has the messages of recipients who were just claimed stand in their conversations, as under way; where there is no
-- conversation, one is begun, which is nobody's to answer. `items` are
-- { recipientId, messageId, leadId, contact, kind, also, text, data, author }.
create or replace function add_campaign_messages(of_company text, of_channel text, of_kind text, items jsonb)
  returns table (recipient_id text, conversation_id text, lead_id text, contact text, contact_kind text, is_open boolean)
  language plpgsql as $$
#variable_conflict use_column
declare
  item jsonb;
  found conversations;
begin
  for item in select value from jsonb_array_elements(items) loop
    select c.* into found from conversations c
    where c.company_id = of_company and c.lead_id = item ->> 'leadId' and c.channel_id = of_channel
    order by c.last_message_at desc limit 1;
    if found.id is null then
      select c.* into found from contact_identities i
      join conversations c on c.company_id = i.company_id and c.id = i.conversation_id and c.channel_id = of_channel
      where i.company_id = of_company and i.kind = item ->> 'kind' and i.given_up_at is null
        and i.value in (select item ->> 'contact' union all select jsonb_array_elements_text(item -> 'also'))
      order by c.last_message_at desc limit 1;
    end if;
    if found.id is null then
      -- Another transaction may be storing what the person writes at this moment.
      insert into conversations (company_id, channel_id, channel, lead_id, contact, contact_kind, status, assignee_id)
      select of_company, of_channel, of_kind, l.id, item ->> 'contact', item ->> 'kind', 'resolved', l.owner_id
      from leads l where l.company_id = of_company and l.id = item ->> 'leadId'
      on conflict do nothing;
      select c.* into found from conversations c
      where c.company_id = of_company and c.channel_id = of_channel and c.contact = item ->> 'contact';
      insert into contact_identities (company_id, kind, value, lead_id, conversation_id)
      values (of_company, found.contact_kind, found.contact, found.lead_id, found.id) on conflict do nothing;
    end if;
    insert into messages (id, company_id, conversation_id, channel_id, lead_id, direction, kind, text, data, status,
      author_name, sending_since, attempts, created_at)
    values (item ->> 'messageId', of_company, found.id, of_channel, found.lead_id, 'out', 'template', item ->> 'text',
      item -> 'data', 'sending', item ->> 'author', now(), 1, clock_timestamp());
    update campaign_recipients set message_id = item ->> 'messageId'
    where company_id = of_company and id = item ->> 'recipientId';
    recipient_id := item ->> 'recipientId';
    conversation_id := found.id;
    lead_id := found.lead_id;
    contact := found.contact;
    contact_kind := found.contact_kind;
    is_open := coalesce(found.window_ends_at > now(), false);
    return next;
  end loop;
end $$;
