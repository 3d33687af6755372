import { expect, test } from 'vitest'
import { company, openApp, sendLead, testConfig } from './kit/app.ts'
import { openProvider, saveKey } from './kit/chat.ts'
import { newDatabase } from './kit/database.ts'
import { staff } from './kit/staff.ts'
import { join } from './kit/team.ts'
import { openWorker } from './kit/workers.ts'

const peer = await openProvider()
const env = { OPENAI_BASE_URL: peer.url, DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

/** The fields that each kind of record has (specification, section 3), whatever other fields an answer has. */
const fields = {
  user: ['role', 'companyId', 'company', 'isInternalEmployee', 'isEmployee', 'permissions', 'name', 'email'],
  permissions: ['manageEmployees', 'viewLogs', 'editSystemSettings', 'manageIntegrations'],
  employee: ['id', 'userId', 'companyId', 'role', 'name', 'email', 'active', 'permissions'],
  company: ['id', '_id', 'name', 'email', 'phone', 'address', 'cnpj', 'industry', 'plan', 'createdAt', 'active'],
  lead: [
    ...['id', '_id', 'name', 'email', 'phone', 'companyId', 'status', 'company', 'submittedAt', 'message'],
    ...['preferredDate', 'preferredPeriod', 'preferredTime']
  ],
  activity: ['companyId', 'type', 'description', 'leadId', 'leadName', 'appointmentId', 'data'],
  integration: ['_id', 'name', 'description', 'status', 'icon', 'config'],
  message: ['message', 'response', 'isBot', 'sessionId', 'timestamp'],
  plan: ['key', 'name', 'price', 'description', 'features', 'limitations', 'highlights', 'popular']
}

function expectFields(record: object | undefined, names: readonly string[]): void {
  expect(Object.keys(record ?? {})).toEqual(expect.arrayContaining([...names]))
  for (const value of Object.values(record ?? {})) expect(value).not.toBeUndefined()
}

test('answers carry every field of a person and of their place in the company', async () => {
  const ours = await company(app)
  const login = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: ours.email, password: ours.password }
  })
  const me = await app.inject({ url: '/api/auth/me', headers: ours.auth })
  for (const user of [login.json().user, me.json()]) {
    expectFields(user, fields.user)
    expectFields(user.permissions, fields.permissions)
    expectFields(user.companyEmployee, fields.employee)
    expect(user.companyEmployee).toMatchObject({
      userId: ours.userId,
      companyId: ours.id,
      name: 'Pessoa de Teste',
      email: ours.email,
      active: true
    })
  }
})

test('answers carry every field of the employees, active, inactive and invited, whoever reads them', async () => {
  const ours = await company(app)
  const plan = { method: 'POST', url: `/api/companies/${ours.id}/plan`, payload: { plan: 'enterprise' } } as const
  await app.inject({ ...plan, headers: ours.auth })
  const bia = await join(app, ours, { name: 'Bia Lima', role: 'agent' })
  const cid = await join(app, ours, { name: 'Cid Reis', role: 'agent' })
  const list = async (auth: typeof ours.auth) => (await app.inject({ url: '/api/employees', headers: auth })).json()
  const before: { id: string; name: string }[] = await list(ours.auth)
  const id = before.find(({ name }) => name === 'Cid Reis')?.id
  await app.inject({ method: 'PUT', url: `/api/employees/${id}`, headers: ours.auth, payload: { active: false } })
  const invited = { name: 'Davi', email: `davi-${ours.id}@example.com`, role: 'viewer' }
  await app.inject({ method: 'POST', url: '/api/employees/invitations', headers: ours.auth, payload: invited })

  for (const person of [...(await list(ours.auth)), ...(await list(bia.auth))]) {
    expectFields(person, fields.employee)
    expect(person.companyId).toBe(ours.id)
    expect(person.active).toBe(person.status === 'active')
  }
  expect(cid.userId).not.toBe(bia.userId)
})

test('answers carry every field of a company, a lead, an activity, a plan, an integration and a conversation', async () => {
  const ours = await company(app)
  const admin = await staff(app, 'global_admin')
  const get = async (url: string, headers = ours.auth) => (await app.inject({ url, headers })).json()
  const { id } = (await sendLead(app, ours.id)).json()
  expectFields(await get(`/api/companies/${ours.id}`), fields.company)
  expectFields(await get(`/api/companies/user/${ours.userId}`), fields.company)
  expectFields(await get(`/api/leads/${id}`), fields.lead)
  for (const lead of await get(`/api/leads/company/${ours.id}`)) expectFields(lead, fields.lead)
  const [activity] = await get(`/api/companies/${ours.id}/activities?limit=10`)
  expectFields(activity, fields.activity)

  const plans = await get('/public/plans')
  for (const plan of plans) expectFields(plan, fields.plan)
  expect(plans.map(({ price }: { price: number }) => price)).toEqual([49, 99, 199, 299])
  // Where the limits have two readings, the larger (docs/decisions/0024).
  type Limits = { leadsPerMonth: number | null; users: number | null }
  expect(plans.map(({ leadsPerMonth, users }: Limits) => [leadsPerMonth, users])).toEqual([
    [100, 2],
    [500, 5],
    [2000, 3],
    [null, null]
  ])
  expect(plans.map(({ highlights }: { highlights: string[] }) => highlights)).toEqual([
    ['Até 100 leads por mês', '2 usuários'],
    ['Até 500 leads por mês', '5 usuários'],
    ['Até 2.000 leads por mês', 'Até 3 usuários'],
    ['Leads ilimitados', 'Usuários ilimitados']
  ])

  await saveKey(app, admin)
  const [integration] = await get('/api/admin/integrations', admin.auth)
  expectFields(integration, fields.integration)
  expect(integration.config).toEqual({ apiKey: '••••abcd' })

  await app.inject({
    method: 'POST',
    url: '/api/chat',
    headers: ours.auth,
    payload: { message: 'Olá', context: [], sessionId: 'sessao-de-teste' }
  })
  const { data } = await get('/api/chat/history?limit=50&offset=0&sessionId=')
  expectFields(data[0], fields.message)
})
