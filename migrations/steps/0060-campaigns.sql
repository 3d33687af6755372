-- Contacts that a company must not write to. They are known by a keyed hash, which outlives the erasure of the person;
-- the contact itself is kept only while the company may know it.
create table suppressions (
  id text not null default new_id(),
  company_id text not null references companies (id),
  kind text not null check (kind in ('email', 'phone')),
  hash bytea not null,
  contact text,
  lead_id text,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'blocked')),
  note text not null default '',
  actor_name text,
  created_at timestamptz not null default now(),
  -- Set where it no longer holds.
  lifted_at timestamptz,
  lifted_by text,
  lifted_reason text,
  primary key (company_id, id),
  unique (company_id, kind, hash),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
call isolate_by_company('suppressions');
create index suppressions_by_time on suppressions (company_id, created_at desc, id desc) where lifted_at is null;
create index suppressions_by_lead on suppressions (company_id, lead_id) where lead_id is not null;

-- What a company sends to many leads at once, by whichever carrier.
create table campaigns (
  id text not null default new_id(),
  company_id text not null references companies (id),
  carrier text not null,
  name text not null,
  state text not null default 'draft' check (state in
    ('draft', 'preparing', 'ready', 'scheduled', 'sending', 'paused', 'done', 'cancelled')),
  subject text not null,
  template_id text,
  -- { filter, owners, me }: the filter as it was asked for, and whose leads its author sees.
  audience jsonb not null,
  -- Nothing is sent between 20:00 and 8:00 of the company.
  quiet_hours boolean not null default true,
  scheduled_at timestamptz,
  -- Whether it is to be sent as soon as it is prepared.
  sends boolean not null default false,
  -- What is sent, as it stood when the recipients were fixed.
  content jsonb,
  -- Why it stopped by itself.
  problem text,
  version integer not null default 1,
  created_by text,
  created_name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  prepared_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (company_id, id)
);
call isolate_by_company('campaigns');
create index campaigns_by_time on campaigns (company_id, created_at desc, id desc);
create index campaigns_active on campaigns (carrier, state) where state in ('preparing', 'scheduled', 'sending');

-- Who gets a campaign, fixed when it is prepared, and what became of each.
create table campaign_recipients (
  id text not null default new_id(),
  company_id text not null references companies (id),
  campaign_id text not null,
  lead_id text,
  -- Null once the person is erased.
  address text,
  state text not null check (state in ('pending', 'sending', 'accepted', 'deferred', 'rejected', 'bounced', 'complained',
    'unsubscribed', 'unknown', 'skipped')),
  -- Of what was skipped or refused.
  reason text,
  -- The other side's words.
  answer text,
  attempts smallint not null default 0,
  due_at timestamptz,
  claimed_by text,
  claimed_at timestamptz,
  sent_at timestamptz,
  unsubscribed_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, campaign_id) references campaigns (company_id, id) on delete cascade,
  foreign key (company_id, lead_id) references leads (company_id, id)
);
call isolate_by_company('campaign_recipients');
create index campaign_recipients_by_state on campaign_recipients (company_id, campaign_id, state, id);
create index campaign_recipients_by_lead on campaign_recipients (company_id, lead_id) where lead_id is not null;
create index campaign_recipients_deferred on campaign_recipients (company_id, campaign_id, due_at) where state = 'deferred';
create index campaign_recipients_claimed on campaign_recipients (company_id, claimed_at) where state = 'sending';

-- The way of a company's campaigns by one carrier: one worker at a time has it, within its pace.
create table campaign_lanes (
  company_id text not null references companies (id),
  carrier text not null,
  holder text,
  leased_until timestamptz,
  -- Nothing is sent before: the pace is used up, or the other side could not be reached.
  rest_until timestamptz,
  -- Connections that failed one after the other.
  failures integer not null default 0,
  hour_began timestamptz,
  hour_sent integer not null default 0,
  day_began timestamptz,
  day_sent integer not null default 0,
  primary key (company_id, carrier)
);
call isolate_by_company('campaign_lanes');
