-- Addresses that booking pages had before: they lead to the page, and nobody else gets them.
create table booking_old_slugs (
  company_id text not null references companies (id),
  slug text not null,
  primary key (company_id, slug)
);
create index booking_old_slugs_by_slug on booking_old_slugs (slug);
call isolate_by_company('booking_old_slugs');
