-- The rest of a file beside the fields of a lead: texts that become notes, channels that a person refused, and the columns
-- whose refusals are left out. A note of an import goes again when the import is undone.
alter table import_rows add column notes text[] not null default '{}', add column refused text[] not null default '{}',
  add column refusals_left_out integer[] not null default '{}';
alter table notes add column operation_id text;
