import { type Kysely, sql } from 'kysely'

/** The provider uses its own product: what is sent through /contact is a lead of this company. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table companies add column own boolean not null default false`.execute(db)
  await sql`create unique index the_own_company on companies (own) where own`.execute(db)
}
