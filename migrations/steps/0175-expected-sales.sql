-- The day on which the sale of an open lead is expected.
alter table leads add column expected_on date;
alter table import_rows add column expected_on date;
