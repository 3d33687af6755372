import { randomBytes } from 'node:crypto'
import { hashPassword } from '../../services/account/auth/passwords.ts'
import type { StaffPermission } from '../../services/account/auth/rules.ts'
import type { SignedIn } from '../../services/account/auth/schema.ts'
import type { App } from '../../services/core/http.ts'

export type Staff = {
  userId: string
  name: string
  email: string
  password: string
  token: string
  /** Headers to act as this person. */
  auth: { authorization: string }
}

/** A new member of the provider's staff, signed in. */
export async function staff(
  app: App,
  role: 'global_admin' | 'manager' | 'employee',
  permissions: StaffPermission[] = [],
  name = 'Pessoa da Equipe'
): Promise<Staff> {
  const unique = randomBytes(6).toString('hex')
  const [email, password] = [`equipe-${unique}@example.com`, `senha-${unique}`]
  const passwordHash = await hashPassword(password)
  const { id } = await app.db.everyCompany(trx =>
    trx
      .insertInto('users')
      .values({ name, email, password_hash: passwordHash, role, permissions })
      .returning('id')
      .executeTakeFirstOrThrow()
  )
  const response = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  if (response.statusCode !== 200) throw new Error(response.body)
  const { token } = response.json<SignedIn>()
  return { userId: id, name, email, password, token, auth: { authorization: `Bearer ${token}` } }
}
