import { type Kysely, sql } from 'kysely'

/** A finished import is an activity of its own kind. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table activities
      drop constraint activities_type_check,
      add constraint activities_type_check check (type in ('call', 'new_lead', 'message', 'import')),
      no force row level security`.execute(db)
  await sql`update activities set type = 'import' where type = 'new_lead' and data ? 'importId'`.execute(db)
  await sql`alter table activities force row level security`.execute(db)
}
