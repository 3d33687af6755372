import type { Db } from '../../core/db.ts'
import { readNamedEmail } from '../../core/emails.ts'

/** The user with an e-mail in any spelling, active or not. */
export async function findByEmail(
  db: Db,
  email: string
): Promise<{ id: string; name: string; password_hash: string; active: boolean } | undefined> {
  const address = readNamedEmail(email) ?? email
  const [result] = await db.everyCompanyBatch([
    {
      name: 'user-by-email',
      text: 'select id, name, password_hash, active from users where lower(email) = lower($1)',
      values: [address]
    }
  ])
  return result?.rows[0]
}
