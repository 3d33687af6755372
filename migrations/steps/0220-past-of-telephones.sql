-- What WhatsApp sends of the past of a shop's telephone: messages of people who are no leads are kept aside until the
-- team brings them in, they write themselves, or the time for that is over; and names from its address book.
create table past_messages (
  company_id text not null references companies (id),
  channel_id text not null,
  external_id text not null,
  contact text not null,
  direction text not null,
  at timestamptz not null,
  update jsonb not null,
  received_at timestamptz not null default now(),
  primary key (company_id, channel_id, external_id),
  foreign key (company_id, channel_id) references channels (company_id, id)
);
create index past_messages_by_contact on past_messages (company_id, channel_id, contact, at);
create index past_messages_by_age on past_messages (received_at);
call isolate_by_company('past_messages');

create table past_names (
  company_id text not null references companies (id),
  channel_id text not null,
  contact text not null,
  name text not null,
  received_at timestamptz not null default now(),
  primary key (company_id, channel_id, contact),
  foreign key (company_id, channel_id) references channels (company_id, id)
);
create index past_names_by_age on past_names (received_at);
call isolate_by_company('past_names');

-- How far the past of the telephone has come: {phase, progress}, and when.
alter table channels add column history jsonb, add column history_at timestamptz;
