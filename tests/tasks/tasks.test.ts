import { expect, test } from 'vitest'
import { company, openApp, sendLead } from '../support/app.ts'

const app = await openApp()

test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
  'a task is not due in %s',
  async dueAt => {
    const ours = await company(app)
    const { id } = (await sendLead(app, ours.id)).json()
    const call = (method: 'POST' | 'PUT', url: string, payload: object) =>
      app.inject({ method, url, headers: ours.auth, payload })
    const made = await call('POST', '/api/tasks', { leadId: id, title: 'Ligar', dueAt })
    expect([made.statusCode, made.json().errors]).toEqual([400, { dueAt: 'Escolha um dia entre 1970 e 2100.' }])
    const fine = await call('POST', '/api/tasks', { leadId: id, title: 'Ligar', dueAt: '2031-03-10T12:00:00Z' })
    const changed = await call('PUT', `/api/tasks/${fine.json().id}`, { remindAt: dueAt })
    expect([changed.statusCode, changed.json().errors]).toEqual([
      400,
      { remindAt: 'Escolha um dia entre 1970 e 2100.' }
    ])
    const bulk = { kind: 'task', params: { title: 'Ligar', dueAt }, ids: [id] }
    expect((await call('POST', '/api/leads/operations', bulk)).statusCode).toBe(400)
  }
)

test('a task is due at a moment, whatever the offset that it is written with', async () => {
  const ours = await company(app)
  const { id } = (await sendLead(app, ours.id)).json()
  const payload = { leadId: id, title: 'Ligar', dueAt: '2031-03-10T12:00:00+23:59' }
  const made = await app.inject({ method: 'POST', url: '/api/tasks', headers: ours.auth, payload })
  expect(new Date(made.json().dueAt).toISOString()).toBe('2031-03-09T12:01:00.000Z')
})
