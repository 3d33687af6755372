import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'

const app = await openApp()

type Counts = Record<'status' | 'owner' | 'source' | 'tag', { value: string; count: number }[]> & { capped: string[] }

const facets = async (who: Tenant, filter: object = {}): Promise<Counts> =>
  (await app.inject({ url: '/api/leads/facets', query: { filter: JSON.stringify(filter) }, headers: who.auth })).json()

const found = async (who: Tenant, filter: object) => {
  const answer = await app.inject({
    url: '/api/leads',
    query: { filter: JSON.stringify(filter), sort: '["name","ASC"]' },
    headers: who.auth
  })
  expect(answer.statusCode).toBe(200)
  return { names: answer.json().map((lead: { name: string }) => lead.name), range: answer.headers['content-range'] }
}

async function filled() {
  const ours = await company(app)
  const ids: string[] = []
  for (const [n, lead] of [
    { name: 'Ana', source: 'site', preferredPeriod: 'morning' },
    { name: 'Bia', source: 'site', consentGiven: false },
    { name: 'Caio', source: 'instagram' },
    { name: 'Davi', source: 'form', website: 'x' }
  ].entries()) {
    const sent = await sendLead(app, ours.id, { email: `p${n}@example.com`, phone: `1191234567${n}`, ...lead })
    ids.push(sent.json().id)
  }
  const [ana, bia, caio] = ids as [string, string, string, string]
  const me = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json().companyEmployee.id
  const change = (id: string, payload: object) =>
    app.inject({ method: 'PUT', url: `/api/leads/${id}`, headers: ours.auth, payload })
  await change(ana, { ownerId: me })
  await change(bia, { status: 'contacted' })
  const tag = await app.db.company(ours.id, async trx => {
    const { id } = await trx
      .insertInto('tags')
      .values({ company_id: ours.id, name: 'VIP' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const leads = await trx.selectFrom('leads').select(['id', 'received_at']).where('id', 'in', [ana, caio]).execute()
    await trx
      .insertInto('lead_tags')
      .values(leads.map(lead => ({ company_id: ours.id, tag_id: id, lead_id: lead.id, received_at: lead.received_at })))
      .execute()
    return id
  })
  return { ours, me, tag, ana, bia, caio, change }
}

test('each facet is counted under the filters on the others', async () => {
  const { ours, me, tag } = await filled()
  expect(await facets(ours)).toEqual({
    status: [
      { value: 'new', count: 3 },
      { value: 'contacted', count: 1 }
    ],
    owner: [
      { value: '', count: 3 },
      { value: me, count: 1 }
    ],
    source: [
      { value: 'site', count: 2 },
      { value: expect.any(String), count: 1 },
      { value: expect.any(String), count: 1 }
    ],
    tag: [{ value: tag, count: 2 }],
    custom: {},
    capped: []
  })
  const underSite = await facets(ours, { source: 'site' })
  expect(underSite.source).toHaveLength(3)
  expect(underSite.status).toEqual(
    expect.arrayContaining([
      { value: 'new', count: 1 },
      { value: 'contacted', count: 1 }
    ])
  )
  expect(underSite.tag).toEqual([{ value: tag, count: 1 }])
})

test('a filter of which no counts are kept counts the leads that it finds', async () => {
  const { ours, tag, me } = await filled()
  const kept = await facets(ours, { status: 'new' })
  // Every lead has an e-mail with this part: another way to the same answer.
  const read = await facets(ours, { status: 'new', q: '@example.com' })
  const sorted = ({ capped, ...counts }: Counts) => ({
    capped,
    ...Object.fromEntries(
      Object.entries(counts).map(([key, values]) => [
        key,
        Array.isArray(values) ? values.toSorted((a, b) => (a.value < b.value ? -1 : 1)) : values
      ])
    )
  })
  expect(sorted(read)).toEqual(sorted(kept))
  expect(read.tag).toEqual([{ value: tag, count: 2 }])
  expect(read.owner).toContainEqual({ value: me, count: 1 })
})

test('counts follow every change, and deleted or held leads are in none', async () => {
  const { ours, tag, ana, bia, caio, change } = await filled()
  await change(ana, { status: 'converted' })
  expect((await facets(ours, { status: 'converted' })).tag).toEqual([{ value: tag, count: 1 }])
  await app.db.company(ours.id, trx => trx.deleteFrom('lead_tags').where('lead_id', '=', caio).execute())
  expect((await facets(ours)).tag).toEqual([{ value: tag, count: 1 }])
  await app.db.company({ id: ours.id, deleted: true }, trx =>
    trx.updateTable('leads').set({ deleted_at: new Date() }).where('id', 'in', [ana, bia]).execute()
  )
  const left = await facets(ours)
  expect(left.tag).toEqual([])
  expect(left.status).toEqual([{ value: 'new', count: 2 }])
  expect((await found(ours, { q: 'ana' })).names).toEqual([])
})

test.each([
  [{ q: '(11) 1234-5670' }, ['Ana']],
  [{ q: '912345671' }, ['Bia']],
  [{ q: '+55 11 91234-5672' }, ['Caio']],
  [{ source: ['site', 'instagram'], status: 'new' }, ['Ana', 'Caio']],
  [{ consent: 'no' }, ['Bia']],
  [{ period: 'morning' }, ['Ana']],
  [{ mark: 'bot' }, ['Davi']],
  [{ owner: 'me' }, ['Ana']],
  [{ owner: ['me', 'none'], source: 'site' }, ['Ana', 'Bia']],
  [{ receivedFrom: '2020-01-01', receivedTo: '2020-12-31' }, []],
  [{ receivedFrom: '2020-01-01' }, ['Ana', 'Bia', 'Caio', 'Davi']],
  [{ untouchedDays: 1 }, []],
  [{ task: 'none' }, ['Ana', 'Bia', 'Caio', 'Davi']],
  [{ task: 'overdue' }, []],
  [{ custom: { cidade: 'Recife' } }, []]
])('the filter %j finds %j', async (filter, expected) => {
  const { ours } = await filled()
  const { names, range } = await found(ours, filter)
  expect(names).toEqual(expected)
  expect(range).toBe(expected.length ? `leads 0-${expected.length - 1}/${expected.length}` : 'leads */0')
})

test('periods that move go by the day of the company on which they are asked', async () => {
  const { ours } = await filled()
  const midnight = (days: number) =>
    sql<string>`(date_trunc('day', now() at time zone 'America/Sao_Paulo') + ${days} * interval '1 day') at time zone 'America/Sao_Paulo'`
  const day = (days: number) => sql<string>`(now() at time zone 'America/Sao_Paulo')::date + ${days}::integer`
  await app.db.company(ours.id, async trx => {
    for (const [name, received, preferred] of [
      ['Ana', midnight(0), day(0)],
      ['Bia', sql<string>`${midnight(0)} - interval '1 second'`, day(1)],
      ['Caio', midnight(-6), day(6)],
      ['Davi', midnight(-29), day(7)]
    ] as const)
      await trx
        .updateTable('leads')
        .set({ received_at: received, preferred_date: preferred })
        .where('name', '=', name)
        .execute()
  })
  const names = async (filter: object) => (await found(ours, filter)).names
  expect(await names({ receivedIn: 'today' })).toEqual(['Ana'])
  expect(await names({ receivedIn: 'last7' })).toEqual(['Ana', 'Bia', 'Caio'])
  expect(await names({ receivedIn: 'last30' })).toEqual(['Ana', 'Bia', 'Caio', 'Davi'])
  expect(await names({ preferredIn: 'today' })).toEqual(['Ana'])
  expect(await names({ preferredIn: 'tomorrow' })).toEqual(['Bia'])
  expect(await names({ preferredIn: 'next7' })).toEqual(['Ana', 'Bia', 'Caio'])
  const { status } = await facets(ours, { receivedIn: 'last7' })
  expect(status).toEqual([
    { value: 'new', count: 2 },
    { value: 'contacted', count: 1 }
  ])
})

test('a tag finds its leads with an exact total', async () => {
  const { ours, tag } = await filled()
  expect(await found(ours, { tag })).toEqual({ names: ['Ana', 'Caio'], range: 'leads 0-1/2' })
})

test.each([
  { status: 'x' },
  { receivedFrom: '2026-02-31' },
  { untouchedDays: '3' },
  { receivedIn: 'last8' },
  { custom: { a: { b: 1 } } },
  { tag: "' or true --" },
  { task: 'all' }
])('the filter %j is refused', async filter => {
  const ours = await company(app)
  const answer = await app.inject({ url: '/api/leads', query: { filter: JSON.stringify(filter) }, headers: ours.auth })
  expect(answer.statusCode).toBe(400)
})

test('quotes and patterns in a filter are text', async () => {
  const { ours } = await filled()
  for (const text of ["' or 1=1 --", '%', "\\' or true", '$1', "a'); drop table leads; --"]) {
    expect((await found(ours, { q: text })).names).toEqual([])
    expect((await found(ours, { source: [text, 'x'] })).names).toEqual([])
    expect((await found(ours, { custom: { [`x${text}`.slice(0, 60)]: text } })).names).toEqual([])
  }
})
