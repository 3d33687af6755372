import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table import_rows rename column consent to consent_given`.execute(db)
}
