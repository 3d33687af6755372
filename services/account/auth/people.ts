import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { forgetAttempts, refuseTooMany } from '../../core/limits.ts'
import type { AuditActor } from '../../platform/audit/queries.ts'
import { passwordMatches } from './passwords.ts'

/** A person, with the columns that changes of their own account need. */
export type Person = {
  id: string
  name: string
  email: string
  role: string
  /** The audit chain of their changes; null for the provider's own. */
  companyId: string | null
}

/**
 * An active person, locked until the transaction ends: changes of one account are serialised, without blocking
 * sign-ins.
 */
export async function lockPerson(trx: Trx, userId: string): Promise<Person | undefined> {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role'])
    .where('id', '=', userId)
    .where('active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) return undefined
  const employee = await trx
    .selectFrom('employees')
    .select('company_id')
    .where('user_id', '=', userId)
    .where('active', '=', true)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return { ...user, companyId: employee?.company_id ?? null }
}

/** For changes of one's own account without a session: through a link, for example. */
export const bySelf = (request: FastifyRequest, { id, name }: { id: string; name: string }): AuditActor => ({
  actorId: id,
  actorName: name,
  ip: request.ip,
  requestId: request.id
})

/**
 * Throws at the given field where the password is wrong. Not a 401, which would end the session over a typing error.
 */
export async function checkOwnPassword(app: App, request: FastifyRequest, field: string, password: string) {
  const { userId } = request.actor
  await refuseTooMany(app, 'password check', userId, { max: 10, seconds: 900 })
  const [result] = await app.db.everyCompanyBatch([
    { name: 'own-password', text: 'select password_hash from users where id = $1', values: [userId] }
  ])
  if (!(await passwordMatches(password, result?.rows[0]?.password_hash))) throw invalid({ [field]: 'Senha incorreta.' })
  await forgetAttempts(app.db, 'password check', userId)
}

/** Stores a new password. */
export async function storePassword(trx: Trx, userId: string, passwordHash: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_changed_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
}
