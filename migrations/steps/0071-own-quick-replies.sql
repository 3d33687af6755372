-- outside a transaction
-- A quick reply may be one person's own, who alone is offered it and may have one of the same shortcut as the
-- company's.
alter table quick_replies add column if not exists owner_id text;
drop index concurrently if exists quick_replies_by_shortcut;
create unique index concurrently quick_replies_by_shortcut on quick_replies (company_id, owner_id, shortcut)
  nulls not distinct;
alter table quick_replies drop constraint if exists quick_replies_company_id_shortcut_key;
drop index concurrently if exists quick_replies_by_owner;
create index concurrently quick_replies_by_owner on quick_replies (company_id, owner_id)
  where owner_id is not null;
alter table quick_replies drop constraint if exists quick_replies_owner;
alter table quick_replies add constraint quick_replies_owner
  foreign key (company_id, owner_id) references employees (company_id, id) on delete cascade not valid;
alter table quick_replies validate constraint quick_replies_owner;
