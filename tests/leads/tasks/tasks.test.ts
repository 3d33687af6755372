import { expect, test } from 'vitest'
import { dayText } from '../../../services/core/refusals/rules.ts'
import { plannableText } from '../../../services/core/zones/rules.ts'
import { company, openApp, sendLead } from '../../kit/app.ts'

const app = await openApp()

test.each([
  ['0000-01-01T00:00:00Z', dayText],
  ['0001-01-01T00:00:00Z', dayText],
  ['9999-12-31T23:59:59Z', dayText],
  ['1969-12-31T23:59:59Z', plannableText],
  ['2100-01-01T00:00:00Z', plannableText]
])('a task is not due in %s', async (dueAt, text) => {
  const ours = await company(app)
  const { id } = (await sendLead(app, ours.id)).json()
  const call = (method: 'POST' | 'PUT', url: string, payload: object) =>
    app.inject({ method, url, headers: ours.auth, payload })
  const made = await call('POST', '/api/tasks', { leadId: id, title: 'Ligar', dueAt })
  expect([made.statusCode, made.json().errors]).toEqual([400, { dueAt: text }])
  const fine = await call('POST', '/api/tasks', { leadId: id, title: 'Ligar', dueAt: '2031-03-10T12:00:00Z' })
  const changed = await call('PUT', `/api/tasks/${fine.json().id}`, { remindAt: dueAt })
  expect([changed.statusCode, changed.json().errors]).toEqual([400, { remindAt: text }])
  const bulk = { kind: 'task', params: { title: 'Ligar', dueAt }, ids: [id] }
  expect((await call('POST', '/api/leads/operations', bulk)).statusCode).toBe(400)
})

test('a task is due at a moment, whatever the offset that it is written with', async () => {
  const ours = await company(app)
  const { id } = (await sendLead(app, ours.id)).json()
  const payload = { leadId: id, title: 'Ligar', dueAt: '2031-03-10T12:00:00+23:59' }
  const made = await app.inject({ method: 'POST', url: '/api/tasks', headers: ours.auth, payload })
  expect(new Date(made.json().dueAt).toISOString()).toBe('2031-03-09T12:01:00.000Z')
})

test('a deleted task is gone everywhere, and comes back as the same one', async () => {
  const ours = await company(app)
  const { id } = (await sendLead(app, ours.id)).json()
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })
  const dueAt = new Date(Date.now() - 60_000).toISOString()
  const task = (await call('POST', '/api/tasks', { leadId: id, title: 'Ligar', dueAt })).json()
  const timeline = async () => (await call('GET', `/api/leads/${id}/timeline?kinds=task`)).json().items
  const next = async () => (await call('GET', `/api/leads/${id}`)).json().nextTaskAt
  const queued = async () => (await call('GET', '/api/dashboard/queue')).json().items[0].why
  const history = await timeline()
  expect([history.length, await next(), await queued()]).toEqual([1, task.dueAt, 'task'])

  expect((await call('DELETE', `/api/tasks/${task.id}`)).statusCode).toBe(204)
  expect((await call('GET', `/api/tasks?leadId=${id}`)).json()).toEqual([])
  expect([await timeline(), await next(), await queued()]).toEqual([[], null, 'waiting'])
  const change = { method: 'PUT' as const, url: `/api/tasks/${task.id}`, headers: ours.auth, payload: { done: true } }
  expect((await app.inject(change)).statusCode).toBe(404)
  expect((await call('DELETE', `/api/tasks/${task.id}`)).statusCode).toBe(404)

  expect((await call('POST', `/api/tasks/${task.id}/restore`)).json()).toEqual(task)
  expect((await call('GET', `/api/tasks?leadId=${id}`)).json()).toEqual([task])
  expect([await timeline(), await next(), await queued()]).toEqual([history, task.dueAt, 'task'])
  expect((await call('POST', `/api/tasks/${task.id}/restore`)).statusCode).toBe(404)
})

test('the second of two people who change a task from what it was gets a conflict, unless they changed different things', async () => {
  const ours = await company(app)
  const { id } = (await sendLead(app, ours.id)).json()
  const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
    app.inject({ method, url, headers: ours.auth, payload })
  const dueAt = '2031-03-10T12:00:00.000Z'
  const task = (await send('POST', '/api/tasks', { leadId: id, title: 'Ligar', dueAt })).json()
  const url = `/api/tasks/${task.id}`
  const friday = '2031-03-14T12:00:00.000Z'
  expect((await send('PUT', url, { dueAt: friday, expected: { dueAt } })).statusCode).toBe(200)
  expect((await send('PUT', url, { title: 'Escrever', expected: { title: 'Ligar' } })).json()).toMatchObject({
    title: 'Escrever',
    dueAt: new Date(friday).toISOString().replace('.000', '')
  })
  const late = await send('PUT', url, { title: 'Visitar', dueAt: friday, expected: { title: 'Ligar', dueAt } })
  expect([late.statusCode, late.json()]).toEqual([
    409,
    expect.objectContaining({
      code: 'STALE',
      message: 'Outra pessoa mudou esta tarefa enquanto você editava.',
      errors: { title: 'Outra pessoa mudou esta tarefa enquanto você editava.' }
    })
  ])
  expect((await send('PUT', url, { title: 'Visitar', expected: { title: 'Escrever' } })).json().title).toBe('Visitar')
})
