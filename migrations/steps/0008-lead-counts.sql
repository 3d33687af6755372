-- Totals, spread over slots so that leads arriving together do not wait for one row; read them with sum(). Held and
-- deleted leads are not counted.
create table lead_counts (
  company_id text not null,
  status text not null,
  slot smallint not null,
  n bigint not null,
  primary key (company_id, status, slot)
) with (fillfactor = 50);
call isolate_by_company('lead_counts');

-- Leads by status, owner, source and tag ('' for no owner, and as the tag for the lead itself), so that the filters'
-- counts cost the same for any number of leads. Held and deleted leads are not counted.
create table lead_facets (
  company_id text not null,
  tag_id text not null,
  status text not null,
  owner_id text not null,
  source text not null,
  slot smallint not null,
  n bigint not null,
  primary key (company_id, tag_id, status, owner_id, source, slot)
) with (fillfactor = 50);
create index lead_facets_unsettled on lead_facets (company_id) where slot >= 0;
call isolate_by_company('lead_facets');

-- Leads of a month that count towards the plan; only for plans with a limit. One row for each company, whose lock makes
-- the count exact for leads that arrive together.
create table lead_usage (
  company_id text not null references companies (id),
  month date not null,
  n integer not null,
  primary key (company_id, month)
);
call isolate_by_company('lead_usage');

-- Counts of the answers to custom fields with options, so that the list's filters show them at the same cost for any
-- number of leads.
create table answer_counts (
  company_id text not null,
  field text not null,
  value text not null,
  status text not null,
  owner_id text not null,
  source text not null,
  -- As in lead_facets; settled counts are in slot -1.
  slot smallint not null,
  n bigint not null,
  primary key (company_id, field, value, status, owner_id, source, slot)
) with (fillfactor = 50);
create index answer_counts_unsettled on answer_counts (company_id) where slot >= 0;
call isolate_by_company('answer_counts');
