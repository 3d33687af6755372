import { type Kysely, sql } from 'kysely'
import { runAsStaff } from '../staff.ts'

/**
 * What a team does with its leads: every submission of a person kept with the one lead, tags, notes, tasks, the history
 * of each field, operations on many leads with their undo, saved views, and counts of any combination of filters.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await extendLeads(db)
  await createIdentity(db)
  await createSubmissions(db)
  await createWork(db)
  await createOperations(db)
  await createFacets(db)
  await createSearch(db)
}

async function extendLeads(db: Kysely<never>): Promise<void> {
  // `phone_key` in the text that is searched finds a mobile with and without its ninth digit.
  await sql`
    alter table leads
      drop column submission_key,
      drop column submission_hash,
      drop column search,
      add column version integer not null default 1,
      -- Where the card stands in its column of the board; a card dropped between two others gets the middle of theirs.
      add column rank numeric not null default extract(epoch from clock_timestamp()),
      add column status_at timestamptz not null default now(),
      add column lost_reason text,
      -- The ids of its tags, kept by the database for the list.
      add column tags text[] not null default '{}',
      add column score smallint,
      add column score_reasons jsonb not null default '[]',
      add column first_contact_at timestamptz,
      add column last_contact_at timestamptz,
      add column next_task_at timestamptz,
      add column first_touch jsonb,
      add column last_touch jsonb,
      add column merged_into text,
      add column deleted_at timestamptz,
      add column touched_at timestamptz not null generated always as (coalesce(last_contact_at, received_at)) stored,
      add column doubtful boolean not null generated always as (marks <> '{}') stored,
      add column search text not null generated always as (
        fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(phone_key, '') || ' '
          || coalesce(cnpj, ''))) stored`.execute(db)
  await sql`update leads set rank = extract(epoch from received_at), status_at = updated_at`.execute(db)

  await sql`create index leads_by_text on leads using gin (company_id, search gin_trgm_ops)`.execute(db)
  await sql`create index leads_by_rank on leads (company_id, status, rank desc, id desc)`.execute(db)
  await sql`
    create index leads_by_score on leads (company_id, score desc, id desc) where score is not null`.execute(db)
  await sql`
    create index leads_untouched on leads (company_id, touched_at)
      where status in ('new', 'contacted', 'scheduled')`.execute(db)
  await sql`
    create index leads_by_task on leads (company_id, next_task_at) where next_task_at is not null`.execute(db)
  await sql`
    create index leads_by_preference on leads (company_id, preferred_date)
      where preferred_date is not null`.execute(db)
  await sql`
    create index leads_doubtful on leads (company_id, received_at desc, id desc) where doubtful`.execute(db)
  await sql`create index leads_deleted on leads (company_id, deleted_at) where deleted_at is not null`.execute(db)

  // `app.deleted` is "shown" where deleted and merged leads are restored or erased.
  await sql`drop policy visible on leads`.execute(db)
  await sql`
    create policy visible on leads as restrictive to prosa_app using (
      (held_at is null or current_setting('app.held', true) = 'shown')
      and (deleted_at is null or current_setting('app.deleted', true) = 'shown')
      and (coalesce(current_setting('app.owners', true), '') = ''
        or owner_id = any (string_to_array(current_setting('app.owners', true), ','))))
    with check (true)`.execute(db)
  // Consents stay as they were given; a merge moves them to the lead that goes on.
  await sql`grant update (lead_id) on consents to prosa_app, prosa_staff`.execute(db)
}

/**
 * The one rule of who is whom. Two records are one person where both phone and e-mail agree, or one of them does and the
 * first names agree too, or one of them does and the other is unknown on a side: a family's telephone or a company's
 * mailbox alone makes nobody another.
 */
async function createIdentity(db: Kysely<never>): Promise<void> {
  await sql`
    create function first_name(name text) returns text language sql immutable parallel safe as $$
      select split_part(btrim(fold(name)), ' ', 1)
    $$`.execute(db)
  await sql`
    create function same_person(name_a text, email_a text, phone_a text, name_b text, email_b text, phone_b text)
    returns boolean language sql immutable parallel safe as $$
      select coalesce(phone_a = phone_b, false) and coalesce(email_a = email_b, false)
        or (coalesce(phone_a = phone_b, false) or coalesce(email_a = email_b, false))
          and first_name(name_a) = first_name(name_b)
        or coalesce(phone_a = phone_b, false) and (email_a is null or email_b is null)
        or coalesce(email_a = email_b, false) and (phone_a is null or phone_b is null)
    $$`.execute(db)
  await sql`
    create function match_reasons(name_a text, email_a text, phone_a text, digits_a text, cnpj_a text,
      name_b text, email_b text, phone_b text, digits_b text, cnpj_b text)
    returns text[] language sql immutable parallel safe as $$
      select array_remove(array[
        case when phone_a = phone_b then case when digits_a like '%' || digits_b or digits_b like '%' || digits_a
          then 'phone' else 'phone9' end end,
        case when email_a = email_b then 'email' end,
        case when cnpj_a = cnpj_b then 'cnpj' end,
        case when fold(btrim(name_a)) = fold(btrim(name_b)) then 'name' end], null)
    $$`.execute(db)
}

/** What a person sent, each time, with the exact answers; the lead is what is known of them now. */
async function createSubmissions(db: Kysely<never>): Promise<void> {
  await sql`
    create table submissions (
      id text not null default new_id(),
      company_id text not null,
      lead_id text not null,
      form_id text,
      form_version integer,
      key text,
      hash text,
      answers jsonb not null,
      -- utm_*, gclid, fbclid, the referring page and the page of arrival.
      touch jsonb not null default '{}',
      source text not null,
      marks text[] not null default '{}',
      -- Why it was put with a lead that the company had; empty for the first one.
      matched_by text[] not null default '{}',
      ip text,
      submitted_at timestamptz,
      received_at timestamptz not null default now(),
      primary key (company_id, id),
      foreign key (company_id, lead_id) references leads (company_id, id)
    )`.execute(db)
  await sql`create index submissions_by_lead on submissions (company_id, lead_id, received_at desc)`.execute(db)
  await sql`
    create unique index submissions_by_key on submissions (company_id, key) where key is not null`.execute(db)
  await sql`call isolate_by_company('submissions')`.execute(db)
  await ofVisibleLeads(db, 'submissions')
}

async function createWork(db: Kysely<never>): Promise<void> {
  await sql`
    create table tags (
      id text not null default new_id(),
      company_id text not null references companies (id),
      name text not null check (length(name) between 1 and 40),
      color text not null default 'slate',
      created_at timestamptz not null default now(),
      primary key (company_id, id)
    )`.execute(db)
  await sql`create unique index tags_by_name on tags (company_id, (fold(name) collate "C"))`.execute(db)
  await sql`call isolate_by_company('tags')`.execute(db)

  // The time of the lead stands here too, so that an index holds the leads of a tag in the order of the list.
  await sql`
    create table lead_tags (
      company_id text not null,
      tag_id text not null,
      lead_id text not null,
      received_at timestamptz not null,
      primary key (company_id, tag_id, lead_id),
      foreign key (company_id, tag_id) references tags (company_id, id),
      foreign key (company_id, lead_id) references leads (company_id, id)
    )`.execute(db)
  await sql`create index lead_tags_by_lead on lead_tags (company_id, lead_id)`.execute(db)
  await sql`
    create index lead_tags_by_time on lead_tags (company_id, tag_id, received_at desc, lead_id desc)`.execute(db)
  await sql`call isolate_by_company('lead_tags')`.execute(db)
  await ofVisibleLeads(db, 'lead_tags')

  await sql`
    create table notes (
      id text not null default new_id(),
      company_id text not null,
      lead_id text not null,
      author_id text,
      author_name text,
      text text not null,
      mentions text[] not null default '{}',
      pinned_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      deleted_at timestamptz,
      primary key (company_id, id),
      foreign key (company_id, lead_id) references leads (company_id, id)
    )`.execute(db)
  await sql`create index notes_by_lead on notes (company_id, lead_id, created_at desc)`.execute(db)
  await sql`call isolate_by_company('notes')`.execute(db)
  await ofVisibleLeads(db, 'notes')

  await sql`
    create table tasks (
      id text not null default new_id(),
      company_id text not null,
      lead_id text not null,
      title text not null,
      kind text not null default 'other' check (kind in ('call', 'message', 'email', 'visit', 'other')),
      due_at timestamptz not null,
      remind_at timestamptz,
      reminded_at timestamptz,
      owner_id text,
      done_at timestamptz,
      done_by text,
      created_by text,
      -- Of a task for many leads at once, which one undo takes back.
      operation_id text,
      created_at timestamptz not null default now(),
      primary key (company_id, id),
      foreign key (company_id, lead_id) references leads (company_id, id)
    )`.execute(db)
  await sql`create index tasks_by_lead on tasks (company_id, lead_id, due_at)`.execute(db)
  await sql`create index tasks_open on tasks (company_id, owner_id, due_at) where done_at is null`.execute(db)
  await sql`create index tasks_to_remind on tasks (remind_at) where done_at is null and reminded_at is null`.execute(db)
  await sql`call isolate_by_company('tasks')`.execute(db)
  await ofVisibleLeads(db, 'tasks')

  // The list shows and filters by the next task without reading the tasks.
  await sql`
    create function keep_next_task() returns trigger language plpgsql as $$
    declare
      task record := coalesce(new, old);
    begin
      update leads set next_task_at = (
        select min(due_at) from tasks t
        where t.company_id = task.company_id and t.lead_id = task.lead_id and t.done_at is null)
      where leads.company_id = task.company_id and leads.id = task.lead_id;
      if tg_op = 'UPDATE' and old.lead_id <> new.lead_id then
        update leads set next_task_at = (
          select min(due_at) from tasks t
          where t.company_id = old.company_id and t.lead_id = old.lead_id and t.done_at is null)
        where leads.company_id = old.company_id and leads.id = old.lead_id;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger keep_next_task after insert or update of due_at, done_at, lead_id or delete on tasks
      for each row execute function keep_next_task()`.execute(db)

  // Field to what it was and what it became, by whom; also what the time in each status is read from.
  await sql`
    create table lead_changes (
      id text not null default new_id(),
      company_id text not null,
      lead_id text not null,
      field text not null,
      before jsonb,
      after jsonb,
      actor_id text,
      actor_name text,
      operation_id text,
      created_at timestamptz not null default now(),
      primary key (company_id, id),
      foreign key (company_id, lead_id) references leads (company_id, id)
    )`.execute(db)
  await sql`create index lead_changes_by_lead on lead_changes (company_id, lead_id, created_at desc)`.execute(db)
  await sql`
    create index lead_changes_by_status on lead_changes (company_id, created_at) where field = 'status'`.execute(db)
  await sql`call isolate_by_company('lead_changes')`.execute(db)
  await ofVisibleLeads(db, 'lead_changes')

  await sql`
    create table lead_views (
      id text not null default new_id(),
      company_id text not null references companies (id),
      employee_id text not null,
      name text not null check (length(name) between 1 and 60),
      shared boolean not null default false,
      view jsonb not null,
      created_at timestamptz not null default now(),
      primary key (company_id, id)
    )`.execute(db)
  await sql`call isolate_by_company('lead_views')`.execute(db)
}

/**
 * An operation acts on many leads in the background: the set is frozen when it is asked for, each row keeps what it was
 * before, and one undo puts back what nobody has changed since.
 */
async function createOperations(db: Kysely<never>): Promise<void> {
  await sql`
    create table operations (
      id text not null default new_id(),
      company_id text not null references companies (id),
      kind text not null,
      params jsonb not null default '{}',
      state text not null default 'queued'
        check (state in ('queued', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
      total integer not null default 0,
      done integer not null default 0,
      changed integer not null default 0,
      skipped integer not null default 0,
      result jsonb not null default '{}',
      error text,
      actor_id text,
      actor_name text,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      undone_at timestamptz,
      primary key (company_id, id)
    )`.execute(db)
  await sql`create index operations_by_time on operations (company_id, created_at desc)`.execute(db)
  await sql`call isolate_by_company('operations')`.execute(db)

  await sql`
    create table operation_rows (
      company_id text not null,
      operation_id text not null,
      lead_id text not null,
      -- The lead's version when the set was frozen: another one at its turn means that somebody changed it meanwhile.
      version integer not null,
      state text not null default 'waiting' check (state in ('waiting', 'changed', 'skipped', 'undone', 'kept')),
      before jsonb,
      after jsonb,
      reason text,
      primary key (company_id, operation_id, lead_id),
      foreign key (company_id, operation_id) references operations (company_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create index operation_rows_by_state on operation_rows (company_id, operation_id, state, lead_id)`.execute(db)
  await sql`create index operation_rows_by_lead on operation_rows (company_id, lead_id)`.execute(db)
  await sql`call isolate_by_company('operation_rows')`.execute(db)
}

/** What tells of a lead is seen by those who see the lead. */
async function ofVisibleLeads(db: Kysely<never>, table: string): Promise<void> {
  await sql`
    create policy of_visible_leads on ${sql.table(table)} as restrictive to prosa_app using (
      exists (select from leads where leads.company_id = ${sql.table(table)}.company_id and leads.id = lead_id))
    with check (true)`.execute(db)
}

/**
 * How many leads there are of each status, owner, source and tag together ('' for no owner, and as the tag for the lead
 * itself), so that the counts beside the filters cost the same however many leads there are. Held and deleted leads are
 * in no count.
 */
async function createFacets(db: Kysely<never>): Promise<void> {
  await sql`
    create table lead_facets (
      company_id text not null,
      tag_id text not null,
      status text not null,
      owner_id text not null,
      source text not null,
      slot smallint not null,
      n bigint not null,
      primary key (company_id, tag_id, status, owner_id, source, slot)
    ) with (fillfactor = 50)`.execute(db)
  await sql`call isolate_by_company('lead_facets')`.execute(db)

  const seen = 'held_at is null and deleted_at is null'
  const own = (from: string, sign: number) =>
    `select company_id, '' as tag_id, status, coalesce(owner_id, '') as owner_id, source, ${sign} as change
     from ${from} where ${seen}`
  const tagged = (from: string, sign: number) =>
    `select l.company_id, t.tag_id, l.status, coalesce(l.owner_id, ''), l.source, ${sign}
     from ${from} l join lead_tags t on t.company_id = l.company_id and t.lead_id = l.id where ${seen}`
  const changes = {
    insert: own('added', 1),
    delete: own('removed', -1),
    update: [own('added', 1), own('removed', -1), tagged('added', 1), tagged('removed', -1)].join(' union all ')
  }
  const addFacets = (rows: string) => `
    insert into lead_facets as kept (company_id, tag_id, status, owner_id, source, slot, n)
    select company_id, tag_id, status, owner_id, source, pg_backend_pid() % 32, sum(change) from (${rows}) as changed
    group by company_id, tag_id, status, owner_id, source having sum(change) <> 0
    order by company_id, tag_id, status, owner_id, source
    on conflict (company_id, tag_id, status, owner_id, source, slot) do update set n = kept.n + excluded.n;`

  for (const [change, rows] of Object.entries(changes))
    await sql
      .raw(`
      create or replace function count_leads_on_${change}() returns trigger language plpgsql as $$
      begin
        insert into lead_counts as kept (company_id, status, slot, n)
        select company_id, status, pg_backend_pid() % 32, sum(change) from (${rows}) as changed
        where tag_id = '' group by company_id, status having sum(change) <> 0 order by company_id, status
        on conflict (company_id, status, slot) do update set n = kept.n + excluded.n;
        ${addFacets(rows)}
        return null;
      end $$`)
      .execute(db)

  for (const [change, table, sign] of [
    ['insert', 'added', 1],
    ['delete', 'removed', -1]
  ] as const) {
    const rows = `
      select l.company_id, t.tag_id, l.status, coalesce(l.owner_id, '') as owner_id, l.source, ${sign} as change
      from ${table} t join leads l on l.company_id = t.company_id and l.id = t.lead_id where ${seen}`
    await sql
      .raw(`
      create function count_tags_on_${change}() returns trigger language plpgsql as $$
      begin
        ${addFacets(rows)}
        update leads l set tags = k.tags
        from (
          select c.company_id, c.lead_id, array(
            select t.tag_id from lead_tags t where t.company_id = c.company_id and t.lead_id = c.lead_id order by t.tag_id
          ) as tags from (select distinct company_id, lead_id from ${table}) as c
        ) as k
        where l.company_id = k.company_id and l.id = k.lead_id and l.tags <> k.tags;
        return null;
      end $$`)
      .execute(db)
    await sql
      .raw(`create trigger count_tags_on_${change} after ${change} on lead_tags
        referencing ${change === 'insert' ? 'new' : 'old'} table as ${table}
        for each statement execute function count_tags_on_${change}()`)
      .execute(db)
  }

  await sql`set local role prosa_staff`.execute(db)
  await sql`
    insert into lead_facets (company_id, tag_id, status, owner_id, source, slot, n)
    select company_id, '', status, coalesce(owner_id, ''), source, 0, count(*) from leads
    where held_at is null and deleted_at is null group by 1, 3, 4, 5`.execute(db)
  await sql`reset role`.execute(db)
}

/**
 * As in steps 6 and 13, with every filter of the list: a filter that no index serves under row-level security is
 * answered here too. Their ids are few to the planner (`rows 25`), so that it looks each up rather than read the company's
 * leads beside them, which it believes to be few until it has statistics. `filter` has the keys of LeadFilter (services/leads/filter.ts) with their values checked; every
 * value is quoted once more. Days are those of the company's time zone.
 */
async function createSearch(db: Kysely<never>): Promise<void> {
  await sql`drop function search_leads(text, text[], text, text, text, boolean, integer, integer, integer)`.execute(db)
  await sql`drop function common_leads(text, text, text, text, text[], text, text[], integer, integer)`.execute(db)

  await sql`
    create or replace function lead_order(key text, descending boolean) returns text language sql immutable as $$
      select format(case key
        when 'name' then '(fold(name) collate "C") %1$s, id %1$s'
        when 'status' then 'status %1$s, received_at %1$s, id %1$s'
        when 'source' then 'source %1$s, received_at %1$s, id %1$s'
        when 'rank' then 'rank %1$s, id %1$s'
        when 'score' then 'score %1$s nulls last, id %1$s'
        when 'nextTaskAt' then 'next_task_at %1$s nulls last, id %1$s'
        when 'lastContactAt' then 'touched_at %1$s, id %1$s'
        else 'received_at %1$s, id %1$s' end, case when descending then 'desc' else 'asc' end)
    $$`.execute(db)

  await sql`
    create function lead_texts(value jsonb) returns text[] language sql immutable as $$
      select case jsonb_typeof(value)
        when 'array' then array(select jsonb_array_elements_text(value))
        else array[value #>> '{}'] end
    $$`.execute(db)

  await sql`
    create function lead_condition(filter jsonb) returns text language plpgsql stable as $$
    declare
      zone text := coalesce((
        select time_zone from companies where id = nullif(current_setting('app.company', true), '')), 'UTC');
      today date := (now() at time zone zone)::date;
      result text := 'held_at is null and deleted_at is null';
      key text;
      value jsonb;
      plain text;
      list text[];
    begin
      for key, value in select * from jsonb_each(filter) loop
        plain := value #>> '{}';
        list := lead_texts(value);
        result := result || ' and ' || case key
          when 'term' then
            case when length(plain) < 3
              then format('(fold(name) collate "C") like %L', lead_pattern(plain) || '%')
              else format('search like %L', '%' || lead_pattern(plain) || '%') end
          when 'digits' then format('(search like %L or search like %L)',
            '%' || lead_pattern(list[1]) || '%', '%' || lead_pattern(list[2]) || '%')
          when 'id' then format('id = any (%L)', list)
          when 'status' then format('status = any (%L)', list)
          when 'source' then format('source = any (%L)', list)
          when 'owner' then case
            when '' = any (list) then format('(owner_id is null or owner_id = any (%L))', list)
            else format('owner_id = any (%L)', list) end
          when 'tag' then format('id in (select t.lead_id from lead_tags t where t.company_id = leads.company_id
            and t.tag_id = any (%L))', list)
          when 'receivedFrom' then format('received_at >= %L', plain::date::timestamp at time zone zone)
          when 'receivedTo' then format('received_at < %L', (plain::date + 1)::timestamp at time zone zone)
          when 'untouchedDays' then format('status in (''new'', ''contacted'', ''scheduled'') and touched_at < %L',
            now() - plain::integer * interval '1 day')
          when 'task' then case plain
            when 'overdue' then format('next_task_at < %L', now())
            when 'today' then format('next_task_at < %L', (today + 1)::timestamp at time zone zone)
            when 'open' then 'next_task_at is not null'
            else 'next_task_at is null and status in (''new'', ''contacted'', ''scheduled'')' end
          when 'preferredFrom' then format('preferred_date >= %L', plain::date)
          when 'preferredTo' then format('preferred_date <= %L', plain::date)
          when 'period' then format('preferred_period = any (%L)', list)
          when 'consent' then case when plain = 'yes' then 'consent_given' else 'not consent_given' end
          when 'mark' then format('doubtful and marks && %L', list)
          when 'campaign' then format('last_touch ->> ''utm_campaign'' = any (%L)', list)
          when 'lostReason' then format('lost_reason = any (%L)', list)
          when 'custom' then (select string_agg(format('custom ->> %L = any (%L)', field, lead_texts(wanted)), ' and ')
            from jsonb_each(value) as asked(field, wanted))
          else 'false' end;
      end loop;
      return result;
    end $$`.execute(db)

  // Without bitmap scans the planner has only the ordered indexes left.
  await sql`
    create function common_leads(condition text, ordering text, company text, skip integer, take integer)
    returns setof text language plpgsql stable set enable_bitmapscan = off set enable_sort = off as $$
    begin
      return query execute format(
        'select id from leads where company_id = $1 and %s order by company_id, %s offset $2 limit $3',
        condition, ordering) using company, skip, take;
    end $$`.execute(db)

  await sql`
    create function search_leads(filter jsonb, sort_key text, descending boolean, skip integer, take integer, cap integer)
    returns table (id text, place bigint, total bigint) language plpgsql stable security definer rows 25
    set search_path = public, pg_temp as $$
    declare
      company text := nullif(current_setting('app.company', true), '');
      owners text[] := string_to_array(nullif(current_setting('app.owners', true), ''), ',');
      condition text := lead_condition(filter)
        || case when owners is null then '' else format(' and owner_id = any (%L)', owners) end;
      ordering text := lead_order(sort_key, descending);
      found text[];
      matches bigint;
    begin
      -- One reading finds up to the cap, in whatever order; usually that is all there is, and only it is sorted.
      execute format('select array(select id from leads where company_id = $1 and %s limit $2)', condition)
        into found using company, cap + 1;
      matches := cardinality(found);
      if matches > cap then
        return query select common, row_number() over (), matches
          from common_leads(condition, ordering, company, skip, take) as common;
      elsif matches > 0 then
        return query execute format(
          'select id, row_number() over (order by %1$s), $2 from unnest($3) as f (found_id)
           join leads on leads.company_id = $1 and leads.id = f.found_id order by %1$s offset $4 limit $5', ordering)
          using company, matches, found, skip, take;
      end if;
    end $$`.execute(db)
  await runAsStaff(db, 'search_leads(jsonb, text, boolean, integer, integer, integer)')

  // The frozen set of an operation: the ids of every lead that a filter finds.
  await sql`
    create function matching_leads(filter jsonb, most integer) returns setof text
    language plpgsql stable security definer rows 25 set search_path = public, pg_temp as $$
    declare
      company text := nullif(current_setting('app.company', true), '');
      owners text[] := string_to_array(nullif(current_setting('app.owners', true), ''), ',');
      condition text := lead_condition(filter)
        || case when owners is null then '' else format(' and owner_id = any (%L)', owners) end;
    begin
      return query execute format('select id from leads where company_id = $1 and %s limit $2', condition)
        using company, most;
    end $$`.execute(db)
  await runAsStaff(db, 'matching_leads(jsonb, integer)')
}
