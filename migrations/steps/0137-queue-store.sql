-- The store that the queues were in last: in another one there are no jobs of before.
create table queue_store (
  one boolean default true primary key check (one),
  store text not null,
  since timestamptz not null default now()
);
grant select, insert, update, delete on queue_store to prosa_staff;
