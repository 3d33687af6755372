import { type Kysely, sql } from 'kysely'

/** A finished import is an activity of its own kind, and what is tidied away by its age is found by it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table activities
      drop constraint activities_type_check,
      add constraint activities_type_check check (type in ('call', 'new_lead', 'message', 'import')),
      no force row level security`.execute(db)
  await sql`update activities set type = 'import' where type = 'new_lead' and data ? 'importId'`.execute(db)
  await sql`alter table activities force row level security`.execute(db)

  // These tables grow at their end, so that the range of days in each part of the file is enough to know.
  for (const table of ['notifications', 'distribution_log'])
    await sql`create index ${sql.ref(`${table}_by_age`)} on ${sql.table(table)} using brin (created_at)`.execute(db)
}
