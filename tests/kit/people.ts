import { randomBytes } from 'node:crypto'
import { hashPassword } from '../../services/account/auth/passwords.ts'
import type { CompanyPermission, CompanyRole, LeadAccess, StaffPermission } from '../../services/account/auth/rules.ts'
import type { App } from '../../services/core/http.ts'

export type Person = {
  userId: string
  email: string
  password: string
  token: string
  auth: { authorization: string }
}

const password = 'senha-de-teste-1'
let hash: Promise<string> | undefined

async function person(app: App, role: 'client' | 'employee' | 'manager' | 'global_admin', permissions: string[]) {
  hash ??= hashPassword(password)
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const { id } = await app.db.everyCompany(async trx =>
    trx
      .insertInto('users')
      .values({
        name: 'Pessoa de Teste',
        email,
        password_hash: await (hash as Promise<string>),
        role,
        permissions,
        email_confirmed_at: new Date()
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  )
  return { userId: id, email, password }
}

/** Signs in through the API. */
export async function signIn(app: App, { email, password }: { email: string; password: string }) {
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const token: string = answer.json().token
  return { token, auth: { authorization: `Bearer ${token}` } }
}

type Colleague = {
  role?: CompanyRole
  permissions?: CompanyPermission[]
  leadAccess?: LeadAccess
  team?: string | null
}

/** A new employee of a company, signed in; without any permission by default. */
export async function colleague(
  app: App,
  companyId: string,
  { role = 'custom', permissions = [], leadAccess = 'all', team = null }: Colleague = {}
): Promise<Person & { id: string }> {
  const made = await person(app, 'client', [])
  const { id } = await app.db.everyCompany(trx =>
    trx
      .insertInto('employees')
      .values({ company_id: companyId, user_id: made.userId, role, permissions, lead_access: leadAccess, team })
      .returning('id')
      .executeTakeFirstOrThrow()
  )
  return { ...made, id, ...(await signIn(app, made)) }
}

/** A new member of the provider's staff, signed in. */
export async function staff(
  app: App,
  role: 'employee' | 'manager' | 'global_admin' = 'employee',
  permissions: StaffPermission[] = []
): Promise<Person> {
  const made = await person(app, role, permissions)
  return { ...made, ...(await signIn(app, made)) }
}
