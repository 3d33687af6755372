-- A file that somebody has chosen to send in a conversation. It is checked, and ends within a day where it is not sent.
create table attachments (
  company_id text not null,
  file_id text not null,
  conversation_id text not null,
  kind text not null check (kind in ('image', 'video', 'audio', 'document')),
  type text not null,
  primary key (company_id, file_id),
  foreign key (company_id, file_id) references files (company_id, id) on delete cascade,
  foreign key (company_id, conversation_id) references conversations (company_id, id) on delete cascade
);
create index attachments_by_conversation on attachments (company_id, conversation_id);
call isolate_by_company('attachments');

-- Texts that a company answers with again and again, with variables in braces.
create table quick_replies (
  id text not null default new_id(),
  company_id text not null references companies (id),
  shortcut text not null,
  text text not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, shortcut)
);
call isolate_by_company('quick_replies');

-- Whether customers see that what they wrote was read, and the last message of which the provider was told so.
alter table channels add column confirms_reading boolean not null default true;
alter table conversations add column confirmed_id text;
