-- outside a transaction
drop index concurrently if exists leads_by_company;
create index concurrently leads_by_company on leads (company_id, (fold(company) collate "C"), received_at desc) where company is not null;
