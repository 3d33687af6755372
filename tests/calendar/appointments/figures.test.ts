import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { findAppointmentFigures } from '../../../services/calendar/appointments/figures.ts'
import type { AppointmentFigures } from '../../../services/calendar/appointments/schema.ts'
import type { CompanyScope, Statement } from '../../../services/core/db.ts'
import { dayIn } from '../../../services/leads/forms/queries.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { colleague } from '../../kit/people.ts'
import { changePlan, join } from '../../kit/team.ts'

const app = await openApp()

type Who = Pick<Tenant, 'auth'>

const call = (who: Who, method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })

const daysAgo = (days: number) => dayIn('America/Sao_Paulo', new Date(Date.now() - days * 86_400_000))

async function figures(who: Who, query: Record<string, string> = {}): Promise<AppointmentFigures> {
  const search = new URLSearchParams({ from: daysAgo(6), to: daysAgo(0), ...query })
  const answer = await call(who, 'GET', `/api/dashboard/appointments?${search}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const idOf = async (who: Who): Promise<string> => (await call(who, 'GET', '/api/auth/me')).json().companyEmployee.id

/** Books an hour so many hours from now. */
async function book(ours: Tenant, employeeId: string, hours: number, more: object = {}): Promise<string> {
  const at = (plus: number) => new Date(Date.now() + (hours + plus) * 3_600_000).toISOString()
  const payload = { title: 'Visita', start: at(0), end: at(1), employeeId, ...more }
  const answer = await call(ours, 'POST', `/api/appointments/companies/${ours.id}/appointments`, payload)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data.id
}

const move = (ours: Tenant, id: string, to: string) =>
  call(ours, 'POST', `/api/appointments/companies/${ours.id}/appointments/${id}/${to}`, {})

const setOrigin = (ours: Tenant, id: string, origin: 'page') =>
  app.db.company(ours.id, trx => trx.updateTable('appointments').set({ origin }).where('id', '=', id).execute())

test('the next five appointments and what came of those of the period, of the team and of each person', async () => {
  const ours = await company(app)
  await changePlan(app, ours.id, 'enterprise')
  const [me, bia] = [await idOf(ours), await idOf(await join(app, ours))]
  expect(await figures(ours)).toEqual({ any: false, coming: [], origins: [] })
  const leadId = (await sendLead(app, ours.id, { name: 'Ada Souza', email: 'ada@x.co' })).json().id
  const now = await book(ours, me, -0.5, { leadId })
  const next: string[] = []
  for (const n of [1, 2, 3, 4, 5]) next.push(await book(ours, n % 2 ? bia : me, n * 24))
  await call(ours, 'POST', `/api/appointments/companies/${ours.id}/appointments/${next[0]}/cancel`, {})

  const { any, coming } = await figures(ours)
  expect(any).toBe(true)
  expect(coming.map(({ id }) => id)).toEqual([now, ...next.slice(1)])
  expect(coming[0]).toMatchObject({ title: 'Visita', leadId, leadName: 'Ada Souza', status: 'confirmed' })
  expect((await figures(ours, { owner: 'me' })).coming.map(({ id }) => id)).toEqual([now, next[1], next[3]])
  expect((await figures(ours, { owner: bia })).coming.map(({ id }) => id)).toEqual([next[2], next[4]])
  expect((await figures(ours, { owner: 'none' })).coming).toEqual([])

  const past = [
    await book(ours, me, -30),
    await book(ours, me, -32),
    await book(ours, bia, -34),
    await book(ours, me, -400)
  ]
  const [done, missed, missedToo, before] = past as [string, string, string, string]
  await setOrigin(ours, missed, 'page')
  await move(ours, done, 'done')
  for (const id of [missed, missedToo]) await move(ours, id, 'no-show')
  await move(ours, before, 'done')
  expect((await figures(ours)).origins).toEqual([
    { origin: 'internal', done: 1, missed: 1 },
    { origin: 'page', done: 0, missed: 1 }
  ])
  expect((await figures(ours, { owner: bia })).origins).toEqual([{ origin: 'internal', done: 0, missed: 1 }])
  expect((await figures(ours, { from: daysAgo(20), to: daysAgo(10) })).origins).toEqual([
    { origin: 'internal', done: 1, missed: 0 }
  ])
  const refused = await call(ours, 'GET', `/api/dashboard/appointments?from=${daysAgo(0)}&to=${daysAgo(1)}`)
  expect(refused.statusCode).toBe(400)
})

test('somebody who sees only their own leads counts no others, and a company not those of another', async () => {
  const ours = await company(app)
  const own = await colleague(app, ours.id, { leadAccess: 'own' })
  const me = await idOf(ours)
  const leadId = (await sendLead(app, ours.id, { name: 'De outra', email: 'o@x.co' })).json().id
  await app.db.company(ours.id, trx =>
    trx.updateTable('leads').set({ owner_id: me }).where('id', '=', leadId).execute()
  )
  await book(ours, me, 5, { leadId })
  await move(ours, await book(ours, me, -5, { leadId }), 'done')
  expect(await figures(own)).toEqual({ any: false, coming: [], origins: [] })
  expect(await figures(await company(app))).toEqual({ any: false, coming: [], origins: [] })
  expect((await figures(ours)).coming).toHaveLength(1)
})

test('among 100,000 appointments the figures read an index by company and start', async () => {
  const app = await openApp({ DATABASE_URL: await newDatabase() })
  const ours = await company(app)
  const owner = new pg.Client(app.config.database.owner)
  await owner.connect()
  // Without the triggers that would notify the guests.
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into leads (company_id, name, source, consent_given) select $1, 'L' || n, 'form', false from generate_series(1, 1000) n`,
    [ours.id]
  )
  await owner.query(
    `insert into appointments (company_id, lead_id, employee_id, title, starts_at, ends_at, time_zone, status, origin,
        channel, during, session)
      select $1, l.ids[1 + n % 1000], e.id, 'Visita', t.at, t.at + interval '15 minutes', 'America/Sao_Paulo',
        case when n <= 500 then 'confirmed' when n % 7 = 0 then 'no_show' else 'done' end, 'internal', 'phone',
        tstzrange(t.at, t.at + interval '15 minutes'), new_id()
      from generate_series(1, 100000) n, lateral (select now() + (500 - n) * interval '15 minutes' as at) t,
        (select array_agg(id) as ids from leads where company_id = $1) l,
        (select id from employees where company_id = $1 limit 1) e`,
    [ours.id]
  )
  await owner.query('analyze appointments, leads')
  await owner.end()

  const plans: string[] = []
  const explaining = {
    ...app.db,
    companyBatch: async (scope: string | CompanyScope, statements: readonly Statement[]) => {
      const explained = statements.map(({ name, values }) => {
        const written = values.map(value => (value === null ? 'null' : pg.escapeLiteral(String(value))))
        return { text: `explain (analyze, timing off) execute "${name}" (${written.join(', ')})`, values: [] }
      })
      const results = await app.db.companyBatch(scope, [...statements, ...explained])
      plans.push(...results.splice(statements.length).flatMap(({ rows }) => rows.map(row => row['QUERY PLAN'])))
      return results
    }
  }
  const viewer = { id: ours.id, owners: null }
  const { coming, origins } = await findAppointmentFigures(explaining, viewer, {
    from: daysAgo(29),
    to: daysAgo(0),
    owner: undefined
  })
  expect(coming).toHaveLength(5)
  const [{ done, missed } = { done: 0, missed: 0 }] = origins
  expect(done + missed).toBeGreaterThan(2700)
  const plan = plans.join('\n')
  expect(plan).toContain('appointments_ended')
  // No more of the coming appointments are read than are shown.
  expect(plan).toMatch(/Index Scan using appointments_open on appointments .*rows=5\.00 loops=1/)
  expect(plan).not.toMatch(/Seq Scan on appointments/)
  const [{ n } = { n: 0 }] = await app.db.company(
    ours.id,
    async trx => (await sql<{ n: number }>`select count(*)::integer as n from appointments`.execute(trx)).rows
  )
  expect(n).toBe(100_000)
})
