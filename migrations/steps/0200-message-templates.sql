-- Templates of messages outside the window: drafts, and those that the provider has of the company's account.
create table message_templates (
  id text not null default new_id(),
  company_id text not null references companies (id),
  name text not null,
  language text not null,
  category text not null check (category in ('marketing', 'utility', 'authentication')),
  previous_category text,
  status text not null default 'draft'
    check (status in ('draft', 'pending', 'approved', 'rejected', 'paused', 'disabled', 'archived')),
  rejected_reason text,
  quality text,
  named boolean not null default true,
  header jsonb,
  body text not null,
  footer text,
  buttons jsonb not null default '[]',
  examples jsonb not null default '{}',
  -- A change of one that the provider has, until it is submitted.
  draft jsonb,
  external_id text,
  -- As of when the state is known; the provider's reports come in any order.
  status_at timestamptz not null default now(),
  quality_at timestamptz,
  category_at timestamptz,
  -- When its content was last changed at the provider.
  edited_at timestamptz,
  -- Somebody is submitting or deleting it until then.
  busy_until timestamptz,
  synced_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, name, language)
);
create index message_templates_by_external_id on message_templates (company_id, external_id);
call isolate_by_company('message_templates');
