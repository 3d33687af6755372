import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayIn } from '../../services/forms/queries.ts'
import { company, openApp, sendLead, type Tenant } from '../support/app.ts'

const app = await openApp()

const call = (who: Tenant, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })

const today = dayIn('America/Sao_Paulo')
const daysAgo = (days: number) => dayIn('America/Sao_Paulo', new Date(Date.now() - days * 86_400_000))
const figures = async (who: Tenant, query: Record<string, string> = {}) =>
  (await call(who, 'GET', `/api/dashboard?${new URLSearchParams({ from: daysAgo(6), to: today, ...query })}`)).json()

let unique = 0
async function lead(ours: Tenant, more: Record<string, unknown> = {}): Promise<string> {
  const n = String(++unique).padStart(4, '0')
  const sent = await sendLead(app, ours.id, { name: `L${n}`, email: `l${n}@x.co`, phone: `1191234${n}`, ...more })
  return sent.json().id
}

/** What the kept sums say is what the leads say. */
async function checkSums(ours: Tenant) {
  const [kept, counted] = await app.db.company(ours.id, async trx => {
    const kept = await sql<object>`
      select day::text, status, owner_id, source, lost_reason, sum(n)::int as n, sum(reached)::int as reached,
        round(sum(waited)::numeric, 2)::text as waited, round(sum(entered)::numeric, 0)::text as entered
      from lead_days group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5`.execute(trx)
    const counted = await sql<object>`
      select (received_at at time zone 'America/Sao_Paulo')::date::text as day, status, coalesce(owner_id, '') as owner_id,
        source, coalesce(case when status = 'lost' then lost_reason end, '') as lost_reason, count(*)::int as n,
        count(first_contact_at)::int as reached,
        round(coalesce(sum(extract(epoch from first_contact_at - received_at)), 0), 2)::text as waited,
        round(sum(extract(epoch from status_at)), 0)::text as entered
      from leads group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(trx)
    return [kept.rows, counted.rows]
  })
  expect(kept).toEqual(counted)
}

test('the figures follow what happens to the leads of the period', async () => {
  const ours = await company(app)
  const [a, b, c] = [await lead(ours), await lead(ours, { source: 'site' }), await lead(ours, { source: 'site' })]
  await lead(ours)
  await call(ours, 'POST', `/api/leads/${a}/contacts`, { channel: 'whatsapp', outcome: 'talked' })
  await call(ours, 'PUT', `/api/leads/${b}`, { status: 'converted' })
  await call(ours, 'PUT', `/api/leads/${c}`, { status: 'lost', lostReason: 'Preço' })
  const now = await figures(ours)
  expect(now).toMatchObject({
    received: { now: 4, before: 0 },
    contacted: { now: 1, before: 0 },
    converted: { now: 1, before: 0 },
    conversion: { now: 0.25, before: null },
    lost: [{ reason: 'Preço', count: 1 }],
    sources: [
      { source: 'form', campaign: '', received: 2, converted: 0 },
      { source: 'site', campaign: '', received: 2, converted: 1 }
    ]
  })
  expect(now.firstContactMinutes.now).toBeLessThan(1)
  expect(now.days).toHaveLength(7)
  expect(now.days.at(-1)).toEqual({ day: today, received: 4, converted: 1 })
  expect(now.funnel.map(({ count }: { count: number }) => count)).toEqual([1, 1, 0, 1, 1])
  await checkSums(ours)
})

test('the kept sums hold through changes of owner, time zone, deletion and return', async () => {
  const ours = await company(app)
  const me = (await call(ours, 'GET', '/api/auth/me')).json().companyEmployee.id
  const ids = [await lead(ours), await lead(ours), await lead(ours)]
  await call(ours, 'PUT', `/api/leads/${ids[0]}`, { ownerId: me, status: 'contacted' })
  await app.db.company({ id: ours.id, deleted: true }, trx =>
    trx
      .updateTable('leads')
      .set({ deleted_at: new Date() })
      .where('id', '=', ids[1] ?? '')
      .execute()
  )
  await checkSums(ours)
  expect((await figures(ours, { owner: 'me' })).received.now).toBe(1)
  expect((await figures(ours)).owners).toEqual([
    { ownerId: null, name: null, received: 1, converted: 0, firstContactMinutes: null },
    { ownerId: me, name: expect.any(String), received: 1, converted: 0, firstContactMinutes: expect.any(Number) }
  ])
  await app.db.everyCompany(trx =>
    trx.updateTable('companies').set({ time_zone: 'Pacific/Kiritimati' }).where('id', '=', ours.id).execute()
  )
  const days = await app.db.company(ours.id, trx => trx.selectFrom('lead_days').select('day').distinct().execute())
  expect(days).toEqual([{ day: dayIn('Pacific/Kiritimati') }])
})

test('the queue of the day begins with what was promised, then tasks, then who waits, each lead once', async () => {
  const ours = await company(app)
  const waiting = await lead(ours)
  const promised = await lead(ours, { preferredDate: today, preferredPeriod: 'morning' })
  const tasked = await lead(ours)
  await lead(ours, { preferredDate: dayIn('America/Sao_Paulo', new Date(Date.now() + 5 * 86_400_000)) })
  await call(ours, 'POST', '/api/tasks', { leadId: tasked, title: 'Ligar de volta', dueAt: new Date(0).toISOString() })
  const queue = async () => (await call(ours, 'GET', '/api/dashboard/queue')).json()
  const first = await queue()
  expect(first.items.map(({ leadId, why }: { leadId: string; why: string }) => [leadId, why])).toEqual([
    [promised, 'promise'],
    [tasked, 'task'],
    [waiting, 'waiting']
  ])
  expect(first).toMatchObject({ promisedToday: 1, keptToday: 0 })
  expect(first.items[1]).toMatchObject({ late: true, task: { title: 'Ligar de volta' } })

  await call(ours, 'POST', `/api/leads/${promised}/contacts`, { channel: 'phone', outcome: 'no_answer' })
  await call(ours, 'PUT', `/api/tasks/${first.items[1].task.id}`, { done: true })
  const then = await queue()
  expect(then).toMatchObject({ promisedToday: 1, keptToday: 1 })
  expect(then.items.map(({ leadId }: { leadId: string }) => leadId).sort()).toEqual([waiting, tasked].sort())
  await call(ours, 'POST', '/api/tasks', { leadId: waiting, title: 'Depois', dueAt: '2035-01-01T12:00:00Z' })
  expect((await queue()).items.map(({ leadId }: { leadId: string }) => leadId)).toEqual([tasked])
})

test('a contact ends the wait, and what came of it sets status and number', async () => {
  const ours = await company(app)
  const id = await lead(ours)
  const read = async () => (await call(ours, 'GET', `/api/leads/${id}`)).json()
  const contact = (await call(ours, 'POST', `/api/leads/${id}/contacts`, { channel: 'phone' })).json()
  expect(contact).toMatchObject({ type: 'call', leadId: id, data: { channel: 'phone' } })
  expect(await read()).toMatchObject({ status: 'new', firstContactAt: expect.any(String) })
  const url = `/api/leads/${id}/contacts/${contact.id}`
  await call(ours, 'PUT', url, { outcome: 'wrong_number' })
  expect((await read()).marks).toEqual(['phone'])
  expect((await call(ours, 'PUT', url, { outcome: 'talked' })).json().data).toMatchObject({ outcome: 'talked' })
  expect(await read()).toMatchObject({ status: 'contacted', marks: [] })
  expect(
    (await call(ours, 'PUT', `/api/leads/${id}/contacts/${'f'.repeat(24)}`, { outcome: 'talked' })).statusCode
  ).toBe(404)
})

test('the next task of a lead is the first of its open ones', async () => {
  const ours = await company(app)
  const id = await lead(ours)
  const next = async () => (await call(ours, 'GET', `/api/leads/${id}`)).json().nextTaskAt
  const add = async (dueAt: string) =>
    (await call(ours, 'POST', '/api/tasks', { leadId: id, title: 'Ligar', dueAt })).json().id
  const [soon, later] = [await add('2030-01-01T12:00:00Z'), await add('2031-01-01T12:00:00Z')]
  expect(await next()).toBe('2030-01-01T12:00:00Z')
  await call(ours, 'PUT', `/api/tasks/${soon}`, { done: true })
  expect(await next()).toBe('2031-01-01T12:00:00Z')
  await call(ours, 'PUT', `/api/tasks/${soon}`, { done: false })
  expect(await next()).toBe('2030-01-01T12:00:00Z')
  for (const task of [soon, later]) expect((await call(ours, 'DELETE', `/api/tasks/${task}`)).statusCode).toBe(204)
  expect(await next()).toBeNull()
  expect(
    (await call(ours, 'POST', '/api/tasks', { leadId: id, title: ' ', dueAt: '2030-01-01T12:00:00Z' })).statusCode
  ).toBe(400)
})

test('the first steps tick themselves', async () => {
  const ours = await company(app)
  const steps = async () => (await call(ours, 'GET', '/api/dashboard/steps')).json()
  expect(await steps()).toEqual({ form: false, import: false, team: false, answer: false })
  const id = await lead(ours)
  await call(ours, 'POST', `/api/leads/${id}/contacts`, { channel: 'whatsapp' })
  expect(await steps()).toEqual({ form: true, import: false, team: false, answer: true })
})

test.each([
  [{ from: '2026-02-30', to: today }],
  [{ from: today, to: daysAgo(3) }],
  [{ from: '2020-01-01', to: today }]
])('the period %j is refused', async period => {
  const ours = await company(app)
  expect((await call(ours, 'GET', `/api/dashboard?${new URLSearchParams(period)}`)).statusCode).toBe(400)
})

test('no statement of the dashboard reads the leads one by one', async () => {
  const ours = await company(app)
  await app.db.company(ours.id, trx =>
    sql`insert into leads (company_id, name, source, consent_given, received_at, status)
      select ${ours.id}, 'L' || n, 'form', false, now() - n * interval '10 minutes', 'contacted'
      from generate_series(1, 3000) as n`.execute(trx)
  )
  const timed = await app.db.company(ours.id, async trx => {
    const { rows } = await sql<{ rows: number }>`
      select coalesce(sum(n), 0)::int as rows from lead_days where company_id = ${ours.id}`.execute(trx)
    const stored = await sql<{ n: number }>`select count(*)::int as n from lead_days`.execute(trx)
    return [rows[0]?.rows, stored.rows[0]?.n]
  })
  expect(timed[0]).toBe(3000)
  // 3,000 leads of three weeks are one row a day.
  expect(timed[1]).toBeLessThan(25)
})
