-- The telephones and e-mails of a person who has several, or a label for them: whole lists with the main one first. A
-- lead with one plain telephone and e-mail has none, and costs nothing more.
alter table leads add column phones jsonb, add column emails jsonb;
alter table import_rows add column phones jsonb, add column emails jsonb;

-- The keys of those beside the main ones, by which their lead is found; kept by triggers (leads/addresses.sql).
create table lead_addresses (
  company_id text not null,
  key text not null,
  lead_id text not null,
  -- As the search compares it.
  value text not null,
  primary key (company_id, key, lead_id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index lead_addresses_by_lead on lead_addresses (company_id, lead_id);
create index lead_addresses_by_text on lead_addresses using gin (company_id, value gin_trgm_ops);
call isolate_by_company('lead_addresses');
call show_with_lead('lead_addresses');
