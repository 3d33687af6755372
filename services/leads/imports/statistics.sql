-- An import joins rows that were written a moment ago, of which the planner knows nothing until somebody counts them:
-- in a new database it would compare each with each. It also makes connections plan their triggers' statements again.
create or replace function count_import_rows() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  analyze import_rows (company_id, import_id, row, outcome, planned, planned_lead, lead_id, phone_key, email_key);
end $$;
revoke execute on function count_import_rows() from public;
grant execute on function count_import_rows() to prosa_app;

-- Large tables are counted by the database itself, and hardly change with one import.
create or replace function count_imported_leads() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  large constant integer := 20000;
begin
  if (select reltuples from pg_class where oid = 'leads'::regclass) < large then
    analyze leads (company_id, id, email_key, phone_key, received_at);
  end if;
  if (select reltuples from pg_class where oid = 'lead_tags'::regclass) < large then
    analyze lead_tags (company_id, tag_id, lead_id, received_at);
  end if;
  if (select reltuples from pg_class where oid = 'operation_rows'::regclass) < large then
    analyze operation_rows (company_id, operation_id, lead_id, state);
  end if;
end $$;
revoke execute on function count_imported_leads() from public;
grant execute on function count_imported_leads() to prosa_app;
