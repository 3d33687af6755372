import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Funnel } from '../../../services/leads/funnels/schema.ts'
import type { Lead } from '../../../services/leads/leads/schema.ts'
import type { Sale, SalesFigures } from '../../../services/leads/sales/schema.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { colleague } from '../../kit/people.ts'
import { askErasure, erase } from '../../kit/privacy.ts'

const app = await openApp({ DATABASE_URL: await newDatabase() })

type Call = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string; payload?: object }

async function call<T>(who: Tenant, { method = 'GET', url, payload }: Call, status = 200): Promise<T> {
  const response = await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
  expect([response.statusCode, response.body], `${method} ${url} ${JSON.stringify(payload)}`).toEqual([
    status,
    expect.anything()
  ])
  return response.body ? response.json() : (undefined as T)
}

const changed = (who: Tenant, id: string, payload: object, status = 200) =>
  call<Lead>(who, { method: 'PUT', url: `/api/leads/${id}`, payload }, status)

let sent = 0
async function newLead(who: Tenant): Promise<string> {
  sent++
  const phone = `119${String(81_000_000 + sent)}`
  const response = await sendLead(app, who.id, { name: `Pessoa ${sent}`, email: `p${sent}@example.com`, phone })
  return response.json<{ id: string }>().id
}

const today = async (who: Tenant): Promise<string> => {
  const { rows } = await app.db.company(who.id, trx =>
    sql<{ day: string }>`select today_of(${who.id})::text as day`.execute(trx)
  )
  return rows[0]?.day ?? ''
}

/** As many days pass: what was written before is so much older. */
const pass = (who: Tenant, days: number) =>
  app.db.everyCompany(async trx => {
    await sql`update sales set day = day - ${days}::integer where company_id = ${who.id}`.execute(trx)
    await sql`update leads set sold_on = sold_on - ${days}::integer where company_id = ${who.id} and sold_on is not null`.execute(
      trx
    )
  })

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 24 * 3600_000).toISOString().slice(0, 10)

const salesOf = (who: Tenant, filter: object = {}) =>
  call<Sale[]>(who, {
    url: `/api/sales?filter=${encodeURIComponent(JSON.stringify(filter))}&range=${encodeURIComponent('[0,999]')}`
  })

const figuresOf = async (who: Tenant, from: string, to: string): Promise<SalesFigures> =>
  (await call<{ sales: SalesFigures }>(who, { url: `/api/dashboard?from=${from}&to=${to}` })).sales

test('a sale counts on its own day, and a closed month stays as it was', async () => {
  const ours = await company(app)
  const [ana, bia] = [await newLead(ours), await newLead(ours)]
  const now = await today(ours)
  const won = await changed(ours, ana, { status: 'converted', valueCents: 10_000 })
  expect(won.soldOn).toBe(now)
  await changed(ours, bia, { status: 'converted', valueCents: 5_000 })
  // Forty days on, that month is over and closed: the past stays whatever is done today.
  await pass(ours, 40)
  const then = addDays(now, -40)
  const month = then.slice(0, 7)
  expect(await call(ours, { url: `/api/sales/months/${month}` })).toEqual({
    month,
    closed: month < addDays(now, -5).slice(0, 7),
    count: 2,
    reversed: 0,
    cents: 15_000
  })
  await changed(ours, ana, { status: 'lost', lostReason: 'Preço' })
  await changed(ours, bia, { valueCents: 6_000 })
  expect(await call(ours, { url: `/api/sales/months/${month}` })).toMatchObject({
    count: 2,
    reversed: 0,
    cents: 15_000
  })
  expect((await salesOf(ours, { from: now })).map(({ kind, valueCents }) => [kind, valueCents])).toEqual([
    ['adjustment', 1_000],
    ['reversal', -10_000]
  ])
  const figures = await figuresOf(ours, now, now)
  expect(figures).toMatchObject({ count: { now: 0 }, reversed: { now: 1 }, cents: { now: -9_000 } })
})

test('a day of a sale is refused that is to come, is none, or lies in a closed month', async () => {
  const ours = await company(app)
  const ana = await newLead(ours)
  const now = await today(ours)
  const refused = async (soldOn: string, status: number, more: object = { status: 'converted' }) =>
    (await changed(ours, ana, { ...more, soldOn }, status)) as unknown as {
      message: string
      errors?: Record<string, string>
    }
  expect((await refused(addDays(now, 1), 400)).errors).toMatchObject({ soldOn: expect.stringContaining('futuro') })
  await refused('2026-02-30', 400)
  expect((await refused(now, 400, { status: 'contacted' })).errors).toMatchObject({ soldOn: expect.anything() })
  const last = `${addDays(`${now.slice(0, 8)}01`, -1).slice(0, 7)}`
  const day = `${last}-15`
  await call(ours, { method: 'PUT', url: `/api/sales/months/${last}`, payload: { closed: true } })
  const { message } = await refused(day, 409)
  expect(message).toMatch(/^[A-Z][a-zç]+ de 20\d\d está fechado\./)
  await call(ours, { method: 'PUT', url: `/api/sales/months/${last}`, payload: { closed: false } })
  expect((await changed(ours, ana, { status: 'converted', soldOn: day })).soldOn).toBe(day)
  await call(ours, { method: 'PUT', url: `/api/sales/months/${last}`, payload: { closed: true } })
  // Neither can the sale leave the closed month.
  await refused(now, 409, {})
  await call(ours, { method: 'PUT', url: `/api/sales/months/${now.slice(0, 7)}`, payload: { closed: true } }, 409)
})

test('won leads that are merged keep both sales, and undoing gives each its own', async () => {
  const ours = await company(app)
  const [ana, bia] = [await newLead(ours), await newLead(ours)]
  const now = await today(ours)
  await changed(ours, ana, { status: 'converted', valueCents: 100 })
  await changed(ours, bia, { status: 'converted', valueCents: 200 })
  const { merge } = await call<{ merge: { id: string } }>(ours, {
    method: 'POST',
    url: `/api/leads/${ana}/merge`,
    payload: { otherId: bia, fields: { valueCents: 'other' } }
  })
  expect(await figuresOf(ours, now, now)).toMatchObject({ count: { now: 2 }, cents: { now: 300 } })
  await changed(ours, ana, { status: 'contacted' })
  expect(await figuresOf(ours, now, now)).toMatchObject({ count: { now: 0 }, reversed: { now: 0 }, cents: { now: 0 } })
  await changed(ours, ana, { status: 'converted' })
  await call(ours, { method: 'POST', url: `/api/merges/${merge.id}/undo` })
  const sales = await salesOf(ours)
  expect(sales.reduce((so, { valueCents }) => so + valueCents, 0)).toBe(300)
})

test('an erased person leaves day and value of the sale, without a name', async () => {
  const ours = await company(app)
  const ana = await newLead(ours)
  await changed(ours, ana, { status: 'converted', valueCents: 700 })
  const lead = await call<Lead>(ours, { url: `/api/leads/${ana}` })
  const erased = await erase(app, ours, await askErasure(app, ours, { name: lead.name, email: lead.email ?? '' }))
  expect(erased.statusCode, erased.body).toBe(200)
  expect(await salesOf(ours)).toMatchObject([{ leadId: null, leadName: null, kind: 'sale', valueCents: 700 }])
})

/** A generator of the same numbers each time (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

type Model = {
  id: string
  status: string
  value: number
  owner: string | null
  deleted: boolean
  /** The sale as it stood when the day began, and as it stands. */
  before: Standing | null
  now: Standing | null
}
type Standing = { day: string; cents: number; seller: string | null }

test('whatever is done to leads, each day says what was sold and taken back in it, and the days before stay', async () => {
  const ours = await company(app)
  await app.db.everyCompany(trx =>
    sql`update companies set time_zone = 'America/Noronha' where id = ${ours.id}`.execute(trx)
  )
  const people = await Promise.all([1, 2, 3].map(() => colleague(app, ours.id, { permissions: ['edit_leads'] })))
  const owners = [null, ...people.map(({ id }) => id)]
  const leads: Model[] = []
  for (let n = 0; n < 12; n++)
    leads.push({
      id: await newLead(ours),
      status: 'new',
      value: 0,
      owner: null,
      deleted: false,
      before: null,
      now: null
    })
  const random = numbers(20_261_128)
  const now = await today(ours)
  await call(ours, { method: 'PUT', url: '/api/sales/settings', payload: { closingDay: null } })
  /** The sums that each day before today must have, by day and seller. */
  const expected = new Map<string, { count: number; reversed: number; cents: number }>()
  const add = (day: string, seller: string | null, count: number, reversed: number, cents: number) => {
    const key = `${day} ${seller}`
    const was = expected.get(key) ?? { count: 0, reversed: 0, cents: 0 }
    expected.set(key, { count: was.count + count, reversed: was.reversed + reversed, cents: was.cents + cents })
  }
  const win = (lead: Model, soldOn: string | undefined) => {
    if (lead.now || lead.deleted) return
    if (lead.before) {
      // Taken back today, and won again: the sale of before goes on.
      lead.now = { ...lead.before, cents: lead.value }
      return
    }
    const standing = { day: soldOn ?? now, cents: lead.value, seller: lead.owner }
    lead.now = standing
    if (standing.day !== now) {
      add(standing.day, standing.seller, 1, 0, standing.cents)
      lead.before = { ...standing }
    }
  }
  const settleDay = () => {
    for (const lead of leads) {
      const { before, now: stands } = lead
      if (!before && stands) add(now, stands.seller, 1, 0, stands.cents)
      else if (before && !stands) add(now, before.seller, 0, 1, -before.cents)
      else if (before && stands) add(now, before.seller, 0, 0, stands.cents - before.cents)
      lead.before = stands && { ...stands }
    }
  }
  const compare = async () => {
    const rows = await salesOf(ours)
    const found = new Map<string, { count: number; reversed: number; cents: number }>()
    for (const { day, ownerId, kind, valueCents } of rows) {
      const key = `${day} ${ownerId}`
      const was = found.get(key) ?? { count: 0, reversed: 0, cents: 0 }
      found.set(key, {
        count: was.count + Number(kind === 'sale'),
        reversed: was.reversed + Number(kind === 'reversal'),
        cents: was.cents + valueCents
      })
    }
    const without = (map: typeof found) =>
      Object.fromEntries([...map].filter(([, { count, reversed, cents }]) => count || reversed || cents).sort())
    expect(without(found)).toEqual(without(expected))
    // The panel says the same of the whole time.
    const figures = await figuresOf(ours, addDays(now, -300), now)
    const sum = (what: 'count' | 'reversed' | 'cents') =>
      [...expected.values()].reduce((so, each) => so + each[what], 0)
    expect([figures.count.now, figures.reversed.now, figures.cents.now]).toEqual([
      sum('count'),
      sum('reversed'),
      sum('cents')
    ])
  }
  for (let move = 0; move < 600; move++) {
    const lead = leads[random(leads.length)] as Model
    const kind = random(12)
    if (kind === 0) {
      settleDay()
      await compare()
      const days = 1 + random(3)
      await pass(ours, days)
      const moved = [...expected].map(
        ([key, sums]) => [`${addDays(key.slice(0, 10), -days)}${key.slice(10)}`, sums] as const
      )
      expected.clear()
      for (const [key, sums] of moved) expected.set(key, sums)
      for (const each of leads)
        for (const standing of [each.before, each.now]) if (standing) standing.day = addDays(standing.day, -days)
    } else if (kind === 1) {
      if (lead.deleted) {
        await call(ours, { method: 'POST', url: `/api/leads/${lead.id}/restore` }, 200)
        lead.deleted = false
        if (lead.status === 'converted') win(lead, undefined)
      } else {
        await call(ours, { method: 'DELETE', url: `/api/leads/${lead.id}` }, 204)
        lead.deleted = true
        lead.now = null
      }
    } else if (lead.deleted) {
    } else if (kind <= 4) {
      const soldOn =
        random(3) === 0 && lead.status !== 'converted' && !lead.before ? addDays(now, -random(20)) : undefined
      await changed(ours, lead.id, { status: 'converted', ...(soldOn && { soldOn }) })
      lead.status = 'converted'
      win(lead, soldOn)
    } else if (kind <= 7) {
      const status = ['contacted', 'lost', 'new'][random(3)] ?? 'new'
      await changed(ours, lead.id, { status, ...(status === 'lost' && { lostReason: 'Preço' }) })
      lead.status = status
      lead.now = null
    } else if (kind <= 9) {
      lead.value = random(5) * 1000
      await changed(ours, lead.id, { valueCents: lead.value })
      if (lead.now) lead.now.cents = lead.value
    } else {
      lead.owner = owners[random(owners.length)] ?? null
      await changed(ours, lead.id, { ownerId: lead.owner })
    }
  }
  settleDay()
  await compare()
  expect(expected.size).toBeGreaterThan(40)
})

test('a sale stays in the funnel in which it was made, and is counted there', async () => {
  const ours = await company(app)
  const steps = [
    { name: 'Visita', kind: 'open' },
    { name: 'Contrato', kind: 'won' },
    { name: 'Desistiu', kind: 'lost' }
  ]
  const works = await call<Funnel>(
    ours,
    { method: 'POST', url: '/api/funnels', payload: { name: 'Obras', steps } },
    201
  )
  const won = works.steps.find(({ kind }) => kind === 'won')?.key ?? ''
  const [usual, built] = [await newLead(ours), await newLead(ours)]
  await changed(ours, usual, { status: 'converted', valueCents: 1000 })
  await changed(ours, built, { status: won, valueCents: 5000 })
  // A value that changes later is of the same funnel, and so is what is taken back elsewhere.
  await changed(ours, built, { valueCents: 7000 })
  const rows = (filter: object) => salesOf(ours, filter).then(sales => sales.map(({ leadId }) => leadId))
  expect(new Set(await rows({ funnel: works.id }))).toEqual(new Set([built]))
  expect(await rows({ funnel: ours.id })).toEqual([usual])
  const day = await today(ours)
  const { funnels } = await figuresOf(ours, day, day)
  expect(funnels).toMatchObject([
    { funnelId: works.id, name: 'Obras', count: 1, cents: 7000 },
    { funnelId: ours.id, name: 'Funil padrão', count: 1, cents: 1000 }
  ])
  await pass(ours, 3)
  await changed(ours, built, { status: 'new' })
  expect((await salesOf(ours, { funnel: works.id })).map(({ kind }) => kind)).toContain('reversal')
  expect(await rows({ funnel: ours.id })).toEqual([usual])
})
