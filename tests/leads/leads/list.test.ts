import pg from 'pg'
import { expect, test } from 'vitest'
import type { BatchOptions, CompanyScope, Statement } from '../../../services/core/db.ts'
import type { App } from '../../../services/core/http.ts'
import type { LeadFilter } from '../../../services/leads/leads/filter.ts'
import { listLeads, type SortableLeadField } from '../../../services/leads/leads/queries.ts'
import type { Lead } from '../../../services/leads/leads/schema.ts'
import { company, openApp, sendLead, storedLead, type Tenant } from '../../kit/app.ts'
import { analyze, newDatabase } from '../../kit/database.ts'

const app = await openApp()

type Query = { sort?: [string, string]; range?: [number, number]; filter?: object }

const list = (who: Tenant, query: Query = {}, url = '/api/leads') =>
  app.inject({
    url,
    query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)])),
    headers: who.auth
  })
const names = (response: { json(): Lead[] }) => response.json().map(lead => lead.name)

async function withLeads(...leads: { cnpj?: string; [field: string]: unknown }[]): Promise<Tenant> {
  const ours = await company(app)
  for (const [n, { cnpj, ...lead }] of leads.entries()) {
    const sent = await sendLead(app, ours.id, { email: `l${n}@example.com`, phone: `1191234${1000 + n}`, ...lead })
    const url = `/api/leads/${sent.json().id}`
    if (cnpj) await app.inject({ method: 'PUT', url, headers: ours.auth, payload: { cnpj } })
  }
  return ours
}

test('leads come in pages, the newest first, with the total', async () => {
  const ours = await withLeads(...Array.from({ length: 30 }, (_, n) => ({ name: `Lead ${n}` })))
  const first = await list(ours)
  expect(first.headers['content-range']).toBe('leads 0-24/30')
  expect(names(first).slice(0, 2)).toEqual(['Lead 29', 'Lead 28'])
  const second = await list(ours, { range: [25, 49] })
  expect(second.headers['content-range']).toBe('leads 25-29/30')
  expect(names(second)).toEqual(['Lead 4', 'Lead 3', 'Lead 2', 'Lead 1', 'Lead 0'])
  const beyond = await list(ours, { range: [100, 124] })
  expect(beyond.headers['content-range']).toBe('leads */30')
})

test('leads are sorted by name as people sort them, without regard to accents and case', async () => {
  const ours = await withLeads({ name: 'Zélia' }, { name: 'ávila' }, { name: 'Bruno' }, { name: 'Ana' })
  expect(names(await list(ours, { sort: ['name', 'ASC'] }))).toEqual(['Ana', 'ávila', 'Bruno', 'Zélia'])
  expect(names(await list(ours, { sort: ['name', 'DESC'] }))).toEqual(['Zélia', 'Bruno', 'ávila', 'Ana'])
})

test('leads are filtered by status, source and id, alone and together', async () => {
  const ours = await withLeads(
    { name: 'A', source: 'site' },
    { name: 'B', source: 'form' },
    { name: 'C', source: 'site' }
  )
  const [c, , a] = (await list(ours)).json<Lead[]>()
  const changed = await app.inject({
    method: 'PUT',
    url: `/api/leads/${a?.id}`,
    payload: { status: 'contacted' },
    headers: ours.auth
  })
  expect(changed.json()).toMatchObject({ name: 'A', status: 'contacted' })
  expect(names(await list(ours, { filter: { status: 'contacted' } }))).toEqual(['A'])
  expect(names(await list(ours, { filter: { status: ['new', 'contacted'], source: 'site' } }))).toEqual(['C', 'A'])
  expect(names(await list(ours, { filter: { source: 'site', status: 'new' } }))).toEqual(['C'])
  expect(names(await list(ours, { filter: { id: [c?.id, 'f'.repeat(24)] } }))).toEqual(['C'])
  expect((await list(ours, { filter: { status: 'new' } })).headers['content-range']).toBe('leads 0-1/2')
})

test('the totals follow every change of status, and leads that come and go', async () => {
  const ours = await withLeads({ name: 'A' }, { name: 'B' }, { name: 'C' })
  const counts = async () =>
    Object.fromEntries(
      (await app.inject({ url: '/api/leads/counts', headers: ours.auth }))
        .json<{ status: string; count: number }[]>()
        .map(({ status, count }) => [status, count])
    )
  expect(await counts()).toEqual({ new: 3, contacted: 0, scheduled: 0, converted: 0, lost: 0 })
  const [lead] = (await list(ours)).json<Lead[]>()
  for (const status of ['contacted', 'lost', 'lost'])
    await app.inject({
      method: 'PUT',
      url: `/api/leads/${lead?.id}`,
      payload: { status, lostReason: 'Preço' },
      headers: ours.auth
    })
  expect(await counts()).toEqual({ new: 2, contacted: 0, scheduled: 0, converted: 0, lost: 1 })
  await app.db.company(ours.id, async trx => {
    await trx.deleteFrom('activities').execute()
    await trx
      .insertInto('leads')
      .values({ ...storedLead(ours), name: 'D' })
      .execute()
  })
  expect(await counts()).toMatchObject({ new: 3 })
})

test.each([
  ['conceicao', ['Conceição Araújo']],
  ['CONCEIÇÃO', ['Conceição Araújo']],
  ['ção ara', ['Conceição Araújo']],
  ['araujo', ['João Araujo', 'Conceição Araújo']],
  ['joao@empresa', ['João Araujo']],
  ['(21) 98888-7777', ['Conceição Araújo']],
  ['8888', ['Conceição Araújo']],
  ['11.222.333', ['João Araujo']],
  ['jo', ['João Araujo']],
  ['100%', ['Cem 100% _certo_']],
  ['_certo', ['Cem 100% _certo_']],
  ['%', []],
  ['zzz', []]
])('a search for %s finds %j', async (q, expected) => {
  const ours = await withLeads(
    { name: 'Conceição Araújo', phone: '21988887777' },
    { name: 'João Araujo', email: 'joao@empresa.com', cnpj: '11222333000181' },
    { name: 'Cem 100% _certo_' }
  )
  const found = await list(ours, { filter: { q } })
  expect(names(found)).toEqual(expected)
  expect(found.headers['content-range']).toBe(
    expected.length === 0 ? 'leads */0' : `leads 0-${expected.length - 1}/${expected.length}`
  )
})

test.each([
  ['joana@loja.com', ['Joana']],
  ['oana@loja', ['Joana']],
  ['JOANA@LOJA.COM', ['Joana']],
  ['11912345678', ['Joana']],
  ['1112345678', ['Joana']],
  ['912345678', ['Joana']],
  ['12345678', ['Joana']],
  ['+55 (11) 91234-5678', ['Joana']],
  ['ana_b@loja.com', ['Ana']],
  ['11222333000181', ['Ana']]
])('a search for %s finds no other number or e-mail that has its parts', async (q, expected) => {
  const ours = await withLeads(
    { name: 'Joana', email: 'joana@loja.com', phone: '11912345678' },
    { name: 'Joazna', email: 'joazna@zloja.zcom', phone: '11912399678' },
    { name: 'Ana', email: 'ana_b@loja.com', phone: '1133334444', cnpj: '11222333000181' },
    { name: 'Outra Ana', email: 'anaxb@loja.com', phone: '1133335555' }
  )
  const found = await list(ours, { filter: { q } })
  expect(names(found)).toEqual(expected)
})

test('a search is sorted, paged and filtered as the list is, also where very many match', async () => {
  const ours = await company(app)
  await app.db.company(ours.id, trx =>
    trx
      .insertInto('leads')
      .values(
        Array.from({ length: 1200 }, (_, n) => ({
          ...storedLead(ours),
          name: `Comum ${String(n).padStart(4, '0')}`,
          status: n % 2 ? ('new' as const) : ('lost' as const),
          received_at: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()
        }))
      )
      .execute()
  )
  const page = (query: Query) => list(ours, { ...query, filter: { q: 'comum', ...query.filter } })
  const newest = await page({ range: [0, 1] })
  expect(names(newest)).toEqual(['Comum 1199', 'Comum 1198'])
  expect(newest.headers['content-range']).toBe('leads 0-1/1000')
  expect(newest.headers['x-total-capped']).toBe('true')
  expect(names(await page({ sort: ['name', 'ASC'], range: [10, 11] }))).toEqual(['Comum 0010', 'Comum 0011'])
  const some = await page({ sort: ['receivedAt', 'ASC'], range: [0, 1], filter: { status: 'lost' } })
  expect(names(some)).toEqual(['Comum 0000', 'Comum 0002'])
  expect(some.headers['content-range']).toBe('leads 0-1/600')
  expect(some.headers['x-total-capped']).toBeUndefined()
})

test('the specified list answers the newest thousand at once, or a page', async () => {
  const ours = await withLeads({ name: 'A' }, { name: 'B' })
  const url = `/api/leads/company/${ours.id}`
  const all = await list(ours, {}, url)
  expect(names(all)).toEqual(['B', 'A'])
  expect(all.headers['x-total-count']).toBe('2')
  expect(names(await list(ours, { range: [1, 1] }, url))).toEqual(['A'])
})

test.each([
  [{ sort: ['phone', 'ASC'] }],
  [{ sort: 'name' }],
  [{ sort: ['received_at; drop table leads', 'ASC'] }],
  [{ range: [0, 5000] }],
  [{ range: [-1, 3] }],
  [{ range: [5, 1] }],
  [{ range: [{ toString: 1, valueOf: 1 }, 1] }],
  [{ filter: [] }],
  [{ filter: { password: 'x' } }],
  [{ filter: { status: 'x' } }],
  [{ filter: { q: { $ne: 1 } } }],
  [{ filter: { q: 'x'.repeat(201) } }],
  [{ filter: { q: '\u0000' } }],
  [{ filter: { q: 'ada', id: ['f'.repeat(24)] } }]
] as unknown as [Query][])('the query %j is refused', async query => {
  const ours = await company(app)
  const response = await list(ours, query)
  expect(response.statusCode).toBe(400)
  expect(response.json().message).toMatch(/[a-z]/)
})

test('a page beyond the last one of a search shows the total too', async () => {
  const ours = await withLeads({ name: 'Ana' }, { name: 'Ana Lima' })
  const beyond = await list(ours, { filter: { q: 'ana' }, range: [50, 59] })
  expect(beyond.headers['content-range']).toBe('leads */2')
})

test('a direction that is none means the newest first', async () => {
  const ours = await withLeads({ name: 'A' }, { name: 'B' })
  const sort = ['receivedAt', { toString: 1, valueOf: 1 }] as unknown as [string, string]
  expect(names(await list(ours, { sort }))).toEqual(['B', 'A'])
})

/** The kept plan of every statement that a list runs, under the policies of the application's own role. */
async function plansOf(
  app: App,
  companyId: string,
  filter: LeadFilter,
  sort: SortableLeadField = 'receivedAt'
): Promise<string> {
  const plans: string[] = []
  const explaining = {
    ...app.db,
    companyBatch: async (id: string | CompanyScope, statements: readonly Statement[], options?: BatchOptions) => {
      const explained = statements.map(({ name, values }) => {
        const written = values.map(value =>
          value === null ? 'null' : pg.escapeLiteral(Array.isArray(value) ? `{${value}}` : String(value))
        )
        const parameters = written.length > 0 ? `(${written.join(', ')})` : ''
        return { text: `explain execute "${name}" ${parameters}`, values: [] }
      })
      const results = await app.db.companyBatch(id, [...statements, ...explained], options)
      plans.push(...results.splice(statements.length).flatMap(({ rows }) => rows.map(row => row['QUERY PLAN'])))
      return results
    }
  }
  const request = { sort: { field: sort, descending: true }, skip: 0, take: 25, filter: {} } as const
  await listLeads(explaining, { id: companyId, owners: null }, request, filter)
  return plans.join('\n')
}

test('each page of the list reads its own index under row-level security, without a sort', async () => {
  // Plans follow the statistics of the table, which the neighbours' leads in a shared one would change.
  const app = await openApp({ DATABASE_URL: await newDatabase() })
  const ours = await company(app)
  await app.db.company(ours.id, trx =>
    trx
      .insertInto('leads')
      .values(Array.from({ length: 1500 }, (_, n) => ({ ...storedLead(ours), name: `L ${n}` })))
      .execute()
  )
  // Statistics from before these leads came would say that the company has next to none.
  await analyze(app.config.database.owner, 'leads')
  for (const [filter, sort, index] of [
    [{}, 'receivedAt', 'leads_by_time'],
    [{ status: ['new'] }, 'receivedAt', 'leads_by_status'],
    [{ status: ['new'] }, 'rank', 'leads_by_rank'],
    [{ source: ['form'] }, 'receivedAt', 'leads_by_source'],
    [{ owner: [''] }, 'receivedAt', 'leads_without_owner'],
    [{}, 'name', 'leads_by_name']
  ] as const) {
    const plan = await plansOf(app, ours.id, filter as unknown as LeadFilter, sort)
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/Sort|Seq Scan on leads/)
  }
})
