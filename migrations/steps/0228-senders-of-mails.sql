-- The name that a mail comes from, where it is the company's.
alter table mails add column from_name text;
