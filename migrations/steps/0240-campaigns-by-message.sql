-- Campaigns by WhatsApp: where the values of a template come from, when a campaign that stopped is worth another look, and
-- why its lane rests.
alter table campaigns add column template_values jsonb, add column look_again_at timestamptz;
alter table campaign_lanes add column rest_reason text;

-- The message of a recipient, of several attempts the last one, and how far it has come.
alter table campaign_recipients
  add column message_id text,
  add column delivered_at timestamptz,
  add column read_at timestamptz;
alter table campaign_recipients drop constraint if exists campaign_recipients_state_check;
alter table campaign_recipients add constraint campaign_recipients_state_check check (state in ('pending', 'sending', 'held',
  'accepted', 'deferred', 'rejected', 'bounced', 'complained', 'unsubscribed', 'unknown', 'skipped')) not valid;
alter table campaign_recipients validate constraint campaign_recipients_state_check;

-- Numbers that are not on WhatsApp, or get no more advertising for now.
alter table suppressions drop constraint if exists suppressions_reason_check;
alter table suppressions add constraint suppressions_reason_check check (reason in ('unsubscribed', 'promotions',
  'bounced', 'unreachable', 'complained', 'blocked', 'no_whatsapp', 'capped')) not valid;
alter table suppressions validate constraint suppressions_reason_check;

-- Until when the messages that were handed over use up a number's pace.
alter table channels add column paced_until timestamptz;

-- The people whom a portfolio wrote to outside the window, as hashes of their addresses, and when last: providers limit
-- them in moving 24 hours.
create table portfolio_people (
  company_id text not null references companies (id),
  portfolio text not null,
  person bytea not null,
  at timestamptz not null default now(),
  primary key (company_id, portfolio, person)
);
create index portfolio_people_by_time on portfolio_people (portfolio, at);
create index portfolio_people_by_age on portfolio_people (at);
call isolate_by_company('portfolio_people');
