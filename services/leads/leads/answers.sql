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

-- The counts that the answers of a lead add, times `change`: 1 for a lead as it is now, -1 for one as it was. Nothing
-- where it is held or deleted.
create or replace function answers_of(l leads, change integer) returns setof answer_counts language sql stable as $$
  select l.company_id, f.name, l.custom ->> f.name, coalesce(l.step_key, l.status), coalesce(l.owner_id, ''), l.source, 0::smallint, change::bigint
  from answer_fields f
  where l.custom <> '{}' and f.company_id = l.company_id and l.custom ->> f.name = any (f.options)
    and l.held_at is null and l.deleted_at is null
$$;

-- Adds changes to the kept counts, in one order everywhere, and nothing where they cancel out.
create or replace function keep_answers(changes answer_counts[]) returns void language plpgsql as $$
begin
  insert into answer_counts as kept (company_id, field, value, status, owner_id, source, slot, n)
  select company_id, field, value, status, owner_id, source, pg_backend_pid() % 32, sum(n) from unnest(changes)
  group by company_id, field, value, status, owner_id, source having sum(n) <> 0
  order by company_id, field, value, status, owner_id, source
  on conflict (company_id, field, value, status, owner_id, source, slot) do update set n = kept.n + excluded.n;
end $$;

-- Each transaction is marked before it reads the options.
create or replace function count_answers() returns trigger language plpgsql as $$
declare
  changes answer_counts[];
begin
  if tg_op = 'INSERT' then
    perform mark_counting(array(select distinct company_id from added where custom <> '{}'));
    changes := array(select each from added l, answers_of(l, 1) as each);
  elsif tg_op = 'DELETE' then
    perform mark_counting(array(select distinct company_id from removed where custom <> '{}'));
    changes := array(select each from removed l, answers_of(l, -1) as each);
  else
    perform mark_counting(array(
      select company_id from added where custom <> '{}' union select company_id from removed where custom <> '{}'));
    changes := array(
      select each from added l, answers_of(l, 1) as each union all select each from removed l, answers_of(l, -1) as each);
  end if;
  perform keep_answers(changes);
  return null;
end $$;
create or replace trigger count_answers_on_insert after insert on leads referencing new table as added
  for each statement execute function count_answers();
create or replace trigger count_answers_on_delete after delete on leads referencing old table as removed
  for each statement execute function count_answers();
create or replace trigger count_answers_on_update after update on leads referencing old table as removed new table as added
  for each statement execute function count_answers();

-- Drops the triggers' functions of an earlier version.
drop function if exists count_answers_on_insert();
drop function if exists count_answers_on_delete();
drop function if exists count_answers_on_update();
