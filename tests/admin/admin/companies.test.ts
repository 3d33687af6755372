import { expect, test } from 'vitest'
import { ada, company, newCnpj, openApp, sendLead } from '../../kit/app.ts'
import { staff } from '../../kit/staff.ts'

const app = await openApp()
const [admin, manager, employee] = await Promise.all([
  staff(app, 'global_admin'),
  staff(app, 'manager'),
  staff(app, 'employee')
])

type Who = { auth: { authorization: string } }
type Method = 'GET' | 'POST' | 'PUT'

const call = (who: Who, method: Method, url: string, payload?: object) =>
  app.inject({ method, url: `/api/admin${url}`, headers: who.auth, ...(payload && { payload }) })

const newCompany = (extra: object = {}) => ({
  name: 'Oficina do Bairro',
  plan: 'pro',
  cnpj: newCnpj(),
  adminName: 'Ana Lima',
  adminEmail: `ana-${Math.random()}@example.com`,
  ...extra
})

test('a manager creates a company with its form, on trial, and its admin is invited; an employee may only read', async () => {
  const payload = newCompany()
  expect((await call(employee, 'POST', '/companies', payload)).statusCode).toBe(403)
  const created = await call(manager, 'POST', '/companies', payload)
  expect(created.statusCode).toBe(201)
  const { id, trialEndsAt } = created.json()
  expect((Date.parse(trialEndsAt) - Date.now()) / 86_400_000).toBeCloseTo(14, 1)
  const form = await app.inject(`/public/companies/${id}/form`)
  expect(form.json().fields).toHaveLength(4)

  const mail = await app.db.everyCompany(trx =>
    trx.selectFrom('account_mails').selectAll().where('to_address', '=', payload.adminEmail).executeTakeFirstOrThrow()
  )
  expect(mail.text).toContain(`${app.config.publicUrl}/invitation?token=`)
  const people = (await call(employee, 'GET', `/companies/${id}/users`)).json()
  expect(people).toMatchObject([
    { kind: 'invitation', name: 'Ana Lima', email: payload.adminEmail, role: 'admin', situation: 'invited' }
  ])
  const link = await app.db.everyCompany(trx =>
    trx.selectFrom('account_links').selectAll().where('id', '=', people[0].id).executeTakeFirstOrThrow()
  )
  expect(link).toMatchObject({
    kind: 'invitation',
    company_id: id,
    data: { name: 'Ana Lima', role: 'admin', permissions: [], leadAccess: 'all', team: null }
  })

  expect((await call(manager, 'POST', `/companies/${id}/users/${people[0].id}/resend`)).statusCode).toBe(204)
  const again = (await call(employee, 'GET', `/companies/${id}/users`)).json()
  expect(again).toHaveLength(1)
  expect(again[0].id).not.toBe(people[0].id)
  const { rows } = (await call(employee, 'GET', `/companies/${id}/audit`)).json()
  expect(rows.map((row: { action: string }) => row.action)).toEqual([
    'invitation.sent',
    'invitation.sent',
    'company.created'
  ])
})

test('a CNPJ that is wrong or taken is refused, the latter with the id of the company that has it', async () => {
  const ours = await company(app)
  const wrong = await call(manager, 'POST', '/companies', newCompany({ cnpj: '12345678000199' }))
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json().errors.cnpj).toBe('CNPJ inválido. Digite um CNPJ válido com 14 dígitos.')
  const taken = await call(manager, 'POST', '/companies', newCompany({ cnpj: ours.cnpj }))
  expect(taken.statusCode).toBe(409)
  expect(taken.json().errors.existingId).toBe(ours.id)
  const registered = await call(manager, 'POST', '/companies', newCompany({ adminEmail: ours.email.toUpperCase() }))
  expect(registered.json().errors).toHaveProperty('adminEmail')

  const [one, other] = [newCompany(), newCompany()]
  const ids = await Promise.all(
    [one, other].map(async each => (await call(manager, 'POST', '/companies', each)).json().id)
  )
  const moved = await call(manager, 'PUT', `/companies/${ids[0]}`, { cnpj: other.cnpj })
  expect(moved.statusCode).toBe(409)
  expect(moved.json().errors.existingId).toBe(ids[1])
})

test('ten companies with one CNPJ at once become a single one', async () => {
  const cnpj = newCnpj()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call(manager, 'POST', '/companies', newCompany({ cnpj, name: 'Dez de uma vez' })))
  )
  expect(answers.map(answer => answer.statusCode).sort()).toEqual([201, ...Array(9).fill(409)])
})

test('a limit of its own needs a reason, holds until its day, and every change is in the record', async () => {
  const ours = await company(app, 'Limites')
  const change = (payload: object) => call(manager, 'PUT', `/companies/${ours.id}`, payload)
  expect((await change({ leadsLimit: 5 })).json().errors).toHaveProperty('limitsReason')
  const until = new Date(Date.now() + 86_400_000).toISOString()
  expect((await change({ leadsLimit: 5, limitsReason: 'Acordo comercial', limitsUntil: until })).statusCode).toBe(200)
  await sendLead(app, ours.id)
  const usage = async () => (await call(employee, 'GET', `/companies/${ours.id}/usage`)).json()
  expect(await usage()).toMatchObject({ leads: { used: 1, limit: 5 }, users: { used: 1, limit: 2 } })
  expect((await usage()).months).toHaveLength(12)
  await change({ limitsUntil: new Date(Date.now() - 1000).toISOString() })
  expect((await usage()).leads.limit).toBe(100)
  const { rows } = (await call(employee, 'GET', `/companies/${ours.id}/audit`)).json()
  expect(rows[1]).toMatchObject({
    action: 'company.changed',
    actorId: manager.userId,
    changes: { leadsLimit: [null, 5], limitsReason: [null, 'Acordo comercial'] }
  })
})

test('what staff note of a company never reaches the company', async () => {
  const ours = await company(app)
  await call(manager, 'PUT', `/companies/${ours.id}`, { notes: 'Paga sempre atrasado' })
  expect((await call(employee, 'GET', `/companies/${ours.id}`)).json().notes).toBe('Paga sempre atrasado')
  const own = await app.inject({ url: `/api/companies/${ours.id}`, headers: ours.auth })
  expect(own.body).not.toContain('atrasado')
  const chain = await app.db.company(ours.id, trx => trx.selectFrom('audit_log').selectAll().execute())
  expect(JSON.stringify(chain)).not.toContain('atrasado')
})

test('the list finds companies by name, CNPJ and e-mail, by plan and situation, with what they use', async () => {
  const name = `Padaria Conceição ${Math.random()}`
  const ours = await company(app, name)
  await sendLead(app, ours.id)
  const list = async (filter: object) => {
    const query = `filter=${encodeURIComponent(JSON.stringify(filter))}&sort=["name","ASC"]`
    return (await call(employee, 'GET', `/companies?${query}`)).json()
  }
  for (const q of [name.toLowerCase().replace('ção', 'cao'), ours.cnpj.slice(0, 12), ours.email]) {
    const found = await list({ q })
    expect(found, q).toHaveLength(1)
    expect(found[0]).toMatchObject({ id: ours.id, situation: 'trial', leadsUsed: 1, leadsLimit: 100, users: 1 })
    expect(found[0].lastAccess).not.toBeNull()
  }
  expect(await list({ q: name, situation: 'suspended' })).toEqual([])
  expect(await list({ q: name, plan: 'enterprise' })).toEqual([])
  expect(await list({ q: '%' })).toEqual([])
  expect((await call(employee, 'GET', '/companies?filter={"situation":"x"}')).statusCode).toBe(400)
  expect((await call(employee, 'GET', '/companies?sort=["notes","ASC"]')).statusCode).toBe(400)
})

test('a suspension ends the sessions at once, closes the form, and explains itself at the sign-in; a reactivation takes it back', async () => {
  const ours = await company(app, 'Suspensa')
  const me = () => app.inject({ url: '/api/auth/me', headers: ours.auth })
  expect((await me()).statusCode).toBe(200)
  expect((await sendLead(app, ours.id)).statusCode).toBe(201)
  const suspend = (payload: object) => call(manager, 'POST', `/companies/${ours.id}/suspend`, payload)
  expect((await suspend({ reason: 'x' })).statusCode).toBe(400)
  expect((await suspend({ reason: 'Falta de pagamento' })).json().situation).toBe('suspended')
  expect((await suspend({ reason: 'Falta de pagamento' })).statusCode).toBe(409)
  await expect.poll(async () => (await me()).statusCode).toBe(401)
  await expect.poll(async () => (await app.inject(`/public/companies/${ours.id}/form`)).statusCode).toBe(404)
  const unknown = await sendLead(app, 'f'.repeat(24))
  const refused = await sendLead(app, ours.id)
  expect({ ...refused.json(), requestId: '' }).toEqual({ ...unknown.json(), requestId: '' })

  const payload = { email: ours.email, password: ours.password }
  const login = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
  expect(login.json().user).toMatchObject({ companyId: null, company: 'Suspensa', companySuspended: true })
  const headers = { authorization: `Bearer ${login.json().token}` }
  expect((await app.inject({ url: '/api/leads', headers })).statusCode).toBe(403)

  expect((await call(manager, 'POST', `/companies/${ours.id}/reactivate`)).statusCode).toBe(200)
  await expect.poll(async () => (await app.inject({ url: '/api/leads', headers })).statusCode).toBe(200)
  expect((await app.inject({ url: '/api/auth/me', headers })).json()).toMatchObject({
    companyId: ours.id,
    companySuspended: false
  })
  const { rows } = (await call(employee, 'GET', `/companies/${ours.id}/audit`)).json()
  expect(rows.find((row: { action: string }) => row.action === 'company.suspended').reason).toBe('Falta de pagamento')
})

test('a trial is extended from where it ends, a reset is mailed, and sessions are ended', async () => {
  const ours = await company(app)
  const extended = (await call(manager, 'POST', `/companies/${ours.id}/trial`, { days: 10 })).json()
  expect((Date.parse(extended.trialEndsAt) - Date.now()) / 86_400_000).toBeCloseTo(24, 1)
  const person = (action: string) => call(manager, 'POST', `/companies/${ours.id}/users/${ours.userId}/${action}`)
  expect((await person('reset')).statusCode).toBe(204)
  const mails = await app.db.everyCompany(trx =>
    trx.selectFrom('account_mails').select('text').where('to_address', '=', ours.email).execute()
  )
  expect(mails.map(mail => mail.text).join()).toContain(`${app.config.publicUrl}/reset-password?token=`)
  expect((await person('end-sessions')).statusCode).toBe(204)
  await expect.poll(async () => (await app.inject({ url: '/api/auth/me', headers: ours.auth })).statusCode).toBe(401)
  const other = await company(app)
  const foreign = await call(manager, 'POST', `/companies/${other.id}/users/${ours.userId}/end-sessions`)
  expect(foreign.statusCode).toBe(404)
})

test('a support access lets staff read one company, is seen by it, never writes, and ends', async () => {
  const [ours, theirs] = await Promise.all([company(app, 'Nossa'), company(app, 'Deles')])
  const lead = (await sendLead(app, ours.id)).json().id
  const read = (id: string, path = `/api/leads/company/${id}`) => app.inject({ url: path, headers: employee.auth })
  expect((await read(ours.id)).statusCode).toBe(404)

  const start = (payload: object) => call(employee, 'POST', `/companies/${ours.id}/support`, payload)
  expect((await start({ reason: 'Chamado 42', minutes: 10 })).statusCode).toBe(400)
  expect((await start({ reason: 'Chamado 42', minutes: 241 })).statusCode).toBe(400)
  expect((await start({ reason: 'Chamado 42', minutes: 30 })).statusCode).toBe(201)

  expect((await read(ours.id)).json()).toMatchObject([{ id: lead, name: ada.name }])
  expect((await read('', `/api/companies/${ours.id}`)).json().name).toBe('Nossa')
  expect((await read('', `/api/companies/${ours.id}/activities`)).statusCode).toBe(200)
  const foreign = await read(theirs.id)
  const missing = await read('f'.repeat(24))
  expect(foreign.statusCode).toBe(404)
  expect({ ...foreign.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' })
  expect((await app.inject({ url: `/api/leads/company/${ours.id}`, headers: admin.auth })).statusCode).toBe(404)

  const write = {
    method: 'PUT' as const,
    url: `/api/leads/${lead}`,
    payload: { status: 'lost', lostReason: 'Preço' },
    headers: employee.auth
  }
  expect((await app.inject(write)).statusCode).toBe(403)
  const activity = { companyId: ours.id, type: 'call', description: 'x' }
  const post = { method: 'POST' as const, url: '/api/companies/activities', payload: activity, headers: employee.auth }
  expect((await app.inject(post)).statusCode).toBe(403)

  const seen = (await app.inject({ url: `/api/companies/${ours.id}/activities`, headers: ours.auth })).json()
  expect(seen[0]).toMatchObject({
    type: 'message',
    description: `Acesso de suporte de ${employee.name}: Chamado 42, por 30 minutos`
  })
  const chain = await app.db.company(ours.id, trx =>
    trx.selectFrom('audit_log').select(['action', 'object_name']).orderBy('seq').execute()
  )
  expect(chain.filter(row => row.action === 'support.read').map(row => row.object_name)).toEqual([
    'GET /api/leads/company/:companyId',
    'GET /api/companies/:companyId',
    'GET /api/companies/:companyId/activities'
  ])
  expect(await app.db.company(ours.id, trx => trx.selectFrom('support_accesses').select('reason').execute())).toEqual([
    { reason: 'Chamado 42' }
  ])

  expect((await call(employee, 'POST', `/companies/${ours.id}/support/end`)).statusCode).toBe(204)
  expect((await read(ours.id)).statusCode).toBe(404)
  expect((await call(employee, 'POST', `/companies/${ours.id}/support/end`)).statusCode).toBe(404)

  await start({ reason: 'Chamado 43', minutes: 15 })
  await app.db.everyCompany(trx =>
    trx.updateTable('support_accesses').set({ ends_at: new Date() }).where('user_id', '=', employee.userId).execute()
  )
  expect((await read(ours.id)).statusCode).toBe(404)
})
