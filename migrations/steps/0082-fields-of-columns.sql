-- Fields of a company's own that no form asks for: they were made of columns of a file, whose headings they are called by.
create table column_fields (
  company_id text not null references companies (id),
  name text not null,
  label text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, name)
);
call isolate_by_company('column_fields');
