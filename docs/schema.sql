-- Every table as the steps of the migrations leave it, with its indexes and triggers. To be read, not run: policies and
-- grants are made by `isolate_by_company` and `show_with_lead` (migrations/steps/0001-core.sql), and functions stand in
-- services/<area>/<feature>/*.sql.
--
-- Written by `npm run schema`; a test compares it with a migrated database.

create type sent_lead as (
  no integer,
  name text,
  email text,
  phone text,
  phone_key text,
  cnpj text,
  message text,
  source text,
  preferred_date date,
  preferred_period text,
  preferred_time text,
  consent_given boolean,
  whatsapp_consent boolean,
  submitted_at timestamp with time zone,
  marks text[],
  custom jsonb,
  answers jsonb,
  touch jsonb,
  first_touch jsonb,
  form_id text,
  form_version integer,
  consent_text text,
  whatsapp_text text,
  text_version integer,
  owner_id text,
  key text,
  hash text,
  ip text,
  user_agent text,
  score smallint,
  score_reasons jsonb,
  scored boolean,
  weight integer,
  email_key text,
  lead_id text,
  submission_id text,
  activity_id text,
  is_new boolean,
  is_returned boolean,
  held boolean,
  matched_by text[],
  mismatched boolean
);

create table account_links (
  id text default new_id() not null,
  kind text not null,
  token_hash bytea not null,
  user_id text,
  company_id text,
  email text not null,
  data jsonb default '{}'::jsonb not null,
  created_by text,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  shown_hash bytea,
  constraint account_links_pkey PRIMARY KEY (id),
  constraint account_links_token_hash_key UNIQUE (token_hash),
  constraint account_links_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint account_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint account_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX account_links_by_company ON account_links (company_id, kind);
CREATE INDEX account_links_by_end ON account_links (expires_at);
CREATE INDEX account_links_by_shown_hash ON account_links (shown_hash) WHERE (shown_hash IS NOT NULL);
CREATE INDEX account_links_by_user ON account_links (user_id, kind);

create table account_mails (
  id text default new_id() not null,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  status text not null,
  error text,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  company_id text,
  forget boolean default false not null,
  cause text,
  thread jsonb,
  files jsonb default '[]'::jsonb not null,
  copies text[] default '{}'::text[] not null,
  kind text default 'notice'::text not null,
  constraint account_mails_pkey PRIMARY KEY (id),
  constraint account_mails_cause_key UNIQUE (cause),
  constraint account_mails_kind_check CHECK ((kind = ANY (ARRAY['notice'::text, 'answer'::text, 'receipt'::text]))) NOT VALID,
  constraint account_mails_status_check CHECK ((status = ANY (ARRAY['kept'::text, 'queued'::text, 'sent'::text, 'failed'::text, 'bounced'::text]))) NOT VALID,
  constraint account_mails_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX account_mails_by_address ON account_mails (to_address, created_at DESC);
CREATE INDEX account_mails_by_company ON account_mails (company_id) WHERE (company_id IS NOT NULL);
CREATE INDEX account_mails_by_time ON account_mails (created_at DESC, id DESC);
CREATE INDEX account_mails_failed ON account_mails (created_at DESC) WHERE (status = 'failed'::text);
CREATE INDEX account_mails_queued ON account_mails (created_at) WHERE (status = 'queued'::text);

create table activities (
  id text default new_id() not null,
  company_id text not null,
  type text not null,
  description text not null,
  lead_id text,
  lead_name text,
  appointment_id text,
  data jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint activities_pkey PRIMARY KEY (company_id, id),
  constraint activities_type_check CHECK ((type = ANY (ARRAY['call'::text, 'new_lead'::text, 'message'::text, 'import'::text, 'appointment'::text]))),
  constraint activities_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint activities_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX activities_by_lead ON activities (company_id, lead_id, created_at DESC, id DESC);
CREATE INDEX activities_by_time ON activities (company_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX one_new_lead_activity ON activities (company_id, lead_id) WHERE (type = 'new_lead'::text);

create table answer_counts (
  company_id text not null,
  field text not null,
  value text not null,
  status text not null,
  owner_id text not null,
  source text not null,
  slot smallint not null,
  n bigint not null,
  constraint answer_counts_pkey PRIMARY KEY (company_id, field, value, status, owner_id, source, slot)
) with (fillfactor=50);
CREATE INDEX answer_counts_unsettled ON answer_counts (company_id) WHERE (slot >= 0);

create table answer_fields (
  company_id text not null,
  name text not null,
  label text not null,
  type text not null,
  options text[] not null,
  counted boolean default false not null,
  constraint answer_fields_pkey PRIMARY KEY (company_id, name),
  constraint answer_fields_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table appointment_guests (
  company_id text not null,
  appointment_id text not null,
  lead_id text not null,
  due_at timestamp with time zone,
  changes integer default 0 not null,
  told text,
  told_at timestamp with time zone,
  invited boolean default false not null,
  reminded_for timestamp with time zone,
  reminded_minutes integer,
  mail_id text,
  mail_says text,
  tries integer default 0 not null,
  claimed_until timestamp with time zone,
  reminded_by text,
  reminder_note text,
  message_failed_for timestamp with time zone,
  constraint appointment_guests_pkey PRIMARY KEY (company_id, appointment_id, lead_id),
  constraint appointment_guests_company_id_appointment_id_fkey FOREIGN KEY (company_id, appointment_id) REFERENCES appointments(company_id, id) ON DELETE CASCADE,
  constraint appointment_guests_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint appointment_guests_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX appointment_guests_by_lead ON appointment_guests (company_id, lead_id);
CREATE INDEX appointment_guests_due ON appointment_guests (due_at) WHERE (due_at IS NOT NULL);

create table appointment_packages (
  company_id text not null,
  id text default new_id() not null,
  lead_id text not null,
  service_id text not null,
  sessions integer not null,
  expires_at date,
  price_cents bigint,
  created_at timestamp with time zone default now() not null,
  constraint appointment_packages_pkey PRIMARY KEY (company_id, id),
  constraint appointment_packages_price_cents_check CHECK ((price_cents >= 0)),
  constraint appointment_packages_sessions_check CHECK (((sessions >= 1) AND (sessions <= 200))),
  constraint appointment_packages_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint appointment_packages_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id),
  constraint appointment_packages_company_id_service_id_fkey FOREIGN KEY (company_id, service_id) REFERENCES appointment_services(company_id, id)
);
CREATE INDEX appointment_packages_by_lead ON appointment_packages (company_id, lead_id);

create table appointment_series (
  company_id text not null,
  id text default new_id() not null,
  rule text not null,
  created_at timestamp with time zone default now() not null,
  constraint appointment_series_pkey PRIMARY KEY (company_id, id),
  constraint appointment_series_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table appointment_services (
  id text default new_id() not null,
  company_id text not null,
  name text not null,
  description text,
  minutes integer not null,
  price_cents integer,
  buffer_before integer default 0 not null,
  buffer_after integer default 0 not null,
  capacity integer default 1 not null,
  notice_minutes integer default 120 not null,
  window_days integer default 60 not null,
  daily_cap integer,
  channel text default 'in_person'::text not null,
  location text,
  active boolean default true not null,
  "position" integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  questions jsonb default '[]'::jsonb not null,
  step_minutes integer,
  chooses_person boolean default false not null,
  cancel_notice_minutes integer default 0 not null,
  move_notice_minutes integer default 0 not null,
  policy text,
  sessions jsonb default '[]'::jsonb not null,
  constraint appointment_services_pkey PRIMARY KEY (company_id, id),
  constraint appointment_services_buffer_after_check CHECK (((buffer_after >= 0) AND (buffer_after <= 240))),
  constraint appointment_services_buffer_before_check CHECK (((buffer_before >= 0) AND (buffer_before <= 240))),
  constraint appointment_services_capacity_check CHECK (((capacity >= 1) AND (capacity <= 200))),
  constraint appointment_services_channel_check CHECK ((channel = ANY (ARRAY['in_person'::text, 'phone'::text, 'video'::text, 'whatsapp'::text]))),
  constraint appointment_services_daily_cap_check CHECK (((daily_cap >= 1) AND (daily_cap <= 200))),
  constraint appointment_services_minutes_check CHECK (((minutes >= 5) AND (minutes <= 1440))),
  constraint appointment_services_notice_minutes_check CHECK (((notice_minutes >= 0) AND (notice_minutes <= 43200))),
  constraint appointment_services_price_cents_check CHECK ((price_cents >= 0)),
  constraint appointment_services_step_minutes_check CHECK (((step_minutes >= 5) AND (step_minutes <= 1440))) NOT VALID,
  constraint appointment_services_window_days_check CHECK (((window_days >= 1) AND (window_days <= 365))),
  constraint appointment_services_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table appointment_waits (
  company_id text not null,
  id text default new_id() not null,
  lead_id text not null,
  service_id text not null,
  employee_id text,
  first_day date not null,
  last_day date not null,
  created_at timestamp with time zone default now() not null,
  checked_at timestamp with time zone default now() not null,
  notified_at timestamp with time zone,
  left_at timestamp with time zone,
  constraint appointment_waits_pkey PRIMARY KEY (company_id, id),
  constraint appointment_waits_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES employees(company_id, id),
  constraint appointment_waits_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint appointment_waits_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id),
  constraint appointment_waits_company_id_service_id_fkey FOREIGN KEY (company_id, service_id) REFERENCES appointment_services(company_id, id)
);
CREATE INDEX appointment_waits_by_lead ON appointment_waits (company_id, lead_id);
CREATE INDEX appointment_waits_open ON appointment_waits (checked_at) WHERE ((notified_at IS NULL) AND (left_at IS NULL));

create table appointments (
  id text default new_id() not null,
  company_id text not null,
  lead_id text,
  service_id text,
  employee_id text not null,
  title text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  time_zone text not null,
  status text not null,
  status_before text,
  origin text not null,
  channel text not null,
  location text,
  notes text,
  during tstzrange not null,
  session text not null,
  seat integer default 0 not null,
  version integer default 1 not null,
  reason text,
  guest_confirmed_at timestamp with time zone,
  cancelled_by_guest boolean default false not null,
  request_key text,
  request_hash text,
  created_by text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  sequence integer default 0 not null,
  guest_name text,
  guest_email text,
  guest_phone text,
  message text,
  answers jsonb default '[]'::jsonb not null,
  refused_by text,
  refused_sequence integer,
  proposed_start timestamp with time zone,
  proposed_end timestamp with time zone,
  proposed_by text,
  proposed_sequence integer,
  series_id text,
  series_at timestamp with time zone,
  package_id text,
  reschedule_asked_at timestamp with time zone,
  constraint appointments_pkey PRIMARY KEY (company_id, id),
  constraint appointments_do_not_overlap EXCLUDE USING gist (company_id WITH =, employee_id WITH =, during WITH &&, session WITH <>) WHERE ((status = ANY (ARRAY['requested'::text, 'confirmed'::text]))),
  constraint appointments_channel_check CHECK ((channel = ANY (ARRAY['in_person'::text, 'phone'::text, 'video'::text, 'whatsapp'::text]))),
  constraint appointments_check CHECK (((ends_at > starts_at) AND (ends_at <= (starts_at + '7 days'::interval)))),
  constraint appointments_origin_check CHECK ((origin = ANY (ARRAY['internal'::text, 'form'::text, 'page'::text, 'whatsapp'::text, 'instagram'::text]))),
  constraint appointments_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'confirmed'::text, 'done'::text, 'no_show'::text, 'refused'::text, 'cancelled'::text]))),
  constraint appointments_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint appointments_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id),
  constraint appointments_company_id_service_id_fkey FOREIGN KEY (company_id, service_id) REFERENCES appointment_services(company_id, id)
);
CREATE INDEX appointments_by_lead ON appointments (company_id, lead_id, starts_at);
CREATE INDEX appointments_by_person ON appointments (company_id, employee_id, starts_at);
CREATE UNIQUE INDEX appointments_by_request ON appointments (company_id, request_key) WHERE (request_key IS NOT NULL);
CREATE INDEX appointments_by_service ON appointments (company_id, service_id);
CREATE INDEX appointments_by_time ON appointments (company_id, starts_at, id);
CREATE INDEX appointments_ended ON appointments (company_id, starts_at) INCLUDE (employee_id, status, origin, lead_id) WHERE (status = ANY (ARRAY['done'::text, 'no_show'::text]));
CREATE INDEX appointments_of_package ON appointments (company_id, package_id, starts_at) WHERE (package_id IS NOT NULL);
CREATE INDEX appointments_of_series ON appointments (company_id, series_id, starts_at) WHERE (series_id IS NOT NULL);
CREATE INDEX appointments_open ON appointments (company_id, starts_at, id) WHERE (status = ANY (ARRAY['requested'::text, 'confirmed'::text]));
CREATE UNIQUE INDEX appointments_seats ON appointments (company_id, employee_id, session, seat) WHERE (status = ANY (ARRAY['requested'::text, 'confirmed'::text]));
CREATE TRIGGER drop_confirmations AFTER UPDATE ON appointments FOR EACH ROW WHEN (((old.lead_id IS NOT NULL) AND ((old.starts_at IS DISTINCT FROM new.starts_at) OR (old.lead_id IS DISTINCT FROM new.lead_id) OR ((old.status <> new.status) AND (new.status <> ALL (ARRAY['requested'::text, 'confirmed'::text])))))) EXECUTE FUNCTION drop_confirmations();
CREATE TRIGGER note_guests AFTER INSERT ON appointments FOR EACH ROW WHEN ((new.lead_id IS NOT NULL)) EXECUTE FUNCTION note_guests();
CREATE TRIGGER note_guests_of_change AFTER UPDATE ON appointments FOR EACH ROW WHEN ((((((((((old.starts_at IS DISTINCT FROM new.starts_at) OR (old.ends_at IS DISTINCT FROM new.ends_at)) OR (old.status IS DISTINCT FROM new.status)) OR (old.channel IS DISTINCT FROM new.channel)) OR (old.location IS DISTINCT FROM new.location)) OR (old.time_zone IS DISTINCT FROM new.time_zone)) OR (old.lead_id IS DISTINCT FROM new.lead_id)) OR (old.employee_id IS DISTINCT FROM new.employee_id)) OR (old.reschedule_asked_at IS DISTINCT FROM new.reschedule_asked_at))) EXECUTE FUNCTION note_guests();
CREATE TRIGGER number_invitation BEFORE UPDATE OF starts_at, ends_at, status ON appointments FOR EACH ROW WHEN ((((old.starts_at IS DISTINCT FROM new.starts_at) OR (old.ends_at IS DISTINCT FROM new.ends_at)) OR (old.status IS DISTINCT FROM new.status))) EXECUTE FUNCTION number_invitation();

create table articles (
  id text default new_id() not null,
  title text not null,
  body text not null,
  audiences text[] not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search tsvector generated always as ((setweight(to_tsvector('portuguese'::regconfig, fold(title)), 'A'::"char") || setweight(to_tsvector('portuguese'::regconfig, fold(body)), 'B'::"char"))) stored not null,
  constraint articles_pkey PRIMARY KEY (id),
  constraint articles_audiences_check CHECK (((audiences <@ '{visitor,client,staff}'::text[]) AND (audiences <> '{}'::text[])))
);
CREATE INDEX articles_by_time ON articles (updated_at DESC, id DESC);
CREATE INDEX articles_by_words ON articles USING gin (search);

create table attachments (
  company_id text not null,
  file_id text not null,
  conversation_id text not null,
  kind text not null,
  type text not null,
  constraint attachments_pkey PRIMARY KEY (company_id, file_id),
  constraint attachments_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'video'::text, 'audio'::text, 'document'::text]))),
  constraint attachments_company_id_conversation_id_fkey FOREIGN KEY (company_id, conversation_id) REFERENCES conversations(company_id, id) ON DELETE CASCADE,
  constraint attachments_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES files(company_id, id) ON DELETE CASCADE
);
CREATE INDEX attachments_by_conversation ON attachments (company_id, conversation_id);

create table audit_checks (
  company_id text not null,
  checked_at timestamp with time zone not null,
  last_seq bigint not null,
  last_hash bytea,
  broken_seq bigint,
  problem text,
  constraint audit_checks_pkey PRIMARY KEY (company_id),
  constraint audit_checks_problem_check CHECK ((problem = ANY (ARRAY['changed'::text, 'missing'::text, 'cut'::text])))
);

create table audit_log (
  company_id text not null,
  seq bigint not null,
  at timestamp with time zone not null,
  actor_id text,
  actor_name text,
  action text not null,
  object_type text,
  object_id text,
  object_name text,
  changes jsonb default '{}'::jsonb not null,
  reason text,
  ip text,
  request_id text,
  hash bytea not null,
  constraint audit_log_pkey PRIMARY KEY (company_id, seq)
);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, at DESC);
CREATE INDEX audit_log_by_request ON audit_log (request_id);
CREATE INDEX audit_log_by_time ON audit_log (company_id, at DESC);
CREATE INDEX audit_log_of_all ON audit_log (at DESC);
CREATE TRIGGER chain_audit BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION chain_audit();

create table automation_runs (
  company_id text not null,
  kind text not null,
  subject text not null,
  lead_id text not null,
  at timestamp with time zone default now() not null,
  reason text,
  constraint automation_runs_pkey PRIMARY KEY (company_id, kind, subject),
  constraint automation_runs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX automation_runs_by_age ON automation_runs (at);
CREATE INDEX automation_runs_by_lead ON automation_runs (company_id, lead_id);

create table automations (
  company_id text not null,
  kind text not null,
  active boolean default false not null,
  template_id text,
  facts jsonb default '{}'::jsonb not null,
  words text,
  minutes integer[] default '{}'::integer[] not null,
  quiet_hours boolean default true not null,
  on_since timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  constraint automations_pkey PRIMARY KEY (company_id, kind),
  constraint automations_kind_check CHECK ((kind = ANY (ARRAY['confirmation'::text, 'reminder'::text, 'welcome'::text, 'no_answer'::text]))),
  constraint automations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table backups (
  id text default new_id() not null,
  folder text not null,
  started_at timestamp with time zone default now() not null,
  file text,
  bytes bigint,
  checked_at timestamp with time zone,
  error text,
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_folder_file_key UNIQUE (folder, file)
);
CREATE INDEX backups_by_time ON backups (started_at DESC, id DESC);

create table blocked_senders (
  address text not null,
  blocked_by text not null,
  constraint blocked_senders_pkey PRIMARY KEY (address)
);

create table blocked_times (
  id text default new_id() not null,
  company_id text not null,
  employee_id text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  reason text,
  constraint blocked_times_pkey PRIMARY KEY (company_id, id),
  constraint blocked_times_check CHECK ((ends_at > starts_at)),
  constraint blocked_times_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX blocked_times_by_person ON blocked_times (company_id, employee_id, ends_at);

create table booking_old_slugs (
  company_id text not null,
  slug text not null,
  constraint booking_old_slugs_pkey PRIMARY KEY (company_id, slug),
  constraint booking_old_slugs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX booking_old_slugs_by_slug ON booking_old_slugs (slug);

create table booking_pages (
  company_id text not null,
  slug text not null,
  active boolean default false not null,
  confirms boolean default true not null,
  welcome text,
  updated_at timestamp with time zone default now() not null,
  constraint booking_pages_pkey PRIMARY KEY (company_id),
  constraint booking_pages_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX booking_pages_by_slug ON booking_pages (slug);

create table caldav_accounts (
  company_id text not null,
  id text default new_id() not null,
  employee_id text not null,
  name text not null,
  address text not null,
  password text not null,
  username text not null,
  calendars jsonb default '[]'::jsonb not null,
  receives text,
  due_at timestamp with time zone default now() not null,
  good_at timestamp with time zone,
  error text,
  failures integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint caldav_accounts_pkey PRIMARY KEY (company_id, id),
  constraint caldav_accounts_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES employees(company_id, id),
  constraint caldav_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX caldav_accounts_by_person ON caldav_accounts (company_id, employee_id);
CREATE INDEX caldav_accounts_due ON caldav_accounts (due_at) WHERE (receives IS NOT NULL);

create table caldav_entries (
  company_id text not null,
  account_id text not null,
  appointment_id text not null,
  href text not null,
  etag text,
  version integer not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  gone_at timestamp with time zone,
  constraint caldav_entries_pkey PRIMARY KEY (company_id, account_id, appointment_id),
  constraint caldav_entries_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES caldav_accounts(company_id, id) ON DELETE CASCADE,
  constraint caldav_entries_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX caldav_entries_by_appointment ON caldav_entries (company_id, appointment_id);

create table calendar_feeds (
  company_id text not null,
  employee_id text not null,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  detail text,
  constraint calendar_feeds_pkey PRIMARY KEY (company_id, employee_id),
  constraint calendar_feeds_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX calendar_feeds_by_token ON calendar_feeds (token_hash);

create table calendar_settings (
  company_id text not null,
  hours jsonb not null,
  national_holidays boolean default true not null,
  updated_at timestamp with time zone default now() not null,
  reminders integer[] default '{1440,60}'::integer[] not null,
  reminder_template jsonb,
  no_show_uses_session boolean default true not null,
  constraint calendar_settings_pkey PRIMARY KEY (company_id),
  constraint calendar_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table campaign_clicks (
  company_id text not null,
  campaign_id text not null,
  recipient_id text not null,
  link smallint not null,
  automatic boolean not null,
  times integer default 1 not null,
  first_at timestamp with time zone default now() not null,
  last_at timestamp with time zone default now() not null,
  constraint campaign_clicks_pkey PRIMARY KEY (company_id, recipient_id, link, automatic),
  constraint campaign_clicks_company_id_campaign_id_fkey FOREIGN KEY (company_id, campaign_id) REFERENCES campaigns(company_id, id) ON DELETE CASCADE,
  constraint campaign_clicks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX campaign_clicks_by_campaign ON campaign_clicks (company_id, campaign_id);

create table campaign_lanes (
  company_id text not null,
  carrier text not null,
  holder text,
  leased_until timestamp with time zone,
  rest_until timestamp with time zone,
  failures integer default 0 not null,
  hour_began timestamp with time zone,
  hour_sent integer default 0 not null,
  day_began timestamp with time zone,
  day_sent integer default 0 not null,
  rest_reason text,
  constraint campaign_lanes_pkey PRIMARY KEY (company_id, carrier),
  constraint campaign_lanes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table campaign_recipients (
  id text default new_id() not null,
  company_id text not null,
  campaign_id text not null,
  lead_id text,
  address text,
  state text not null,
  reason text,
  answer text,
  attempts smallint default 0 not null,
  due_at timestamp with time zone,
  claimed_by text,
  claimed_at timestamp with time zone,
  sent_at timestamp with time zone,
  unsubscribed_at timestamp with time zone,
  report text,
  reported_at timestamp with time zone,
  entrant text,
  occasion text,
  since_at timestamp with time zone,
  variant text,
  answered_at timestamp with time zone,
  message_id text,
  delivered_at timestamp with time zone,
  read_at timestamp with time zone,
  constraint campaign_recipients_pkey PRIMARY KEY (company_id, id),
  constraint campaign_recipients_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'held'::text, 'accepted'::text, 'deferred'::text, 'rejected'::text, 'bounced'::text, 'complained'::text, 'unsubscribed'::text, 'unknown'::text, 'skipped'::text]))),
  constraint campaign_recipients_company_id_campaign_id_fkey FOREIGN KEY (company_id, campaign_id) REFERENCES campaigns(company_id, id) ON DELETE CASCADE,
  constraint campaign_recipients_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint campaign_recipients_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX campaign_recipients_answered ON campaign_recipients (company_id, lead_id, answered_at) WHERE (answered_at IS NOT NULL);
CREATE INDEX campaign_recipients_answers ON campaign_recipients (company_id, campaign_id) WHERE (answered_at IS NOT NULL);
CREATE INDEX campaign_recipients_by_address ON campaign_recipients (company_id, campaign_id, lower(btrim(address))) WHERE (entrant IS NOT NULL);
CREATE INDEX campaign_recipients_by_id ON campaign_recipients (id);
CREATE INDEX campaign_recipients_by_lead ON campaign_recipients (company_id, lead_id) WHERE (lead_id IS NOT NULL);
CREATE INDEX campaign_recipients_by_state ON campaign_recipients (company_id, campaign_id, state, id);
CREATE INDEX campaign_recipients_claimed ON campaign_recipients (company_id, claimed_at) WHERE (state = 'sending'::text);
CREATE INDEX campaign_recipients_deferred ON campaign_recipients (company_id, campaign_id, due_at) WHERE (state = 'deferred'::text);
CREATE UNIQUE INDEX campaign_recipients_once ON campaign_recipients (company_id, campaign_id, entrant, occasion) WHERE (entrant IS NOT NULL);
CREATE INDEX campaign_recipients_sent ON campaign_recipients (company_id, campaign_id, sent_at) WHERE ((entrant IS NOT NULL) AND (sent_at IS NOT NULL));
CREATE INDEX campaign_recipients_tested ON campaign_recipients (company_id, campaign_id, state, id) WHERE (variant IS NOT NULL);

create table campaigns (
  id text default new_id() not null,
  company_id text not null,
  carrier text not null,
  name text not null,
  state text default 'draft'::text not null,
  subject text not null,
  template_id text,
  audience jsonb not null,
  quiet_hours boolean default true not null,
  scheduled_at timestamp with time zone,
  sends boolean default false not null,
  content jsonb,
  problem text,
  version integer default 1 not null,
  created_by text,
  created_name text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  prepared_at timestamp with time zone,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  series_id text,
  step smallint,
  wait_hours integer,
  stops jsonb,
  subject_b text,
  test_share smallint,
  test_hours smallint,
  tested_at timestamp with time zone,
  winner text,
  test_result jsonb,
  paused_name text,
  paused_at timestamp with time zone,
  resumed_at timestamp with time zone,
  template_values jsonb,
  look_again_at timestamp with time zone,
  constraint campaigns_pkey PRIMARY KEY (company_id, id),
  constraint campaigns_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'preparing'::text, 'ready'::text, 'scheduled'::text, 'sending'::text, 'paused'::text, 'done'::text, 'cancelled'::text]))),
  constraint campaigns_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint campaigns_series FOREIGN KEY (company_id, series_id) REFERENCES mail_series(company_id, id) ON DELETE CASCADE
);
CREATE INDEX campaigns_active ON campaigns (carrier, state) WHERE (state = ANY (ARRAY['preparing'::text, 'scheduled'::text, 'sending'::text]));
CREATE INDEX campaigns_by_series ON campaigns (company_id, series_id) WHERE (series_id IS NOT NULL);
CREATE INDEX campaigns_by_time ON campaigns (company_id, created_at DESC, id DESC);

create table canned_answers (
  id text default new_id() not null,
  shortcut text not null,
  text text not null,
  updated_at timestamp with time zone default now() not null,
  constraint canned_answers_pkey PRIMARY KEY (id),
  constraint canned_answers_shortcut_key UNIQUE (shortcut)
);

create table channels (
  id text default new_id() not null,
  company_id text not null,
  kind text not null,
  account text,
  waba_id text,
  address text,
  name text,
  token text,
  token_last4 text,
  token_at timestamp with time zone,
  token_expires_at timestamp with time zone,
  app_secret text,
  verify_token text not null,
  active boolean default false not null,
  problem text,
  problem_text text,
  problem_at timestamp with time zone,
  quality text,
  messaging_limit text,
  throughput text,
  checked_at timestamp with time zone,
  check_error text,
  verified_at timestamp with time zone,
  received_at timestamp with time zone,
  forged integer default 0 not null,
  forged_at timestamp with time zone,
  sending_until timestamp with time zone,
  paused_until timestamp with time zone,
  business_hours jsonb,
  away_message text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  confirms_reading boolean default true not null,
  login_state bytea,
  login_by text,
  login_until timestamp with time zone,
  token_tried_at timestamp with time zone,
  proved_at timestamp with time zone,
  parent_account text,
  reported jsonb default '{}'::jsonb not null,
  history jsonb,
  history_at timestamp with time zone,
  paced_until timestamp with time zone,
  currency text,
  constraint channels_pkey PRIMARY KEY (company_id, id),
  constraint channels_company_id_kind_key UNIQUE (company_id, kind),
  constraint channels_problem_check CHECK ((problem = ANY (ARRAY['token'::text, 'permission'::text, 'blocked'::text]))),
  constraint channels_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX channels_by_account ON channels (account, kind) WHERE (account IS NOT NULL);
CREATE INDEX channels_by_parent_account ON channels (parent_account, kind) WHERE (parent_account IS NOT NULL);

create table chat_messages (
  id text default new_id() not null,
  session_id text not null,
  key text,
  audience text not null,
  message text not null,
  status text default 'asked'::text not null,
  response text,
  sources jsonb default '[]'::jsonb not null,
  problem text,
  feedback text,
  tokens integer default 0 not null,
  asked_at timestamp with time zone default clock_timestamp() not null,
  settled_at timestamp with time zone,
  notice text,
  constraint chat_messages_pkey PRIMARY KEY (id),
  constraint chat_messages_audience_check CHECK ((audience = ANY (ARRAY['visitor'::text, 'client'::text, 'staff'::text]))),
  constraint chat_messages_check CHECK (((status = 'answered'::text) = (response IS NOT NULL))),
  constraint chat_messages_check1 CHECK (((status = 'failed'::text) = (problem IS NOT NULL))),
  constraint chat_messages_feedback_check CHECK ((feedback = ANY (ARRAY['up'::text, 'down'::text]))),
  constraint chat_messages_status_check CHECK ((status = ANY (ARRAY['asked'::text, 'answered'::text, 'failed'::text]))),
  constraint chat_messages_session_id_fkey FOREIGN KEY (session_id) REFERENCES chat_sessions(id) ON DELETE CASCADE
);
CREATE INDEX chat_messages_asked ON chat_messages (asked_at) WHERE (status = 'asked'::text);
CREATE UNIQUE INDEX chat_messages_by_key ON chat_messages (session_id, key);
CREATE INDEX chat_messages_by_session ON chat_messages (session_id, asked_at DESC, id DESC);

create table chat_proposals (
  id text default new_id() not null,
  company_id text not null,
  session_id text not null,
  message_id text not null,
  user_id text not null,
  place smallint not null,
  kind text not null,
  params jsonb not null,
  lead_id text,
  lead_name text,
  lead_version integer,
  options jsonb default '[]'::jsonb not null,
  state text not null,
  outcome text,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '00:30:00'::interval) not null,
  settled_at timestamp with time zone,
  constraint chat_proposals_pkey PRIMARY KEY (company_id, id),
  constraint chat_proposals_check CHECK (((state = ANY (ARRAY['choosing'::text, 'waiting'::text])) = (settled_at IS NULL))),
  constraint chat_proposals_kind_check CHECK ((kind = ANY (ARRAY['task'::text, 'note'::text, 'status'::text, 'owner'::text, 'appointment'::text, 'ticket'::text, 'person'::text]))),
  constraint chat_proposals_state_check CHECK ((state = ANY (ARRAY['choosing'::text, 'waiting'::text, 'done'::text, 'cancelled'::text, 'expired'::text, 'failed'::text]))),
  constraint chat_proposals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint chat_proposals_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id) ON DELETE CASCADE,
  constraint chat_proposals_message_id_fkey FOREIGN KEY (message_id) REFERENCES chat_messages(id) ON DELETE CASCADE,
  constraint chat_proposals_session_id_fkey FOREIGN KEY (session_id) REFERENCES chat_sessions(id) ON DELETE CASCADE,
  constraint chat_proposals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX chat_proposals_by_lead ON chat_proposals (company_id, lead_id);
CREATE INDEX chat_proposals_by_message ON chat_proposals (message_id, place);
CREATE INDEX chat_proposals_by_session ON chat_proposals (session_id, created_at DESC);
CREATE INDEX chat_proposals_by_user ON chat_proposals (user_id);
CREATE INDEX chat_proposals_open ON chat_proposals (expires_at) WHERE (state = ANY (ARRAY['choosing'::text, 'waiting'::text]));

create table chat_sessions (
  id text not null,
  user_id text,
  company_id text,
  created_at timestamp with time zone default now() not null,
  last_at timestamp with time zone default now() not null,
  lead_id text,
  ticket_id text,
  constraint chat_sessions_pkey PRIMARY KEY (id),
  constraint chat_sessions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint chat_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX chat_sessions_by_time ON chat_sessions (last_at);
CREATE INDEX chat_sessions_by_user ON chat_sessions (user_id, last_at DESC);

create table column_fields (
  company_id text not null,
  name text not null,
  label text not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  constraint column_fields_pkey PRIMARY KEY (company_id, name),
  constraint column_fields_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table companies (
  id text default new_id() not null,
  name text not null,
  email text,
  phone text,
  address text,
  cnpj character(14),
  industry text,
  plan text default 'basic'::text not null,
  time_zone text default 'America/Sao_Paulo'::text not null,
  trial_ends_at timestamp with time zone,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  leads_limit integer,
  users_limit integer,
  limits_reason text,
  limits_until timestamp with time zone,
  own boolean default false not null,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_cnpj_key UNIQUE (cnpj),
  constraint companies_leads_limit_check CHECK ((leads_limit > 0)),
  constraint companies_plan_check CHECK ((plan = ANY (ARRAY['basic'::text, 'pro'::text, 'advanced'::text, 'enterprise'::text]))),
  constraint companies_users_limit_check CHECK ((users_limit > 0))
);
CREATE INDEX companies_by_time ON companies (created_at DESC, id DESC);
CREATE UNIQUE INDEX the_own_company ON companies (own) WHERE own;
CREATE TRIGGER count_days_anew AFTER UPDATE OF time_zone ON companies FOR EACH ROW WHEN ((old.time_zone IS DISTINCT FROM new.time_zone)) EXECUTE FUNCTION count_days_anew();
CREATE TRIGGER forget_settled_days BEFORE UPDATE OF time_zone ON companies FOR EACH ROW WHEN ((old.time_zone IS DISTINCT FROM new.time_zone)) EXECUTE FUNCTION forget_settled_days();
CREATE TRIGGER limits_changed AFTER UPDATE OF plan, leads_limit, limits_until ON companies FOR EACH ROW WHEN (((old.plan IS DISTINCT FROM new.plan) OR (old.leads_limit IS DISTINCT FROM new.leads_limit) OR (old.limits_until IS DISTINCT FROM new.limits_until))) EXECUTE FUNCTION limits_changed();

create table company_notes (
  company_id text not null,
  text text not null,
  updated_at timestamp with time zone default now() not null,
  constraint company_notes_pkey PRIMARY KEY (company_id),
  constraint company_notes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table consents (
  id text default new_id() not null,
  company_id text not null,
  lead_id text not null,
  channels text[] not null,
  granted boolean not null,
  text text not null,
  source text not null,
  ip text,
  user_agent text,
  decided_at timestamp with time zone default now() not null,
  form_id text,
  form_version integer,
  text_version integer,
  actor_id text,
  actor_name text,
  purpose text default 'contact'::text not null,
  evidence text,
  constraint consents_pkey PRIMARY KEY (company_id, id),
  constraint consents_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX consents_by_time ON consents (company_id, lead_id, decided_at DESC);
CREATE TRIGGER note_campaign_refusal AFTER INSERT ON consents FOR EACH ROW WHEN (((new.purpose = 'advertising'::text) AND (NOT new.granted))) EXECUTE FUNCTION note_campaign_refusal();

create table contact_identities (
  id text default new_id() not null,
  company_id text not null,
  kind text not null,
  value text not null,
  lead_id text not null,
  created_at timestamp with time zone default now() not null,
  conversation_id text,
  given_up_at timestamp with time zone,
  constraint contact_identities_pkey PRIMARY KEY (company_id, id),
  constraint contact_identities_company_id_kind_value_key UNIQUE (company_id, kind, value),
  constraint contact_identities_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX contact_identities_by_lead ON contact_identities (company_id, lead_id);

create table conversations (
  id text default new_id() not null,
  company_id text not null,
  channel_id text not null,
  channel text not null,
  lead_id text not null,
  contact text not null,
  contact_kind text not null,
  contact_name text,
  username text,
  status text default 'open'::text not null,
  snoozed_until timestamp with time zone,
  assignee_id text,
  unread integer default 0 not null,
  waiting_since timestamp with time zone,
  last_message_at timestamp with time zone default now() not null,
  last_inbound_at timestamp with time zone,
  window_ends_at timestamp with time zone,
  last_text text,
  last_kind text,
  last_direction text,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  search text generated always as (fold(((((COALESCE(contact_name, ''::text) || ' '::text) || COALESCE(username, ''::text)) || ' '::text) || contact))) stored not null,
  confirmed_id text,
  advertised_at timestamp with time zone,
  free_until timestamp with time zone,
  typing_told_at timestamp with time zone,
  picture_id text,
  picture_type text,
  profile_at timestamp with time zone,
  blocked_at timestamp with time zone,
  constraint conversations_pkey PRIMARY KEY (company_id, id),
  constraint conversations_status_check CHECK ((status = ANY (ARRAY['open'::text, 'waiting'::text, 'snoozed'::text, 'resolved'::text]))),
  constraint conversations_company_id_assignee_id_fkey FOREIGN KEY (company_id, assignee_id) REFERENCES employees(company_id, id),
  constraint conversations_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES channels(company_id, id),
  constraint conversations_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX conversations_by_assignee ON conversations (company_id, assignee_id, last_message_at DESC, id DESC);
CREATE UNIQUE INDEX conversations_by_contact ON conversations (company_id, channel_id, contact);
CREATE INDEX conversations_by_lead ON conversations (company_id, lead_id);
CREATE INDEX conversations_by_status ON conversations (company_id, status, last_message_at DESC, id DESC);
CREATE INDEX conversations_by_text ON conversations USING gin (company_id, search gin_trgm_ops);
CREATE INDEX conversations_by_time ON conversations (company_id, last_message_at DESC, id DESC);
CREATE INDEX conversations_snoozed ON conversations (snoozed_until) WHERE (status = 'snoozed'::text);
CREATE INDEX conversations_unread ON conversations (company_id, last_message_at DESC, id DESC) WHERE (unread > 0);
CREATE INDEX conversations_waiting ON conversations (company_id, waiting_since) WHERE ((waiting_since IS NOT NULL) AND (status = 'open'::text));
CREATE TRIGGER forget_pictures AFTER DELETE ON conversations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_pictures();

create table dashboard_settings (
  company_id text not null,
  employee_id text not null,
  hidden text[] default '{}'::text[] not null,
  blocks text[] default '{}'::text[] not null,
  constraint dashboard_settings_pkey PRIMARY KEY (company_id, employee_id),
  constraint dashboard_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table deliveries (
  id bigint generated always as identity not null,
  provider text not null,
  body bytea,
  hash bytea not null,
  signed_by text,
  received_at timestamp with time zone default now() not null,
  processed_at timestamp with time zone,
  accounts text[],
  signers text[],
  constraint deliveries_pkey PRIMARY KEY (id)
);
CREATE INDEX deliveries_by_time ON deliveries (received_at) WHERE (body IS NOT NULL);
CREATE INDEX deliveries_waiting ON deliveries (id) WHERE (processed_at IS NULL);

create table delivery_outcomes (
  delivery_id bigint not null,
  company_id text,
  channel_id text,
  outcome text not null,
  updates integer not null,
  account text,
  reason text,
  constraint delivery_outcomes_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE
);
CREATE INDEX delivery_outcomes_by_account ON delivery_outcomes (account, delivery_id DESC) WHERE (account IS NOT NULL);
CREATE INDEX delivery_outcomes_by_channel ON delivery_outcomes (company_id, channel_id, delivery_id DESC);
CREATE INDEX delivery_outcomes_by_delivery ON delivery_outcomes (delivery_id);

create table demo_parts (
  name text not null,
  details jsonb default '{}'::jsonb not null,
  constraint demo_parts_pkey PRIMARY KEY (name)
);

create table distinct_leads (
  company_id text not null,
  lead_id text not null,
  other_id text not null,
  actor_id text,
  actor_name text,
  created_at timestamp with time zone default now() not null,
  constraint distinct_leads_pkey PRIMARY KEY (company_id, lead_id, other_id),
  constraint distinct_leads_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id),
  constraint distinct_leads_company_id_other_id_fkey FOREIGN KEY (company_id, other_id) REFERENCES leads(company_id, id)
);
CREATE INDEX distinct_leads_by_other ON distinct_leads (company_id, other_id);

create table distribution_log (
  id text default new_id() not null,
  company_id text not null,
  lead_id text not null,
  owner_id text,
  reason text not null,
  created_at timestamp with time zone default now() not null,
  constraint distribution_log_pkey PRIMARY KEY (company_id, id),
  constraint distribution_log_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX distribution_log_by_age ON distribution_log USING brin (created_at);
CREATE INDEX distribution_log_by_lead ON distribution_log (company_id, lead_id);
CREATE INDEX distribution_log_by_time ON distribution_log (company_id, created_at DESC, id DESC);

create table distributions (
  company_id text not null,
  mode text default 'off'::text not null,
  members jsonb default '[]'::jsonb not null,
  fallback_id text,
  last_id text,
  constraint distributions_pkey PRIMARY KEY (company_id),
  constraint distributions_mode_check CHECK ((mode = ANY (ARRAY['off'::text, 'turns'::text, 'least'::text]))),
  constraint distributions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table email_changes (
  user_id text not null,
  email text not null,
  by_old_at timestamp with time zone,
  by_new_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint email_changes_pkey PRIMARY KEY (user_id),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table email_sender_keys (
  id text default new_id() not null,
  company_id text not null,
  sender_id text not null,
  state text not null,
  selector text not null,
  public_key text not null,
  private_key text not null,
  created_at timestamp with time zone default now() not null,
  constraint email_sender_keys_pkey PRIMARY KEY (company_id, id),
  constraint email_sender_keys_company_id_sender_id_state_key UNIQUE (company_id, sender_id, state),
  constraint email_sender_keys_state_check CHECK ((state = ANY (ARRAY['signing'::text, 'next'::text]))),
  constraint email_sender_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint email_sender_keys_company_id_sender_id_fkey FOREIGN KEY (company_id, sender_id) REFERENCES email_senders(company_id, id) ON DELETE CASCADE
);

create table email_senders (
  id text default new_id() not null,
  company_id text not null,
  name text not null,
  local_part text not null,
  domain text not null,
  reply_to text,
  smtp_host text,
  smtp_port integer,
  smtp_tls text,
  smtp_user text,
  smtp_password text,
  spf_include text,
  per_second integer,
  per_hour integer,
  per_day integer,
  pending_since timestamp with time zone default now() not null,
  proved_at timestamp with time zone,
  checked_at timestamp with time zone,
  tried_at timestamp with time zone,
  checks jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  tracking boolean default true not null,
  takes_answers boolean default true not null,
  kept boolean default false not null,
  constraint email_senders_pkey PRIMARY KEY (company_id, id),
  constraint email_senders_company_id_key UNIQUE (company_id),
  constraint email_senders_check CHECK ((((smtp_host IS NULL) = (smtp_port IS NULL)) AND ((smtp_host IS NULL) = (smtp_tls IS NULL)))),
  constraint email_senders_smtp_tls_check CHECK ((smtp_tls = ANY (ARRAY['tls'::text, 'starttls'::text]))),
  constraint email_senders_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table email_templates (
  id text default new_id() not null,
  company_id text not null,
  name text not null,
  subject text not null,
  preheader text not null,
  body jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  constraint email_templates_pkey PRIMARY KEY (company_id, id),
  constraint email_templates_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX email_templates_by_change ON email_templates (company_id, updated_at DESC, id DESC);

create table employees (
  id text default new_id() not null,
  company_id text not null,
  user_id text not null,
  role text not null,
  permissions text[] default '{}'::text[] not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  lead_access text default 'all'::text not null,
  team text,
  seen_at timestamp with time zone,
  deactivated_at timestamp with time zone,
  name text default ''::text not null,
  email text default ''::text not null,
  email_confirmed boolean default false not null,
  constraint employees_pkey PRIMARY KEY (company_id, id),
  constraint employees_company_id_user_id_key UNIQUE (company_id, user_id),
  constraint employees_lead_access_check CHECK ((lead_access = ANY (ARRAY['all'::text, 'team'::text, 'own'::text]))),
  constraint employees_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint employees_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX employees_by_user ON employees (user_id);
CREATE TRIGGER fill_employee_name BEFORE INSERT ON employees FOR EACH ROW EXECUTE FUNCTION fill_employee_name();

create table erased_people (
  company_id text not null,
  hash bytea not null,
  certificate integer not null,
  at timestamp with time zone not null,
  constraint erased_people_pkey PRIMARY KEY (company_id, hash),
  constraint erased_people_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table erasure_certificates (
  company_id text not null,
  number integer not null,
  at timestamp with time zone not null,
  cause text not null,
  actor_name text,
  request_id text,
  leads integer not null,
  counts jsonb not null,
  searched jsonb not null,
  text text not null,
  sha256 text not null,
  constraint erasure_certificates_pkey PRIMARY KEY (company_id, number),
  constraint erasure_certificates_cause_check CHECK ((cause = ANY (ARRAY['request'::text, 'retention'::text, 'restore'::text]))),
  constraint erasure_certificates_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table error_log (
  id text default new_id() not null,
  route text not null,
  message text not null,
  status integer not null,
  count integer default 1 not null,
  first_at timestamp with time zone default now() not null,
  last_at timestamp with time zone default now() not null,
  request_ids text[] not null,
  constraint error_log_pkey PRIMARY KEY (id),
  constraint error_log_route_message_key UNIQUE (route, message)
);
CREATE INDEX error_log_by_time ON error_log (last_at DESC, id DESC);

create table events (
  tx xid8 default pg_current_xact_id() not null,
  id bigint generated always as identity not null,
  company_id text not null,
  kind text not null,
  data jsonb not null,
  created_at timestamp with time zone default now() not null
);
CREATE INDEX events_by_company ON events (company_id, tx, id);
CREATE INDEX events_in_order ON events (tx, id);

create table external_calendars (
  id text default new_id() not null,
  company_id text not null,
  employee_id text not null,
  name text not null,
  address text not null,
  etag text,
  last_modified text,
  checked_at timestamp with time zone,
  read_at timestamp with time zone,
  good_at timestamp with time zone,
  error text,
  failures integer default 0 not null,
  skipped integer default 0 not null,
  due_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  warnings jsonb default '[]'::jsonb not null,
  account_id text,
  constraint external_calendars_pkey PRIMARY KEY (company_id, id),
  constraint external_calendars_account FOREIGN KEY (company_id, account_id) REFERENCES caldav_accounts(company_id, id) ON DELETE CASCADE,
  constraint external_calendars_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX external_calendars_by_account ON external_calendars (company_id, account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX external_calendars_by_person ON external_calendars (company_id, employee_id);
CREATE INDEX external_calendars_due ON external_calendars (due_at);

create table external_times (
  id text default new_id() not null,
  company_id text not null,
  calendar_id text not null,
  employee_id text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint external_times_pkey PRIMARY KEY (company_id, id),
  constraint external_times_check CHECK ((ends_at > starts_at)),
  constraint external_times_company_id_calendar_id_fkey FOREIGN KEY (company_id, calendar_id) REFERENCES external_calendars(company_id, id) ON DELETE CASCADE
);
CREATE INDEX external_times_by_calendar ON external_times (company_id, calendar_id);
CREATE INDEX external_times_by_person ON external_times (company_id, employee_id, ends_at);

create table failed_jobs (
  id text default new_id() not null,
  job_id text not null,
  queue text not null,
  name text not null,
  data jsonb not null,
  error text not null,
  attempts integer not null,
  failed_at timestamp with time zone default now() not null,
  constraint failed_jobs_pkey PRIMARY KEY (id),
  constraint failed_jobs_job_id_key UNIQUE (job_id)
);
CREATE INDEX failed_jobs_by_time ON failed_jobs (failed_at DESC, id DESC);

create table file_pieces (
  company_id text not null,
  file_id text not null,
  n integer not null,
  data bytea not null,
  constraint file_pieces_pkey PRIMARY KEY (company_id, file_id, n),
  constraint file_pieces_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES files(company_id, id) ON DELETE CASCADE
);

create table files (
  id text default new_id() not null,
  company_id text not null,
  name text not null,
  type text not null,
  size bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint files_pkey PRIMARY KEY (company_id, id),
  constraint files_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX files_by_end ON files (expires_at);

create table form_counts (
  company_id text not null,
  form_id text not null,
  day date not null,
  kind text not null,
  source text not null,
  detail text default ''::text not null,
  n integer not null,
  constraint form_counts_pkey PRIMARY KEY (company_id, form_id, day, kind, source, detail),
  constraint form_counts_kind_check CHECK ((kind = ANY (ARRAY['visit'::text, 'start'::text, 'leave'::text]))),
  constraint form_counts_company_id_form_id_fkey FOREIGN KEY (company_id, form_id) REFERENCES forms(company_id, id)
);

create table form_versions (
  company_id text not null,
  form_id text not null,
  version integer not null,
  title text not null,
  description text not null,
  fields jsonb not null,
  settings jsonb not null,
  consent_version integer not null,
  published_by text,
  published_at timestamp with time zone default now() not null,
  constraint form_versions_pkey PRIMARY KEY (company_id, form_id, version),
  constraint form_versions_company_id_form_id_fkey FOREIGN KEY (company_id, form_id) REFERENCES forms(company_id, id)
);
CREATE INDEX form_versions_by_form ON form_versions (form_id, version);
CREATE TRIGGER keep_published_fields AFTER INSERT ON form_versions FOR EACH ROW EXECUTE FUNCTION keep_published_fields();

create table forms (
  id text default new_id() not null,
  company_id text not null,
  title text not null,
  description text not null,
  fields jsonb not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  name text default 'Formulário principal'::text not null,
  slug text default ('formulario-'::text || substr(md5((gen_random_uuid())::text), 1, 8)) not null,
  source text default 'form'::text not null,
  settings jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  consent_version integer default 1 not null,
  published_at timestamp with time zone default now(),
  draft jsonb,
  revision integer default 1 not null,
  edited_by text,
  archived_at timestamp with time zone,
  constraint forms_pkey PRIMARY KEY (company_id, id),
  constraint forms_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX forms_by_slug ON forms (slug);
CREATE UNIQUE INDEX forms_by_source ON forms (company_id, source) WHERE (archived_at IS NULL);

create table funnel_steps (
  company_id text not null,
  key text default new_id() not null,
  funnel_id text not null,
  "position" smallint not null,
  name text not null,
  kind text not null,
  phase text not null,
  color text not null,
  chance smallint,
  stale_days smallint,
  required text[] default '{}'::text[] not null,
  constraint funnel_steps_pkey PRIMARY KEY (company_id, key),
  constraint funnel_steps_chance_check CHECK (((chance >= 0) AND (chance <= 100))),
  constraint funnel_steps_kind_check CHECK ((kind = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
  constraint funnel_steps_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint funnel_steps_phase_check CHECK ((phase = ANY (ARRAY['new'::text, 'contacted'::text, 'scheduled'::text, 'converted'::text, 'lost'::text]))),
  constraint funnel_steps_stale_days_check CHECK (((stale_days >= 1) AND (stale_days <= 365))),
  constraint funnel_steps_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint funnel_steps_company_id_funnel_id_fkey FOREIGN KEY (company_id, funnel_id) REFERENCES funnels(company_id, id)
);

create table funnels (
  id text default new_id() not null,
  company_id text not null,
  name text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  constraint funnels_pkey PRIMARY KEY (company_id, id),
  constraint funnels_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint funnels_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE UNIQUE INDEX funnels_by_name ON funnels (company_id, fold(name));

create table import_rows (
  company_id text not null,
  import_id text not null,
  "row" integer not null,
  cells text[] not null,
  name text,
  email text,
  email_key text generated always as (lower(email)) stored,
  phone text,
  phone_key text,
  cnpj text,
  company text,
  message text,
  status text,
  lost_reason text,
  source text,
  owner_id text,
  tags text[] default '{}'::text[] not null,
  preferred_date date,
  preferred_period text,
  preferred_time text,
  submitted_at timestamp with time zone,
  consent_given boolean,
  custom jsonb default '{}'::jsonb not null,
  errors jsonb default '[]'::jsonb not null,
  same_as integer,
  planned text,
  planned_lead text,
  outcome text,
  lead_id text,
  mended jsonb default '[]'::jsonb not null,
  value_cents bigint,
  notes text[] default '{}'::text[] not null,
  refused text[] default '{}'::text[] not null,
  refusals_left_out integer[] default '{}'::integer[] not null,
  sold_on date,
  expected_on date,
  phones jsonb,
  emails jsonb,
  company_role text,
  step_key text,
  constraint import_rows_pkey PRIMARY KEY (company_id, import_id, "row"),
  constraint import_rows_company_id_import_id_fkey FOREIGN KEY (company_id, import_id) REFERENCES imports(company_id, id) ON DELETE CASCADE
) with (fillfactor=50);
CREATE INDEX import_rows_done ON import_rows (company_id, import_id, lead_id) WHERE (lead_id IS NOT NULL);
CREATE INDEX import_rows_left ON import_rows (company_id, import_id, "row") WHERE (outcome IS NULL);
CREATE INDEX import_rows_planned ON import_rows (company_id, import_id, planned_lead) WHERE (planned_lead IS NOT NULL);

create table imports (
  id text default new_id() not null,
  company_id text not null,
  file_id text not null,
  name text not null,
  size bigint not null,
  reading jsonb not null,
  settings jsonb,
  check_id text,
  operation_id text,
  staged integer default 0 not null,
  actor_id text,
  actor_name text,
  created_at timestamp with time zone default now() not null,
  constraint imports_pkey PRIMARY KEY (company_id, id),
  constraint imports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX imports_by_time ON imports (company_id, created_at DESC);

create table inbound_mails (
  id text default new_id() not null,
  source text not null,
  mailbox text,
  uid_validity bigint,
  uid bigint,
  hash bytea not null,
  recipients text[] default '{}'::text[] not null,
  envelope_from text,
  sender text,
  raw bytea,
  size integer not null,
  received_at timestamp with time zone default now() not null,
  state text default 'waiting'::text not null,
  kind text,
  handled_by text,
  outcome text,
  handled_at timestamp with time zone,
  subject text,
  sender_name text,
  sender_proof text,
  content_hash bytea,
  peer text,
  decided_at timestamp with time zone,
  constraint inbound_mails_pkey PRIMARY KEY (id),
  constraint inbound_mails_hash_key UNIQUE (hash),
  constraint inbound_mails_kind_check CHECK ((kind = ANY (ARRAY['ordinary'::text, 'automatic'::text, 'bounce'::text, 'complaint'::text, 'loop'::text]))),
  constraint inbound_mails_sender_proof_check CHECK ((sender_proof = ANY (ARRAY['confirmed'::text, 'failed'::text, 'none'::text]))) NOT VALID,
  constraint inbound_mails_source_check CHECK ((source = ANY (ARRAY['mailbox'::text, 'port'::text]))),
  constraint inbound_mails_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'handled'::text, 'unclaimed'::text, 'loop'::text, 'unreadable'::text, 'too_large'::text])))
);
CREATE INDEX inbound_mails_by_content ON inbound_mails (content_hash) WHERE (content_hash IS NOT NULL);
CREATE INDEX inbound_mails_by_sender ON inbound_mails (sender) WHERE (sender IS NOT NULL);
CREATE INDEX inbound_mails_by_time ON inbound_mails (received_at);
CREATE INDEX inbound_mails_by_uid ON inbound_mails (mailbox, uid_validity, uid) WHERE (uid IS NOT NULL);
CREATE INDEX inbound_mails_kept ON inbound_mails (received_at) WHERE (raw IS NOT NULL);
CREATE INDEX inbound_mails_open ON inbound_mails (received_at) WHERE ((decided_at IS NULL) AND (state = ANY (ARRAY['unclaimed'::text, 'loop'::text, 'unreadable'::text, 'too_large'::text])));
CREATE INDEX inbound_mails_waiting ON inbound_mails (received_at) WHERE (state = 'waiting'::text);

create table integration_usage (
  integration_id text not null,
  month date not null,
  tokens bigint not null,
  constraint integration_usage_pkey PRIMARY KEY (integration_id, month),
  constraint integration_usage_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integrations(id) ON DELETE CASCADE
);

create table integrations (
  id text default new_id() not null,
  name text not null,
  description text not null,
  status text not null,
  icon text not null,
  api_key text,
  last4 text,
  base_url text,
  model text,
  monthly_token_cap integer,
  checked_at timestamp with time zone,
  check_error text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  habits jsonb,
  constraint integrations_pkey PRIMARY KEY (id),
  constraint integrations_monthly_token_cap_check CHECK ((monthly_token_cap > 0)),
  constraint integrations_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE UNIQUE INDEX integrations_by_name ON integrations (lower(name));

create table known_issues (
  id text default new_id() not null,
  title text not null,
  text text default ''::text not null,
  status text default 'open'::text not null,
  created_by text,
  created_at timestamp with time zone default now() not null,
  solved_at timestamp with time zone,
  constraint known_issues_pkey PRIMARY KEY (id),
  constraint known_issues_status_check CHECK ((status = ANY (ARRAY['open'::text, 'solved'::text]))),
  constraint known_issues_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX known_issues_by_author ON known_issues (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX known_issues_by_time ON known_issues (status, created_at DESC, id DESC);

create table lead_addresses (
  company_id text not null,
  key text not null,
  lead_id text not null,
  value text not null,
  constraint lead_addresses_pkey PRIMARY KEY (company_id, key, lead_id),
  constraint lead_addresses_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX lead_addresses_by_lead ON lead_addresses (company_id, lead_id);
CREATE INDEX lead_addresses_by_text ON lead_addresses USING gin (company_id, value gin_trgm_ops);

create table lead_changes (
  id text default new_id() not null,
  company_id text not null,
  lead_id text not null,
  field text not null,
  before jsonb,
  after jsonb,
  actor_id text,
  actor_name text,
  operation_id text,
  created_at timestamp with time zone default now() not null,
  constraint lead_changes_pkey PRIMARY KEY (company_id, id),
  constraint lead_changes_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX lead_changes_by_lead ON lead_changes (company_id, lead_id, created_at DESC);
CREATE INDEX lead_changes_by_status ON lead_changes (company_id, created_at) WHERE (field = 'status'::text);

create table lead_counts (
  company_id text not null,
  status text not null,
  slot smallint not null,
  n bigint not null,
  constraint lead_counts_pkey PRIMARY KEY (company_id, status, slot)
) with (fillfactor=50);

create table lead_day_totals (
  company_id text not null,
  day date not null,
  owner_id text not null,
  n bigint not null,
  converted bigint not null,
  constraint lead_day_totals_pkey PRIMARY KEY (company_id, day, owner_id)
);

create table lead_days (
  company_id text not null,
  day date not null,
  status text not null,
  owner_id text not null,
  source text not null,
  campaign text not null,
  lost_reason text not null,
  slot smallint not null,
  n bigint not null,
  reached bigint not null,
  waited double precision not null,
  entered double precision not null,
  contacted bigint default 0 not null,
  booked bigint default 0 not null,
  constraint lead_days_pkey PRIMARY KEY (company_id, day, status, owner_id, source, campaign, lost_reason, slot)
) with (fillfactor=50);
CREATE INDEX lead_days_unsettled ON lead_days (company_id, day) WHERE (slot >= 0);

create table lead_facets (
  company_id text not null,
  tag_id text not null,
  status text not null,
  owner_id text not null,
  source text not null,
  slot smallint not null,
  n bigint not null,
  constraint lead_facets_pkey PRIMARY KEY (company_id, tag_id, status, owner_id, source, slot)
) with (fillfactor=50);
CREATE INDEX lead_facets_unsettled ON lead_facets (company_id) WHERE (slot >= 0);

create table lead_months (
  company_id text not null,
  month date not null,
  status text not null,
  owner_id text not null,
  source text not null,
  campaign text not null,
  lost_reason text not null,
  n bigint not null,
  reached bigint not null,
  waited double precision not null,
  entered double precision not null,
  contacted bigint default 0 not null,
  booked bigint default 0 not null,
  constraint lead_months_pkey PRIMARY KEY (company_id, month, status, owner_id, source, campaign, lost_reason)
);

create table lead_tags (
  company_id text not null,
  tag_id text not null,
  lead_id text not null,
  received_at timestamp with time zone not null,
  constraint lead_tags_pkey PRIMARY KEY (company_id, tag_id, lead_id),
  constraint lead_tags_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id),
  constraint lead_tags_company_id_tag_id_fkey FOREIGN KEY (company_id, tag_id) REFERENCES tags(company_id, id)
);
CREATE INDEX lead_tags_by_lead ON lead_tags (company_id, lead_id);
CREATE INDEX lead_tags_by_time ON lead_tags (company_id, tag_id, received_at DESC, lead_id DESC);
CREATE TRIGGER count_tags_on_delete AFTER DELETE ON lead_tags REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION copy_tags();
CREATE TRIGGER count_tags_on_insert AFTER INSERT ON lead_tags REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION copy_tags();

create table lead_usage (
  company_id text not null,
  month date not null,
  n integer not null,
  constraint lead_usage_pkey PRIMARY KEY (company_id, month),
  constraint lead_usage_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table lead_views (
  id text default new_id() not null,
  company_id text not null,
  employee_id text not null,
  name text not null,
  shared boolean default false not null,
  view jsonb not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  constraint lead_views_pkey PRIMARY KEY (company_id, id),
  constraint lead_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint lead_views_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table leads (
  id text default new_id() not null,
  company_id text not null,
  name text not null,
  email text,
  phone text,
  phone_key text,
  cnpj text,
  company text,
  message text,
  status text default 'new'::text not null,
  source text default 'form'::text not null,
  preferred_date date,
  preferred_period text,
  preferred_time text,
  consent_given boolean default false not null,
  marks text[] default '{}'::text[] not null,
  custom jsonb default '{}'::jsonb not null,
  submitted_at timestamp with time zone,
  received_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  owner_id text,
  held_at timestamp with time zone,
  version integer default 1 not null,
  rank numeric default EXTRACT(epoch FROM clock_timestamp()) not null,
  status_at timestamp with time zone default now() not null,
  lost_reason text,
  tags text[] default '{}'::text[] not null,
  score smallint,
  score_reasons jsonb default '[]'::jsonb not null,
  first_contact_at timestamp with time zone,
  last_contact_at timestamp with time zone,
  next_task_at timestamp with time zone,
  first_touch jsonb,
  last_touch jsonb,
  merged_into text,
  deleted_at timestamp with time zone,
  scored_at timestamp with time zone,
  consents jsonb default '{}'::jsonb not null,
  touched_at timestamp with time zone generated always as (COALESCE(last_contact_at, received_at)) stored not null,
  doubtful boolean generated always as ((marks <> '{}'::text[])) stored not null,
  email_key text generated always as (lower(email)) stored,
  search text generated always as (fold(((((((((name || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || COALESCE(phone_key, ''::text)) || ' '::text) || COALESCE(cnpj, ''::text)))) stored not null,
  imported_at timestamp with time zone,
  value_cents bigint,
  first_scheduled_at timestamp with time zone,
  sold_on date,
  expected_on date,
  phones jsonb,
  emails jsonb,
  company_role text,
  funnel_id text,
  step_key text,
  constraint leads_pkey PRIMARY KEY (company_id, id),
  constraint leads_preferred_period_check CHECK ((preferred_period = ANY (ARRAY['morning'::text, 'afternoon'::text, 'evening'::text]))),
  constraint leads_status_check CHECK ((status = ANY (ARRAY['new'::text, 'contacted'::text, 'scheduled'::text, 'converted'::text, 'lost'::text]))),
  constraint leads_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint leads_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES employees(company_id, id)
);
CREATE INDEX leads_by_answer ON leads USING gin (jsonb_set('{}'::jsonb, ARRAY[company_id], custom) jsonb_path_ops) WHERE (custom <> '{}'::jsonb);
CREATE INDEX leads_by_cnpj ON leads (company_id, cnpj) WHERE (cnpj IS NOT NULL);
CREATE INDEX leads_by_company ON leads (company_id, fold(company) COLLATE "C", received_at DESC) WHERE (company IS NOT NULL);
CREATE INDEX leads_by_email ON leads (company_id, email_key, received_at) WHERE (email_key IS NOT NULL);
CREATE INDEX leads_by_name ON leads (company_id, fold(name) COLLATE "C", id);
CREATE INDEX leads_by_owner ON leads (company_id, owner_id, received_at DESC, id DESC) WHERE (owner_id IS NOT NULL);
CREATE INDEX leads_by_phone ON leads (company_id, phone_key, received_at) WHERE (phone_key IS NOT NULL);
CREATE INDEX leads_by_preference ON leads (company_id, preferred_date) WHERE (preferred_date IS NOT NULL);
CREATE INDEX leads_by_rank ON leads (company_id, status, rank DESC, id DESC);
CREATE INDEX leads_by_score ON leads (company_id, score DESC, id DESC) WHERE (score IS NOT NULL);
CREATE INDEX leads_by_source ON leads (company_id, source, received_at DESC, id DESC);
CREATE INDEX leads_by_status ON leads (company_id, status, received_at DESC, id DESC);
CREATE INDEX leads_by_step ON leads (company_id, step_key, received_at DESC, id DESC) WHERE (step_key IS NOT NULL);
CREATE INDEX leads_by_step_rank ON leads (company_id, step_key, rank DESC, id DESC) WHERE (step_key IS NOT NULL);
CREATE INDEX leads_by_task ON leads (company_id, next_task_at) WHERE (next_task_at IS NOT NULL);
CREATE INDEX leads_by_text ON leads USING gin (company_id, search gin_trgm_ops);
CREATE INDEX leads_by_time ON leads (company_id, received_at DESC, id DESC);
CREATE INDEX leads_by_value ON leads (company_id, value_cents, id) WHERE (value_cents IS NOT NULL);
CREATE INDEX leads_deleted ON leads (company_id, deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX leads_doubtful ON leads (company_id, received_at DESC, id DESC) WHERE doubtful;
CREATE INDEX leads_held ON leads (company_id, received_at) WHERE (held_at IS NOT NULL);
CREATE INDEX leads_imported ON leads (company_id, received_at) WHERE (imported_at IS NOT NULL);
CREATE INDEX leads_promised ON leads (company_id, preferred_date) WHERE ((preferred_date IS NOT NULL) AND (status = ANY (ARRAY['new'::text, 'contacted'::text])));
CREATE INDEX leads_to_score ON leads (scored_at NULLS FIRST) WHERE ((status = ANY (ARRAY['new'::text, 'contacted'::text, 'scheduled'::text])) AND (held_at IS NULL) AND (deleted_at IS NULL));
CREATE INDEX leads_untouched ON leads (company_id, touched_at) WHERE (status = ANY (ARRAY['new'::text, 'contacted'::text, 'scheduled'::text]));
CREATE INDEX leads_valued ON leads (company_id, received_at) INCLUDE (status, owner_id, source, value_cents, status_at) WHERE ((value_cents IS NOT NULL) AND (held_at IS NULL) AND (deleted_at IS NULL));
CREATE INDEX leads_waiting ON leads (company_id, received_at) WHERE ((status = 'new'::text) AND (first_contact_at IS NULL));
CREATE INDEX leads_without_owner ON leads (company_id, received_at DESC, id DESC) WHERE (owner_id IS NULL);
CREATE INDEX open_leads_by_owner ON leads (company_id, owner_id) WHERE ((owner_id IS NOT NULL) AND (status = ANY (ARRAY['new'::text, 'contacted'::text, 'scheduled'::text])));
CREATE TRIGGER cancel_with_lead AFTER UPDATE OF deleted_at ON leads FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL) AND (new.merged_into IS NULL))) EXECUTE FUNCTION cancel_with_lead();
CREATE TRIGGER choose_step BEFORE INSERT OR UPDATE OF status, step_key ON leads FOR EACH ROW WHEN ((new.step_key IS NOT NULL)) EXECUTE FUNCTION choose_step();
CREATE TRIGGER count_answers_on_delete AFTER DELETE ON leads REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_answers();
CREATE TRIGGER count_answers_on_insert AFTER INSERT ON leads REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_answers();
CREATE TRIGGER count_answers_on_update AFTER UPDATE ON leads REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_answers();
CREATE TRIGGER count_days_on_delete AFTER DELETE ON leads REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_days();
CREATE TRIGGER count_days_on_insert AFTER INSERT ON leads REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_days();
CREATE TRIGGER count_days_on_update AFTER UPDATE ON leads REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_days();
CREATE TRIGGER count_leads_on_delete AFTER DELETE ON leads REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_leads();
CREATE TRIGGER count_leads_on_insert AFTER INSERT ON leads REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_leads();
CREATE TRIGGER count_leads_on_update AFTER UPDATE ON leads REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_leads();
CREATE TRIGGER date_sale BEFORE INSERT OR UPDATE OF status, sold_on ON leads FOR EACH ROW WHEN (((new.status = 'converted'::text) OR (new.sold_on IS NOT NULL))) EXECUTE FUNCTION date_sale();
CREATE TRIGGER forget_score BEFORE UPDATE OF status, message, preferred_date, consent_given, source, email, phone, last_contact_at, marks, last_touch ON leads FOR EACH ROW WHEN (((old.scored_at IS NOT NULL) AND ((((((((((old.status IS DISTINCT FROM new.status) OR (old.message IS DISTINCT FROM new.message)) OR (old.preferred_date IS DISTINCT FROM new.preferred_date)) OR (old.consent_given IS DISTINCT FROM new.consent_given)) OR (old.source IS DISTINCT FROM new.source)) OR (old.email IS DISTINCT FROM new.email)) OR (old.phone IS DISTINCT FROM new.phone)) OR (old.last_contact_at IS DISTINCT FROM new.last_contact_at)) OR (old.marks IS DISTINCT FROM new.marks)) OR (old.last_touch IS DISTINCT FROM new.last_touch)))) EXECUTE FUNCTION forget_score();
CREATE TRIGGER index_addresses AFTER UPDATE OF phone, phones, email, emails ON leads FOR EACH ROW WHEN (((new.phones IS DISTINCT FROM old.phones) OR (new.emails IS DISTINCT FROM old.emails))) EXECUTE FUNCTION index_addresses();
CREATE TRIGGER index_new_addresses AFTER INSERT ON leads FOR EACH ROW WHEN (((new.phones IS NOT NULL) OR (new.emails IS NOT NULL))) EXECUTE FUNCTION index_addresses();
CREATE TRIGGER keep_sale_on_insert AFTER INSERT ON leads FOR EACH ROW WHEN ((new.status = 'converted'::text)) EXECUTE FUNCTION keep_sale();
CREATE TRIGGER keep_sale_on_update AFTER UPDATE OF status, value_cents, sold_on, deleted_at, held_at, merged_into ON leads FOR EACH ROW WHEN (((new.status = 'converted'::text) OR (old.status = 'converted'::text))) EXECUTE FUNCTION keep_sale();
CREATE TRIGGER note_first_schedule BEFORE INSERT OR UPDATE OF status ON leads FOR EACH ROW WHEN (((new.status = 'scheduled'::text) AND (new.first_scheduled_at IS NULL))) EXECUTE FUNCTION note_first_schedule();
CREATE TRIGGER settle_addresses BEFORE UPDATE OF phone, phones, email, emails ON leads FOR EACH ROW WHEN (((new.phones IS NOT NULL) OR (new.emails IS NOT NULL))) EXECUTE FUNCTION settle_addresses();
CREATE TRIGGER settle_new_addresses BEFORE INSERT ON leads FOR EACH ROW WHEN (((new.phones IS NOT NULL) OR (new.emails IS NOT NULL))) EXECUTE FUNCTION settle_addresses();

create table mail_days (
  company_id text not null,
  day date not null,
  sent integer not null,
  told smallint default 0 not null,
  constraint mail_days_pkey PRIMARY KEY (company_id, day),
  constraint mail_days_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table mail_placements (
  id text default new_id() not null,
  company_id text not null,
  mail_id text not null,
  lead_id text,
  constraint mail_placements_pkey PRIMARY KEY (company_id, id),
  constraint mail_placements_company_id_mail_id_key UNIQUE (company_id, mail_id),
  constraint mail_placements_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint mail_placements_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id),
  constraint mail_placements_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES inbound_mails(id) ON DELETE CASCADE
);
CREATE INDEX mail_placements_by_lead ON mail_placements (company_id, lead_id) WHERE (lead_id IS NOT NULL);
CREATE INDEX mail_placements_by_mail ON mail_placements (mail_id);
CREATE TRIGGER forget_inbound_mails AFTER DELETE ON mail_placements REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_inbound_mails();

create table mail_recipients (
  id text default new_id() not null,
  company_id text not null,
  email text not null,
  token_hash bytea,
  sent_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  declined_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint mail_recipients_pkey PRIMARY KEY (company_id, id),
  constraint mail_recipients_company_id_email_key UNIQUE (company_id, email),
  constraint mail_recipients_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX mail_recipients_by_token ON mail_recipients (token_hash);

create table mail_series (
  id text default new_id() not null,
  company_id text not null,
  carrier text not null,
  name text not null,
  kind text not null,
  field text,
  yearly boolean default true not null,
  reach text not null,
  stop_statuses text[] not null,
  quiet_hours boolean default true not null,
  on_since timestamp with time zone,
  version integer default 1 not null,
  created_by text,
  created_name text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  constraint mail_series_pkey PRIMARY KEY (company_id, id),
  constraint mail_series_kind_check CHECK ((kind = ANY (ARRAY['new_lead'::text, 'follow_up'::text, 'date'::text]))),
  constraint mail_series_reach_check CHECK ((reach = ANY (ARRAY['new'::text, 'all'::text]))),
  constraint mail_series_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX mail_series_by_time ON mail_series (company_id, created_at DESC, id DESC) WHERE (removed_at IS NULL);
CREATE INDEX mail_series_on ON mail_series (company_id, id) WHERE (on_since IS NOT NULL);

create table mail_sources (
  name text not null,
  connected_at timestamp with time zone,
  mail_at timestamp with time zone,
  error text,
  error_at timestamp with time zone,
  used integer,
  constraint mail_sources_pkey PRIMARY KEY (name),
  constraint mail_sources_name_check CHECK ((name = ANY (ARRAY['mailbox'::text, 'port'::text])))
);

create table mails (
  id text default new_id() not null,
  company_id text not null,
  job_id text not null,
  to_address text not null,
  subject text not null,
  text text not null,
  status text not null,
  error text,
  lead_id text,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  calendar text,
  html text,
  from_name text,
  constraint mails_pkey PRIMARY KEY (company_id, id),
  constraint mails_company_id_job_id_to_address_key UNIQUE (company_id, job_id, to_address),
  constraint mails_status_check CHECK ((status = ANY (ARRAY['kept'::text, 'queued'::text, 'sent'::text, 'failed'::text]))),
  constraint mails_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint mails_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX mails_by_time ON mails (company_id, created_at DESC, id DESC);
CREATE INDEX mails_failed ON mails (created_at DESC) WHERE (status = 'failed'::text);
CREATE INDEX mails_of_lead ON mails (company_id, lead_id, created_at DESC);
CREATE INDEX mails_queued ON mails (created_at) WHERE (status = 'queued'::text);

create table merges (
  id text default new_id() not null,
  company_id text not null,
  lead_id text not null,
  other_id text not null,
  other_name text not null,
  before jsonb not null,
  other_before jsonb not null,
  after jsonb default '{}'::jsonb not null,
  moved jsonb default '{}'::jsonb not null,
  actor_id text,
  actor_name text,
  created_at timestamp with time zone default now() not null,
  undone_at timestamp with time zone,
  undone_by text,
  kept text[] default '{}'::text[] not null,
  constraint merges_pkey PRIMARY KEY (company_id, id),
  constraint merges_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id),
  constraint merges_company_id_other_id_fkey FOREIGN KEY (company_id, other_id) REFERENCES leads(company_id, id)
);
CREATE INDEX merges_by_lead ON merges (company_id, lead_id, created_at DESC);
CREATE INDEX merges_by_other ON merges (company_id, other_id);

create table message_costs (
  company_id text not null,
  message_id text not null,
  channel_id text not null,
  month date not null,
  markets text[],
  category text not null,
  currency text,
  estimated bigint,
  billed_type text,
  billed_category text,
  billed bigint,
  failed boolean default false not null,
  sent_at timestamp with time zone default now() not null,
  constraint message_costs_pkey PRIMARY KEY (company_id, message_id),
  constraint message_costs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX message_costs_by_month ON message_costs (company_id, month, channel_id, category);

create table message_reactions (
  company_id text not null,
  channel_id text not null,
  external_id text not null,
  direction text not null,
  emoji text,
  at timestamp with time zone not null,
  failure text,
  constraint message_reactions_pkey PRIMARY KEY (company_id, channel_id, external_id, direction),
  constraint message_reactions_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint message_reactions_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES channels(company_id, id)
);

create table message_statuses (
  company_id text not null,
  channel_id text not null,
  external_id text not null,
  status text not null,
  at timestamp with time zone not null,
  message_id text,
  code integer,
  detail text,
  pricing jsonb,
  constraint message_statuses_pkey PRIMARY KEY (company_id, channel_id, external_id, status),
  constraint message_statuses_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES channels(company_id, id)
);
CREATE INDEX message_statuses_by_message ON message_statuses (company_id, message_id) WHERE (message_id IS NOT NULL);

create table message_templates (
  id text default new_id() not null,
  company_id text not null,
  name text not null,
  language text not null,
  category text not null,
  previous_category text,
  status text default 'draft'::text not null,
  rejected_reason text,
  quality text,
  named boolean default true not null,
  header jsonb,
  body text not null,
  footer text,
  buttons jsonb default '[]'::jsonb not null,
  examples jsonb default '{}'::jsonb not null,
  draft jsonb,
  external_id text,
  status_at timestamp with time zone default now() not null,
  quality_at timestamp with time zone,
  category_at timestamp with time zone,
  edited_at timestamp with time zone,
  busy_until timestamp with time zone,
  synced_at timestamp with time zone,
  used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint message_templates_pkey PRIMARY KEY (company_id, id),
  constraint message_templates_company_id_name_language_key UNIQUE (company_id, name, language),
  constraint message_templates_category_check CHECK ((category = ANY (ARRAY['marketing'::text, 'utility'::text, 'authentication'::text]))),
  constraint message_templates_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'pending'::text, 'approved'::text, 'rejected'::text, 'paused'::text, 'disabled'::text, 'archived'::text]))),
  constraint message_templates_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX message_templates_by_external_id ON message_templates (company_id, external_id);

create table messages (
  id text default new_id() not null,
  company_id text not null,
  conversation_id text not null,
  channel_id text not null,
  lead_id text not null,
  direction text not null,
  kind text not null,
  text text,
  data jsonb default '{}'::jsonb not null,
  external_id text,
  reply_to text,
  client_key text,
  status text,
  failure_code integer,
  failure text,
  author_id text,
  author_name text,
  created_at timestamp with time zone default now() not null,
  due_at timestamp with time zone,
  attempts smallint default 0 not null,
  sending_since timestamp with time zone,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  delivery_id bigint,
  file_id text,
  media_state text,
  valid_until timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (company_id, id),
  constraint messages_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint messages_media_state_check CHECK ((media_state = ANY (ARRAY['waiting'::text, 'checking'::text, 'kept'::text, 'refused'::text, 'blocked'::text, 'gone'::text]))),
  constraint messages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'unknown'::text, 'accepted'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'played'::text, 'failed'::text]))),
  constraint messages_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES channels(company_id, id),
  constraint messages_company_id_conversation_id_fkey FOREIGN KEY (company_id, conversation_id) REFERENCES conversations(company_id, id),
  constraint messages_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX messages_automatic_waiting ON messages (company_id, conversation_id) WHERE ((status = 'queued'::text) AND (data ? 'automation'::text));
CREATE UNIQUE INDEX messages_by_client_key ON messages (company_id, conversation_id, client_key) WHERE (client_key IS NOT NULL);
CREATE INDEX messages_by_delivery ON messages (delivery_id) WHERE (delivery_id IS NOT NULL);
CREATE UNIQUE INDEX messages_by_external_id ON messages (company_id, channel_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX messages_by_file_name ON messages USING gin (message_terms(company_id, created_at, ((data -> 'media'::text) ->> 'name'::text))) WITH (fastupdate=off) WHERE ((((data -> 'media'::text) ->> 'name'::text) IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX messages_by_lead ON messages (company_id, lead_id, created_at DESC);
CREATE INDEX messages_by_word ON messages USING gin (message_terms(company_id, created_at, text)) WITH (fastupdate=off) WHERE ((text IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX messages_due ON messages (company_id, channel_id, due_at) WHERE (status = ANY (ARRAY['queued'::text, 'sending'::text]));
CREATE INDEX messages_in_order ON messages (company_id, conversation_id, created_at DESC, id DESC);
CREATE INDEX messages_media_waiting ON messages (created_at) WHERE (media_state = 'waiting'::text);
CREATE INDEX messages_not_shown ON messages (media_state, created_at) WHERE (media_state = ANY (ARRAY['checking'::text, 'blocked'::text]));
CREATE TRIGGER forget_deliveries AFTER DELETE ON messages REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_deliveries();
CREATE TRIGGER heed_automations AFTER INSERT ON messages FOR EACH ROW WHEN ((((new.direction = 'in'::text) AND (new.kind <> 'system'::text)) OR ((new.direction = 'out'::text) AND (new.kind <> ALL (ARRAY['note'::text, 'system'::text])) AND (NOT (new.data ? 'automatic'::text))))) EXECUTE FUNCTION heed_automations();
CREATE TRIGGER note_campaign_answer AFTER INSERT ON messages FOR EACH ROW WHEN (((new.direction = 'in'::text) AND (new.kind <> ALL (ARRAY['system'::text, 'unknown'::text])))) EXECUTE FUNCTION note_campaign_answer();
CREATE TRIGGER note_campaign_message AFTER UPDATE OF status ON messages FOR EACH ROW WHEN (((new.data ? 'recipientId'::text) AND (new.status IS DISTINCT FROM old.status))) EXECUTE FUNCTION note_campaign_message();
CREATE TRIGGER note_failed_reminder AFTER UPDATE OF status ON messages FOR EACH ROW WHEN (((new.status = 'failed'::text) AND (old.status <> 'failed'::text) AND (new.kind = 'template'::text) AND (new.data ? 'reminder'::text))) EXECUTE FUNCTION note_failed_reminder();

create table notes (
  id text default new_id() not null,
  company_id text not null,
  lead_id text not null,
  author_id text,
  author_name text,
  text text not null,
  mentions text[] default '{}'::text[] not null,
  pinned_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  operation_id text,
  constraint notes_pkey PRIMARY KEY (company_id, id),
  constraint notes_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX notes_by_lead ON notes (company_id, lead_id, created_at DESC);

create table notification_settings (
  company_id text not null,
  employee_id text not null,
  media jsonb default '{}'::jsonb not null,
  quiet_from smallint,
  quiet_to smallint,
  digest_hour smallint,
  digest_day date,
  week_day smallint,
  week_sent date,
  constraint notification_settings_pkey PRIMARY KEY (company_id, employee_id),
  constraint notification_settings_digest_hour_check CHECK (((digest_hour >= 0) AND (digest_hour <= 23))),
  constraint notification_settings_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 23))),
  constraint notification_settings_quiet_to_check CHECK (((quiet_to >= 0) AND (quiet_to <= 23))),
  constraint notification_settings_week_day_check CHECK (((week_day >= 0) AND (week_day <= 6))),
  constraint notification_settings_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES employees(company_id, id)
);

create table notifications (
  id text default new_id() not null,
  company_id text not null,
  employee_id text not null,
  kind text not null,
  lead_id text,
  title text not null,
  body text default ''::text not null,
  link text not null,
  shown boolean not null,
  mail boolean not null,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  mailed_at timestamp with time zone,
  cause text,
  constraint notifications_pkey PRIMARY KEY (company_id, id),
  constraint notifications_company_id_employee_id_cause_key UNIQUE (company_id, employee_id, cause),
  constraint notifications_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES employees(company_id, id)
);
CREATE INDEX notifications_by_age ON notifications USING brin (created_at);
CREATE INDEX notifications_by_employee ON notifications (company_id, employee_id, created_at DESC, id DESC) WHERE shown;
CREATE INDEX notifications_to_mail ON notifications (created_at) WHERE (mail AND (mailed_at IS NULL));
CREATE INDEX notifications_unread ON notifications (company_id, employee_id) WHERE (shown AND (read_at IS NULL));

create table operation_rows (
  company_id text not null,
  operation_id text not null,
  lead_id text not null,
  version integer not null,
  state text default 'waiting'::text not null,
  before jsonb,
  after jsonb,
  reason text,
  constraint operation_rows_pkey PRIMARY KEY (company_id, operation_id, lead_id),
  constraint operation_rows_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'changed'::text, 'skipped'::text, 'undone'::text, 'kept'::text]))),
  constraint operation_rows_company_id_operation_id_fkey FOREIGN KEY (company_id, operation_id) REFERENCES operations(company_id, id) ON DELETE CASCADE
);
CREATE INDEX operation_rows_by_lead ON operation_rows (company_id, lead_id);
CREATE INDEX operation_rows_by_state ON operation_rows (company_id, operation_id, state, lead_id);

create table operations (
  id text default new_id() not null,
  company_id text not null,
  kind text not null,
  params jsonb default '{}'::jsonb not null,
  state text default 'queued'::text not null,
  total integer default 0 not null,
  done integer default 0 not null,
  changed integer default 0 not null,
  skipped integer default 0 not null,
  result jsonb default '{}'::jsonb not null,
  error text,
  actor_id text,
  actor_name text,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  undone_at timestamp with time zone,
  constraint operations_pkey PRIMARY KEY (company_id, id),
  constraint operations_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text, 'undoing'::text, 'undone'::text]))),
  constraint operations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX operations_by_time ON operations (company_id, created_at DESC);
CREATE INDEX operations_under_way ON operations (created_at) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text, 'undoing'::text]));

create table outbox (
  seq bigint generated always as identity not null,
  id text default new_id() not null,
  queue text not null,
  name text not null,
  data jsonb not null,
  created_at timestamp with time zone default now() not null,
  taken_until timestamp with time zone,
  constraint outbox_pkey PRIMARY KEY (seq)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);

create table past_messages (
  company_id text not null,
  channel_id text not null,
  external_id text not null,
  contact text not null,
  direction text not null,
  at timestamp with time zone not null,
  update jsonb not null,
  received_at timestamp with time zone default now() not null,
  constraint past_messages_pkey PRIMARY KEY (company_id, channel_id, external_id),
  constraint past_messages_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES channels(company_id, id),
  constraint past_messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX past_messages_by_age ON past_messages (received_at);
CREATE INDEX past_messages_by_contact ON past_messages (company_id, channel_id, contact, at);

create table past_names (
  company_id text not null,
  channel_id text not null,
  contact text not null,
  name text not null,
  received_at timestamp with time zone default now() not null,
  constraint past_names_pkey PRIMARY KEY (company_id, channel_id, contact),
  constraint past_names_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES channels(company_id, id),
  constraint past_names_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX past_names_by_age ON past_names (received_at);

create table person_accesses (
  id text default new_id() not null,
  company_id text not null,
  email text,
  lead_id text,
  link_hash bytea not null,
  link_until timestamp with time zone not null,
  opened_at timestamp with time zone,
  session_hash bytea,
  session_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint person_accesses_pkey PRIMARY KEY (company_id, id),
  constraint person_accesses_company_id_link_hash_key UNIQUE (company_id, link_hash),
  constraint person_accesses_company_id_session_hash_key UNIQUE (company_id, session_hash),
  constraint person_accesses_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint person_accesses_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX person_accesses_by_end ON person_accesses (GREATEST(link_until, session_until));
CREATE INDEX person_accesses_by_lead ON person_accesses (company_id, lead_id);

create table person_hours (
  company_id text not null,
  employee_id text not null,
  hours jsonb not null,
  constraint person_hours_pkey PRIMARY KEY (company_id, employee_id),
  constraint person_hours_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table plans (
  key text not null,
  name text not null,
  price_cents integer not null,
  description text not null,
  leads_per_month integer,
  users integer,
  features text[] not null,
  limitations text[] not null,
  highlights text[] not null,
  popular boolean default false not null,
  "position" integer not null,
  updated_at timestamp with time zone default now() not null,
  forms integer,
  constraint plans_pkey PRIMARY KEY (key),
  constraint plans_forms_check CHECK ((forms > 0)),
  constraint plans_key_check CHECK ((key = ANY (ARRAY['basic'::text, 'pro'::text, 'advanced'::text, 'enterprise'::text]))),
  constraint plans_leads_per_month_check CHECK ((leads_per_month > 0)),
  constraint plans_price_cents_check CHECK ((price_cents >= 0)),
  constraint plans_users_check CHECK ((users > 0))
);

create table portfolio_people (
  company_id text not null,
  portfolio text not null,
  person bytea not null,
  at timestamp with time zone default now() not null,
  constraint portfolio_people_pkey PRIMARY KEY (company_id, portfolio, person),
  constraint portfolio_people_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX portfolio_people_by_age ON portfolio_people (at);
CREATE INDEX portfolio_people_by_time ON portfolio_people (portfolio, at);

create table privacy_requests (
  id text default new_id() not null,
  company_id text not null,
  kind text not null,
  channel text not null,
  status text default 'open'::text not null,
  simplified boolean default false not null,
  name text,
  email text,
  phone text,
  details text default ''::text not null,
  proposal jsonb default '{}'::jsonb not null,
  applied text[] default '{}'::text[] not null,
  lead_ids text[] default '{}'::text[] not null,
  received_at timestamp with time zone default now() not null,
  due_at timestamp with time zone not null,
  warned_at timestamp with time zone,
  answered_at timestamp with time zone,
  answered_by text,
  refusal text,
  answer text default ''::text not null,
  certificate integer,
  created_by text,
  created_at timestamp with time zone default now() not null,
  constraint privacy_requests_pkey PRIMARY KEY (company_id, id),
  constraint privacy_requests_channel_check CHECK ((channel = ANY (ARRAY['page'::text, 'phone'::text, 'email'::text, 'in_person'::text]))),
  constraint privacy_requests_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'correction'::text, 'erasure'::text, 'withdrawal'::text, 'objection'::text]))),
  constraint privacy_requests_refusal_check CHECK ((refusal = ANY (ARRAY['identity'::text, 'legal'::text, 'rights'::text, 'not_found'::text, 'other'::text]))),
  constraint privacy_requests_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'refused'::text]))),
  constraint privacy_requests_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX privacy_requests_by_term ON privacy_requests (company_id, status, due_at, id);
CREATE INDEX privacy_requests_to_warn ON privacy_requests (due_at) WHERE ((status = 'open'::text) AND (warned_at IS NULL));

create table privacy_settings (
  company_id text not null,
  small_agent boolean default false not null,
  retention_months integer,
  retention_next date,
  retention_done integer default 0 not null,
  constraint privacy_settings_pkey PRIMARY KEY (company_id),
  constraint privacy_settings_retention_months_check CHECK ((retention_months = ANY (ARRAY[6, 12, 24, 60]))),
  constraint privacy_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table queue_store (
  one boolean default true not null,
  store text not null,
  since timestamp with time zone default now() not null,
  constraint queue_store_pkey PRIMARY KEY (one),
  constraint queue_store_one_check CHECK (one)
);

create table quick_replies (
  id text default new_id() not null,
  company_id text not null,
  shortcut text not null,
  text text not null,
  updated_at timestamp with time zone default now() not null,
  owner_id text,
  constraint quick_replies_pkey PRIMARY KEY (company_id, id),
  constraint quick_replies_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint quick_replies_owner FOREIGN KEY (company_id, owner_id) REFERENCES employees(company_id, id) ON DELETE CASCADE
);
CREATE INDEX quick_replies_by_owner ON quick_replies (company_id, owner_id) WHERE (owner_id IS NOT NULL);
CREATE UNIQUE INDEX quick_replies_by_shortcut ON quick_replies (company_id, owner_id, shortcut) NULLS NOT DISTINCT;

create table recovery_codes (
  user_id text not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table repeatable_steps (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone default now() not null,
  constraint repeatable_steps_pkey PRIMARY KEY (name)
);

create table sales (
  id text default new_id() not null,
  seq bigint generated always as identity not null,
  company_id text not null,
  thread text not null,
  lead_id text,
  day date not null,
  kind text not null,
  value_cents bigint not null,
  owner_id text,
  source text not null,
  campaign text not null,
  returned boolean default false not null,
  created_at timestamp with time zone default now() not null,
  funnel_id text,
  constraint sales_pkey PRIMARY KEY (company_id, id),
  constraint sales_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'reversal'::text, 'adjustment'::text]))),
  constraint sales_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint sales_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX sales_by_day ON sales (company_id, day DESC, seq DESC);
CREATE INDEX sales_by_lead ON sales (company_id, lead_id) WHERE (lead_id IS NOT NULL);
CREATE TRIGGER note_funnel_of_sale BEFORE INSERT ON sales FOR EACH ROW EXECUTE FUNCTION note_funnel_of_sale();

create table sales_months (
  company_id text not null,
  month date not null,
  closed boolean not null,
  actor_id text,
  actor_name text,
  changed_at timestamp with time zone default now() not null,
  constraint sales_months_pkey PRIMARY KEY (company_id, month),
  constraint sales_months_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table sales_settings (
  company_id text not null,
  closing_day smallint,
  constraint sales_settings_pkey PRIMARY KEY (company_id),
  constraint sales_settings_closing_day_check CHECK (((closing_day >= 1) AND (closing_day <= 28))),
  constraint sales_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table sales_targets (
  company_id text not null,
  month date not null,
  owner_id text not null,
  count integer,
  cents bigint,
  constraint sales_targets_pkey PRIMARY KEY (company_id, month, owner_id),
  constraint sales_targets_check CHECK (((count > 0) OR (cents > 0))),
  constraint sales_targets_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table schedule_turns (
  name text not null,
  job_id text not null,
  constraint schedule_turns_pkey PRIMARY KEY (name)
);

create table score_models (
  company_id text not null,
  enabled boolean default true not null,
  won integer default 0 not null,
  lost integer default 0 not null,
  counts jsonb default '{}'::jsonb not null,
  learnt_at timestamp with time zone,
  constraint score_models_pkey PRIMARY KEY (company_id),
  constraint score_models_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table server_keys (
  name text not null,
  sealed text not null,
  constraint server_keys_pkey PRIMARY KEY (name)
);

create table service_people (
  company_id text not null,
  service_id text not null,
  employee_id text not null,
  constraint service_people_pkey PRIMARY KEY (company_id, service_id, employee_id),
  constraint service_people_company_id_service_id_fkey FOREIGN KEY (company_id, service_id) REFERENCES appointment_services(company_id, id) ON DELETE CASCADE
);

create table sessions (
  id text default new_id() not null,
  user_id text not null,
  company_id text,
  generation integer default 1 not null,
  renewed_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  ip text,
  user_agent text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_by_company ON sessions (company_id);
CREATE INDEX sessions_by_end ON sessions (COALESCE(ended_at, expires_at));
CREATE INDEX sessions_by_time ON sessions (created_at DESC, id DESC);
CREATE INDEX sessions_by_user ON sessions (user_id) WHERE (ended_at IS NULL);
CREATE TRIGGER see_employee AFTER INSERT OR UPDATE OF seen_at, company_id ON sessions FOR EACH ROW WHEN ((new.company_id IS NOT NULL)) EXECUTE FUNCTION see_employee();

create table settings (
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  constraint settings_pkey PRIMARY KEY (key),
  constraint settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);

create table sign_ins (
  id text default new_id() not null,
  user_id text,
  email_hash text,
  outcome text not null,
  ip text,
  user_agent text,
  at timestamp with time zone default now() not null,
  constraint sign_ins_pkey PRIMARY KEY (id),
  constraint sign_ins_outcome_check CHECK ((outcome = ANY (ARRAY['ok'::text, 'wrong'::text, 'unknown'::text, 'throttled'::text, 'second_factor'::text, 'inactive'::text]))),
  constraint sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sign_ins_by_time ON sign_ins (at DESC, id DESC);
CREATE INDEX sign_ins_by_user ON sign_ins (user_id, at DESC);

create table special_days (
  id text default new_id() not null,
  company_id text not null,
  employee_id text,
  first_day date not null,
  last_day date not null,
  name text not null,
  hours jsonb default '[]'::jsonb not null,
  constraint special_days_pkey PRIMARY KEY (company_id, id),
  constraint special_days_check CHECK (((last_day >= first_day) AND (last_day <= (first_day + 366)))),
  constraint special_days_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX special_days_by_day ON special_days (company_id, last_day);

create table submissions (
  id text default new_id() not null,
  company_id text not null,
  lead_id text not null,
  form_id text,
  form_version integer,
  key text,
  hash text,
  answers jsonb not null,
  touch jsonb default '{}'::jsonb not null,
  source text not null,
  marks text[] default '{}'::text[] not null,
  matched_by text[] default '{}'::text[] not null,
  ip text,
  submitted_at timestamp with time zone,
  received_at timestamp with time zone default now() not null,
  constraint submissions_pkey PRIMARY KEY (company_id, id),
  constraint submissions_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX submissions_by_form ON submissions (company_id, form_id, received_at) WHERE (form_id IS NOT NULL);
CREATE UNIQUE INDEX submissions_by_key ON submissions (company_id, key) WHERE (key IS NOT NULL);
CREATE INDEX submissions_by_lead ON submissions (company_id, lead_id, received_at DESC);

create table support_accesses (
  id text default new_id() not null,
  company_id text not null,
  user_id text not null,
  user_name text not null,
  reason text not null,
  started_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint support_accesses_pkey PRIMARY KEY (company_id, id),
  constraint support_accesses_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint support_accesses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX support_accesses_by_time ON support_accesses (started_at DESC, id DESC);
CREATE INDEX support_accesses_by_user ON support_accesses (user_id, company_id, ends_at DESC);

create table suppressions (
  id text default new_id() not null,
  company_id text not null,
  kind text not null,
  hash bytea not null,
  contact text,
  lead_id text,
  reason text not null,
  note text default ''::text not null,
  actor_name text,
  created_at timestamp with time zone default now() not null,
  lifted_at timestamp with time zone,
  lifted_by text,
  lifted_reason text,
  promotions_left_at timestamp with time zone,
  until timestamp with time zone,
  constraint suppressions_pkey PRIMARY KEY (company_id, id),
  constraint suppressions_company_id_kind_hash_key UNIQUE (company_id, kind, hash),
  constraint suppressions_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text]))),
  constraint suppressions_reason_check CHECK ((reason = ANY (ARRAY['unsubscribed'::text, 'promotions'::text, 'bounced'::text, 'unreachable'::text, 'complained'::text, 'blocked'::text, 'no_whatsapp'::text, 'capped'::text]))),
  constraint suppressions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint suppressions_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX suppressions_by_lead ON suppressions (company_id, lead_id) WHERE (lead_id IS NOT NULL);
CREATE INDEX suppressions_by_time ON suppressions (company_id, created_at DESC, id DESC) WHERE (lifted_at IS NULL);
CREATE INDEX suppressions_ending ON suppressions (company_id, until) WHERE (until IS NOT NULL);

create table tags (
  id text default new_id() not null,
  company_id text not null,
  name text not null,
  color text default 'slate'::text not null,
  created_at timestamp with time zone default now() not null,
  constraint tags_pkey PRIMARY KEY (company_id, id),
  constraint tags_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  constraint tags_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE UNIQUE INDEX tags_by_name ON tags (company_id, fold(name) COLLATE "C");

create table task_moves (
  company_id text not null,
  id text default new_id() not null,
  actor_id text,
  moved jsonb not null,
  created_at timestamp with time zone default now() not null,
  undone_at timestamp with time zone,
  constraint task_moves_pkey PRIMARY KEY (company_id, id),
  constraint task_moves_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table tasks (
  id text default new_id() not null,
  company_id text not null,
  lead_id text not null,
  title text not null,
  kind text default 'other'::text not null,
  due_at timestamp with time zone not null,
  remind_at timestamp with time zone,
  reminded_at timestamp with time zone,
  owner_id text,
  done_at timestamp with time zone,
  done_by text,
  created_by text,
  operation_id text,
  created_at timestamp with time zone default now() not null,
  created_name text,
  deleted_at timestamp with time zone,
  constraint tasks_pkey PRIMARY KEY (company_id, id),
  constraint tasks_kind_check CHECK ((kind = ANY (ARRAY['call'::text, 'message'::text, 'email'::text, 'visit'::text, 'other'::text]))),
  constraint tasks_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id)
);
CREATE INDEX tasks_by_creation ON tasks (company_id, lead_id, created_at DESC);
CREATE INDEX tasks_by_done ON tasks (company_id, done_at, id) WHERE ((done_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX tasks_by_due ON tasks (company_id, due_at, id) WHERE ((done_at IS NULL) AND (deleted_at IS NULL));
CREATE INDEX tasks_by_end ON tasks (company_id, lead_id, done_at DESC) WHERE (done_at IS NOT NULL);
CREATE INDEX tasks_by_lead ON tasks (company_id, lead_id, due_at);
CREATE INDEX tasks_open ON tasks (company_id, owner_id, due_at) WHERE (done_at IS NULL);
CREATE INDEX tasks_to_remind ON tasks (remind_at) WHERE ((done_at IS NULL) AND (reminded_at IS NULL));
CREATE TRIGGER keep_next_on_delete AFTER DELETE ON tasks REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_next_on_delete();
CREATE TRIGGER keep_next_on_insert AFTER INSERT ON tasks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_next_on_insert();
CREATE TRIGGER keep_next_on_update AFTER UPDATE ON tasks REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_next_on_update();

create table throttles (
  key text not null,
  count integer not null,
  resets_at timestamp with time zone not null,
  constraint throttles_pkey PRIMARY KEY (key)
);
CREATE INDEX throttles_by_end ON throttles (resets_at);

create table ticket_clock (
  id text default new_id() not null,
  company_id text not null,
  ticket_id text not null,
  at timestamp with time zone not null,
  status text not null,
  answered boolean not null,
  priority text not null,
  plan text not null,
  answer_minutes integer not null,
  solution_minutes integer not null,
  constraint ticket_clock_pkey PRIMARY KEY (company_id, id),
  constraint ticket_clock_answer_minutes_check CHECK ((answer_minutes > 0)),
  constraint ticket_clock_solution_minutes_check CHECK ((solution_minutes > 0)),
  constraint ticket_clock_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX ticket_clock_in_order ON ticket_clock (company_id, ticket_id, at, id);

create table ticket_files (
  company_id text not null,
  file_id text not null,
  ticket_id text,
  message_id text,
  type text not null,
  name text not null,
  size bigint not null,
  user_id text,
  created_at timestamp with time zone default now() not null,
  inline boolean default false not null,
  link_until timestamp with time zone,
  constraint ticket_files_pkey PRIMARY KEY (company_id, file_id),
  constraint ticket_files_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES files(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint ticket_files_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES ticket_messages(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint ticket_files_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX ticket_files_by_message ON ticket_files (company_id, message_id);
CREATE INDEX ticket_files_by_ticket ON ticket_files (company_id, ticket_id);

create table ticket_links (
  from_company text not null,
  from_ticket text not null,
  to_company text not null,
  to_ticket text not null,
  constraint ticket_links_pkey PRIMARY KEY (from_company, from_ticket, to_company, to_ticket),
  constraint ticket_links_check CHECK ((from_ticket < to_ticket)),
  constraint ticket_links_from_company_from_ticket_fkey FOREIGN KEY (from_company, from_ticket) REFERENCES tickets(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint ticket_links_to_company_to_ticket_fkey FOREIGN KEY (to_company, to_ticket) REFERENCES tickets(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX ticket_links_back ON ticket_links (to_company, to_ticket);

create table ticket_messages (
  id text default new_id() not null,
  company_id text not null,
  ticket_id text not null,
  kind text default 'text'::text not null,
  side text not null,
  author_id text,
  author_name text not null,
  text text default ''::text not null,
  data jsonb default '{}'::jsonb not null,
  source text default 'app'::text not null,
  from_number bigint,
  client_key text,
  mail_id text,
  created_at timestamp with time zone default clock_timestamp() not null,
  due_at timestamp with time zone,
  delivered_at timestamp with time zone,
  inbound_mail_id text,
  looks_automatic boolean default false not null,
  sender_proof text,
  constraint ticket_messages_pkey PRIMARY KEY (company_id, id),
  constraint ticket_messages_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'change'::text]))),
  constraint ticket_messages_sender_proof_check CHECK ((sender_proof = ANY (ARRAY['confirmed'::text, 'failed'::text, 'none'::text]))) NOT VALID,
  constraint ticket_messages_side_check CHECK ((side = ANY (ARRAY['client'::text, 'staff'::text, 'system'::text]))),
  constraint ticket_messages_source_check CHECK ((source = ANY (ARRAY['app'::text, 'mail'::text, 'assistant'::text, 'contact'::text, 'privacy'::text]))),
  constraint ticket_messages_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX ticket_messages_by_inbound_mail ON ticket_messages (inbound_mail_id) WHERE (inbound_mail_id IS NOT NULL);
CREATE UNIQUE INDEX ticket_messages_by_key ON ticket_messages (company_id, ticket_id, client_key) WHERE (client_key IS NOT NULL);
CREATE UNIQUE INDEX ticket_messages_by_mail ON ticket_messages (company_id, mail_id) WHERE (mail_id IS NOT NULL);
CREATE INDEX ticket_messages_by_mail_id ON ticket_messages (mail_id) WHERE (mail_id IS NOT NULL);
CREATE INDEX ticket_messages_in_order ON ticket_messages (company_id, ticket_id, created_at, id);
CREATE INDEX ticket_messages_waiting ON ticket_messages (due_at) WHERE (delivered_at IS NULL);
CREATE TRIGGER note_changed_message_terms AFTER UPDATE OF text, delivered_at, ticket_id ON ticket_messages FOR EACH ROW WHEN (((old.company_id = new.company_id) AND ((old.text IS DISTINCT FROM new.text) OR (old.ticket_id IS DISTINCT FROM new.ticket_id) OR (old.delivered_at IS DISTINCT FROM new.delivered_at)))) EXECUTE FUNCTION note_message_terms();
CREATE TRIGGER note_message_terms AFTER INSERT ON ticket_messages FOR EACH ROW EXECUTE FUNCTION note_message_terms();

create table ticket_notes (
  id text default new_id() not null,
  company_id text not null,
  ticket_id text not null,
  author_id text,
  author_name text not null,
  text text not null,
  mentions text[] default '{}'::text[] not null,
  kind text default 'note'::text not null,
  mail_id text,
  created_at timestamp with time zone default clock_timestamp() not null,
  words tsvector generated always as (to_tsvector('simple'::regconfig, fold(text))) stored not null,
  inbound_mail_id text,
  client_key text,
  sender_proof text,
  constraint ticket_notes_pkey PRIMARY KEY (id),
  constraint ticket_notes_mail_id_key UNIQUE (mail_id),
  constraint ticket_notes_kind_check CHECK ((kind = ANY (ARRAY['note'::text, 'stranger'::text, 'automatic'::text]))),
  constraint ticket_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint ticket_notes_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX ticket_notes_by_author ON ticket_notes (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX ticket_notes_by_inbound_mail ON ticket_notes (inbound_mail_id) WHERE (inbound_mail_id IS NOT NULL);
CREATE UNIQUE INDEX ticket_notes_by_key ON ticket_notes (company_id, ticket_id, client_key) WHERE (client_key IS NOT NULL);
CREATE INDEX ticket_notes_by_word ON ticket_notes USING gin (words);
CREATE INDEX ticket_notes_in_order ON ticket_notes (company_id, ticket_id, created_at, id);

create table ticket_rules (
  one boolean default true not null,
  rules jsonb not null,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  constraint ticket_rules_pkey PRIMARY KEY (one),
  constraint ticket_rules_one_check CHECK (one)
);

create table ticket_staff_addresses (
  id text default new_id() not null,
  company_id text not null,
  ticket_id text not null,
  user_id text,
  constraint ticket_staff_addresses_pkey PRIMARY KEY (id),
  constraint ticket_staff_addresses_company_id_ticket_id_user_id_key UNIQUE (company_id, ticket_id, user_id),
  constraint ticket_staff_addresses_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint ticket_staff_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX ticket_staff_addresses_by_user ON ticket_staff_addresses (user_id) WHERE (user_id IS NOT NULL);

create table ticket_unread (
  company_id text not null,
  employee_id text not null,
  ticket_id text not null,
  constraint ticket_unread_pkey PRIMARY KEY (company_id, employee_id, ticket_id),
  constraint ticket_unread_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES employees(company_id, id) ON DELETE CASCADE,
  constraint ticket_unread_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX ticket_unread_by_ticket ON ticket_unread (company_id, ticket_id);

create table ticket_views (
  id text default new_id() not null,
  user_id text not null,
  name text not null,
  shared boolean default false not null,
  filter jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint ticket_views_pkey PRIMARY KEY (id),
  constraint ticket_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ticket_views_by_user ON ticket_views (user_id);

create table ticket_watchers (
  company_id text not null,
  ticket_id text not null,
  user_id text not null,
  constraint ticket_watchers_pkey PRIMARY KEY (company_id, ticket_id, user_id),
  constraint ticket_watchers_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint ticket_watchers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ticket_watchers_by_user ON ticket_watchers (user_id);

create table ticket_words (
  company_id text not null,
  ticket_id text not null,
  words tsvector not null,
  constraint ticket_words_pkey PRIMARY KEY (company_id, ticket_id),
  constraint ticket_words_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX ticket_words_by_word ON ticket_words USING gin (company_id, words);

create table tickets (
  id text default new_id() not null,
  company_id text not null,
  number bigint generated always as identity not null,
  placed boolean default true not null,
  subject text not null,
  category text not null,
  priority text not null,
  status text default 'open'::text not null,
  source text not null,
  requester_id text,
  requester_name text not null,
  requester_email text,
  lead_id text,
  screen text,
  context jsonb default '{}'::jsonb not null,
  assignee_id text,
  assignee_name text,
  previous_id text,
  merged_into text,
  issue_id text,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  first_answer_at timestamp with time zone,
  resolved_at timestamp with time zone,
  closed_at timestamp with time zone,
  reopened integer default 0 not null,
  last_at timestamp with time zone default now() not null,
  last_by text default 'client'::text not null,
  last_text text default ''::text not null,
  answer_due_at timestamp with time zone,
  solution_due_at timestamp with time zone,
  due_at timestamp with time zone generated always as (LEAST(answer_due_at, solution_due_at)) stored,
  answer_spent integer,
  solution_spent integer,
  answer_breach_at timestamp with time zone,
  solution_breach_at timestamp with time zone,
  rating smallint,
  rating_text text,
  rated_at timestamp with time zone,
  client_key text,
  origin_id text,
  looks_automatic boolean default false not null,
  spam_at timestamp with time zone,
  spam_from text,
  constraint tickets_pkey PRIMARY KEY (company_id, id),
  constraint tickets_category_check CHECK ((category = ANY (ARRAY['question'::text, 'problem'::text, 'billing'::text, 'request'::text, 'suggestion'::text, 'privacy'::text]))),
  constraint tickets_last_by_check CHECK ((last_by = ANY (ARRAY['client'::text, 'staff'::text]))),
  constraint tickets_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text, 'urgent'::text]))),
  constraint tickets_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint tickets_source_check CHECK ((source = ANY (ARRAY['app'::text, 'mail'::text, 'assistant'::text, 'contact'::text, 'privacy'::text, 'staff'::text]))),
  constraint tickets_status_check CHECK ((status = ANY (ARRAY['open'::text, 'in_progress'::text, 'waiting'::text, 'resolved'::text, 'closed'::text]))),
  constraint tickets_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint tickets_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint tickets_company_id_merged_into_fkey FOREIGN KEY (company_id, merged_into) REFERENCES tickets(company_id, id) ON UPDATE CASCADE,
  constraint tickets_company_id_previous_id_fkey FOREIGN KEY (company_id, previous_id) REFERENCES tickets(company_id, id) ON UPDATE CASCADE
);
CREATE INDEX tickets_answer_due ON tickets (answer_due_at) WHERE ((answer_due_at IS NOT NULL) AND (answer_breach_at IS NULL));
CREATE INDEX tickets_by_creation ON tickets (created_at DESC, id DESC) WHERE (merged_into IS NULL);
CREATE INDEX tickets_by_id ON tickets (id);
CREATE INDEX tickets_by_issue ON tickets (issue_id) WHERE (issue_id IS NOT NULL);
CREATE UNIQUE INDEX tickets_by_key ON tickets (company_id, client_key) WHERE (client_key IS NOT NULL);
CREATE INDEX tickets_by_lead ON tickets (company_id, lead_id) WHERE (lead_id IS NOT NULL);
CREATE INDEX tickets_by_merged ON tickets (company_id, merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX tickets_by_number ON tickets (number);
CREATE UNIQUE INDEX tickets_by_origin ON tickets (company_id, origin_id) WHERE (origin_id IS NOT NULL);
CREATE INDEX tickets_by_previous ON tickets (company_id, previous_id) WHERE (previous_id IS NOT NULL);
CREATE INDEX tickets_by_resolution ON tickets (resolved_at) WHERE (resolved_at IS NOT NULL);
CREATE INDEX tickets_by_time ON tickets (last_at DESC, id DESC) WHERE (merged_into IS NULL);
CREATE INDEX tickets_of_company ON tickets (company_id, last_at DESC, id DESC) WHERE (merged_into IS NULL);
CREATE INDEX tickets_of_company_by_status ON tickets (company_id, status, last_at DESC, id DESC) WHERE (merged_into IS NULL);
CREATE INDEX tickets_of_requester ON tickets (company_id, requester_id, last_at DESC, id DESC) WHERE (merged_into IS NULL);
CREATE INDEX tickets_open ON tickets (due_at, id) WHERE ((merged_into IS NULL) AND (status = ANY (ARRAY['open'::text, 'in_progress'::text, 'waiting'::text])));
CREATE INDEX tickets_open_by_category ON tickets (category, due_at, id) WHERE ((merged_into IS NULL) AND (status = ANY (ARRAY['open'::text, 'in_progress'::text, 'waiting'::text])));
CREATE INDEX tickets_open_by_status ON tickets (status, due_at, id) WHERE ((merged_into IS NULL) AND (status = ANY (ARRAY['open'::text, 'in_progress'::text, 'waiting'::text])));
CREATE INDEX tickets_open_of_assignee ON tickets (assignee_id, due_at, id) WHERE ((merged_into IS NULL) AND (status = ANY (ARRAY['open'::text, 'in_progress'::text, 'waiting'::text])));
CREATE INDEX tickets_open_of_company ON tickets (company_id, last_at DESC, id DESC) WHERE ((merged_into IS NULL) AND (status = ANY (ARRAY['open'::text, 'in_progress'::text, 'waiting'::text])));
CREATE INDEX tickets_open_unplaced ON tickets (due_at, id) WHERE ((merged_into IS NULL) AND (NOT placed) AND (status = ANY (ARRAY['open'::text, 'in_progress'::text, 'waiting'::text])));
CREATE INDEX tickets_resting ON tickets (resolved_at) WHERE (status = 'resolved'::text);
CREATE INDEX tickets_solution_due ON tickets (solution_due_at) WHERE ((solution_due_at IS NOT NULL) AND (solution_breach_at IS NULL));
CREATE TRIGGER note_other_ticket_terms AFTER UPDATE OF subject, requester_name, requester_email ON tickets FOR EACH ROW WHEN (((old.subject IS DISTINCT FROM new.subject) OR (old.requester_name IS DISTINCT FROM new.requester_name) OR (old.requester_email IS DISTINCT FROM new.requester_email))) EXECUTE FUNCTION note_ticket_terms();
CREATE TRIGGER note_ticket_terms AFTER INSERT ON tickets FOR EACH ROW EXECUTE FUNCTION note_ticket_terms();

create table users (
  id text default new_id() not null,
  name text not null,
  email text not null,
  phone text,
  password_hash text not null,
  role text default 'client'::text not null,
  permissions text[] default '{}'::text[] not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  job_title text,
  time_zone text default 'America/Sao_Paulo'::text not null,
  email_confirmed_at timestamp with time zone,
  password_changed_at timestamp with time zone,
  second_factor_secret text,
  second_factor_at timestamp with time zone,
  second_factor_step bigint,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'superadmin'::text, 'global_admin'::text, 'manager'::text, 'employee'::text, 'client'::text])))
);
CREATE UNIQUE INDEX users_by_email ON users (lower(email));
CREATE TRIGGER copy_user_name AFTER UPDATE OF name, email, email_confirmed_at ON users FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.email IS DISTINCT FROM new.email) OR (old.email_confirmed_at IS DISTINCT FROM new.email_confirmed_at))) EXECUTE FUNCTION copy_user_name();

create table whatsapp_prices (
  id text default new_id() not null,
  market text not null,
  currency text not null,
  starts_on date not null,
  source text not null,
  prices jsonb not null,
  rules jsonb default '{}'::jsonb not null,
  author_name text,
  created_at timestamp with time zone default now() not null,
  replaced_at timestamp with time zone,
  constraint whatsapp_prices_pkey PRIMARY KEY (id)
);
CREATE INDEX whatsapp_prices_by_time ON whatsapp_prices (created_at DESC, id DESC);
CREATE UNIQUE INDEX whatsapp_prices_in_force ON whatsapp_prices (currency, market, starts_on) WHERE (replaced_at IS NULL);

create table whatsapp_spending (
  company_id text not null,
  limit_micros bigint,
  warned_month date,
  constraint whatsapp_spending_pkey PRIMARY KEY (company_id),
  constraint whatsapp_spending_limit_micros_check CHECK ((limit_micros >= 0)),
  constraint whatsapp_spending_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table worker_leases (
  name text not null,
  holder text not null,
  held_until timestamp with time zone not null,
  constraint worker_leases_pkey PRIMARY KEY (name)
);
