import { readConfig } from '../services/core/config.ts'
import { openDb } from '../services/core/db.ts'
import { settleDays } from '../services/leads/dashboard/settle.ts'
import { settleCounts } from '../services/leads/leads/settle.ts'
import { answers, type Bench } from './environment.ts'
import { fillLeads } from './fill.ts'
import { ask, percentiles, turnByTurn } from './load.ts'
import type { Row } from './report.ts'
import { type SignedIn, signUp } from './session.ts'

const filter = (value: object) => `filter=${encodeURIComponent(JSON.stringify(value))}`
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const newest = 'sort=["receivedAt","DESC"]&range=[0,24]'

const page = (status: string) =>
  `select * from leads where company_id = $1 and status = '${status}' order by rank desc, id desc limit 25`
const statuses = ['new', 'contacted', 'scheduled', 'converted', 'lost']
const facets = ['status', 'owner_id', 'source', 'tag_id']

type Person = { name: string; email: string; phone: string }

type Measured = {
  what: string
  path: (of: Person, company: SignedIn) => string
  bare?: (of: Person) => string[]
  limit: number
}

const found = (q: string) => `/api/leads?${newest}&${filter({ q })}`
const like = (term: string) => [
  `with found as materialized (
     select id, received_at from leads where company_id = $1 and search like '%${term.toLowerCase()}%' limit 1001)
   select l.*, (select count(*) from found) from found f join leads l on l.company_id = $1 and l.id = f.id
   order by l.received_at desc, l.id desc limit 25`
]
const firstName = ({ name }: Person) => name.split(' ')[0] ?? ''

/**
 * The pages that a person opens, their minimal statements, and how much longer the large company may take.
 * Each round looks for another of the people whom both companies have.
 */
const measured: Measured[] = [
  {
    what: 'list',
    path: () => `/api/leads?${newest}&${filter({ status: 'contacted' })}`,
    bare: () => [
      `select * from leads where company_id = $1 and status = 'contacted' order by received_at desc, id desc limit 25`,
      `select sum(n) from lead_counts where company_id = $1 and status = 'contacted'`
    ],
    limit: 1.25
  },
  {
    what: 'board',
    path: () => '/api/leads/board',
    bare: () => [
      ...statuses.map(page),
      `select status, sum(n) from lead_counts where company_id = $1 group by status`,
      ...statuses.map(
        status =>
          `select received_at from leads where company_id = $1 and status = '${status}' order by received_at limit 1`
      )
    ],
    limit: 1.25
  },
  {
    what: 'facets',
    path: () => '/api/leads/facets',
    bare: () => [
      ...facets.map(
        field => `select ${field}, sum(n) from lead_facets where company_id = $1 and (tag_id <> '') = ${field === 'tag_id'}
        group by ${field}`
      ),
      'select field, value, sum(n) from answer_counts where company_id = $1 group by field, value'
    ],
    limit: 1.25
  },
  {
    what: 'facets under a rare answer',
    path: () => `/api/leads/facets?${filter({ custom: { cidade: 'Noronha' } })}`,
    limit: 1.25
  },
  {
    // Tags and the other own fields are counted from a thousand leads that are read; the small company has 380.
    what: 'facets under a common answer',
    path: () => `/api/leads/facets?${filter({ custom: { cidade: 'Recife' } })}`,
    limit: 3
  },
  {
    what: 'list by a rare answer',
    path: () => `/api/leads?${newest}&${filter({ custom: { cidade: 'Noronha' } })}`,
    limit: 1.25
  },
  {
    what: 'list by a common answer',
    path: () => `/api/leads?${newest}&${filter({ custom: { cidade: 'Recife' } })}`,
    limit: 1.25
  },
  // Twenty-five are found in the large company and one in the small.
  { what: 'search by a first name', path: of => found(firstName(of)), bare: of => like(firstName(of)), limit: 1.25 },
  { what: 'search by a whole name', path: ({ name }) => found(name), bare: ({ name }) => like(name), limit: 1.25 },
  { what: 'search by a phone', path: ({ phone }) => found(phone), bare: ({ phone }) => like(phone), limit: 1.25 },
  { what: 'search by an e-mail', path: ({ email }) => found(email), bare: ({ email }) => like(email), limit: 1.25 },
  { what: 'dashboard of a month', path: () => `/api/dashboard?from=${day(29)}&to=${day(0)}`, limit: 2 },
  { what: 'dashboard of a year', path: () => `/api/dashboard?from=${day(364)}&to=${day(0)}`, limit: 2 },
  { what: 'queue of the day', path: () => '/api/dashboard/queue', limit: 2 },
  {
    what: 'recent activities',
    path: (_, { companyId }) => `/api/companies/${companyId}/activities?limit=10`,
    limit: 2
  },
  { what: 'first steps', path: () => '/api/dashboard/steps', limit: 2 },
  { what: 'use of the plan', path: (_, { companyId }) => `/api/companies/${companyId}/usage`, limit: 2 }
]

/** Two own fields with options; twenty leads of each company have the last city, however many it has. */
const cities = ['Recife', 'Olinda', 'Natal', 'Caruaru', 'Noronha']
const plans = ['Básico', 'Completo', 'Premium']
const answersIn = (count: number) => `jsonb_build_object(
  'cidade', case when n % (${count} / 20) = 0 then 'Noronha' else (array['Recife', 'Recife', 'Olinda', 'Natal', 'Caruaru'])[1 + n % 5] end,
  'plano', (array['${plans.join("','")}'])[1 + n % 3])`

/** Has the company ask for them. */
async function publishFields(port: number, { headers }: SignedIn): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/forms${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) })
    })
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }
  const [{ id }] = await call('GET', '')
  const { revision, draft } = await call('GET', `/${id}`)
  const own = [
    { id: 'cidade', name: 'cidade', label: 'Cidade', type: 'select', required: false, options: cities },
    { id: 'plano', name: 'plano', label: 'Plano', type: 'radio', required: false, options: plans }
  ]
  const content = { ...draft, fields: [...draft.fields, ...own] }
  const saved = await call('PUT', `/${id}/draft`, { revision, content })
  await call('POST', `/${id}/publish`, { revision: saved.revision })
}

/** Opens pages in a company of 100,000 leads and in one of 1,000, among a thousand others. */
export async function benchGrowth(bench: Bench): Promise<Row[]> {
  const api = await bench.start('dist/services/server.js')
  await answers(api.port)
  const [small, large] = [await signUp(api.port, bench.sql), await signUp(api.port, bench.sql)]
  for (const company of [small, large]) await publishFields(api.port, company)
  console.error('  filling a thousand companies')
  const { rows: others } = await bench.sql.query(
    `insert into companies (name, plan) select 'Outra ' || n, 'enterprise' from generate_series(1, 998) as n returning id`
  )
  for (let n = 0; n < others.length; n += 100)
    await fillLeads(
      bench.sql,
      others.slice(n, n + 100).map(({ id }) => id),
      900,
      answersIn(900)
    )
  await fillLeads(bench.sql, small.companyId, 1000, answersIn(1000))
  await fillLeads(bench.sql, large.companyId, 100_000, answersIn(100_000))
  // Each of them was announced when it came.
  await bench.sql.query(
    `insert into activities (company_id, lead_id, lead_name, type, description, created_at)
     select company_id, id, name, 'new_lead', 'Novo lead', received_at from leads where company_id = any ($1)`,
    [[small.companyId, large.companyId]]
  )
  await bench.sql.query('vacuum analyze activities')
  // Days that are over, and answers, are brought together every hour.
  const db = openDb({ ...readConfig(bench.env).database, name: 'bench' })
  await settleDays(db)
  await settleCounts(db)
  await db.close()
  await bench.sql.query('vacuum analyze lead_days, lead_months, lead_day_totals, lead_facets, answer_counts')
  const { rows: people } = await bench.sql.query<Person>(
    'select name, email, phone from leads where company_id = $1 order by md5(id) limit 500',
    [small.companyId]
  )

  const person = (round: number) => people.at(round % people.length) as Person
  const rows: Row[] = []
  for (const { what, path, bare, limit } of measured) {
    const times = await turnByTurn({
      small: round => ask(api.port, path(person(round), small), small),
      large: round => ask(api.port, path(person(round), large), large),
      ...(bare && {
        bare: round => Promise.all(bare(person(round)).map(text => bench.sql.query(text, [large.companyId])))
      })
    })
    const [few, many, least] = [times.small, times.large, times.bare].map(each => each && percentiles(each).p95)
    const growth = (many ?? 0) / (few ?? 1)
    rows.push({
      what: `${what}, 100,000 leads, p95`,
      measured: `${many?.toFixed(1)} ms`,
      limit: `${few?.toFixed(1)} ms with 1,000`,
      ratio: growth,
      goal: `at most ${limit.toFixed(2)}`,
      met: growth <= limit
    })
    if (least === undefined) continue
    rows.push({
      what: `${what}, 100,000 leads, against its statements`,
      measured: `${many?.toFixed(1)} ms`,
      limit: `bare ${least.toFixed(1)} ms`,
      ratio: (many ?? 0) / least,
      goal: 'at most 3',
      met: (many ?? 0) / least <= 3
    })
  }
  await api.stop()
  return rows
}
