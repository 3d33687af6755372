-- Mail that came in, byte for byte, before anything is made of it. It belongs to no company until a feature knows whose it
-- is; mail_placements says so.
create table inbound_mails (
  id text primary key default new_id(),
  source text not null check (source in ('mailbox', 'port')),
  -- Where it lies in the mailbox.
  mailbox text,
  uid_validity bigint,
  uid bigint,
  -- Of the bytes, and of the recipients where the envelope names them: the same mail is stored once.
  hash bytea not null unique,
  -- Of the envelope, where it came through the port.
  recipients text[] not null default '{}',
  -- Empty for what nobody is to answer: a bounce.
  envelope_from text,
  -- The address of who wrote it, as far as it could be read.
  sender text,
  -- Null once it is no longer kept, and where it was too large.
  raw bytea,
  size integer not null,
  received_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'handled', 'unclaimed', 'loop', 'unreadable', 'too_large')),
  kind text check (kind in ('ordinary', 'automatic', 'bounce', 'complaint', 'loop')),
  -- The claim that took it, and what became of it.
  handled_by text,
  outcome text,
  handled_at timestamptz
);
create index inbound_mails_by_uid on inbound_mails (mailbox, uid_validity, uid) where uid is not null;
create index inbound_mails_waiting on inbound_mails (received_at) where state = 'waiting';
create index inbound_mails_kept on inbound_mails (received_at) where raw is not null;
create index inbound_mails_by_time on inbound_mails (received_at);
create index inbound_mails_by_sender on inbound_mails (sender) where sender is not null;
grant select, insert, update, delete on inbound_mails to prosa_staff;

-- Whose a mail is. A row stands for the effects of the mail: both are written in one transaction.
create table mail_placements (
  id text not null default new_id(),
  company_id text not null references companies (id),
  mail_id text not null references inbound_mails (id) on delete cascade,
  lead_id text,
  placed_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, mail_id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index mail_placements_by_lead on mail_placements (company_id, lead_id) where lead_id is not null;
create index mail_placements_by_mail on mail_placements (mail_id);
call isolate_by_company('mail_placements');

-- The ways by which mail comes in, for the staff to see whether they work.
create table mail_sources (
  name text primary key check (name in ('mailbox', 'port')),
  -- Null while it is not connected.
  connected_at timestamptz,
  mail_at timestamptz,
  error text,
  error_at timestamptz,
  -- Share of the mailbox that is used, in percent.
  used integer
);
grant select, insert, update, delete on mail_sources to prosa_staff;

-- What runs in one worker at a time, however many there are: who has it, and until when without a sign of life.
create table worker_leases (
  name text primary key,
  holder text not null,
  held_until timestamptz not null
);
grant select, insert, update, delete on worker_leases to prosa_staff;
