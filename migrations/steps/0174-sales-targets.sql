-- Targets of a month, of the company ('' in owner_id) and of people.
create table sales_targets (
  company_id text not null references companies (id),
  month date not null,
  owner_id text not null,
  count integer,
  cents bigint,
  primary key (company_id, month, owner_id),
  check (count > 0 or cents > 0)
);
call isolate_by_company('sales_targets');
