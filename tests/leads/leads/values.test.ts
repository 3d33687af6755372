import { expect, test } from 'vitest'
import { formatCents, maskMoney, maxCents, readListedMoney, readMoney } from '../../../services/core/money/rules.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { join } from '../../kit/team.ts'

const app = await openApp()

test.each([
  ['1500', 150_000],
  ['1.500', 150_000],
  ['1.500,00', 150_000],
  ['R$ 1500,5', 150_050],
  ['R$\u00a01.234,56', 123_456],
  ['1500.50', 150_050],
  ['1.500.000', 150_000_000],
  ['1.500.000,99', 150_000_099],
  ['0', 0],
  ['0,01', 1],
  ['12,', 1200],
  ['999.999.999,99', maxCents],
  ['', null],
  ['  ', null],
  ['1.000.000.000', undefined],
  ['1,500', undefined],
  ['15.00.0', undefined],
  ['-5', undefined],
  ['mil', undefined],
  ['R$', undefined]
])('%j is read as %s cents', (text, cents) => {
  expect(readMoney(text)).toBe(cents)
})

test.each([
  ['1500.5', 150_050],
  ['1,500.00', 150_000],
  ['99.999', 10_000],
  ['127.415', 12_742],
  ['1.005', 101],
  ['1.500,00', 150_000],
  ['-5.5', undefined],
  ['1e5', undefined]
])('%j of a program is read as %s cents', (text, cents) => {
  expect(readListedMoney(text, '.')).toBe(cents)
})

test.each([
  ['1500', '1.500'],
  ['1.500', '1.500'],
  ['1.500,00', '1.500,00'],
  ['1500,555', '1.500,55'],
  ['1500.50', '1.500.50'],
  ['R$ 1500000', '1.500.000'],
  ['0012', '12'],
  ['abc', '']
])('%j typed key by key shows %j', (typed, shown) => {
  let text = ''
  for (const key of typed) text = maskMoney(text + key, text)
  expect(text).toBe(shown)
})

test('a digit that is taken away leaves the amount that is read', () => {
  expect(maskMoney('1.50', '1.500')).toBe('150')
  expect(maskMoney('1.500.5', '1.500.50')).toBe('1.500.5')
  expect(maskMoney('1.500,0', '1.500,00')).toBe('1.500,0')
})

test('an amount has its cents even where they are none', () => {
  expect(formatCents(3_450_000).replace(/\s/, ' ')).toBe('R$ 34.500,00')
})

type Column = { status: string; total: number; valueCents: number | null }

const caller = (who: Pick<Tenant, 'auth'>) => async (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) => {
  const answer = await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

/** Leads with these values in cents, null for none. */
async function leadsOf(who: Tenant, values: Record<string, number | null>): Promise<Record<string, string>> {
  const call = caller(who)
  const ids: Record<string, string> = {}
  let n = 0
  for (const [name, valueCents] of Object.entries(values)) {
    const sent = await sendLead(app, who.id, { name, email: `${name}@example.com`, phone: `1191234568${n++}` })
    ids[name] = sent.json().id
    if (valueCents !== null) await call('PUT', `/api/leads/${ids[name]}`, { valueCents })
  }
  return ids
}

const query = (filter: object) => `filter=${encodeURIComponent(JSON.stringify(filter))}`
const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
const period = () => `from=${today()}&to=${today()}`

test('nothing speaks of values until a lead has one', async () => {
  const ours = await company(app)
  const call = caller(ours)
  const { ana = '' } = await leadsOf(ours, { ana: null })
  expect(await call('GET', '/api/leads/values')).toEqual({ used: false })
  expect((await call('GET', `/api/leads/${ana}`)).valueCents).toBeNull()
  const columns: Column[] = await call('GET', '/api/leads/board')
  expect(columns.map(({ valueCents }) => valueCents)).toEqual([null, null, null, null, null])
  const before = await call('GET', `/api/dashboard?${period()}`)
  expect([before.values, before.funnel[0].valueCents]).toEqual([null, null])

  expect((await call('PUT', `/api/leads/${ana}`, { valueCents: 0 })).valueCents).toBe(0)
  expect(await call('GET', '/api/leads/values')).toEqual({ used: true })
  expect((await call('PUT', `/api/leads/${ana}`, { valueCents: null })).valueCents).toBeNull()
  expect(await call('GET', '/api/leads/values')).toEqual({ used: false })
})

test.each([-1, 0.5, maxCents + 1, '1500'])('a value is whole cents within bounds, and not %s', async valueCents => {
  const ours = await company(app)
  const { ana } = await leadsOf(ours, { ana: null })
  const url = `/api/leads/${ana}`
  const answer = await app.inject({ method: 'PUT', url, headers: ours.auth, payload: { valueCents } })
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['valueCents']])
})

test('the public form takes no value, and typing a lead in does', async () => {
  const ours = await company(app)
  const call = caller(ours)
  const sent = await sendLead(app, ours.id, { name: 'Ana', email: 'ana@example.com', valueCents: 5000 })
  expect((await call('GET', `/api/leads/${sent.json().id}`)).valueCents).toBeNull()
  const typed = await call('POST', '/api/leads', { name: 'Bia', phone: '11987650003', valueCents: 150_000 })
  expect(typed.lead.valueCents).toBe(150_000)
  const { items } = await call('GET', `/api/leads/${typed.id}/timeline?kinds=submission`)
  expect(items[0].data.answers).toEqual({ name: 'Bia', phone: '11987650003' })
})

test('the history shows each value, and the second of two people who change it gets a conflict', async () => {
  const ours = await company(app)
  const call = caller(ours)
  const { ana } = await leadsOf(ours, { ana: 100_000 })
  const url = `/api/leads/${ana}`
  await call('PUT', url, { valueCents: 150_000, expected: { valueCents: 100_000 } })
  const { items } = await call('GET', `${url}/timeline?kinds=change`)
  expect(items.map((item: { data: object }) => item.data)).toMatchObject([
    { field: 'valueCents', before: 100_000, after: 150_000 },
    { field: 'valueCents', before: null, after: 100_000 }
  ])
  const payload = { valueCents: 170_000, expected: { valueCents: 100_000 } }
  const late = await app.inject({ method: 'PUT', url, headers: ours.auth, payload })
  expect([late.statusCode, late.json().code]).toEqual([409, 'STALE'])
})

test('the board sums each column under its filter, and counts neither deleted nor merged leads', async () => {
  const ours = await company(app)
  const call = caller(ours)
  const ids = await leadsOf(ours, { ana: 100_000, bia: 250_050, caio: null, davi: 40_000, eva: 7 })
  await call('PUT', `/api/leads/${ids.davi}`, { status: 'converted' })
  const sums = async (filter: object = {}) =>
    ((await call('GET', `/api/leads/board?${query(filter)}`)) as Column[]).map(({ total, valueCents }) => [
      total,
      valueCents
    ])
  expect(await sums()).toEqual([
    [4, 350_057],
    [0, null],
    [0, null],
    [1, 40_000],
    [0, null]
  ])
  expect(await sums({ status: 'new', valueFrom: 100_000 })).toEqual([[2, 350_050]])
  expect((await sums({ q: 'bia' }))[0]).toEqual([1, 250_050])

  await call('POST', `/api/leads/${ids.ana}/merge`, { otherId: ids.caio, fields: {} })
  await app.inject({ method: 'DELETE', url: `/api/leads/${ids.bia}`, headers: ours.auth })
  expect((await sums())[0]).toEqual([2, 100_007])
})

test('the list is filtered and sorted by value, those without one last', async () => {
  const ours = await company(app)
  const call = caller(ours)
  await leadsOf(ours, { ana: 100, bia: null, caio: 300, davi: 200 })
  const names = async (filter: object, order = 'DESC') =>
    (await call('GET', `/api/leads?${query(filter)}&sort=${encodeURIComponent(`["valueCents","${order}"]`)}`)).map(
      (lead: { name: string }) => lead.name
    )
  expect(await names({})).toEqual(['caio', 'davi', 'ana', 'bia'])
  expect(await names({}, 'ASC')).toEqual(['ana', 'davi', 'caio', 'bia'])
  expect(await names({ valueFrom: 200 })).toEqual(['caio', 'davi'])
  expect(await names({ valueFrom: 100, valueTo: 200 })).toEqual(['davi', 'ana'])
  const wrong = await app.inject({ url: `/api/leads?${query({ valueFrom: -1 })}`, headers: ours.auth })
  expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([400, ['valueFrom']])
})

test('more leads than are sorted come in the same order by value, page after page', async () => {
  const ours = await company(app)
  const call = caller(ours)
  await app.db.company({ id: ours.id, held: true }, trx =>
    trx
      .insertInto('leads')
      .values(
        Array.from({ length: 1010 }, (_, n) => ({
          company_id: ours.id,
          name: `Pessoa ${n}`,
          source: 'x',
          consent_given: false,
          owner_id: null,
          marks: [],
          custom: '{}',
          email: null,
          phone: null,
          phone_key: null,
          cnpj: null,
          company: null,
          message: null,
          value_cents: n < 6 ? n * 100 : null
        }))
      )
      .execute()
  )
  const page = async (order: string, from: number, to: number) =>
    (await call('GET', `/api/leads?sort=${encodeURIComponent(`["valueCents","${order}"]`)}&range=[${from},${to}]`)).map(
      (lead: { valueCents: number | null }) => lead.valueCents
    )
  expect(await page('DESC', 0, 3)).toEqual([500, 400, 300, 200])
  expect(await page('DESC', 4, 7)).toEqual([100, 0, null, null])
  expect(await page('ASC', 0, 2)).toEqual([0, 100, 200])
})

test('somebody who sees their own leads only sees the sums of those', async () => {
  const ours = await company(app)
  const call = caller(ours)
  const ids = await leadsOf(ours, { ana: 100_000, bia: 250_000 })
  const agent = await join(app, ours, { name: 'Rui', role: 'agent', leadAccess: 'own' })
  const own = caller(agent)
  const { companyEmployee } = await own('GET', '/api/auth/me')
  expect(await own('GET', '/api/leads/values')).toEqual({ used: true }) // it is the company's way of working
  expect((await own('GET', '/api/leads/board'))[0].valueCents).toBeNull()
  await call('PUT', `/api/leads/${ids.ana}`, { ownerId: companyEmployee.id })
  expect((await own('GET', '/api/leads/board'))[0].valueCents).toBe(100_000)
  const figures = await own('GET', `/api/dashboard?${period()}`)
  expect(figures.values).toMatchObject({ openCents: 100_000, owners: [{ name: 'Rui', openCents: 100_000 }] })
})

test('the dashboard says what is open and what was won, by whom, from where, and how soon', async () => {
  const ours = await company(app)
  const call = caller(ours)
  const ids = await leadsOf(ours, { ana: 100_000, bia: 250_000, caio: 30_000, davi: null })
  const me = (await call('GET', '/api/auth/me')).companyEmployee.id
  await call('PUT', `/api/leads/${ids.bia}`, { status: 'converted', ownerId: me })
  await call('PUT', `/api/leads/${ids.caio}`, { status: 'lost', lostReason: 'Preço' })
  await app.db.company(ours.id, trx =>
    trx
      .updateTable('leads')
      .set(set => ({ status_at: set.fn('timestamptz_pl_interval', ['received_at', set.val('2 days')]) }) as never)
      .where('id', '=', ids.bia ?? '')
      .execute()
  )
  const { values, funnel } = await call('GET', `/api/dashboard?${period()}`)
  expect(values).toMatchObject({
    openCents: 100_000,
    wonCents: 250_000,
    owners: [
      { ownerId: me, openCents: 0, wonCents: 250_000 },
      { ownerId: null, name: null, openCents: 100_000, wonCents: 0 }
    ],
    sources: [{ source: 'form', openCents: 100_000, wonCents: 250_000 }]
  })
  expect(values.daysToWin).toBeCloseTo(2)
  expect(funnel.map((row: { valueCents: number }) => row.valueCents)).toEqual([100_000, null, null, 250_000, 30_000])
  const mine = await call('GET', `/api/dashboard?${period()}&owner=me`)
  expect([mine.values.openCents, mine.values.wonCents]).toEqual([0, 250_000])
})
