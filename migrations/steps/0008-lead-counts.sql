-- Kept totals, spread over slots so that leads arriving together do not wait for one row; read them with sum().
-- Held and deleted leads are in no count.
create table lead_counts (
  company_id text not null,
  status text not null,
  slot smallint not null,
  n bigint not null,
  primary key (company_id, status, slot)
) with (fillfactor = 50);
call isolate_by_company('lead_counts');

-- How many leads there are of each status, owner, source and tag together ('' for no owner, and as the tag for the lead
-- itself), so that the counts beside the filters cost the same however many leads there are. Held and deleted leads are
-- in no count.
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

-- How many leads of a month count towards the plan; written for plans with a limit only, one row a company, whose
-- lock makes the count exact for leads that arrive together.
create table lead_usage (
  company_id text not null references companies (id),
  month date not null,
  n integer not null,
  primary key (company_id, month)
);
call isolate_by_company('lead_usage');

-- Counts of the answers to a company's own fields that have options, so that the list's filters show them at the same
-- cost however many leads there are.
create table answer_counts (
  company_id text not null,
  field text not null,
  value text not null,
  status text not null,
  owner_id text not null,
  source text not null,
  -- As in lead_facets; what a worker has brought together is in slot -1.
  slot smallint not null,
  n bigint not null,
  primary key (company_id, field, value, status, owner_id, source, slot)
) with (fillfactor = 50);
create index answer_counts_unsettled on answer_counts (company_id) where slot >= 0;
call isolate_by_company('answer_counts');
