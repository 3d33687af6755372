import { expect, test } from 'vitest'
import { dayAt } from '../../../services/core/zones/rules.ts'
import { dayGroupOf, daySpans, mondayAfter, movedTo } from '../../../services/leads/tasks/rules.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { changePlan, join } from '../../kit/team.ts'

// Ten thousand tasks are moved at once: nobody else shall wait for that.
const app = await openApp({ DATABASE_URL: await newDatabase() })
const zone = 'America/Sao_Paulo'

// 18 November 2026 is a Wednesday. São Paulo is three hours behind UTC.
test.each([
  ['2026-11-18T02:59:00Z', 'overdue'], // the evening before
  ['2026-11-18T03:00:00Z', 'today'],
  ['2026-11-19T02:59:00Z', 'today'],
  ['2026-11-19T03:00:00Z', 'tomorrow'],
  ['2026-11-20T12:00:00Z', 'week'],
  ['2026-11-23T02:59:00Z', 'week'],
  ['2026-11-23T03:00:00Z', 'later']
])('on a Wednesday morning a task due at %s is of the group %s', (dueAt, group) => {
  expect(dayGroupOf(dueAt, Date.parse('2026-11-18T12:00:00Z'), zone)).toBe(group)
})

test('a week ends on Sunday, so that at its end no day of it is left', () => {
  expect(daySpans('2026-11-20').week).toEqual({ from: '2026-11-22', to: '2026-11-22' }) // Friday
  expect(daySpans('2026-11-21')).toMatchObject({ tomorrow: { from: '2026-11-22' }, later: { from: '2026-11-23' } })
  expect(daySpans('2026-11-21').week).toBeUndefined() // Saturday
  expect(daySpans('2026-11-22')).toMatchObject({ tomorrow: { from: '2026-11-23' }, later: { from: '2026-11-24' } })
  expect(['2026-11-18', '2026-11-22', '2026-11-23'].map(mondayAfter)).toEqual([
    '2026-11-23',
    '2026-11-23',
    '2026-11-30'
  ])
})

test.each([
  ['2026-11-20', '2026-11-18T12:00:00Z', '2026-11-20T17:30:00.000Z'], // another day, the same time
  ['2026-11-18', '2026-11-18T12:00:00Z', '2026-11-18T17:30:00.000Z'], // still ahead
  ['2026-11-18', '2026-11-18T18:10:00Z', '2026-11-18T19:00:00.000Z'], // past: the next full hour
  ['2026-11-18', '2026-11-19T02:30:00Z', '2026-11-19T02:59:00.000Z'] // late in the evening
])('a task of 14:30 moved to %s at %s is due at %s', (day, now, dueAt) => {
  expect(movedTo('2026-11-10T17:30:00Z', day, Date.parse(now), zone)).toBe(dueAt)
})

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
const caller = (who: Pick<Tenant, 'auth'>) => async (method: Method, url: string, payload?: object) => {
  const answer = await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.body ? answer.json() : undefined
}
const queryOf = (filter: object) => `filter=${encodeURIComponent(JSON.stringify(filter))}`
const days = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()

async function withTeam() {
  const ours = await company(app)
  await changePlan(app, ours.id, 'pro')
  const bia = await join(app, ours, { name: 'Bia Lima' })
  const call = caller(ours)
  const me = (await call('GET', '/api/auth/me')).companyEmployee.id as string
  const her = (await caller(bia)('GET', '/api/auth/me')).companyEmployee.id as string
  const lead = (await sendLead(app, ours.id)).json().id as string
  const add = (title: string, dueAt: string, more: object = {}) =>
    call('POST', '/api/tasks', { leadId: lead, title, dueAt, ...more })
  return { ours, bia, call, me, her, lead, add }
}

const titles = (tasks: { title: string }[]) => tasks.map(({ title }) => title)

test('tasks come in pages with their number, by person, by day and by whether they are done', async () => {
  const { ours, call, her, add } = await withTeam()
  const first = await add('A', days(-3))
  await add('B', days(0))
  await add('C', days(1), { ownerId: her })
  await add('D', days(9), { ownerId: null })
  const answer = await app.inject({ url: '/api/tasks?range=[1,2]', headers: ours.auth })
  expect([titles(answer.json()), answer.headers['content-range']]).toEqual([['B', 'C'], 'tasks 1-2/4'])
  const list = async (filter: object) => titles(await call('GET', `/api/tasks?${queryOf(filter)}`))
  expect(await list({ owner: 'me' })).toEqual(['A', 'B'])
  expect(await list({ owner: her })).toEqual(['C'])
  expect(await list({ owner: 'none' })).toEqual(['D'])
  const today = dayAt(Date.now(), zone)
  expect(await list({ dueFrom: today, dueTo: dayAt(Date.now(), zone, 1) })).toEqual(['B', 'C'])
  expect(await list({ dueTo: dayAt(Date.now(), zone, -1) })).toEqual(['A'])
  await call('PUT', `/api/tasks/${first.id}`, { done: true })
  expect(await list({ state: 'done' })).toEqual(['A'])
  for (const filter of [{ dueFrom: '2026-02-30' }, { title: 'A' }, { state: 'x' }]) {
    const wrong = await app.inject({ url: `/api/tasks?${queryOf(filter)}`, headers: ours.auth })
    expect(wrong.statusCode).toBe(400)
  }
})

test('open tasks are counted by day, and what nobody has is not named', async () => {
  const { call, her, add } = await withTeam()
  await add('A', days(-3))
  await add('B', days(-2))
  await add('C', days(30), { ownerId: her })
  const gone = await add('D', days(-2))
  await call('DELETE', `/api/tasks/${gone.id}`)
  expect(await call('GET', `/api/tasks/counts?${queryOf({})}`)).toEqual([
    { group: 'overdue', count: 2 },
    { group: 'later', count: 1 }
  ])
  expect(await call('GET', `/api/tasks/counts?${queryOf({ owner: 'me' })}`)).toEqual([{ group: 'overdue', count: 2 }])
})

test('somebody who sees their own leads only sees no tasks of others’', async () => {
  const { ours, add } = await withTeam()
  await add('A', days(-3))
  const rui = caller(await join(app, ours, { name: 'Rui', leadAccess: 'own' }))
  expect(await rui('GET', '/api/tasks?range=[0,9]')).toEqual([])
  expect(await rui('GET', '/api/tasks/counts')).toEqual([])
  expect(await rui('POST', '/api/tasks/overdue/move', {})).toEqual({ id: null, moved: 0 })
})

test('all overdue tasks of a person are moved to today at once, and an undo leaves what changed since', async () => {
  const { ours, bia, call, her, lead, add } = await withTeam()
  const [a, b, c] = [
    await add('A', days(-3), { remindAt: days(-3) }),
    await add('B', days(-9)),
    await add('C', days(-5), { ownerId: her })
  ]
  const { id, moved } = await call('POST', '/api/tasks/overdue/move', { owner: 'me' })
  expect(moved).toBe(2)
  const found = async () => {
    const tasks = await call('GET', `/api/tasks?${queryOf({ state: 'open' })}`)
    return Object.fromEntries(tasks.map((task: { title: string; dueAt: string }) => [task.title, task.dueAt]))
  }
  const now = await found()
  const today = dayAt(Date.now(), zone)
  expect([now.A, now.B, now.C].map(at => dayAt(Date.parse(at), zone) === today)).toEqual([true, true, false])
  expect(Date.parse(now.A)).toBeGreaterThan(Date.now())
  expect((await call('GET', `/api/leads/${lead}`)).nextTaskAt).toBe(c.dueAt)

  await call('PUT', `/api/tasks/${b.id}`, { dueAt: days(4) })
  const late = await app.inject({ method: 'POST', url: `/api/tasks/moves/${id}/undo`, headers: bia.auth })
  expect(late.statusCode).toBe(404) // she did not move them
  expect((await call('POST', `/api/tasks/moves/${id}/undo`)).moved).toBe(1)
  expect((await found()).A).toBe(a.dueAt)
  const again = await app.inject({ method: 'POST', url: `/api/tasks/moves/${id}/undo`, headers: ours.auth })
  expect(again.statusCode).toBe(409)
})

test('ten thousand tasks are counted, paged and moved within a moment', async () => {
  const { ours, call, me, lead } = await withTeam()
  await app.db.company(ours.id, trx =>
    trx
      .insertInto('tasks')
      .values(
        Array.from({ length: 10_000 }, (_, n) => ({
          company_id: ours.id,
          lead_id: lead,
          title: `Tarefa ${n}`,
          due_at: days(-1 - n / 1000),
          owner_id: me
        }))
      )
      .execute()
  )
  expect(await call('GET', `/api/tasks/counts?${queryOf({ owner: 'me' })}`)).toEqual([
    { group: 'overdue', count: 10_000 }
  ])
  expect(await call('GET', '/api/tasks?range=[9980,9999]')).toHaveLength(20)
  const { id, moved } = await call('POST', '/api/tasks/overdue/move', { owner: 'me' })
  expect(moved).toBe(10_000)
  expect((await call('POST', `/api/tasks/moves/${id}/undo`)).moved).toBe(10_000)
})
