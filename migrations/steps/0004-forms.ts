import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table forms (
      id text not null default new_id(),
      company_id text not null references companies (id),
      title text not null,
      description text not null,
      fields jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (company_id, id)
    )`.execute(db)
  await sql`call isolate_by_company('forms')`.execute(db)
}
