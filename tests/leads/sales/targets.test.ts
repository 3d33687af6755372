import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Targets } from '../../../services/leads/sales/schema.ts'
import { company, openApp, sendLead, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { check, ended, start } from '../../kit/imports.ts'
import { colleague } from '../../kit/people.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

const month = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' }).slice(0, 7)

const put = (who: Pick<Tenant, 'auth'>, payload: object, of = month) =>
  app.inject({ method: 'PUT', url: `/api/targets/${of}`, headers: who.auth, payload })
const read = async (who: Pick<Tenant, 'auth'>): Promise<Targets> =>
  (await app.inject({ url: `/api/targets/${month}`, headers: who.auth })).json()

test('targets of a month stand beside what was sold, and each person sees their own', async () => {
  const ours = await company(app)
  const agent = await colleague(app, ours.id, { permissions: ['edit_leads'], leadAccess: 'own' })
  for (const [n, ownerId] of [null, agent.id].entries()) {
    const person = { name: `Ana ${n}`, email: `ana${n}@example.com`, phone: `1198765432${n}` }
    const { id } = (await sendLead(app, ours.id, person)).json()
    for (const payload of [{ ownerId }, { status: 'converted', valueCents: 125_000 }])
      await app.inject({ method: 'PUT', url: `/api/leads/${id}`, headers: ours.auth, payload })
  }
  const targets = { count: null, cents: 1_000_000, owners: [{ ownerId: agent.id, count: 4, cents: null }] }
  const saved = await put(ours, targets)
  expect(saved.statusCode, saved.body).toBe(200)
  expect(await read(ours)).toMatchObject({
    count: null,
    cents: 1_000_000,
    sold: { count: 2, cents: 250_000 },
    owners: [{ ownerId: agent.id, count: 4, cents: null, sold: { count: 1, cents: 125_000 } }]
  })
  expect(await read(agent)).toMatchObject({
    count: null,
    cents: null,
    sold: { count: 1, cents: 125_000 },
    owners: [{ ownerId: agent.id, count: 4 }]
  })
  expect((await put(agent, targets)).statusCode).toBe(403)
  await put(ours, { count: 0, cents: null, owners: [] })
  expect(await read(ours)).toMatchObject({ count: null, cents: null, owners: [] })
})

test.each([
  ['a negative value', () => ({ count: null, cents: -1, owners: [] }), 400],
  [
    'a person of nowhere',
    () => ({ count: null, cents: 1, owners: [{ ownerId: 'f'.repeat(24), count: 1, cents: null }] }),
    400
  ],
  [
    'a person twice',
    (id: string) => ({
      count: null,
      cents: 1,
      owners: [1, 2].map(count => ({ ownerId: id, count, cents: null }))
    }),
    400
  ]
])('%s is no target', async (_, payload, status) => {
  const ours = await company(app)
  const { id } = await colleague(app, ours.id)
  const refused = await put(ours, payload(id))
  expect(refused.statusCode, refused.body).toBe(status)
  expect((await put(ours, { count: null, cents: 1, owners: [] }, '2026-13')).statusCode).toBe(404)
})

test('the forecast sums open leads by the month of their expected sale, whole and by the chance of their step', async () => {
  const ours = await company(app)
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
  const years = (n: number) => `${Number(today.slice(0, 4)) + n}${today.slice(4, 8)}15`
  const forecast = async () => (await app.inject({ url: '/api/sales/forecast', headers: ours.auth })).json()
  for (const [n, expectedOn] of [years(1), years(1), years(-1), null].entries()) {
    const person = { name: `Ana ${n}`, email: `ana${n}@example.com`, phone: `1198765432${n}` }
    const { id } = (await sendLead(app, ours.id, person)).json()
    const payload = { valueCents: 10_000 * (n + 1), expectedOn }
    const saved = await app.inject({ method: 'PUT', url: `/api/leads/${id}`, headers: ours.auth, payload })
    expect(saved.statusCode, saved.body).toBe(200)
  }
  const nothing = { weightedCents: null }
  expect(await forecast()).toMatchObject({
    months: [{ month: years(1).slice(0, 7), count: 2, cents: 30_000, ...nothing }],
    late: { count: 1, cents: 30_000, ...nothing },
    undated: { count: 1, cents: 40_000, ...nothing },
    chances: { new: null }
  })
  await app.db.company(ours.id, trx =>
    sql`insert into leads (company_id, name, source, consent_given, status, first_contact_at)
      select ${ours.id}, 'L' || n, 'form', false, case when n <= 10 then 'converted' else 'lost' end, now()
      from generate_series(1, 40) as n`.execute(trx)
  )
  expect(await forecast()).toMatchObject({
    months: [{ cents: 30_000, weightedCents: 7_500 }],
    chances: { new: 0.25, contacted: 0.25, scheduled: null }
  })
  const listed = await app.inject({
    url: `/api/leads?filter=${encodeURIComponent(JSON.stringify({ expectedFrom: years(1), expectedTo: years(1) }))}`,
    headers: ours.auth
  })
  expect(listed.json()).toHaveLength(2)
})

test('sales of closed months are imported by who administers, and the check says how many they are', async () => {
  const ours = await company(app)
  const importer = await colleague(app, ours.id, { permissions: ['import_leads', 'edit_leads'] })
  const file = [
    'Nome;E-mail;Situação;Data de cadastro;Data da venda;Valor',
    'Ana;ana@example.com;Vendido;10/02/2020;15/03/2020;100,00',
    'Bia;bia@example.com;Vendido;10/02/2020;;200,00',
    'Caio;caio@example.com;Novo;10/02/2020;;300,00'
  ].join('\r\n')
  const theirs = await check(app, { ...ours, ...importer }, file)
  expect(theirs.check?.closedSales).toBe(2)
  const refused = await start(app, importer, theirs.id)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toContain('2 vendas deste arquivo são de meses fechados')
  const found = await check(app, ours, file)
  expect((await start(app, ours, found.id)).statusCode).toBe(202)
  await ended(app, ours, found.id, 'done')
  const sold = async (of: string) =>
    (await app.inject({ url: `/api/sales/months/${of}`, headers: ours.auth })).json<{ count: number; cents: number }>()
  expect(await sold('2020-03')).toMatchObject({ closed: true, count: 1, cents: 10_000 })
  expect(await sold('2020-02')).toMatchObject({ count: 1, cents: 20_000 })
  // An import that is undone never was; in a closed month it is taken back today.
  await app.inject({ method: 'POST', url: `/api/imports/${found.id}/undo`, headers: ours.auth })
  await ended(app, ours, found.id, 'undone')
  expect(await sold('2020-03')).toMatchObject({ count: 1, cents: 10_000 })
  expect(await sold(month)).toMatchObject({ count: 0, reversed: 2, cents: -30_000 } as object)
})
