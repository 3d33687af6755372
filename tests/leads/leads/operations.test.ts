import { expect, test } from 'vitest'
import type { Context } from '../../../services/core/handlers.ts'
import { runOperation } from '../../../services/leads/operations/run.ts'
import type { Operation } from '../../../services/leads/operations/schema.ts'
import { undoOperation } from '../../../services/leads/operations/undo.ts'
import { orFail } from '../../../services/leads/operations/worker.ts'
import { operationResult } from '../../../web/src/leads/leads/bulk/words.ts'
import { companyWithLeads, openApp, sendLead, type Tenant, testConfig } from '../../kit/app.ts'
import { auditedLeads } from '../../kit/audit.ts'
import { newDatabase } from '../../kit/database.ts'
import { colleague } from '../../kit/people.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)

const call = (who: Tenant, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })

const withLeads = (count: number) => companyWithLeads(app, count)

const counts = async (who: Tenant) => {
  const facets = (await call(who, 'GET', '/api/leads/facets')).json()
  return Object.fromEntries(facets.status.map(({ value, count }: { value: string; count: number }) => [value, count]))
}

const finished = async (who: Tenant, id: string, state = 'done') => {
  const read = async () => (await call(who, 'GET', `/api/leads/operations/${id}`)).json()
  await expect.poll(async () => (await read()).state).toBe(state)
  return read()
}

test('an action on all that a filter finds is done in the background and undone in one step', async () => {
  await openWorker(testConfig(env))
  const ours = await withLeads(1300)
  const started = await call(ours, 'POST', '/api/leads/operations', {
    kind: 'status',
    params: { status: 'lost', lostReason: 'Não respondeu' },
    filter: { status: 'new' }
  })
  expect(started.statusCode).toBe(202)
  expect(started.json()).toMatchObject({ state: 'queued', total: 1300, done: 0, undoable: false })
  const { id } = started.json()
  expect(await finished(ours, id)).toMatchObject({ done: 1300, changed: 1300, skipped: 0, undoable: true })
  expect(await counts(ours)).toEqual({ lost: 1300 })

  // A later change by a person stays; all the rest goes back.
  const [lead] = (await call(ours, 'GET', '/api/leads')).json()
  await call(ours, 'PUT', `/api/leads/${lead.id}`, { status: 'converted' })
  expect((await call(ours, 'POST', `/api/leads/operations/${id}/undo`)).statusCode).toBe(202)
  expect(await finished(ours, id, 'undone')).toMatchObject({ result: { kept: 1 } })
  expect(await counts(ours)).toEqual({ new: 1299, converted: 1 })
  const again = await call(ours, 'POST', `/api/leads/operations/${id}/undo`)
  expect([again.statusCode, again.json().message]).toEqual([409, 'Esta ação já foi desfeita.'])
  expect(await auditedLeads(app, ours)).toEqual(['lead.many_changed', 'lead.many_undone'])
})

test('the set is frozen when the action is asked for, and it says how many others have changed meanwhile', async () => {
  const ours = await withLeads(3)
  const started = (
    await call(ours, 'POST', '/api/leads/operations', {
      kind: 'status',
      params: { status: 'contacted' },
      filter: { status: 'new' }
    })
  ).json()
  const [first] = (await call(ours, 'GET', '/api/leads')).json()
  await call(ours, 'PUT', `/api/leads/${first.id}`, { status: 'scheduled' })
  await sendLead(app, ours.id, { name: 'Depois' })
  await runOperation(app.db, ours.id, started.id)
  expect((await call(ours, 'GET', `/api/leads/operations/${started.id}`)).json()).toMatchObject({
    state: 'done',
    total: 3,
    changed: 3,
    result: { meanwhile: 1 }
  })
  expect(await counts(ours)).toEqual({ contacted: 3, new: 1 })
})

test('an action that was cut off goes on where it was, and runs once for each lead', async () => {
  const ours = await withLeads(1200)
  const { id } = (
    await call(ours, 'POST', '/api/leads/operations', {
      kind: 'task',
      params: { title: 'Ligar', dueAt: new Date().toISOString() },
      filter: {}
    })
  ).json()
  let portions = 0
  const cut = {
    ...app.db,
    company: async (...args: Parameters<typeof app.db.company>) => {
      if (portions++ === 1) throw new Error('killed')
      return app.db.company(...args)
    }
  } as typeof app.db
  await expect(runOperation(cut, ours.id, id)).rejects.toThrow('killed')
  expect((await call(ours, 'GET', `/api/leads/operations/${id}`)).json()).toMatchObject({ state: 'running', done: 500 })
  // Two workers at once, as after a lost lock.
  await Promise.all([runOperation(app.db, ours.id, id), runOperation(app.db, ours.id, id)])
  expect((await call(ours, 'GET', `/api/leads/operations/${id}`)).json()).toMatchObject({ state: 'done', done: 1200 })
  const tasks = await app.db.company(ours.id, trx =>
    trx
      .selectFrom('tasks')
      .select(row => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  )
  expect(tasks.n).toBe(1200)
})

test('an action that fails for good says so to the person who waits for it', async () => {
  const ours = await withLeads(2)
  const deletion = { kind: 'delete', params: {}, filter: {} }
  const { id } = (await call(ours, 'POST', '/api/leads/operations', deletion)).json()
  const failing = orFail(() => Promise.reject(new Error('no room left')))
  const attempt = (last: boolean) => failing({ companyId: ours.id, operationId: id }, { db: app.db, last } as Context)
  const read = async () => (await call(ours, 'GET', `/api/leads/operations/${id}`)).json()
  await expect(attempt(false)).rejects.toThrow('no room left')
  expect(await read()).toMatchObject({ state: 'queued', error: null })
  await expect(attempt(true)).rejects.toThrow('no room left')
  expect(await read()).toMatchObject({
    state: 'failed',
    error: 'Não foi possível terminar. Tente de novo ou fale com o suporte.'
  })
})

test('leads stay with whom they have where the one who should get them, or had them, has left meanwhile', async () => {
  const ours = await withLeads(4)
  const me = (await call(ours, 'GET', '/api/auth/me')).json().companyEmployee.id
  const bia = await colleague(app, ours.id, { role: 'agent' })
  const leave = (active: boolean) =>
    app.db.everyCompany(trx => trx.updateTable('employees').set({ active }).where('id', '=', bia.id).execute())
  const owners = async () =>
    (await call(ours, 'GET', '/api/leads')).json().map((lead: { ownerId: string | null }) => lead.ownerId)
  const begin = async (kind: string, params: object) =>
    (await call(ours, 'POST', '/api/leads/operations', { kind, params, filter: {} })).json().id
  const result = async (id: string): Promise<Operation> =>
    (await call(ours, 'GET', `/api/leads/operations/${id}`)).json()
  await runOperation(app.db, ours.id, await begin('owner', { ownerId: me }))

  const toBia = await begin('owner', { ownerId: bia.id })
  const dealt = await begin('distribute', { employeeIds: [bia.id, me] })
  await leave(false)
  await runOperation(app.db, ours.id, toBia)
  expect(await owners()).toEqual([me, me, me, me])
  const outcome = await result(toBia)
  expect(outcome).toMatchObject({ state: 'done', changed: 0, skipped: 4, result: { inactive: 4 }, undoable: false })
  expect(operationResult(outcome)).toBe(
    'Responsável alterado em 0 leads; 4 ficaram com o responsável de antes, porque a pessoa escolhida não está mais ativa'
  )
  const [news] = (await call(ours, 'GET', '/api/notifications')).json().items
  expect(news.body).toMatch(/^0 leads de 4 leads; 4 ficaram com o responsável de antes/)
  await runOperation(app.db, ours.id, dealt)
  expect(await owners()).toEqual([me, me, me, me])
  expect(operationResult(await result(dealt))).toMatch(
    /^Responsável alterado em 0 leads, 2 já estavam assim; 2 ficaram com o responsável/
  )

  await leave(true)
  await runOperation(app.db, ours.id, await begin('owner', { ownerId: bia.id }))
  const back = await begin('owner', { ownerId: me })
  await runOperation(app.db, ours.id, back)
  await leave(false)
  await call(ours, 'POST', `/api/leads/operations/${back}/undo`)
  await undoOperation(app.db, ours.id, back)
  expect(await owners()).toEqual([me, me, me, me])
  expect(operationResult(await result(back))).toBe(
    'Desfeito, menos 4 leads cujo responsável de antes não está mais na equipe'
  )
})

test.each([
  ['owner', (me: string) => ({ ownerId: me })],
  ['distribute', (me: string) => ({ employeeIds: [me] })],
  ['delete', () => ({})],
  ['addTags', (_: string, tag: string) => ({ tagIds: [tag] })],
  ['task', () => ({ title: 'Ligar', dueAt: new Date().toISOString() })]
] as const)('%s is done and undone', async (kind, params) => {
  const ours = await withLeads(4)
  const me = (await call(ours, 'GET', '/api/auth/me')).json().companyEmployee.id
  const tag = (await call(ours, 'POST', '/api/tags', { name: 'VIP' })).json().id
  const state = async () => ({
    facets: (await call(ours, 'GET', '/api/leads/facets')).json(),
    tasks: await app.db.company(ours.id, trx => trx.selectFrom('tasks').select('lead_id').execute())
  })
  const before = await state()
  const ids = (await call(ours, 'GET', '/api/leads')).json().map((lead: { id: string }) => lead.id)
  const { id } = (
    await call(ours, 'POST', '/api/leads/operations', { kind, params: params(me, tag), ids: ids.slice(0, 3) })
  ).json()
  await runOperation(app.db, ours.id, id)
  expect(await state()).not.toEqual(before)
  await call(ours, 'POST', `/api/leads/operations/${id}/undo`)
  await undoOperation(app.db, ours.id, id)
  expect((await call(ours, 'GET', `/api/leads/operations/${id}`)).json()).toMatchObject({ state: 'undone', changed: 3 })
  expect(await state()).toEqual(before)
})

test.each([
  [{ kind: 'status', params: {} }, 'status'],
  [{ kind: 'status', params: { status: 'lost' } }, 'lostReason'],
  [{ kind: 'owner', params: { ownerId: 'f'.repeat(24) } }, 'employeeIds'],
  [{ kind: 'addTags', params: { tagIds: ['f'.repeat(24)] } }, 'tagIds'],
  [{ kind: 'task', params: { title: 'x' } }, 'dueAt'],
  [{ kind: 'delete', params: {}, filter: { q: 'ninguém' } }, 'filter'],
  [{ kind: 'delete', params: {}, ids: ['f'.repeat(24)] }, 'filter']
])('the action %j is refused at its field', async (operation, field) => {
  const ours = await withLeads(1)
  const payload = { ...('ids' in operation || 'filter' in operation ? {} : { filter: {} }), ...operation }
  const answer = await call(ours, 'POST', '/api/leads/operations', payload)
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]])
})
