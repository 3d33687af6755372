-- The parts of the demonstration that were filled, each in the transaction that filled it: a start that was interrupted is
-- completed by the next one, and nobody gets back what they deleted. `details` is for the parts that follow.
create table demo_parts (
  name text primary key,
  details jsonb not null default '{}',
  filled_at timestamptz not null default now()
);
grant select, insert, update, delete on demo_parts to prosa_staff;
