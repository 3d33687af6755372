-- Files of an answer travel with its mail, or by a link without an account. Answers of people are no mail of a program.
alter table account_mails
  add column files jsonb not null default '[]',
  add column by_person boolean not null default false;
alter table ticket_files add column link_until timestamptz;
