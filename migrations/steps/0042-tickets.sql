-- Help that a company asks the provider's staff for. The number is of the whole installation, so that anybody can say it.
create table tickets (
  id text not null default new_id(),
  company_id text not null references companies (id),
  number bigint not null generated always as identity (start with 1001),
  -- A mail of a stranger waits with the provider's own company until staff say whose it is; no company sees it.
  placed boolean not null default true,
  subject text not null,
  category text not null check (category in ('question', 'problem', 'billing', 'request', 'suggestion', 'privacy')),
  priority text not null check (priority in ('low', 'normal', 'high', 'urgent')),
  status text not null default 'open' check (status in ('open', 'in_progress', 'waiting', 'resolved', 'closed')),
  source text not null check (source in ('app', 'mail', 'assistant', 'contact', 'privacy', 'staff')),
  -- Who asked, as they were called then; the employee while there is one.
  requester_id text,
  requester_name text not null,
  requester_email text,
  lead_id text,
  screen text,
  -- Version, browser and last error, where the person agreed to send them.
  context jsonb not null default '{}',
  -- A member of the staff. Companies cannot read users, so the name is copied.
  assignee_id text references users (id) on delete set null,
  assignee_name text,
  -- The closed ticket that this one goes on with, and the ticket that this one became a part of.
  previous_id text,
  merged_into text,
  issue_id text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  first_answer_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  reopened integer not null default 0,
  last_at timestamptz not null default now(),
  last_by text not null default 'client' check (last_by in ('client', 'staff')),
  last_text text not null default '',
  -- When the clocks end; null for one that is paused or has stopped. The next one is what queues are sorted by.
  answer_due_at timestamptz,
  solution_due_at timestamptz,
  due_at timestamptz generated always as (least(answer_due_at, solution_due_at)) stored,
  -- Business minutes that the clocks had counted when they stopped.
  answer_spent integer,
  solution_spent integer,
  -- Each breach is told once.
  answer_breach_at timestamptz,
  solution_breach_at timestamptz,
  rating smallint check (rating between 1 and 5),
  rating_text text,
  rated_at timestamptz,
  -- What was opened twice with one key is one.
  client_key text,
  -- The conversation or request that it was made of.
  origin_id text,
  primary key (company_id, id),
  foreign key (company_id, previous_id) references tickets (company_id, id) on update cascade,
  foreign key (company_id, merged_into) references tickets (company_id, id) on update cascade
);
call isolate_by_company('tickets');
create policy placed on tickets as restrictive to prosa_app using (placed) with check (placed);
create unique index tickets_by_key on tickets (company_id, client_key) where client_key is not null;
create unique index tickets_by_origin on tickets (company_id, origin_id) where origin_id is not null;
-- Staff find a ticket of whatever company.
create index tickets_by_id on tickets (id);
create index tickets_by_number on tickets (number);
create index tickets_by_previous on tickets (company_id, previous_id) where previous_id is not null;
create index tickets_by_merged on tickets (company_id, merged_into) where merged_into is not null;
create index tickets_by_lead on tickets (company_id, lead_id) where lead_id is not null;
create index tickets_by_issue on tickets (issue_id) where issue_id is not null;
-- Lists of a company, and those of staff: the latest word first.
create index tickets_of_company on tickets (company_id, last_at desc, id desc) where merged_into is null;
create index tickets_of_company_by_status on tickets (company_id, status, last_at desc, id desc) where merged_into is null;
create index tickets_open_of_company on tickets (company_id, last_at desc, id desc)
  where merged_into is null and status in ('open', 'in_progress', 'waiting');
create index tickets_of_requester on tickets (company_id, requester_id, last_at desc, id desc)
  where merged_into is null;
create index tickets_by_time on tickets (last_at desc, id desc) where merged_into is null;
-- The queues of staff, by deadline.
create index tickets_open on tickets (due_at, id)
  where merged_into is null and status in ('open', 'in_progress', 'waiting');
create index tickets_open_of_assignee on tickets (assignee_id, due_at, id)
  where merged_into is null and status in ('open', 'in_progress', 'waiting');
create index tickets_open_by_status on tickets (status, due_at, id)
  where merged_into is null and status in ('open', 'in_progress', 'waiting');
create index tickets_open_by_category on tickets (category, due_at, id)
  where merged_into is null and status in ('open', 'in_progress', 'waiting');
create index tickets_unplaced on tickets (due_at, id) where not placed;
-- Clocks that end, and resolved tickets that rest.
create index tickets_answer_due on tickets (answer_due_at) where answer_due_at is not null and answer_breach_at is null;
create index tickets_solution_due on tickets (solution_due_at)
  where solution_due_at is not null and solution_breach_at is null;
create index tickets_resting on tickets (resolved_at) where status = 'resolved';
-- Figures of a period.
create index tickets_by_creation on tickets (created_at desc, id desc) where merged_into is null;
create index tickets_by_resolution on tickets (resolved_at) where resolved_at is not null;

-- What was said to and by the company, and what changed before its eyes. What staff write among themselves is elsewhere.
create table ticket_messages (
  id text not null default new_id(),
  company_id text not null,
  ticket_id text not null,
  kind text not null default 'text' check (kind in ('text', 'change')),
  side text not null check (side in ('client', 'staff', 'system')),
  -- An employee, or a member of the staff.
  author_id text,
  author_name text not null,
  text text not null default '',
  -- Of a change: what, from and to. Of an answer: the state that the ticket has afterwards.
  data jsonb not null default '{}',
  source text not null default 'app' check (source in ('app', 'mail', 'assistant', 'contact', 'privacy')),
  -- Where it stood before tickets were joined.
  from_number bigint,
  client_key text,
  -- The Message-ID of the mail that it came in.
  mail_id text,
  created_at timestamptz not null default clock_timestamp(),
  -- An answer of staff may be taken back for a moment; until then the company does not see it.
  due_at timestamptz,
  delivered_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on update cascade on delete cascade
);
call isolate_by_company('ticket_messages');
create policy delivered on ticket_messages as restrictive to prosa_app using (delivered_at is not null) with check (true);
create index ticket_messages_in_order on ticket_messages (company_id, ticket_id, created_at, id);
create unique index ticket_messages_by_key on ticket_messages (company_id, ticket_id, client_key)
  where client_key is not null;
create unique index ticket_messages_by_mail on ticket_messages (company_id, mail_id) where mail_id is not null;
create index ticket_messages_waiting on ticket_messages (due_at) where delivered_at is null;

-- Files of tickets; one without a ticket waits to be sent.
create table ticket_files (
  company_id text not null,
  file_id text not null,
  ticket_id text,
  message_id text,
  type text not null,
  name text not null,
  size bigint not null,
  -- The user who chose it: nobody else can send it.
  user_id text,
  created_at timestamptz not null default now(),
  primary key (company_id, file_id),
  foreign key (company_id, file_id) references files (company_id, id) on update cascade on delete cascade,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on update cascade on delete cascade,
  foreign key (company_id, message_id) references ticket_messages (company_id, id) on update cascade on delete cascade
);
call isolate_by_company('ticket_files');
create policy delivered on ticket_files as restrictive to prosa_app using (message_id is null or (
    select true from ticket_messages m where m.company_id = ticket_files.company_id and m.id = ticket_files.message_id))
  with check (true);
create index ticket_files_by_message on ticket_files (company_id, message_id);
create index ticket_files_by_ticket on ticket_files (company_id, ticket_id);

-- Answers that a person has not read.
create table ticket_unread (
  company_id text not null,
  employee_id text not null,
  ticket_id text not null,
  primary key (company_id, employee_id, ticket_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on update cascade on delete cascade,
  foreign key (company_id, employee_id) references employees (company_id, id) on delete cascade
);
create index ticket_unread_by_ticket on ticket_unread (company_id, ticket_id);
call isolate_by_company('ticket_unread');

-- How the clocks went: each row holds from its time on, until the next.
create table ticket_clock (
  id text not null default new_id(),
  company_id text not null,
  ticket_id text not null,
  at timestamptz not null,
  status text not null,
  answered boolean not null,
  priority text not null,
  plan text not null,
  answer_minutes integer not null check (answer_minutes > 0),
  solution_minutes integer not null check (solution_minutes > 0),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on update cascade on delete cascade
);
call isolate_by_company('ticket_clock');
create index ticket_clock_in_order on ticket_clock (company_id, ticket_id, at, id);

-- The words of a ticket, for the search: those that the company may read.
create table ticket_words (
  company_id text not null,
  ticket_id text not null,
  words tsvector not null,
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on update cascade on delete cascade
);
call isolate_by_company('ticket_words');
create index ticket_words_by_word on ticket_words using gin (company_id, words);

-- What follows is staff's alone: no company's connection can read it.
create table ticket_notes (
  id text primary key default new_id(),
  company_id text not null,
  ticket_id text not null,
  author_id text references users (id) on delete set null,
  author_name text not null,
  text text not null,
  mentions text[] not null default '{}',
  -- 'stranger': a mail of somebody who is not of the company. 'automatic': an automatic answer or a bounce.
  kind text not null default 'note' check (kind in ('note', 'stranger', 'automatic')),
  mail_id text unique,
  created_at timestamptz not null default clock_timestamp(),
  words tsvector not null generated always as (to_tsvector('pg_catalog.simple', fold(text))) stored,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on update cascade on delete cascade
);
create index ticket_notes_in_order on ticket_notes (company_id, ticket_id, created_at, id);
create index ticket_notes_by_word on ticket_notes using gin (words);
create index ticket_notes_by_author on ticket_notes (author_id) where author_id is not null;
grant select, insert, update, delete on ticket_notes to prosa_staff;

create table ticket_watchers (
  company_id text not null,
  ticket_id text not null,
  user_id text not null references users (id) on delete cascade,
  primary key (company_id, ticket_id, user_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on update cascade on delete cascade
);
create index ticket_watchers_by_user on ticket_watchers (user_id);
grant select, insert, update, delete on ticket_watchers to prosa_staff;

create table ticket_links (
  from_company text not null,
  from_ticket text not null,
  to_company text not null,
  to_ticket text not null,
  primary key (from_company, from_ticket, to_company, to_ticket),
  check (from_ticket < to_ticket),
  foreign key (from_company, from_ticket) references tickets (company_id, id) on update cascade on delete cascade,
  foreign key (to_company, to_ticket) references tickets (company_id, id) on update cascade on delete cascade
);
create index ticket_links_back on ticket_links (to_company, to_ticket);
grant select, insert, update, delete on ticket_links to prosa_staff;

-- One cause behind the tickets of many companies.
create table known_issues (
  id text primary key default new_id(),
  title text not null,
  text text not null default '',
  status text not null default 'open' check (status in ('open', 'solved')),
  created_by text references users (id) on delete set null,
  created_at timestamptz not null default now(),
  solved_at timestamptz
);
create index known_issues_by_time on known_issues (status, created_at desc, id desc);
create index known_issues_by_author on known_issues (created_by) where created_by is not null;
grant select, insert, update, delete on known_issues to prosa_staff;

create table canned_answers (
  id text primary key default new_id(),
  shortcut text not null unique,
  text text not null,
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on canned_answers to prosa_staff;

create table ticket_views (
  id text primary key default new_id(),
  user_id text not null references users (id) on delete cascade,
  name text not null,
  shared boolean not null default false,
  filter jsonb not null,
  created_at timestamptz not null default now()
);
create index ticket_views_by_user on ticket_views (user_id);
grant select, insert, update, delete on ticket_views to prosa_staff;

-- The hours that count, and the minutes within which tickets are answered and solved. One row, once staff changed it.
create table ticket_rules (
  one boolean primary key default true check (one),
  rules jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on ticket_rules to prosa_staff;

-- A mail that belongs to a conversation by mail: its Message-ID, what it answers, and where answers go.
alter table account_mails add column thread jsonb;
