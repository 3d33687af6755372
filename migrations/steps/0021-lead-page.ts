import { type Kysely, sql } from 'kysely'
import { runAsStaff } from '../staff.ts'

/**
 * What one lead's page needs: merges that can be undone, pairs that are known to be two people, who recorded a consent,
 * look-ups of people who are alike, and an index for each part of the timeline.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table merges (
      id text not null default new_id(),
      company_id text not null,
      -- The lead that goes on, and the one that was put into it.
      lead_id text not null,
      other_id text not null,
      other_name text not null,
      -- Both rows as they were, what the merge made of the first, and the ids of every row that moved.
      before jsonb not null,
      other_before jsonb not null,
      after jsonb not null default '{}',
      moved jsonb not null default '{}',
      actor_id text,
      actor_name text,
      created_at timestamptz not null default now(),
      undone_at timestamptz,
      undone_by text,
      -- The fields that the undoing left alone, since somebody had changed them meanwhile.
      kept text[] not null default '{}',
      primary key (company_id, id),
      foreign key (company_id, lead_id) references leads (company_id, id),
      foreign key (company_id, other_id) references leads (company_id, id)
    )`.execute(db)
  await sql`create index merges_by_lead on merges (company_id, lead_id, created_at desc)`.execute(db)
  await sql`create index merges_by_other on merges (company_id, other_id)`.execute(db)
  await sql`call isolate_by_company('merges')`.execute(db)
  await ofVisibleLeads(db, 'merges')

  // Each pair stands here both ways.
  await sql`
    create table distinct_leads (
      company_id text not null,
      lead_id text not null,
      other_id text not null,
      actor_id text,
      actor_name text,
      created_at timestamptz not null default now(),
      primary key (company_id, lead_id, other_id),
      foreign key (company_id, lead_id) references leads (company_id, id),
      foreign key (company_id, other_id) references leads (company_id, id)
    )`.execute(db)
  await sql`create index distinct_leads_by_other on distinct_leads (company_id, other_id)`.execute(db)
  await sql`call isolate_by_company('distinct_leads')`.execute(db)
  await ofVisibleLeads(db, 'distinct_leads')

  // Of a decision that an employee records: who, and how it is known.
  await sql`
    alter table consents
      add column actor_id text,
      add column actor_name text,
      add column purpose text not null default 'contact',
      add column evidence text`.execute(db)

  await sql`create index consents_by_time on consents (company_id, lead_id, decided_at desc)`.execute(db)
  await sql`create index mails_of_lead on mails (company_id, lead_id, created_at desc)`.execute(db)
  await sql`create index tasks_by_creation on tasks (company_id, lead_id, created_at desc)`.execute(db)
  await sql`create index tasks_by_end on tasks (company_id, lead_id, done_at desc) where done_at is not null`.execute(
    db
  )
  await sql`create index leads_by_cnpj on leads (company_id, cnpj) where cnpj is not null`.execute(db)
  await createLookUp(db)
}

async function ofVisibleLeads(db: Kysely<never>, table: string): Promise<void> {
  await sql`
    create policy of_visible_leads on ${sql.table(table)} as restrictive to prosa_app using (
      exists (select from leads where leads.company_id = ${sql.table(table)}.company_id and leads.id = lead_id))
    with check (true)`.execute(db)
}

/**
 * Ids of leads that may be the person asked for: by any of phone, e-mail and CNPJ, by the same name, or by one that
 * reads alike. Few of each kind; the caller joins them with what the asking person may see.
 */
async function createLookUp(db: Kysely<never>): Promise<void> {
  await sql`
    create function similar_leads(a_name text, a_email text, a_phone text, a_cnpj text, most integer)
    returns setof text language plpgsql stable security definer
    set search_path = public, pg_temp set enable_sort = on as $$
    declare
      company text := nullif(current_setting('app.company', true), '');
      seen text := 'held_at is null and deleted_at is null';
      folded text := btrim(fold(coalesce(a_name, '')));
    begin
      return query execute format(
        '(select id from leads where company_id = $1 and phone_key = $2 and %1$s limit $6)
         union (select id from leads where company_id = $1 and email_key = $3 and %1$s limit $6)
         union (select id from leads where company_id = $1 and cnpj = $4 and %1$s limit $6)
         union (select id from leads where company_id = $1 and (fold(name) collate "C") = $5 and %1$s limit $6)', seen)
        using company, a_phone, a_email, a_cnpj, folded, most;
      -- Shorter names share their letters with too many.
      if length(folded) >= 6 then
        return query execute format(
          'select id from leads where company_id = $1 and search %%> %1$L and %2$s limit $2', folded, seen)
          using company, most;
      end if;
    end $$`.execute(db)
  await runAsStaff(db, 'similar_leads(text, text, text, text, integer)')
}
