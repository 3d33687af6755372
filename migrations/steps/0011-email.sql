create table mails (
  id text not null default new_id(),
  company_id text not null references companies (id),
  job_id text not null,
  to_address text not null,
  subject text not null,
  text text not null,
  status text not null check (status in ('kept', 'queued', 'sent', 'failed')),
  error text,
  lead_id text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (company_id, id),
  unique (company_id, job_id, to_address),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index mails_by_time on mails (company_id, created_at desc, id desc);
create index mails_by_lead on mails (company_id, lead_id);
create index mails_failed on mails (created_at desc) where status = 'failed';
create index mails_of_lead on mails (company_id, lead_id, created_at desc);
call isolate_by_company('mails');
call show_with_lead('mails', lead_optional => true);

-- Outside addresses named by forms. Their owners confirm by a link that they want the leads.
create table mail_recipients (
  id text not null default new_id(),
  company_id text not null references companies (id),
  email text not null,
  token_hash bytea,
  sent_at timestamptz,
  confirmed_at timestamptz,
  declined_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, email)
);
create index mail_recipients_by_token on mail_recipients (token_hash);
call isolate_by_company('mail_recipients');

create table mail_days (
  company_id text not null references companies (id),
  day date not null,
  sent integer not null,
  -- 1: the admins were notified that the limit is near, 2: that it is reached.
  told smallint not null default 0,
  primary key (company_id, day)
);
call isolate_by_company('mail_days');
