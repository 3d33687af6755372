-- outside a transaction
alter table activities drop constraint if exists activities_type_check;
alter table activities add constraint activities_type_check
  check (type in ('call', 'new_lead', 'message', 'import', 'appointment')) not valid;
alter table activities validate constraint activities_type_check;
