-- Files of an answer travel with its mail, or by a link without an account. Answers of people are no mail of a program,
-- receipts are answered by nobody, and an answer may come back.
alter table account_mails
  add column files jsonb not null default '[]',
  add column copies text[] not null default '{}',
  add column kind text not null default 'notice';
alter table account_mails add constraint account_mails_kind_check
  check (kind in ('notice', 'answer', 'receipt')) not valid;
alter table account_mails drop constraint account_mails_status_check;
alter table account_mails add constraint account_mails_status_check
  check (status in ('kept', 'queued', 'sent', 'failed', 'bounced')) not valid;
alter table ticket_files add column link_until timestamptz;
