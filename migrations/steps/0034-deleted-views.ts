import { type Kysely, sql } from 'kysely'

/** A saved view that was deleted can be had back for a while. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table lead_views add column deleted_at timestamptz`.execute(db)
}
