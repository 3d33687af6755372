-- Mails that a company writes once and sends to many leads. The body is the editor's blocks; no HTML is stored.
create table email_templates (
  id text not null default new_id(),
  company_id text not null references companies (id),
  name text not null,
  subject text not null,
  preheader text not null,
  body jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  primary key (company_id, id)
);
call isolate_by_company('email_templates');
create index email_templates_by_change on email_templates (company_id, updated_at desc, id desc);
