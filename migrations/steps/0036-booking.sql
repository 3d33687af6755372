-- The page on which visitors book; its address is found without a company, so it is made hard to guess instead of unique.
create table booking_pages (
  company_id text primary key references companies (id),
  slug text not null,
  active boolean not null default false,
  -- What is booked is confirmed at once, or waits for the company.
  confirms boolean not null default true,
  welcome text,
  updated_at timestamptz not null default now()
);
create index booking_pages_by_slug on booking_pages (slug);
call isolate_by_company('booking_pages');
