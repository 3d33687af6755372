create table leads (
  id text not null default new_id(),
  company_id text not null references companies (id),
  name text not null,
  email text,
  phone text,
  phone_key text,
  cnpj text,
  company text,
  message text,
  status text not null default 'new' check (status in ('new', 'contacted', 'scheduled', 'converted', 'lost')),
  source text not null default 'form',
  preferred_date date,
  preferred_period text check (preferred_period in ('morning', 'afternoon', 'evening')),
  preferred_time text,
  consent_given boolean not null default false,
  marks text[] not null default '{}',
  custom jsonb not null default '{}',
  submitted_at timestamptz,
  received_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  owner_id text,
  -- Set for a lead beyond the plan's limit, which is stored but hidden.
  held_at timestamptz,
  version integer not null default 1,
  -- The card's position in its column of the board; a card dropped between two others gets the middle.
  rank numeric not null default extract(epoch from clock_timestamp()),
  status_at timestamptz not null default now(),
  lost_reason text,
  -- The ids of its tags, maintained by the database for the list.
  tags text[] not null default '{}',
  score smallint,
  score_reasons jsonb not null default '[]',
  first_contact_at timestamptz,
  last_contact_at timestamptz,
  next_task_at timestamptz,
  first_touch jsonb,
  last_touch jsonb,
  merged_into text,
  deleted_at timestamptz,
  scored_at timestamptz,
  -- The last decision for each channel, so that the list need not read the consents: {"email": {"state": "granted",
  -- "at": "2026-11-22T12:00:00+00:00"}}; channels without a decision are absent.
  consents jsonb not null default '{}',
  touched_at timestamptz not null generated always as (coalesce(last_contact_at, received_at)) stored,
  doubtful boolean not null generated always as (marks <> '{}') stored,
  -- lower() is not leakproof, so under row-level security an index on lower(email) would never be used.
  email_key text generated always as (lower(email)) stored,
  -- `phone_key` finds a mobile with and without its ninth digit.
  search text not null generated always as (
    fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(phone_key, '') || ' '
      || coalesce(cnpj, ''))) stored,
  foreign key (company_id, owner_id) references employees (company_id, id)
);
create index leads_by_time on leads (company_id, received_at desc, id desc);
create index leads_by_status on leads (company_id, status, received_at desc, id desc);
create index leads_by_source on leads (company_id, source, received_at desc, id desc);
create index leads_by_name on leads (company_id, (fold(name) collate "C"), id);
create index leads_by_owner on leads (company_id, owner_id, received_at desc, id desc)
  where owner_id is not null;
-- Counts an owner's open leads without reading the leads.
create index open_leads_by_owner on leads (company_id, owner_id)
  where owner_id is not null and status in ('new', 'contacted', 'scheduled');
create index leads_without_owner on leads (company_id, received_at desc, id desc)
  where owner_id is null;
create index leads_held on leads (company_id, received_at) where held_at is not null;
create index leads_by_text on leads using gin (company_id, search gin_trgm_ops);
create index leads_by_rank on leads (company_id, status, rank desc, id desc);
create index leads_by_score on leads (company_id, score desc, id desc) where score is not null;
create index leads_untouched on leads (company_id, touched_at)
  where status in ('new', 'contacted', 'scheduled');
create index leads_by_task on leads (company_id, next_task_at) where next_task_at is not null;
create index leads_by_preference on leads (company_id, preferred_date)
  where preferred_date is not null;
create index leads_doubtful on leads (company_id, received_at desc, id desc) where doubtful;
create index leads_deleted on leads (company_id, deleted_at) where deleted_at is not null;
-- Leads waiting for a first contact, for the third part of the dashboard's queue.
create index leads_waiting on leads (company_id, received_at)
  where status = 'new' and first_contact_at is null;
create index leads_promised on leads (company_id, preferred_date)
  where preferred_date is not null and status in ('new', 'contacted');
create index leads_by_cnpj on leads (company_id, cnpj) where cnpj is not null;
create index leads_to_score on leads (scored_at nulls first)
  where status in ('new', 'contacted', 'scheduled') and held_at is null and deleted_at is null;
-- The company is part of each key. As a separate column, the index would also read a list of all the company's leads
-- for each search; and while the company is a condition that other indexes serve, the planner, which cannot estimate
-- how few leads have the answer, reads those too.
create index leads_by_answer on leads using gin (jsonb_set('{}', array[company_id], custom) jsonb_path_ops)
  where custom <> '{}';

-- Without statistics, as on a new table, PostgreSQL considers all indexes that begin with the company equal, takes the
-- one created last, and keeps that plan: looking up a lead by id, as every foreign key does, would then read all leads
-- of the company. So the primary key is created last, and after it only partial indexes, which the planner uses for
-- nothing else. Add new indexes of this table above.
alter table leads add primary key (company_id, id);
-- Ordered by time, because the capture compares the newest leads of an address.
create index leads_by_email on leads (company_id, email_key, received_at) where email_key is not null;
create index leads_by_phone on leads (company_id, phone_key, received_at) where phone_key is not null;

call isolate_by_company('leads');
-- A policy hides held, deleted and other owners' leads, so that no query can forget it. `app.owners` is a list of
-- employees, empty for all; `app.held` is "shown" where held leads are counted or stored, `app.deleted` where deleted
-- and merged leads are restored or erased.
create policy visible on leads as restrictive to prosa_app using (
  (held_at is null or current_setting('app.held', true) = 'shown')
  and (deleted_at is null or current_setting('app.deleted', true) = 'shown')
  and (coalesce(current_setting('app.owners', true), '') = ''
    or owner_id = any (string_to_array(current_setting('app.owners', true), ','))))
with check (true);

-- Each submission of a person with the exact answers; the lead has the current state.
create table submissions (
  id text not null default new_id(),
  company_id text not null,
  lead_id text not null,
  form_id text,
  form_version integer,
  key text,
  hash text,
  answers jsonb not null,
  -- utm_*, gclid, fbclid, the referring page and the page of arrival.
  touch jsonb not null default '{}',
  source text not null,
  marks text[] not null default '{}',
  -- Why it was added to an existing lead; empty for the first one.
  matched_by text[] not null default '{}',
  ip text,
  submitted_at timestamptz,
  received_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create unique index submissions_by_key on submissions (company_id, key) where key is not null;
-- The submissions of a form in a period, for its funnel.
create index submissions_by_form on submissions (company_id, form_id, received_at) where form_id is not null;
create index submissions_by_lead on submissions (company_id, lead_id, received_at desc);
call isolate_by_company('submissions');
call show_with_lead('submissions');

-- Each decision with the sentence shown and the time: evidence that is only ever added to.
create table consents (
  id text not null default new_id(),
  company_id text not null,
  lead_id text not null,
  channels text[] not null,
  granted boolean not null,
  text text not null,
  source text not null,
  ip text,
  user_agent text,
  decided_at timestamptz not null default now(),
  form_id text,
  form_version integer,
  text_version integer,
  -- For a decision recorded by an employee: who, and how they know.
  actor_id text,
  actor_name text,
  purpose text not null default 'contact',
  evidence text,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index consents_by_lead on consents (company_id, lead_id);
create index consents_by_time on consents (company_id, lead_id, decided_at desc);
call isolate_by_company('consents');
call show_with_lead('consents', lead_optional => true);
revoke update, delete on consents from prosa_app, prosa_staff;
-- A merge moves them to the surviving lead; an erasure deletes them, which only staff may do.
grant update (lead_id) on consents to prosa_app, prosa_staff;
grant delete on consents to prosa_staff;

-- Old and new values of each field, and the author; also the source of the time in each status.
create table lead_changes (
  id text not null default new_id(),
  company_id text not null,
  lead_id text not null,
  field text not null,
  before jsonb,
  after jsonb,
  actor_id text,
  actor_name text,
  operation_id text,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index lead_changes_by_lead on lead_changes (company_id, lead_id, created_at desc);
create index lead_changes_by_status on lead_changes (company_id, created_at) where field = 'status';
call isolate_by_company('lead_changes');
call show_with_lead('lead_changes');

create table tags (
  id text not null default new_id(),
  company_id text not null references companies (id),
  name text not null check (length(name) between 1 and 40),
  color text not null default 'slate',
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index tags_by_name on tags (company_id, (fold(name) collate "C"));
call isolate_by_company('tags');

-- The lead's time is copied here, so that an index has the leads of a tag in the order of the list.
create table lead_tags (
  company_id text not null,
  tag_id text not null,
  lead_id text not null,
  received_at timestamptz not null,
  primary key (company_id, tag_id, lead_id),
  foreign key (company_id, tag_id) references tags (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index lead_tags_by_lead on lead_tags (company_id, lead_id);
create index lead_tags_by_time on lead_tags (company_id, tag_id, received_at desc, lead_id desc);
call isolate_by_company('lead_tags');
call show_with_lead('lead_tags');

-- Merges, which can be undone.
create table merges (
  id text not null default new_id(),
  company_id text not null,
  -- The surviving lead, and the one merged into it.
  lead_id text not null,
  other_id text not null,
  other_name text not null,
  -- Both rows before the merge, the merged values, and the ids of every row that moved.
  before jsonb not null,
  other_before jsonb not null,
  after jsonb not null default '{}',
  moved jsonb not null default '{}',
  actor_id text,
  actor_name text,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by text,
  -- Fields that the undo left alone, because they were changed since.
  kept text[] not null default '{}',
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, other_id) references leads (company_id, id)
);
create index merges_by_lead on merges (company_id, lead_id, created_at desc);
create index merges_by_other on merges (company_id, other_id);
call isolate_by_company('merges');
call show_with_lead('merges');

-- Pairs marked as two different people, stored in both directions.
create table distinct_leads (
  company_id text not null,
  lead_id text not null,
  other_id text not null,
  actor_id text,
  actor_name text,
  created_at timestamptz not null default now(),
  primary key (company_id, lead_id, other_id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, other_id) references leads (company_id, id)
);
create index distinct_leads_by_other on distinct_leads (company_id, other_id);
call isolate_by_company('distinct_leads');
call show_with_lead('distinct_leads');

create table lead_views (
  id text not null default new_id(),
  company_id text not null references companies (id),
  employee_id text not null,
  name text not null check (length(name) between 1 and 60),
  shared boolean not null default false,
  view jsonb not null,
  created_at timestamptz not null default now(),
  -- A deleted view can be restored for a while.
  deleted_at timestamptz,
  primary key (company_id, id)
);
call isolate_by_company('lead_views');

-- A visitor's submission, as capture_leads (services/leads/capture.sql) takes it. In a step, because a type cannot be
-- replaced: add a field with `alter type sent_lead add attribute`.
create type sent_lead as (
  no integer, name text, email text, phone text, phone_key text, cnpj text, message text, source text,
  preferred_date date, preferred_period text, preferred_time text, consent_given boolean, whatsapp_consent boolean,
  submitted_at timestamptz, marks text[], custom jsonb, answers jsonb, touch jsonb, first_touch jsonb,
  form_id text, form_version integer, consent_text text, whatsapp_text text, text_version integer, owner_id text,
  key text, hash text, ip text, user_agent text,
  score smallint, score_reasons jsonb,
  -- False for a lead that is scored later.
  scored boolean,
  -- Whether it counts towards the plan's limit: 1 or 0.
  weight integer,
  -- Filled in by the function. A submission that repeats a key is neither new nor returned.
  email_key text, lead_id text, submission_id text, activity_id text, is_new boolean, is_returned boolean, held boolean,
  matched_by text[], mismatched boolean
);
