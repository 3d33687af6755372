alter table leads add column company_role text;
alter table import_rows add column company_role text;
