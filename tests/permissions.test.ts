import { describe, expect, test } from 'vitest'
import {
  hasPermission,
  internalStaff,
  type Permission,
  type Permitted,
  type StaffPermission,
  staffPermissions
} from '../services/account/auth/rules.ts'
import { company, openApp } from './kit/app.ts'
import { newDatabase } from './kit/database.ts'
import { colleague, type Person, signIn, staff } from './kit/people.ts'

// The data of all companies is compared after a refused call, so there are no others here.
const app = await openApp({ DATABASE_URL: await newDatabase() })

const ours = await company(app, 'Nossa')
const theirs = await company(app, 'Deles')

type Actor = { name: string; person: Pick<Person, 'email' | 'password' | 'auth'> | null }

const actors: Actor[] = [
  { name: 'nobody', person: null },
  { name: 'an admin of a company', person: ours },
  { name: 'an admin of another company', person: theirs },
  { name: 'a colleague without permissions', person: await colleague(app, ours.id) },
  { name: 'staff without permissions', person: await staff(app) },
  { name: 'a manager of staff', person: await staff(app, 'manager') },
  { name: 'staff who may see logs', person: await staff(app, 'employee', ['view_logs']) },
  { name: 'a global admin', person: await staff(app, 'global_admin') }
]

type OpenApi = { paths: Record<string, Record<string, { 'x-access'?: string }>> }
const { paths } = (await app.inject('/openapi.json')).json<OpenApi>()
const routes = Object.entries(paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase() as 'GET',
    template,
    access: operation['x-access'] ?? ''
  }))
)
const guarded = routes.filter(({ access, template }) => access !== 'public' && !template.endsWith('/events'))

type Me = Permitted & { companyId: string | null }

/** Whether the declared access admits a person, by the same rules that the browser uses. */
function mayCall(access: string, user: Me): boolean {
  const [kind, permission] = access.split(':')
  if (kind === 'company' && user.companyId === null) return false
  if (kind === 'staff' && !internalStaff(user)) return false
  return permission === undefined || hasPermission(user, permission as Permission)
}

const noId = 'f'.repeat(24)
const urlOf = (template: string) => template.replace(/\{\w+\}/g, noId)

/** Everything that a refused call could have changed. */
const snapshot = () =>
  app.db.everyCompany(async trx => ({
    companies: await trx.selectFrom('companies').selectAll().orderBy('id').execute(),
    employees: await trx.selectFrom('employees').selectAll().orderBy('id').execute(),
    users: await trx.selectFrom('users').selectAll().orderBy('id').execute(),
    leads: await trx.selectFrom('leads').selectAll().where('company_id', 'in', [ours.id, theirs.id]).execute(),
    plans: await trx.selectFrom('plans').selectAll().orderBy('key').execute(),
    settings: await trx.selectFrom('settings').selectAll().orderBy('key').execute(),
    links: await trx.selectFrom('account_links').selectAll().orderBy('id').execute()
  }))

/** Bodies full of what nobody may set. */
const greedy = { role: 'global_admin', companyId: noId, plan: 'enterprise', active: true, permissions: ['view_logs'] }

describe.each(actors)('$name', ({ person }) => {
  test.each(guarded)('$method $template ($access)', async ({ method, template, access }) => {
    const headers = person ? { ...person.auth } : {}
    const me = person && (await app.inject({ url: '/api/auth/me', headers })).json<Me>()
    const allowed = me !== null && mayCall(access, me)
    const body = method === 'GET' ? {} : { payload: greedy }
    const answer = await app.inject({ method, url: urlOf(template), headers, ...body })
    if (!me) expect(answer.statusCode).toBe(401)
    else if (allowed) expect([401, 403], answer.body).not.toContain(answer.statusCode)
    // Without support access a company is to staff as one that does not exist.
    else if (internalStaff(me) && method === 'GET' && template.includes('{companyId}'))
      expect(answer.statusCode).toBe(404)
    else expect(answer.statusCode).toBe(403)
    if (person && template === '/api/auth/logout') Object.assign(person, await signIn(app, person))
  })
})

test('what was refused has changed nothing', async () => {
  const before = await snapshot()
  const weak = actors.filter(({ name }) => /nobody|without permissions/.test(name))
  for (const { person } of weak)
    for (const { method, template, access } of guarded) {
      if (method === 'GET' || !access.includes(':')) continue
      for (const id of [noId, ours.id, theirs.id, ours.userId, theirs.userId]) {
        const url = template.replace(/\{\w+\}/g, id)
        const answer = await app.inject({ method, url, headers: person?.auth ?? {}, payload: greedy })
        expect([401, 403], `${method} ${url}`).toContain(answer.statusCode)
      }
    }
  expect(await snapshot()).toEqual(before)
})

test('no other spelling of a path and no header gets round a permission', async () => {
  const weak = await colleague(app, ours.id)
  const tricks = (path: string) => [
    `${path}/`,
    path.replace('/api/', '//api/'),
    path.replace('/api/', '/API/'),
    path.replace('/api/', '/./api/'),
    path.replace('/api/', '/api/../api/'),
    path.replace('/api/', '/%61pi/'),
    path.replace('/api/', '/api%2f'),
    `${path}?_method=GET`,
    `${path};x=1`,
    `${path}#x`
  ]
  const forged = {
    'x-http-method-override': 'GET',
    'x-original-url': '/api/auth/me',
    'x-rewrite-url': '/api/auth/me',
    'x-public-endpoint': 'true',
    'x-forwarded-for': '127.0.0.1',
    'x-company-id': theirs.id,
    'x-user-role': 'global_admin'
  }
  for (const { method, template, access } of guarded) {
    if (!access.startsWith('staff') && !access.includes(':')) continue
    for (const url of tricks(urlOf(template))) {
      const answer = await app.inject({ method, url, headers: { ...weak.auth, ...forged } })
      expect([400, 403, 404, 405], `${method} ${url}`).toContain(answer.statusCode)
    }
  }
})

test('the permissions of staff never pass for a company’s people, whatever they hold there', () => {
  const all = { manageEmployees: true, viewLogs: true, editSystemSettings: true, manageIntegrations: true }
  for (const name of Object.keys(staffPermissions) as StaffPermission[])
    for (const companyEmployee of [
      { role: 'admin', permissions: [] },
      { role: 'custom', permissions: [name] }
    ])
      expect(hasPermission({ role: 'client', permissions: all, companyEmployee }, name), name).toBe(false)
})
