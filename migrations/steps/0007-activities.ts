import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table activities (
      id text not null default new_id(),
      company_id text not null references companies (id),
      type text not null check (type in ('call', 'new_lead', 'message')),
      description text not null,
      lead_id text,
      lead_name text,
      appointment_id text,
      data jsonb not null default '{}',
      created_at timestamptz not null default now(),
      primary key (company_id, id),
      foreign key (company_id, lead_id) references leads (company_id, id)
    )`.execute(db)
  await sql`create index activities_by_time on activities (company_id, created_at desc, id desc)`.execute(db)
  await sql`create index activities_by_lead on activities (company_id, lead_id, created_at desc, id desc)`.execute(db)
  await sql`
    create unique index one_new_lead_activity on activities (company_id, lead_id)
      where type = 'new_lead'`.execute(db)
  await sql`call isolate_by_company('activities')`.execute(db)
}
