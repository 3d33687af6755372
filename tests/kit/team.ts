import { randomBytes } from 'node:crypto'
import type { SignedIn } from '../../services/account/auth/schema.ts'
import type { NewInvitation, SentInvitation } from '../../services/account/employees/schema.ts'
import type { App } from '../../services/core/http.ts'
import type { PlanKey } from '../../services/core/planKeys/rules.ts'
import type { Tenant } from './app.ts'
import { mailsTo } from './mails.ts'

/** Puts a company on a plan, without payment. */
export const changePlan = (app: App, companyId: string, plan: PlanKey) =>
  app.db.everyCompany(trx => trx.updateTable('companies').set({ plan }).where('id', '=', companyId).execute())

/** Invites somebody through the API and returns the token of the mailed link. */
export async function inviteTo(app: App, by: Tenant, more: Partial<NewInvitation> = {}): Promise<string> {
  const payload = {
    name: 'Bia Lima',
    email: `${randomBytes(6).toString('hex')}@example.com`,
    role: 'agent',
    leadAccess: 'all',
    ...more
  }
  const url = '/api/employees/invitations'
  const response = await app.inject({ method: 'POST', url, headers: by.auth, payload })
  if (response.statusCode !== 201) throw new Error(response.body)
  const [mail] = await mailsTo(app, response.json<SentInvitation>().email)
  return mail?.token ?? ''
}

async function accept(app: App, payload: object): Promise<SignedIn> {
  const response = await app.inject({ method: 'POST', url: '/public/invitations/accept', payload })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json()
}

/** A new person of the company, who has accepted an invitation. */
export async function join(app: App, by: Tenant, more: Partial<NewInvitation> = {}): Promise<Tenant> {
  const password = 'cavalo azul 42'
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const token = await inviteTo(app, by, { email, ...more })
  const signedIn = await accept(app, { token, name: more.name ?? 'Bia Lima', password })
  const auth = { authorization: `Bearer ${signedIn.token}` }
  return { ...by, userId: signedIn.user.id, email, password, token: signedIn.token, auth }
}

/** Adds a person to another company too; their session stays in the first. */
export async function joinAgain(app: App, by: Tenant, { email, password }: Tenant): Promise<void> {
  await accept(app, { token: await inviteTo(app, by, { email, role: 'viewer' }), password })
}
