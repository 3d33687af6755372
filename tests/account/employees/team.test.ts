import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SignedIn } from '../../../services/account/auth/schema.ts'
import type { Employee, SentInvitation } from '../../../services/account/employees/schema.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { mailsTo } from '../../kit/mails.ts'
import { codeOf, protect } from '../../kit/secondFactor.ts'
import { inviteTo } from '../../kit/team.ts'

const app = await openApp()

type Who = { auth: { authorization: string } }
type Person = Who & { id: string; userId: string; token: string; email: string; password: string }

const call = (who: Who | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: who?.auth ?? {}, ...(payload && { payload }) })

const newEmail = () => `${randomBytes(6).toString('hex')}@example.com`

const invitation = (more: object = {}) => ({
  name: 'Bia Lima',
  email: newEmail(),
  role: 'agent',
  leadAccess: 'all',
  ...more
})

const tokenOf = ({ link }: Pick<SentInvitation, 'link'>): string => new URL(link).searchParams.get('token') ?? ''

const accept = (token: string, more: object = {}) =>
  call(null, 'POST', '/public/invitations/accept', { token, name: 'Bia Lima', password: 'cavalo azul 42', ...more })

/** A company whose plan has no limits. */
async function large(): Promise<Tenant> {
  const ours = await company(app, 'Padaria Central')
  const changed = await call(ours, 'POST', `/api/companies/${ours.id}/plan`, { plan: 'enterprise' })
  expect(changed.statusCode).toBe(200)
  return ours
}

/** Invites somebody and accepts for them. */
async function join(ours: Tenant, more: object = {}): Promise<Person> {
  const invited = invitation(more)
  const sent = (await call(ours, 'POST', '/api/employees/invitations', invited)).json<SentInvitation>()
  const answer = await accept(tokenOf(sent))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const { token, user } = answer.json<SignedIn>()
  return {
    id: user.companyEmployee?.id ?? '',
    userId: user.id,
    token,
    email: invited.email,
    password: 'cavalo azul 42',
    auth: { authorization: `Bearer ${token}` }
  }
}

const team = async (who: Who): Promise<Employee[]> => (await call(who, 'GET', '/api/employees')).json()

/** The stored row of a person, whatever the API says. */
const stored = (companyId: string, id: string) =>
  app.db.company(companyId, trx =>
    trx
      .selectFrom('employees')
      .select(['role', 'permissions', 'lead_access', 'team', 'active', 'name'])
      .where('id', '=', id)
      .executeTakeFirst()
  )

const audited = async (companyId: string): Promise<string[]> => {
  const rows = await app.db.company(companyId, trx =>
    trx.selectFrom('audit_log').select('action').orderBy('seq').execute()
  )
  return rows.map(({ action }) => action)
}

test('an invited person joins with the role that was chosen, and everything is on record', async () => {
  const ours = await large()
  const invited = invitation({
    role: 'custom',
    permissions: ['edit_leads', 'edit_form'],
    leadAccess: 'own',
    team: 'Sul'
  })
  const response = await call(ours, 'POST', '/api/employees/invitations', invited)
  expect(response.statusCode).toBe(201)
  const sent = response.json<SentInvitation>()
  expect(sent.link).toMatch(new RegExp(`^${app.config.publicUrl}/invitation\\?token=[\\w-]{43}$`))
  expect(await team(ours)).toMatchObject([
    { name: 'Bia Lima', email: invited.email, status: 'invited', role: 'custom', userId: null, team: 'Sul' },
    { name: 'Pessoa de Teste', status: 'active', role: 'admin', email: ours.email }
  ])
  const check = await call(null, 'POST', '/public/invitations/check', { token: tokenOf(sent) })
  expect(check.json()).toEqual({
    name: 'Bia Lima',
    email: invited.email,
    companyName: 'Padaria Central',
    inviterName: 'Pessoa de Teste',
    hasAccount: null
  })
  const joined = await accept(tokenOf(sent), { name: 'Beatriz Lima' })
  expect(joined.json<SignedIn>().user).toMatchObject({
    name: 'Beatriz Lima',
    companyId: ours.id,
    companyEmployee: { role: 'custom', permissions: ['edit_leads', 'edit_form'], leadAccess: 'own' }
  })
  const [bia] = await team(ours)
  expect(bia).toMatchObject({ name: 'Beatriz Lima', status: 'active', lastSeenAt: expect.any(String), openLeads: 0 })
  expect(await audited(ours.id)).toEqual(['company.plan_changed', 'invitation.created', 'employee.joined'])
  const again = await accept(tokenOf(sent))
  expect({ status: again.statusCode, code: again.json().code }).toEqual({ status: 404, code: 'LINK_EXPIRED' })
})

test('twenty acceptances at once make one person', async () => {
  const ours = await large()
  const invited = invitation()
  const sent = (await call(ours, 'POST', '/api/employees/invitations', invited)).json()
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept(tokenOf(sent))))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(404)])
  expect(await team(ours)).toHaveLength(2)
  const users = await app.db.everyCompany(trx =>
    trx.selectFrom('users').select('id').where('email', '=', invited.email).execute()
  )
  expect(users).toHaveLength(1)
})

test('ten invitations at once go out as far as the plan has places', async () => {
  const ours = await company(app)
  await call(ours, 'POST', `/api/companies/${ours.id}/plan`, { plan: 'pro' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call(ours, 'POST', '/api/employees/invitations', invitation()))
  )
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(4)
  const refused = answers.filter(({ statusCode }) => statusCode !== 201)
  expect(new Set(refused.map(answer => `${answer.statusCode} ${answer.json().code}`))).toEqual(
    new Set(['409 LIMIT_REACHED'])
  )
  expect((await call(ours, 'GET', `/api/companies/${ours.id}/usage`)).json()).toMatchObject({
    plan: { key: 'pro', name: 'Profissional', priceCents: 9900 },
    leads: { used: 0, limit: 500, held: 0 },
    users: { used: 5, limit: 5 }
  })
})

test('after a downgrade everybody stays, nobody joins, and open invitations wait', async () => {
  const ours = await large()
  const [bia, caio] = [await join(ours), await join(ours)]
  const sent = (await call(ours, 'POST', '/api/employees/invitations', invitation())).json()
  const plan = await call(ours, 'POST', `/api/companies/${ours.id}/plan`, { plan: 'basic' })
  expect(plan.json().users).toEqual({ used: 4, limit: 2 })
  expect((await call(caio, 'GET', '/api/leads')).statusCode).toBe(200)
  expect((await accept(tokenOf(sent))).json().code).toBe('LIMIT_REACHED')
  expect((await call(ours, 'POST', '/api/employees/invitations', invitation())).json().code).toBe('LIMIT_REACHED')
  await call(ours, 'POST', `/api/employees/${bia.id}/deactivate`, { heirId: null })
  expect((await call(ours, 'POST', `/api/employees/${bia.id}/reactivate`)).json().code).toBe('LIMIT_REACHED')
  await call(ours, 'POST', `/api/companies/${ours.id}/plan`, { plan: 'enterprise' })
  expect((await accept(tokenOf(sent))).statusCode).toBe(200)
})

test('resending kills the link before, and a canceled invitation is none', async () => {
  const ours = await large()
  const first = (await call(ours, 'POST', '/api/employees/invitations', invitation())).json<SentInvitation>()
  const second = (await call(ours, 'POST', `/api/employees/invitations/${first.id}/resend`)).json<SentInvitation>()
  expect(second).toMatchObject({ email: first.email, name: first.name })
  const check = (sent: SentInvitation) => call(null, 'POST', '/public/invitations/check', { token: tokenOf(sent) })
  expect((await check(first)).json().code).toBe('LINK_EXPIRED')
  expect((await check(second)).statusCode).toBe(200)
  expect((await team(ours)).filter(({ status }) => status === 'invited')).toHaveLength(1)
  expect((await call(ours, 'DELETE', `/api/employees/invitations/${second.id}`)).statusCode).toBe(204)
  expect((await check(second)).json().code).toBe('LINK_EXPIRED')
  expect(await team(ours)).toHaveLength(1)
  const repeated = invitation({ email: ours.email.toUpperCase() })
  expect((await call(ours, 'POST', '/api/employees/invitations', repeated)).json().errors).toEqual({
    email: 'Esta pessoa já está na equipe.'
  })
})

test('an expired invitation says so, holds no place and can be sent again', async () => {
  const ours = await company(app)
  const first = (await call(ours, 'POST', '/api/employees/invitations', invitation())).json<SentInvitation>()
  await app.db.everyCompany(trx =>
    trx
      .updateTable('account_links')
      .set({ expires_at: new Date(0) })
      .where('id', '=', first.id)
      .execute()
  )
  expect((await accept(tokenOf(first))).json().code).toBe('LINK_EXPIRED')
  expect((await team(ours)).map(({ status }) => status)).toEqual(['expired', 'active'])
  expect((await call(ours, 'GET', `/api/companies/${ours.id}/usage`)).json().users.used).toBe(1)
  const second = (await call(ours, 'POST', `/api/employees/invitations/${first.id}/resend`)).json()
  expect((await accept(tokenOf(second))).statusCode).toBe(200)
})

test('the owner of an account joins with its password, and then moves between the companies', async () => {
  const [ours, theirs] = [await large(), await company(app, 'Oficina do Bairro')]
  const sent = (await call(ours, 'POST', '/api/employees/invitations', invitation({ email: theirs.email }))).json()
  const wrong = await accept(tokenOf(sent), { password: 'outra senha' })
  expect({ status: wrong.statusCode, errors: wrong.json().errors }).toEqual({
    status: 400,
    errors: { password: 'Senha incorreta.' }
  })
  const joined = (await accept(tokenOf(sent), { password: theirs.password })).json<SignedIn>()
  expect(joined.user).toMatchObject({ companyId: ours.id, name: 'Pessoa de Teste' })

  const me = { auth: { authorization: `Bearer ${joined.token}` } }
  expect((await call(me, 'GET', '/api/auth/companies')).json()).toEqual([
    { id: theirs.id, name: 'Oficina do Bairro', role: 'admin', active: true, suspended: false, current: false },
    { id: ours.id, name: 'Padaria Central', role: 'agent', active: true, suspended: false, current: true }
  ])
  const moved = await call(me, 'POST', '/api/auth/company', { companyId: theirs.id })
  expect(moved.json()).toMatchObject({ companyId: theirs.id, companyEmployee: { role: 'admin' } })
  expect((await call(me, 'GET', `/api/companies/${theirs.id}`)).statusCode).toBe(200)
  expect((await call(me, 'GET', `/api/companies/${ours.id}`)).statusCode).toBe(404)
  expect((await call(ours, 'POST', '/api/auth/company', { companyId: theirs.id })).statusCode).toBe(404)
  const signIn = { email: theirs.email, password: theirs.password }
  expect((await call(null, 'POST', '/api/auth/login', signIn)).json().user.companyId).toBe(theirs.id)

  const person = (await team(ours)).find(({ userId }) => userId === theirs.userId)
  await call(ours, 'POST', `/api/employees/${person?.id}/deactivate`, { heirId: null })
  expect((await call(me, 'GET', '/api/auth/me')).statusCode, 'the session of the other company stands').toBe(200)
  expect((await call(me, 'POST', '/api/auth/company', { companyId: ours.id })).statusCode).toBe(404)
})

test('the inviter does not learn whether an address has an account, the owner of the mailbox does', async () => {
  const [ours, theirs] = [await large(), await company(app, 'Oficina do Bairro')]
  await app.db.everyCompany(trx =>
    trx.updateTable('users').set({ name: 'Nome na Conta' }).where('id', '=', theirs.userId).execute()
  )
  const answers = async (email: string) => {
    const sent = (await call(ours, 'POST', '/api/employees/invitations', invitation({ email }))).json()
    const token = tokenOf(sent)
    const { email: _, ...shown } = (await call(null, 'POST', '/public/invitations/check', { token })).json()
    // None of these joins, so that they could be tried unseen.
    const tries = [{ password: 'a' }, { password: '12345678' }, { name: ' ' }, { name: undefined, password: 'b' }]
    const refusals = []
    for (const more of tries) {
      const { statusCode, body } = await accept(token, more)
      refusals.push({ statusCode, ...JSON.parse(body), requestId: undefined })
    }
    const [mail] = await mailsTo(app, email)
    const mailed = (await call(null, 'POST', '/public/invitations/check', { token: mail?.token ?? '' })).json()
    return { shown, refusals, mailed }
  }
  const [registered, unknown] = [await answers(theirs.email), await answers(newEmail())]
  expect(registered.shown).toEqual({ ...unknown.shown, hasAccount: null, name: 'Bia Lima' })
  expect(registered.refusals).toEqual(unknown.refusals)
  expect(registered.refusals.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400])
  expect([registered.mailed, unknown.mailed]).toMatchObject([
    { hasAccount: true, name: 'Nome na Conta' },
    { hasAccount: false, name: 'Bia Lima' }
  ])
})

test('an invitation by the provider makes a person of its staff', async () => {
  const { createLink } = await import('../../../services/account/auth/links.ts')
  const email = newEmail()
  const { token } = await app.db.everyCompany(trx =>
    createLink(trx, {
      kind: 'invitation',
      email,
      hours: 24,
      data: { name: 'Rui', staffRole: 'employee', permissions: ['view_logs', 'everything'] }
    })
  )
  expect((await call(null, 'POST', '/public/invitations/check', { token })).json()).toMatchObject({ companyName: null })
  const answer = (await accept(token, { name: 'Rui' })).json<SignedIn>()
  expect(answer.user).toMatchObject({ role: 'employee', companyId: null, permissions: { viewLogs: true } })
  const [user] = await app.db.everyCompany(trx =>
    trx.selectFrom('users').select(['role', 'permissions']).where('email', '=', email).execute()
  )
  expect(user).toEqual({ role: 'employee', permissions: ['view_logs'] })
})

/** Cuts the connection by which the API hears what other processes changed; it comes back after half a second. */
const silenceSignals = () =>
  app.db.everyCompany(trx =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'prosa listen' and datname = current_database()`.execute(trx)
  )

test('a change of role is in force at once, and nobody sends more than the form has', async () => {
  const ours = await large()
  const bia = await join(ours)
  const lead = (await sendLead(app, ours.id)).json().id
  expect((await call(bia, 'PUT', `/api/leads/${lead}`, { status: 'contacted' })).statusCode).toBe(200)
  const change = { role: 'viewer', leadAccess: 'own', team: 'Sul' }
  await silenceSignals()
  expect((await call(ours, 'PUT', `/api/employees/${bia.id}`, change)).json()).toMatchObject({ role: 'viewer' })
  const lost = { status: 'lost', lostReason: 'Preço' }
  expect((await call(bia, 'PUT', `/api/leads/${lead}`, lost)).statusCode).toBe(403)
  const forged = { ...change, role: 'agent', userId: ours.userId, companyId: 'f'.repeat(24), name: 'Outra' }
  expect((await call(ours, 'PUT', `/api/employees/${bia.id}`, forged)).statusCode).toBe(400)
  await call(ours, 'PUT', `/api/employees/${bia.id}`, { ...change, role: 'agent', permissions: ['manage_billing'] })
  expect(await stored(ours.id, bia.id)).toEqual({
    role: 'agent',
    permissions: ['edit_leads', 'send_messages', 'manage_calendar', 'manage_tickets'],
    lead_access: 'own',
    team: 'Sul',
    active: true,
    name: 'Bia Lima'
  })
})

test.each([
  ['an admin', { role: 'admin', leadAccess: 'all' }],
  ['what they do not hold', { role: 'custom', permissions: ['manage_billing'], leadAccess: 'all' }]
])('a manager cannot make %s', async (_what, wanted) => {
  const ours = await large()
  const [manager, bia] = [await join(ours, { role: 'manager' }), await join(ours)]
  expect((await call(manager, 'POST', '/api/employees/invitations', invitation(wanted))).statusCode).toBe(403)
  const before = await stored(ours.id, bia.id)
  expect((await call(manager, 'PUT', `/api/employees/${bia.id}`, { team: null, ...wanted })).statusCode).toBe(403)
  expect(await stored(ours.id, bia.id)).toEqual(before)
  const own = { role: 'custom', permissions: ['manage_team'], leadAccess: 'all', team: null }
  expect((await call(manager, 'PUT', `/api/employees/${manager.id}`, own)).statusCode).toBe(403)
  const admin = (await team(ours)).find(({ role }) => role === 'admin')
  const demotion = { role: 'viewer', leadAccess: 'own', team: null }
  expect((await call(manager, 'PUT', `/api/employees/${admin?.id}`, demotion)).statusCode).toBe(403)
  expect((await call(manager, 'POST', `/api/employees/${admin?.id}/deactivate`, { heirId: null })).statusCode).toBe(403)
  expect(await team(ours)).toHaveLength(3)
})

test('a manager who sees only the own leads gives nobody a wider view', async () => {
  const ours = await large()
  const manager = await join(ours, { role: 'manager', leadAccess: 'team', team: 'Sul' })
  const ask = (more: object) => call(manager, 'POST', '/api/employees/invitations', invitation(more))
  expect((await ask({ leadAccess: 'all' })).statusCode).toBe(403)
  expect((await ask({ leadAccess: 'team', team: 'Norte' })).statusCode).toBe(403)
  expect((await ask({ leadAccess: 'team', team: 'Sul' })).statusCode).toBe(201)
})

test('two admins who demote or remove each other at once leave one', async () => {
  for (const way of ['demote', 'remove']) {
    const ours = await large()
    const other = await join(ours, { role: 'admin' })
    const own = (await team(ours)).find(({ userId }) => userId === ours.userId)?.id ?? ''
    const against = (who: Who, id: string) =>
      way === 'demote'
        ? call(who, 'PUT', `/api/employees/${id}`, { role: 'viewer', leadAccess: 'all', team: null })
        : call(who, 'POST', `/api/employees/${id}/deactivate`, { heirId: null })
    const answers = await Promise.all([against(ours, other.id), against(other, own)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403])
    const rows = await app.db.company(ours.id, trx =>
      trx.selectFrom('employees').select('id').where('role', '=', 'admin').where('active', '=', true).execute()
    )
    expect(rows).toHaveLength(1)
    expect(
      (
        await call(rows[0]?.id === own ? ours : other, 'POST', `/api/employees/${rows[0]?.id}/deactivate`, {
          heirId: null
        })
      ).statusCode
    ).toBe(403)
  }
})

test('somebody who leaves hands over the leads, is signed out here at once, and stays in the history', async () => {
  const ours = await large()
  const [bia, caio] = [await join(ours, { name: 'Bia' }), await join(ours, { name: 'Caio' })]
  const lead = (await sendLead(app, ours.id)).json().id
  const assigned = await call(ours, 'PUT', `/api/leads/${lead}`, { ownerId: bia.id })
  expect(assigned.json()).toMatchObject({ ownerId: bia.id, ownerName: 'Bia Lima' })
  expect((await team(ours)).find(({ id }) => id === bia.id)?.openLeads).toBe(1)
  const wrong = await call(ours, 'POST', `/api/employees/${bia.id}/deactivate`, { heirId: bia.id })
  expect(Object.keys(wrong.json().errors)).toEqual(['heirId'])
  const left = await call(ours, 'POST', `/api/employees/${bia.id}/deactivate`, { heirId: caio.id })
  expect(left.json()).toMatchObject({ status: 'inactive', name: 'Bia Lima', openLeads: 0 })
  await expect.poll(async () => (await call(bia, 'GET', '/api/auth/me')).statusCode).toBe(401)
  expect((await call(ours, 'GET', `/api/leads/${lead}`)).json().ownerId).toBe(caio.id)
  expect((await call(ours, 'PUT', `/api/leads/${lead}`, { ownerId: bia.id })).json().errors).toEqual({
    ownerId: 'Escolha uma pessoa ativa da equipe.'
  })
  expect((await call(ours, 'GET', '/api/employees/options')).json()).toContainEqual({
    id: bia.id,
    name: 'Bia Lima',
    active: false,
    editsLeads: true
  })
  expect((await call(ours, 'POST', `/api/employees/${bia.id}/reactivate`)).json()).toMatchObject({ status: 'active' })
})

test('leads are found by who has them, alone and with a search', async () => {
  const ours = await large()
  const bia = await join(ours)
  const ids = await Promise.all(
    ['Ada Souza', 'Ada Lima', 'Zeca'].map(
      async (name, n) => (await sendLead(app, ours.id, { name, email: `${n}@x.co`, phone: `1191234567${n}` })).json().id
    )
  )
  for (const id of ids.slice(0, 2)) await call(ours, 'PUT', `/api/leads/${id}`, { ownerId: bia.id })
  const find = async (who: Who, filter: object) => {
    const answer = await call(who, 'GET', `/api/leads?${new URLSearchParams({ filter: JSON.stringify(filter) })}`)
    return {
      names: answer
        .json()
        .map(({ name }: { name: string }) => name)
        .sort(),
      range: answer.headers['content-range']
    }
  }
  expect(await find(bia, { owner: 'me' })).toEqual({ names: ['Ada Lima', 'Ada Souza'], range: 'leads 0-1/2' })
  expect((await find(ours, { owner: 'me' })).names).toEqual([])
  expect(await find(ours, { owner: 'none' })).toEqual({ names: ['Zeca'], range: 'leads 0-0/1' })
  expect((await find(ours, { owner: bia.id, status: 'new' })).names).toEqual(['Ada Lima', 'Ada Souza'])
  expect((await find(ours, { owner: bia.id, q: 'souza' })).names).toEqual(['Ada Souza'])
  expect((await find(ours, { owner: 'none', q: 'lima' })).names).toEqual([])
  expect((await find(ours, { owner: "x' or true --", q: 'lima' })).names).toEqual([])
})

test('a person who does not manage the team reads names and roles, and may not give leads away', async () => {
  const ours = await large()
  const agent = await join(ours, { permissions: ['manage_team'] })
  await call(ours, 'POST', '/api/employees/invitations', invitation())
  const seen = await team(agent)
  expect(seen.map(({ name, role, email, lastSeenAt }) => ({ name, role, email, lastSeenAt }))).toEqual([
    { name: 'Bia Lima', role: 'agent', email: null, lastSeenAt: null },
    { name: 'Pessoa de Teste', role: 'admin', email: null, lastSeenAt: null }
  ])
  const lead = (await sendLead(app, ours.id)).json().id
  expect((await call(agent, 'PUT', `/api/leads/${lead}`, { ownerId: null })).statusCode).toBe(403)
  expect((await call(agent, 'POST', '/api/employees/invitations', invitation())).statusCode).toBe(403)
  expect((await call(agent, 'POST', `/api/companies/${ours.id}/plan`, { plan: 'basic' })).statusCode).toBe(403)
})

test('the team is searched, filtered, sorted and paged', async () => {
  const ours = await large()
  await join(ours, { role: 'manager' })
  const sent = invitation({ name: 'Érica Souza', email: newEmail() })
  await call(ours, 'POST', '/api/employees/invitations', sent)
  const list = async (query: Record<string, unknown>) => {
    const params = Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)])
    const answer = await call(ours, 'GET', `/api/employees?${new URLSearchParams(params)}`)
    return [answer.headers['content-range'], ...answer.json().map(({ name }: Employee) => name)]
  }
  expect(await list({ sort: ['name', 'ASC'] })).toEqual([
    'employees 0-2/3',
    'Bia Lima',
    'Érica Souza',
    'Pessoa de Teste'
  ])
  expect(await list({ sort: ['name', 'DESC'], range: [0, 0] })).toEqual(['employees 0-0/3', 'Pessoa de Teste'])
  expect(await list({ filter: { q: 'erica' } })).toEqual(['employees 0-0/1', 'Érica Souza'])
  expect(await list({ filter: { status: 'invited' } })).toEqual(['employees 0-0/1', 'Érica Souza'])
  expect(await list({ filter: { role: 'manager', status: 'active' } })).toEqual(['employees 0-0/1', 'Bia Lima'])
  for (const field of ['email', 'role', 'status', 'openLeads', 'lastSeenAt', 'createdAt'])
    expect(await list({ sort: [field, 'DESC'] })).toHaveLength(4)
  expect((await call(ours, 'GET', '/api/employees?filter={"status":"x"}')).statusCode).toBe(400)
})

test('an account with a second factor accepts with its code, and every attempt is kept', async () => {
  const [ours, theirs] = await Promise.all([company(app), company(app)])
  const { secret } = await protect(app, theirs)
  const token = await inviteTo(app, ours, { email: theirs.email })
  const accept = (more: object) =>
    app.inject({
      method: 'POST',
      url: '/public/invitations/accept',
      payload: { token, password: theirs.password, ...more }
    })
  const challenge = await accept({})
  expect(challenge.statusCode).toBe(401)
  expect(challenge.json().code).toBe('SECOND_FACTOR')
  expect((await accept({ code: '000000' })).statusCode).toBe(401)
  expect((await accept({ password: 'outra senha', code: codeOf(secret) })).statusCode).toBe(400)
  const accepted = await accept({ code: codeOf(secret) })
  expect(accepted.statusCode).toBe(200)
  expect(accepted.json().user.companyId).toBe(ours.id)
  const outcomes = await app.db.everyCompany(trx =>
    trx.selectFrom('sign_ins').select('outcome').where('user_id', '=', theirs.userId).orderBy('at').execute()
  )
  expect(outcomes.map(row => row.outcome)).toEqual(['second_factor', 'second_factor', 'wrong', 'ok'])
})
