-- A field that was made of a column goes, and comes back as it was.
alter table column_fields add column deleted_at timestamptz;
