create table companies (
  id text primary key default new_id(),
  name text not null,
  email text,
  phone text,
  address text,
  cnpj char(14) unique,
  industry text,
  plan text not null default 'basic' check (plan in ('basic', 'pro', 'advanced', 'enterprise')),
  time_zone text not null default 'America/Sao_Paulo',
  trial_ends_at timestamptz,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  -- The company's own limit in place of its plan's, until a day if given.
  leads_limit integer check (leads_limit > 0),
  users_limit integer check (users_limit > 0),
  limits_reason text,
  limits_until timestamptz,
  -- The provider's own company: what is sent through /contact becomes a lead of it.
  own boolean not null default false
);
create index companies_by_time on companies (created_at desc, id desc);
create unique index the_own_company on companies (own) where own;
call isolate_by_company('companies', 'id');
