import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { App } from '../../../services/core/http.ts'
import { settleDays } from '../../../services/leads/dashboard/settle.ts'
import { leadUsage } from '../../../services/leads/leads/usage.ts'
import { releaseByMonth } from '../../../services/leads/leads/worker.ts'
import { company, openApp, sendLead, type Tenant, testConfig, untilServed } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { nothingFor } from '../../kit/quiet.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app: App = await openApp(env)
const config = testConfig(env)
await openWorker(config)

/** A company whose plan shows so many leads a month. */
async function companyWithLimit(limit: number | null, plan: 'basic' | 'enterprise' = 'basic'): Promise<Tenant> {
  const ours = await company(app)
  await setLimit(ours, limit, plan)
  return ours
}

const setLimit = (ours: Tenant, limit: number | null, plan: 'basic' | 'enterprise' = 'basic') =>
  app.db.everyCompany(trx =>
    trx.updateTable('companies').set({ plan, leads_limit: limit }).where('id', '=', ours.id).execute()
  )

async function send(ours: Tenant, name: string, more: Record<string, unknown> = {}) {
  const unique = Math.random().toString().slice(2, 10)
  const lead = { name, email: `${unique}@example.com`, phone: `119${unique}`, ...more }
  return untilServed(() => sendLead(app, ours.id, lead))
}

const names = async (ours: Tenant, query = '') =>
  (await app.inject({ url: `/api/leads${query}`, headers: ours.auth }))
    .json()
    .map((lead: { name: string }) => lead.name)

const mails = async (ours: Tenant): Promise<string[]> =>
  (await app.inject({ url: '/api/mails', headers: ours.auth })).json().map((mail: { subject: string }) => mail.subject)

test('a lead over the limit is taken like any other, stored whole, and shown to nobody', async () => {
  const ours = await companyWithLimit(2)
  for (const name of ['Um', 'Dois']) expect((await send(ours, name)).statusCode).toBe(201)
  const third = await send(ours, 'Segredo', { message: 'Segredo' })
  expect(third.statusCode).toBe(201)
  const { id } = third.json()
  expect(await names(ours)).toEqual(['Dois', 'Um'])
  expect(await leadUsage(app.db, ours.id)).toEqual({ used: 2, limit: 2, held: 1 })
  for (const url of [
    `/api/leads/${id}`,
    `/api/leads?filter=${encodeURIComponent('{"q":"Segredo"}')}`,
    `/api/leads?filter=${encodeURIComponent('{"source":"form"}')}`,
    `/api/leads/company/${ours.id}`,
    `/api/companies/${ours.id}/activities`,
    `/api/companies/${ours.id}/activities?leadId=${id}`,
    '/api/mails',
    '/api/leads/counts'
  ])
    expect((await app.inject({ url, headers: ours.auth })).body, url).not.toContain('Segredo')
  const change = await app.inject({
    method: 'PUT',
    url: `/api/leads/${id}`,
    headers: ours.auth,
    payload: { status: 'lost', lostReason: 'Preço' }
  })
  expect(change.statusCode).toBe(404)
  const counts = (await app.inject({ url: '/api/leads/counts', headers: ours.auth })).json()
  expect(counts[0]).toEqual({ status: 'new', count: 2 })
  const stored = await app.db.everyCompany(trx =>
    trx.selectFrom('leads').select(['message', 'held_at']).where('id', '=', id).executeTakeFirst()
  )
  expect(stored).toEqual({ message: 'Segredo', held_at: expect.any(String) })
})

test('forty leads at once are shown just as far as the plan has places left', async () => {
  const ours = await companyWithLimit(25)
  for (let n = 0; n < 5; n++) await send(ours, `Antes ${n}`)
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => send(ours, `Junto ${n}`)))
  expect(answers.map(answer => answer.statusCode)).toEqual(Array(40).fill(201))
  expect(await leadUsage(app.db, ours.id)).toEqual({ used: 25, limit: 25, held: 20 })
})

test('the same lead sent twice counts once, and one of a robot does not count', async () => {
  const ours = await companyWithLimit(2)
  const key = { 'idempotency-key': 'the-same-lead' }
  const body = { name: 'Uma vez', email: 'uma@example.com', phone: '11987650000' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => sendLead(app, ours.id, body, key)))
  expect(new Set(answers.map(answer => answer.json().id)).size).toBe(1)
  await send(ours, 'Robô', { website: 'https://spam.example' })
  await send(ours, 'Segundo')
  expect(await names(ours)).toContain('Segundo')
  expect(await leadUsage(app.db, ours.id)).toMatchObject({ used: 2, held: 0 })
})

test('a deleted lead stays used, and a day that is over counts as it did', async () => {
  const ours = await companyWithLimit(10)
  const used = async () => {
    const url = `/api/companies/${ours.id}/usage`
    return (await app.inject({ url, headers: ours.auth })).json().leads.used
  }
  const ids: string[] = []
  for (const name of ['Um', 'Dois', 'Três']) ids.push((await send(ours, name)).json().id)
  await send(ours, 'Robô', { website: 'https://spam.example' })
  expect(await used()).toBe(3)
  await app.inject({ method: 'DELETE', url: `/api/leads/${ids[0]}`, headers: ours.auth })
  expect(await used()).toBe(3)
  // The first day of this month, which is over on any other.
  await app.db.everyCompany(trx =>
    sql`update leads set received_at = date_trunc('month', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo'
      where company_id = ${ours.id}`.execute(trx)
  )
  await settleDays(app.db)
  expect(await used()).toBe(3)
})

test('the company is notified once a month that leads are held, without their content', async () => {
  const ours = await companyWithLimit(1)
  await send(ours, 'Primeiro')
  await send(ours, 'Retido A')
  await send(ours, 'Retido B')
  const held = 'Limite de leads do plano Básico atingido'
  await expect.poll(() => mails(ours)).toContain(held)
  await expect.poll(() => mails(ours)).toContain('Novo lead: Primeiro')
  await nothingFor(300, async () => (await mails(ours)).sort(), [held, 'Novo lead: Primeiro'])
})

test('a better plan shows the held leads at once, the oldest first where it does not show all', async () => {
  const ours = await companyWithLimit(1)
  for (const name of ['A', 'B', 'C', 'D']) await send(ours, name)
  await setLimit(ours, 3)
  await expect.poll(() => names(ours)).toEqual(['C', 'B', 'A'])
  expect(await leadUsage(app.db, ours.id)).toEqual({ used: 3, limit: 3, held: 1 })
  await expect.poll(() => mails(ours)).toContain('2 leads foram liberados')
  await setLimit(ours, null, 'enterprise')
  await expect.poll(() => names(ours)).toEqual(['D', 'C', 'B', 'A'])
  const activities = (await app.inject({ url: `/api/companies/${ours.id}/activities`, headers: ours.auth })).json()
  expect(activities).toHaveLength(4)
})

test('a smaller plan hides nothing that was there, and holds what comes', async () => {
  const ours = await companyWithLimit(null, 'enterprise')
  for (const name of ['A', 'B', 'C']) await send(ours, name)
  await setLimit(ours, 2)
  // A form may be served from memory for some seconds after the change; the clock skips them here.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5100 })
  onTestFinished(() => void vi.useRealTimers())
  await send(ours, 'D')
  expect(await names(ours)).toEqual(['C', 'B', 'A'])
  expect(await leadUsage(app.db, ours.id)).toMatchObject({ used: 3, limit: 2, held: 1 })
})

test('a new month shows what the last one held', async () => {
  const ours = await companyWithLimit(1)
  for (const name of ['A', 'B', 'C']) await send(ours, name)
  await app.db.everyCompany(trx =>
    trx.updateTable('leads').set({ received_at: '2020-01-15T12:00:00Z' }).where('company_id', '=', ours.id).execute()
  )
  await releaseByMonth(app.db, config)
  expect((await names(ours)).sort()).toEqual(['A', 'B', 'C'])
  expect(await leadUsage(app.db, ours.id)).toMatchObject({ held: 0 })
})
