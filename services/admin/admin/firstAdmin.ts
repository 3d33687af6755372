import { sql } from 'kysely'
import { hashPassword } from '../../account/auth/passwords.ts'
import { staffPermissions } from '../../account/auth/rules.ts'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { readEmail } from '../../core/emails.ts'
import { createOwnCompany } from '../../support/contact/queries.ts'

/**
 * Creates the first global admin from the configuration if there is none, and returns whether it did. Throws where
 * there is none and none is configured.
 */
export async function createFirstAdmin(db: Db, { admin }: Pick<Config, 'admin'>): Promise<boolean> {
  const exists = () =>
    db.everyCompany(trx =>
      trx
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'global_admin')
        .where('active', '=', true)
        .executeTakeFirst()
    )
  await db.everyCompany(createOwnCompany)
  if (await exists()) return false
  if (!admin) throw new Error('ADMIN_EMAIL e ADMIN_PASSWORD devem dizer quem é a primeira pessoa da administração')
  const passwordHash = await hashPassword(admin.password)
  const { numInsertedOrUpdatedRows } = await db.everyCompany(trx =>
    trx
      .insertInto('users')
      .values({
        name: 'Administração',
        email: readEmail(admin.email) ?? admin.email,
        password_hash: passwordHash,
        role: 'global_admin',
        permissions: Object.keys(staffPermissions),
        email_confirmed_at: sql`now()`
      })
      .onConflict(conflict => conflict.expression(sql`lower(email)`).doNothing())
      .executeTakeFirst()
  )
  if (numInsertedOrUpdatedRows === 0n && !(await exists()))
    throw new Error(`ADMIN_EMAIL é de uma pessoa que não é da administração: ${admin.email}`)
  return true
}
