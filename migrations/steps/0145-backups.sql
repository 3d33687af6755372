-- Backups that were made or attempted. The files lie in a folder of the workers' machines.
create table backups (
  id text primary key default new_id(),
  -- The folder that it is in, by the name that the folder was given; several workers may have one each.
  folder text not null,
  started_at timestamptz not null default now(),
  file text,
  bytes bigint,
  checked_at timestamptz,
  error text,
  unique (folder, file)
);
create index backups_by_time on backups (started_at desc, id desc);
grant select, insert, update, delete on backups to prosa_staff;

-- A backup reads everything as prosa_staff, for which the policies of every company's table are open.
grant select on all tables in schema public to prosa_staff;
grant select on all sequences in schema public to prosa_staff;
alter default privileges in schema public grant select on tables to prosa_staff;
alter default privileges in schema public grant select on sequences to prosa_staff;
