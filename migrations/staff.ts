import { type Kysely, sql } from 'kysely'

/**
 * Makes a SECURITY DEFINER function run as prosa_staff, which sees every company, and callable by the application
 * alone. Such a function must take the company from the scope (`app.company`) itself.
 */
export async function runAsStaff(db: Kysely<never>, signature: string): Promise<void> {
  await sql`grant create on schema public to prosa_staff`.execute(db)
  await sql.raw(`alter function ${signature} owner to prosa_staff`).execute(db)
  await sql`revoke create on schema public from prosa_staff`.execute(db)
  await sql.raw(`revoke execute on function ${signature} from public`).execute(db)
  await sql.raw(`grant execute on function ${signature} to prosa_app`).execute(db)
}
