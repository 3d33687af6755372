import { type Kysely, sql } from 'kysely'

/** Who is given the leads that come without an owner, and why each was. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table distributions (
      company_id text primary key references companies (id),
      mode text not null default 'off' check (mode in ('off', 'turns', 'least')),
      -- In the order of their turns: employeeId, away, maxOpen.
      members jsonb not null default '[]',
      fallback_id text,
      last_id text
    )`.execute(db)
  await sql`call isolate_by_company('distributions')`.execute(db)

  await sql`
    create table distribution_log (
      id text not null default new_id(),
      company_id text not null,
      lead_id text not null,
      owner_id text,
      reason text not null,
      created_at timestamptz not null default now(),
      primary key (company_id, id),
      foreign key (company_id, lead_id) references leads (company_id, id)
    )`.execute(db)
  await sql`create index distribution_log_by_time on distribution_log (company_id, created_at desc, id desc)`.execute(
    db
  )
  await sql`create index distribution_log_by_lead on distribution_log (company_id, lead_id)`.execute(db)
  await sql`call isolate_by_company('distribution_log')`.execute(db)
  await sql`
    create policy of_visible_leads on distribution_log as restrictive to prosa_app using (
      exists (select from leads where leads.company_id = distribution_log.company_id and leads.id = lead_id))
    with check (true)`.execute(db)
}
