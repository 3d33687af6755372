-- Whom the marketing mail of a company comes from.
create table email_senders (
  id text not null default new_id(),
  company_id text not null references companies (id),
  name text not null,
  local_part text not null,
  -- As DNS knows it: A-labels, in lower case.
  domain text not null,
  reply_to text,
  -- The company's own server; without one the installation's sends.
  smtp_host text,
  smtp_port integer,
  smtp_tls text check (smtp_tls in ('tls', 'starttls')),
  smtp_user text,
  -- Sealed for this row, and never read through the API.
  smtp_password text,
  -- What the company's provider has its customers include in SPF, where that is known.
  spf_include text,
  per_second integer,
  per_hour integer,
  per_day integer,
  -- Since when the domain waits to be proved: it is looked at often in the first days.
  pending_since timestamptz not null default now(),
  proved_at timestamptz,
  checked_at timestamptz,
  -- The last time that a worker took it to check it.
  tried_at timestamptz,
  -- What the last check found of each record.
  checks jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id),
  check ((smtp_host is null) = (smtp_port is null) and (smtp_host is null) = (smtp_tls is null))
);
call isolate_by_company('email_senders');

-- The keys that sign: one that does, and one whose record is awaited.
create table email_sender_keys (
  id text not null default new_id(),
  company_id text not null references companies (id),
  sender_id text not null,
  state text not null check (state in ('signing', 'next')),
  selector text not null,
  -- Base64 of the public key, as its record has it.
  public_key text not null,
  -- PEM, sealed for this row.
  private_key text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, sender_id, state),
  foreign key (company_id, sender_id) references email_senders (company_id, id) on delete cascade
);
call isolate_by_company('email_sender_keys');
