import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { enough, type Model, type Scored, scoreOf } from '../../../services/leads/scores/rules.ts'
import { scoreAll } from '../../../services/leads/scores/worker.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'

const app = await openApp({ DATABASE_URL: await newDatabase() })

const call = (who: Tenant, method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })

const plain: Scored = {
  source: 'form',
  campaign: null,
  message: null,
  preferredDate: null,
  preferredPeriod: null,
  consentGiven: false,
  email: 'a@x.co',
  phone: '11987654321',
  marks: [],
  submissions: 1,
  receivedAt: '2026-11-20T12:00:00Z',
  lastContactAt: null
}
const now = Date.parse('2026-11-21T12:00:00Z')
const score = (lead: Partial<Scored> = {}, model: Model | null = null) => scoreOf({ ...plain, ...lead }, model, now)

test.each([
  [{ preferredDate: '2026-11-22' }, { points: 20, text: 'pediu contato em uma data' }],
  [{ source: 'indicacao' }, { points: 15, text: 'veio de indicação' }],
  [{ marks: ['fast' as const] }, { points: -30, text: 'envio suspeito' }],
  [{ lastContactAt: '2026-11-15T12:00:00Z' }, { points: -9, text: 'sem avanço há 6 dias' }]
])('by rules %j counts %j', (lead, reason) => {
  expect(score(lead).reasons).toContainEqual(reason)
  expect(score(lead).score - score().score).toBe(reason.points)
})

test('a score is 0 to 100, whatever is known of a lead', () => {
  const best = score({
    preferredDate: '2026-11-22',
    submissions: 3,
    source: 'indicação',
    message: 'x'.repeat(90),
    consentGiven: true
  })
  const worst = score({ marks: ['bot', 'phone'], phone: null, lastContactAt: '2025-01-01T00:00:00Z' })
  expect([best.score, worst.score]).toEqual([100, 0])
})

test('a company’s own history decides once there is enough of it, and says why', () => {
  const counts = { source: { indicacao: { won: 40, lost: 5 }, form: { won: 10, lost: 45 } } }
  const model = { won: 50, lost: 50, counts }
  const good = score({ source: 'indicacao' }, model)
  const bad = score({}, model)
  expect(good.score).toBeGreaterThan(bad.score + 40)
  expect(good.reasons[0]).toMatchObject({ text: 'veio de indicacao', points: expect.any(Number) })
  expect(good.reasons[0]?.points).toBeGreaterThan(20)
  const typed = score({ source: 'typed' }, { ...model, counts: { source: { typed: { won: 40, lost: 5 } } } })
  expect([bad.reasons[0]?.text, typed.reasons[0]?.text]).toEqual(['veio do formulário', 'foi cadastrado pela equipe'])
  expect(bad.reasons[0]?.points).toBeLessThan(-20)
  expect(score({ source: '__proto__' }, model).score).toEqual(expect.any(Number))
  // One lost lead less than the minimum leaves the general score.
  expect(score({ source: 'indicacao' }, { ...model, lost: enough - 1 })).toEqual(score({ source: 'indicacao' }))
})

async function withHistory(won: number, lost: number): Promise<Tenant> {
  const ours = await company(app)
  await app.db.company(ours.id, trx =>
    sql`insert into leads (company_id, name, source, status, lost_reason, consent_given)
      select ${ours.id}, 'W' || n, 'indicacao', 'converted', null, true from generate_series(1, ${won}::integer) as n
      union all select ${ours.id}, 'L' || n, 'site', 'lost', 'Preço', false from generate_series(1, ${lost}::integer) as n`.execute(
      trx
    )
  )
  return ours
}

const scoreFor = async (ours: Tenant, id: string) => (await call(ours, 'GET', `/api/leads/${id}/score`)).json()

test('leads are scored by the worker, by history where there is enough, and again when they change', async () => {
  const [young, old] = [await withHistory(29, 40), await withHistory(40, 40)]
  for (const [ours, byHistory] of [
    [young, false],
    [old, true]
  ] as const) {
    const { id } = (await sendLead(app, ours.id, { source: 'indicacao' })).json()
    await scoreAll(app.db)
    const first = await scoreFor(ours, id)
    expect(first.byHistory).toBe(byHistory)
    expect(first.score).toBeGreaterThan(50)
    expect(first.reasons.some(({ text }: { text: string }) => /indica/.test(text))).toBe(true)
    expect((await call(ours, 'GET', `/api/leads/${id}`)).json().score).toBe(first.score)

    await app.db.company(ours.id, trx =>
      trx
        .updateTable('leads')
        .set({ marks: ['phone'] })
        .where('id', '=', id)
        .execute()
    )
    await scoreAll(app.db)
    expect((await scoreFor(ours, id)).score).toBeLessThan(first.score)
    await call(ours, 'PUT', `/api/leads/${id}`, { status: 'converted' })
    await scoreAll(app.db)
    expect((await call(ours, 'GET', `/api/leads/${id}`)).json().score).toBeNull()
  }
})

test('a score that is calculated again is no change of the lead', async () => {
  const ours = await company(app)
  const { id } = (await sendLead(app, ours.id)).json()
  const before = (await call(ours, 'GET', `/api/leads/${id}`)).json()
  await scoreAll(app.db)
  const after = (await call(ours, 'GET', `/api/leads/${id}`)).json()
  expect(after).toEqual({ ...before, score: expect.any(Number), scoreReasons: expect.any(Array) })
})

test('switched off, no lead has a score; switched on again they come back', async () => {
  const ours = await company(app)
  const { id } = (await sendLead(app, ours.id)).json()
  await scoreAll(app.db)
  expect((await scoreFor(ours, id)).score).toEqual(expect.any(Number))
  expect((await call(ours, 'PUT', '/api/leads/score-settings', { enabled: false })).json()).toMatchObject({
    enabled: false
  })
  expect(await scoreFor(ours, id)).toMatchObject({ score: null, reasons: [] })
  // The score is hidden at once, before any worker has run.
  const lead = (await call(ours, 'GET', `/api/leads/${id}`)).json()
  expect(lead).toMatchObject({ score: null, scoreReasons: [], version: 1 })
  await scoreAll(app.db)
  expect((await call(ours, 'GET', `/api/leads/${id}`)).json().score).toBeNull()
  await call(ours, 'PUT', '/api/leads/score-settings', { enabled: true })
  await scoreAll(app.db)
  expect((await scoreFor(ours, id)).score).toEqual(expect.any(Number))
})

test('what a company may expect of its scores is counted from its leads, also before anything was learnt', async () => {
  const ours = await company(app)
  for (const [n, status] of ['converted', 'lost'].entries()) {
    const { id } = (
      await sendLead(app, ours.id, { email: `${status}@x.co`, name: status, phone: `1191234567${n}` })
    ).json()
    await call(ours, 'PUT', `/api/leads/${id}`, { status, lostReason: 'Preço' })
  }
  expect((await call(ours, 'GET', '/api/leads/score-settings')).json()).toMatchObject({ won: 1, lost: 1 })
})
