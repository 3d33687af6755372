-- A company's number at WhatsApp or account at Instagram.
create table channels (
  id text not null default new_id(),
  company_id text not null references companies (id),
  kind text not null check (kind in ('whatsapp', 'instagram')),
  -- As the provider calls it: WhatsApp's phone number id, Instagram's account id. Webhooks name it.
  account text,
  -- WhatsApp's account, to which the number belongs.
  waba_id text,
  -- The number or @name that customers know, and the name shown with it.
  address text,
  name text,
  -- Sealed for this row, and never read through the API.
  token text,
  token_last4 text,
  token_at timestamptz,
  token_expires_at timestamptz,
  app_secret text,
  verify_token text not null,
  active boolean not null default false,
  -- Why the provider refuses it: its token (190), a permission, or a block (368, 131031).
  problem text check (problem in ('token', 'permission', 'blocked')),
  problem_text text,
  problem_at timestamptz,
  quality text,
  messaging_limit text,
  throughput text,
  -- The last live test; only a channel that passed it is switched on.
  checked_at timestamptz,
  check_error text,
  -- The provider's last challenge, and what came since.
  verified_at timestamptz,
  received_at timestamptz,
  forged integer not null default 0,
  forged_at timestamptz,
  -- One worker sends for a channel at a time, until then; and nobody does while the provider wants a pause.
  sending_until timestamptz,
  paused_until timestamptz,
  business_hours jsonb,
  away_message text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, kind)
);
-- Webhooks name the account alone. Not unique, which would reveal the channels of other companies: the one that is
-- switched on receives, and a second one is refused when it is switched on.
create index channels_by_account on channels (account, kind) where account is not null;
call isolate_by_company('channels');

-- What a provider sent, byte for byte, before anything is made of it. It belongs to no company: one delivery may speak
-- of several.
create table deliveries (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('whatsapp', 'instagram')),
  -- Null once it is no longer kept.
  body bytea,
  hash bytea not null,
  -- Set where a company's own app secret signed it: it may then speak of that channel alone.
  signed_by text,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);
create index deliveries_waiting on deliveries (id) where processed_at is null;
create index deliveries_by_time on deliveries (received_at) where body is not null;
grant select, insert, update, delete on deliveries to prosa_staff;
grant usage on sequence deliveries_id_seq to prosa_staff;

-- What became of the updates of a delivery: their number by outcome. Without a company where none was found.
create table delivery_outcomes (
  delivery_id bigint not null references deliveries (id) on delete cascade,
  company_id text,
  channel_id text,
  outcome text not null,
  updates integer not null
);
create index delivery_outcomes_by_delivery on delivery_outcomes (delivery_id);
create index delivery_outcomes_by_channel on delivery_outcomes (company_id, channel_id, delivery_id desc);
grant select, insert, update, delete on delivery_outcomes to prosa_staff;

-- The addresses by which a person is known in channels. WhatsApp's number (wa_id) may lack the ninth digit, and people
-- with a username have only an id within the business (bsuid).
create table contact_identities (
  id text not null default new_id(),
  company_id text not null,
  kind text not null check (kind in ('wa_id', 'bsuid', 'igsid')),
  value text not null,
  lead_id text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, kind, value),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index contact_identities_by_lead on contact_identities (company_id, lead_id);
call isolate_by_company('contact_identities');
call show_with_lead('contact_identities');

-- All that one person and one channel of the company said to each other.
create table conversations (
  id text not null default new_id(),
  company_id text not null,
  channel_id text not null,
  channel text not null check (channel in ('whatsapp', 'instagram')),
  lead_id text not null,
  -- To whom messages are sent: a number, or an id of the provider.
  contact text not null,
  contact_kind text not null check (contact_kind in ('wa_id', 'bsuid', 'igsid')),
  contact_name text,
  username text,
  status text not null default 'open' check (status in ('open', 'waiting', 'snoozed', 'resolved')),
  snoozed_until timestamptz,
  assignee_id text,
  labels text[] not null default '{}',
  -- Messages of the person since somebody of the team last looked.
  unread integer not null default 0,
  -- Since when the person waits for an answer.
  waiting_since timestamptz,
  last_message_at timestamptz not null default now(),
  last_inbound_at timestamptz,
  -- Until when the provider lets the company write freely.
  window_ends_at timestamptz,
  last_text text,
  last_kind text,
  last_direction text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  search text not null generated always as (
    fold(coalesce(contact_name, '') || ' ' || coalesce(username, '') || ' ' || contact)) stored,
  foreign key (company_id, channel_id) references channels (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, assignee_id) references employees (company_id, id)
);
create index conversations_by_status on conversations (company_id, status, last_message_at desc, id desc);
create index conversations_by_assignee on conversations (company_id, assignee_id, last_message_at desc, id desc);
create index conversations_unread on conversations (company_id, last_message_at desc, id desc) where unread > 0;
create index conversations_by_lead on conversations (company_id, lead_id);
create index conversations_snoozed on conversations (snoozed_until) where status = 'snoozed';
create index conversations_by_text on conversations using gin (company_id, search gin_trgm_ops);
create index conversations_by_time on conversations (company_id, last_message_at desc, id desc);
create unique index conversations_by_contact on conversations (company_id, channel_id, contact);
alter table conversations add primary key (company_id, id);
call isolate_by_company('conversations');
call show_with_lead('conversations');

create table messages (
  id text not null default new_id(),
  company_id text not null,
  conversation_id text not null,
  channel_id text not null,
  lead_id text not null,
  direction text not null check (direction in ('in', 'out')),
  -- A 'note' is for the team alone and never sent.
  kind text not null,
  text text,
  -- What else belongs to the kind: a place, buttons, a story, a file's name.
  data jsonb not null default '{}',
  -- The provider's id, and that of the message which it answers.
  external_id text,
  reply_to text,
  -- What a client named it by, so that a repeated request finds it.
  client_key text,
  status text check (status in ('queued', 'sending', 'unknown', 'accepted', 'sent', 'delivered', 'read', 'played', 'failed')),
  failure_code integer,
  failure text,
  author_id text,
  author_name text,
  -- When it was said, by the provider's clock for what came in.
  created_at timestamptz not null default now(),
  -- Of what is queued: when it is due, how often it was tried, and since when the provider has been asked.
  due_at timestamptz,
  attempts smallint not null default 0,
  sending_since timestamptz,
  edited_at timestamptz,
  deleted_at timestamptz,
  delivery_id bigint,
  file_id text,
  media_state text check (media_state in ('waiting', 'kept', 'refused', 'gone')),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, channel_id) references channels (company_id, id)
);
create index messages_in_order on messages (company_id, conversation_id, created_at desc, id desc);
create index messages_by_lead on messages (company_id, lead_id, created_at desc);
create unique index messages_by_external_id on messages (company_id, channel_id, external_id) where external_id is not null;
create unique index messages_by_client_key on messages (company_id, conversation_id, client_key) where client_key is not null;
create index messages_due on messages (company_id, channel_id, due_at) where status in ('queued', 'sending');
create index messages_by_delivery on messages (delivery_id) where delivery_id is not null;
alter table messages add primary key (company_id, id);
alter table messages add foreign key (company_id, conversation_id) references conversations (company_id, id);
call isolate_by_company('messages');
call show_with_lead('messages');

-- Each state that the provider told of a message, whether or not the message is known yet: states arrive in any order.
create table message_statuses (
  company_id text not null,
  channel_id text not null,
  external_id text not null,
  status text not null,
  at timestamptz not null,
  -- The id by which we sent it, which the provider repeats.
  message_id text,
  code integer,
  detail text,
  pricing jsonb,
  primary key (company_id, channel_id, external_id, status),
  foreign key (company_id, channel_id) references channels (company_id, id)
);
create index message_statuses_by_message on message_statuses (company_id, message_id) where message_id is not null;
call isolate_by_company('message_statuses');

-- The last reaction of each side to a message; without an emoji it was taken back.
create table message_reactions (
  company_id text not null,
  channel_id text not null,
  external_id text not null,
  direction text not null check (direction in ('in', 'out')),
  emoji text,
  at timestamptz not null,
  primary key (company_id, channel_id, external_id, direction),
  foreign key (company_id, channel_id) references channels (company_id, id)
);
call isolate_by_company('message_reactions');
