-- A conversation has the tags of its lead.
alter table conversations drop column labels;
