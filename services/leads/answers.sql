create or replace function keep_answer_fields(company text, fields jsonb) returns void language sql as $$
  insert into answer_fields as kept (company_id, name, label, type, options)
  select distinct on (f.name) company, f.name, f.label, f.type,
    case when f.type = 'checkbox' then '{true,false}' else coalesce(f.options, '{}') end
  from jsonb_to_recordset(fields) as f (name text, label text, type text, options text[])
  where f.type in ('select', 'radio', 'checkbox') order by f.name
  on conflict (company_id, name) do update set label = excluded.label, type = excluded.type,
    options = kept.options || array(
      select distinct option from unnest(excluded.options) as option where option <> all (kept.options)),
    counted = kept.counted and excluded.options <@ kept.options
$$;

create or replace function keep_published_fields() returns trigger language plpgsql as $$
begin
  perform keep_answer_fields(new.company_id, new.fields);
  return null;
end $$;
create or replace trigger keep_published_fields after insert on form_versions
  for each row execute function keep_published_fields();

-- Marks the transaction, until its end, as one that counted answers by the options that it saw: before an older answer is
-- counted by `answers.ts`, those that did not see its option yet must have ended. Nobody ever waits for this lock.
create or replace function mark_counting(companies text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(lock_key('answers of', company)) from unnest(companies) as company;
end $$;

create or replace function count_answers_on_insert() returns trigger language plpgsql as $$
begin
  -- Most leads have no answers to custom fields.
  if exists (select from added where custom <> '{}') then
    perform mark_counting(array(select distinct company_id from added where custom <> '{}'));
    insert into answer_counts as kept (company_id, field, value, status, owner_id, source, slot, n)
    select company_id, field, value, status, owner_id, source, pg_backend_pid() % 32, sum(change) from (
      select l.company_id, f.name as field, l.custom ->> f.name as value, l.status,
        coalesce(l.owner_id, '') as owner_id, l.source, 1 as change
      from added l join answer_fields f on f.company_id = l.company_id and l.custom ->> f.name = any (f.options)
      where l.custom <> '{}' and l.held_at is null and l.deleted_at is null) as changed
    group by company_id, field, value, status, owner_id, source having sum(change) <> 0
    order by company_id, field, value, status, owner_id, source
    on conflict (company_id, field, value, status, owner_id, source, slot) do update set n = kept.n + excluded.n;
  end if;
  return null;
end $$;
create or replace trigger count_answers_on_insert after insert on leads referencing new table as added
  for each statement execute function count_answers_on_insert();

create or replace function count_answers_on_delete() returns trigger language plpgsql as $$
begin
  if exists (select from removed where custom <> '{}') then
    perform mark_counting(array(select distinct company_id from removed where custom <> '{}'));
    insert into answer_counts as kept (company_id, field, value, status, owner_id, source, slot, n)
    select company_id, field, value, status, owner_id, source, pg_backend_pid() % 32, sum(change) from (
      select l.company_id, f.name as field, l.custom ->> f.name as value, l.status,
        coalesce(l.owner_id, '') as owner_id, l.source, -1 as change
      from removed l join answer_fields f on f.company_id = l.company_id and l.custom ->> f.name = any (f.options)
      where l.custom <> '{}' and l.held_at is null and l.deleted_at is null) as changed
    group by company_id, field, value, status, owner_id, source having sum(change) <> 0
    order by company_id, field, value, status, owner_id, source
    on conflict (company_id, field, value, status, owner_id, source, slot) do update set n = kept.n + excluded.n;
  end if;
  return null;
end $$;
create or replace trigger count_answers_on_delete after delete on leads referencing old table as removed
  for each statement execute function count_answers_on_delete();

create or replace function count_answers_on_update() returns trigger language plpgsql as $$
begin
  if exists (select from added where custom <> '{}') or exists (select from removed where custom <> '{}') then
    perform mark_counting(array(
      select company_id from added where custom <> '{}' union select company_id from removed where custom <> '{}'));
    insert into answer_counts as kept (company_id, field, value, status, owner_id, source, slot, n)
    select company_id, field, value, status, owner_id, source, pg_backend_pid() % 32, sum(change) from (
      select l.company_id, f.name as field, l.custom ->> f.name as value, l.status,
        coalesce(l.owner_id, '') as owner_id, l.source, 1 as change
      from added l join answer_fields f on f.company_id = l.company_id and l.custom ->> f.name = any (f.options)
      where l.custom <> '{}' and l.held_at is null and l.deleted_at is null
      union all
      select l.company_id, f.name as field, l.custom ->> f.name as value, l.status,
        coalesce(l.owner_id, '') as owner_id, l.source, -1 as change
      from removed l join answer_fields f on f.company_id = l.company_id and l.custom ->> f.name = any (f.options)
      where l.custom <> '{}' and l.held_at is null and l.deleted_at is null) as changed
    group by company_id, field, value, status, owner_id, source having sum(change) <> 0
    order by company_id, field, value, status, owner_id, source
    on conflict (company_id, field, value, status, owner_id, source, slot) do update set n = kept.n + excluded.n;
  end if;
  return null;
end $$;
create or replace trigger count_answers_on_update after update on leads referencing old table as removed new table as added
  for each statement execute function count_answers_on_update();
