import { expect, test } from 'vitest'
import type { StaffPermission } from '../../../services/account/auth/rules.ts'
import { company, openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { type Staff, staff } from '../../kit/staff.ts'

const app = await openApp()
const admin = await staff(app, 'global_admin', [], 'Administração')

const call = (
  who: { auth: { authorization: string } },
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object
) => app.inject({ method, url: `/api/admin/employees${path}`, headers: who.auth, ...(payload && { payload }) })

const invitation = (role: string, permissions: StaffPermission[] = []) => ({
  name: 'Bia Prado',
  email: `bia-${Math.random()}@example.com`,
  role,
  permissions
})

test('an invitation is mailed, listed, sent again and cancelled, and stands in the record', async () => {
  const payload = invitation('manager', ['view_logs'])
  const invited = (await call(admin, 'POST', '', payload)).json()
  const find = async () =>
    (await call(admin, 'GET', '')).json().filter((person: { email: string }) => person.email === payload.email)
  expect(await find()).toMatchObject([{ id: invited.id, situation: 'invited', role: 'manager' }])
  const link = await app.db.everyCompany(trx =>
    trx.selectFrom('account_links').selectAll().where('id', '=', invited.id).executeTakeFirstOrThrow()
  )
  expect(link).toMatchObject({
    company_id: null,
    data: { name: 'Bia Prado', staffRole: 'manager', permissions: ['view_logs'] }
  })
  const again = (await call(admin, 'POST', `/${invited.id}/resend`)).json()
  expect(await find()).toMatchObject([{ id: again.id }])
  expect((await call(admin, 'POST', `/${invited.id}/cancel`)).statusCode).toBe(404)
  expect((await call(admin, 'POST', `/${again.id}/cancel`)).statusCode).toBe(204)
  expect(await find()).toEqual([])
  const ours = await company(app)
  expect((await call(admin, 'POST', '', { ...payload, email: ours.email })).statusCode).toBe(409)
})

test('nobody without the permission, and no company, sees or changes the staff', async () => {
  const [plain, ours] = await Promise.all([staff(app, 'manager', ['view_logs']), company(app)])
  for (const who of [plain, ours]) {
    expect((await call(who, 'GET', '')).statusCode).toBe(403)
    expect((await call(who, 'POST', '', invitation('employee'))).statusCode).toBe(403)
  }
})

test('nobody raises their own rights, grants what they do not hold, or touches somebody above them', async () => {
  const [lead, above] = await Promise.all([
    staff(app, 'employee', ['manage_employees', 'view_logs']),
    staff(app, 'manager')
  ])
  const colleague = await staff(app, 'employee')
  const change = (id: string, payload: object) => call(lead, 'PUT', `/${id}`, payload)
  const refused: [string, object][] = [
    [lead.userId, { permissions: ['manage_employees', 'view_logs', 'edit_system_settings'] }],
    [lead.userId, { role: 'manager' }],
    [lead.userId, { role: 'global_admin' }],
    [lead.userId, { active: false }],
    [colleague.userId, { permissions: ['edit_system_settings'] }],
    [colleague.userId, { role: 'manager' }],
    [colleague.userId, { role: 'global_admin' }],
    [above.userId, { active: false }],
    [admin.userId, { active: false }],
    [admin.userId, { permissions: [] }]
  ]
  for (const [id, payload] of refused) expect((await change(id, payload)).statusCode, JSON.stringify(payload)).toBe(403)
  for (const payload of [
    invitation('global_admin'),
    invitation('manager'),
    invitation('employee', ['manage_integrations'])
  ])
    expect((await call(lead, 'POST', '', payload)).statusCode).toBe(403)
  const secret = (await call(admin, 'POST', '', invitation('global_admin'))).json()
  expect((await call(lead, 'POST', `/${secret.id}/resend`)).statusCode).toBe(403)
  expect((await call(lead, 'POST', `/${secret.id}/cancel`)).statusCode).toBe(403)

  expect((await change(colleague.userId, { permissions: ['view_logs'] })).json().permissions).toEqual(['view_logs'])
  expect((await change(lead.userId, { permissions: ['manage_employees'] })).statusCode).toBe(200)
  await expect.poll(async () => (await change(colleague.userId, {})).statusCode).toBe(401)
})

test('fields that are nobody’s to set are refused', async () => {
  const colleague = await staff(app, 'employee')
  for (const payload of [
    { id: 'x' },
    { password_hash: 'x' },
    { email: 'x@y.zz' },
    { role: 'client' },
    { permissions: ['all'] }
  ])
    expect((await call(admin, 'PUT', `/${colleague.userId}`, payload)).statusCode, JSON.stringify(payload)).toBe(400)
  const ours = await company(app)
  expect((await call(admin, 'PUT', `/${ours.userId}`, { role: 'global_admin' })).statusCode).toBe(404)
})

test('a change of rights ends the sessions at once, in every process, and is recorded with before and after', async () => {
  const [second, person] = await Promise.all([openApp(), staff(app, 'employee', ['view_logs'])])
  const there = () => second.inject({ url: '/api/auth/me', headers: person.auth })
  expect((await there()).statusCode).toBe(200)
  const changed = await call(admin, 'PUT', `/${person.userId}`, { role: 'manager', permissions: [] })
  expect(changed.json()).toMatchObject({ role: 'manager', permissions: [] })
  await expect.poll(async () => (await there()).statusCode).toBe(401)
  const { rows } = (
    await app.inject({ url: `/api/admin/logs/audit?object=${person.userId}`, headers: admin.auth })
  ).json()
  expect(rows[0]).toMatchObject({
    action: 'staff.changed',
    actorId: admin.userId,
    changes: { role: ['employee', 'manager'], permissions: [['view_logs'], []] }
  })
  await call(admin, 'PUT', `/${person.userId}`, { active: false })
  const { email, password } = person
  const login = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  expect(login.statusCode).toBe(401)
})

test('the last active global admin stays, also when two take each other’s rights at once', async () => {
  const lonely = await openApp({ DATABASE_URL: await newDatabase() })
  const [one, two] = await Promise.all([staff(lonely, 'global_admin'), staff(lonely, 'global_admin')])
  const demote = (who: Staff, whom: Staff, payload: object) =>
    lonely.inject({ method: 'PUT', url: `/api/admin/employees/${whom.userId}`, headers: who.auth, payload })
  const answers = await Promise.all([demote(one, two, { active: false }), demote(two, one, { role: 'manager' })])
  expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(1)
  const left = await lonely.db.everyCompany(trx =>
    trx.selectFrom('users').select('id').where('role', '=', 'global_admin').where('active', '=', true).execute()
  )
  expect(left).toHaveLength(1)
  const last = left[0]?.id === one.userId ? one : two
  const alone = await demote(last, last, { role: 'employee' })
  expect(alone.statusCode).toBe(409)
  expect(alone.json().message).toMatch(/último administrador global/)
})
