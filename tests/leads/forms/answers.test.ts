import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { BatchOptions, CompanyScope, Statement } from '../../../services/core/db.ts'
import { writeExport } from '../../../services/leads/exports/write.ts'
import { countAnswers, hasUncounted } from '../../../services/leads/forms/answers.ts'
import type { FormField } from '../../../services/leads/forms/rules.ts'
import type { OwnField } from '../../../services/leads/forms/schema.ts'
import { countFacets } from '../../../services/leads/leads/facets.ts'
import type { LeadFilter } from '../../../services/leads/leads/filter.ts'
import type { FacetCounts } from '../../../services/leads/leads/schema.ts'
import { settleCounts } from '../../../services/leads/leads/settle.ts'
import { company, openApp, sendLead, storedLead, type Tenant } from '../../kit/app.ts'
import { publishFields } from '../../kit/forms.ts'
import { colleague } from '../../kit/people.ts'

const app = await openApp()

const city = { name: 'cidade', label: 'Cidade', type: 'select', options: ['Recife', 'Olinda'] } as const
const plan = { name: 'plano', label: 'Plano', type: 'radio', options: ['Básico', 'Completo'] } as const
const visit = { name: 'visita', label: 'Quer uma visita', type: 'checkbox' } as const
const hobby = { name: 'hobby', label: 'Hobby', type: 'text' } as const
type Field = Omit<FormField, 'id' | 'required'>

type Who = Pick<Tenant, 'auth'>

const facets = async (who: Who, filter: object = {}): Promise<FacetCounts> => {
  const answer = await app.inject({
    url: '/api/leads/facets',
    query: { filter: JSON.stringify(filter) },
    headers: who.auth
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const list = async (who: Who, filter: object) => {
  const query = { filter: JSON.stringify(filter), sort: '["name","ASC"]' }
  const answer = await app.inject({ url: '/api/leads', query, headers: who.auth })
  expect(answer.statusCode, answer.body).toBe(200)
  return {
    names: answer.json().map(({ name }: { name: string }) => name),
    range: answer.headers['content-range'],
    capped: answer.headers['x-total-capped'] === 'true'
  }
}

const fieldsOf = async (who: Who): Promise<OwnField[]> =>
  (await app.inject({ url: '/api/leads/fields', headers: who.auth })).json()

const of = (counts: { value: string; count: number }[] = []) =>
  Object.fromEntries(counts.map(({ value, count }) => [value, count]))

const customOf = ({ custom }: FacetCounts) =>
  Object.fromEntries(Object.entries(custom).map(([name, values]) => [name, of(values)]))

/** A company that asks for a city, a plan, a visit and a hobby, and six people who answered. */
async function filled() {
  const ours = await company(app)
  await publishFields(app, ours, [city, plan, visit, hobby] as unknown as Field[])
  const ids: string[] = []
  for (const [n, lead] of [
    { name: 'Ana', cidade: 'Recife', plano: 'Básico', hobby: 'ler' },
    { name: 'Bia', cidade: 'Recife', plano: 'Completo', source: 'site' },
    { name: 'Caio', cidade: 'Olinda', plano: 'Completo', visita: true },
    { name: 'Davi', cidade: 'Olinda', source: 'site' },
    { name: 'Eva', visita: true },
    { name: 'Fabio', cidade: 'Caruaru' }
  ].entries()) {
    const sent = await sendLead(app, ours.id, { email: `p${n}@example.com`, phone: `1191234567${n}`, ...lead })
    expect(sent.statusCode, sent.body).toBe(201)
    ids.push(sent.json().id)
  }
  const change = (id: string | undefined, payload: object) =>
    app.inject({ method: 'PUT', url: `/api/leads/${id}`, headers: ours.auth, payload })
  return { ours, ids, change }
}

test('own fields with options are counted under the other filters, and texts are in no count', async () => {
  const { ours, ids, change } = await filled()
  await change(ids[0], { status: 'contacted' })
  const all = await facets(ours)
  expect(customOf(all)).toEqual({
    cidade: { Recife: 2, Olinda: 2 },
    plano: { Básico: 1, Completo: 2 },
    visita: { true: 2 }
  })
  expect(all.capped).toEqual([])
  expect(customOf(await facets(ours, { status: 'new', source: 'site' }))).toEqual({
    cidade: { Recife: 1, Olinda: 1 },
    plano: { Completo: 1 }
  })
  expect(customOf(await facets(ours, { owner: 'none', status: ['contacted'] }))).toEqual({
    cidade: { Recife: 1 },
    plano: { Básico: 1 }
  })
  const texts = await app.db.company(ours.id, trx => trx.selectFrom('answer_counts').select('value').execute())
  expect(texts.map(({ value }) => value)).not.toEqual(expect.arrayContaining(['ler']))
  expect(texts.map(({ value }) => value)).not.toEqual(expect.arrayContaining(['Caruaru']))
  const theirs = await company(app)
  expect(customOf(await facets(theirs))).toEqual({})
  expect(await fieldsOf(theirs)).toEqual([])
})

test('every own field is listed with its label, those that are texts without options', async () => {
  const { ours } = await filled()
  const fields = await fieldsOf(ours)
  expect(fields.map(field => [field.label, field.type, field.asked])).toEqual([
    [city.label, 'select', true],
    [plan.label, 'radio', true],
    [visit.label, 'checkbox', true],
    [hobby.label, 'text', true]
  ])
  expect(fields.at(-1)).toMatchObject({ options: [], former: [] })
})

test('an answer narrows the other facets, and each field shows what it would find beside its own choice', async () => {
  const { ours } = await filled()
  const under = await facets(ours, { custom: { cidade: 'Recife' } })
  expect(of(under.status)).toEqual({ new: 2 })
  expect(of(under.source)).toEqual({ form: 1, site: 1 })
  expect(customOf(under)).toEqual({ cidade: { Recife: 2, Olinda: 2 }, plano: { Básico: 1, Completo: 1 } })
  expect(under.capped).toEqual([])
  const both = await facets(ours, { custom: { cidade: ['Recife', 'Olinda'], plano: 'Completo' } })
  expect(of(both.source)).toEqual({ form: 1, site: 1 })
  expect(customOf(both)).toEqual({
    cidade: { Recife: 1, Olinda: 1 },
    plano: { Básico: 1, Completo: 2 },
    visita: { true: 1 }
  })
})

test('an answer, a tag and a word are combined', async () => {
  const { ours, ids } = await filled()
  const made = await app.inject({ method: 'POST', url: '/api/tags', headers: ours.auth, payload: { name: 'VIP' } })
  const tag = made.json().id
  for (const id of ids.slice(1, 3))
    await app.inject({ method: 'PUT', url: `/api/leads/${id}`, headers: ours.auth, payload: { tags: [tag] } })
  const tagged = await facets(ours, { tag })
  expect(customOf(tagged)).toEqual({ cidade: { Recife: 1, Olinda: 1 }, plano: { Completo: 2 }, visita: { true: 1 } })
  expect(of(tagged.source)).toEqual({ form: 1, site: 1 })
  const answered = await facets(ours, { custom: { cidade: 'Recife' } })
  expect(of(answered.tag)).toEqual({ [tag]: 1 })
  const all = await facets(ours, { tag, custom: { cidade: 'Olinda' }, q: 'caio' })
  expect(of(all.status)).toEqual({ new: 1 })
  expect(of(all.tag)).toEqual({ [tag]: 1 })
  expect(customOf(all)).toEqual({ cidade: { Olinda: 1 }, plano: { Completo: 1 }, visita: { true: 1 } })
  expect((await list(ours, { tag, custom: { cidade: 'Olinda' } })).names).toEqual(['Caio'])
})

test('kept counts equal those counted from the leads', async () => {
  const { ours, ids, change } = await filled()
  await change(ids[2], { custom: { cidade: 'Recife' } })
  await change(ids[3], { status: 'converted' })
  await app.inject({ method: 'DELETE', url: `/api/leads/${ids[1]}`, headers: ours.auth })
  for (const filter of [{}, { status: 'new' }, { custom: { cidade: ['Recife'] } }, { custom: { plano: 'Completo' } }]) {
    const sorted = ({ capped: _, ...counts }: FacetCounts) => ({
      ...Object.fromEntries(Object.entries(counts).map(([key, values]) => [key, Array.isArray(values) && of(values)])),
      custom: customOf({ ...counts, capped: [] })
    })
    expect(sorted(await facets(ours, { ...filter, q: '@example.com' }))).toEqual(sorted(await facets(ours, filter)))
  }
  expect(customOf(await facets(ours)).cidade).toEqual({ Recife: 2, Olinda: 1 })
})

test.each<[object, string[]]>([
  [{ cidade: 'Recife' }, ['Ana', 'Bia']],
  [{ cidade: ['Recife', 'Caruaru'] }, ['Ana', 'Bia', 'Fabio']],
  [{ cidade: 'Caruaru' }, ['Fabio']],
  [{ hobby: 'ler' }, ['Ana']],
  [{ visita: 'true' }, ['Caio', 'Eva']],
  [{ cidade: 'Olinda', plano: 'Completo' }, ['Caio']],
  [{ cidade: [] }, []],
  [{}, ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Fabio']],
  [{ "x' or 1=1": "y' or 1=1" }, []]
])('the answers %j find %j with their number', async (custom, expected) => {
  const { ours } = await filled()
  const { names, range } = await list(ours, { custom })
  expect(names).toEqual(expected)
  expect(range).toBe(expected.length ? `leads 0-${expected.length - 1}/${expected.length}` : 'leads */0')
})

test('a number is found as it is written', async () => {
  const ours = await company(app)
  for (const [n, quartos] of [2, '2', 2.5, 3].entries())
    await sendLead(app, ours.id, { name: `L${n}`, email: `l${n}@example.com`, phone: `1190000000${n}`, quartos })
  expect((await list(ours, { custom: { quartos: '2' } })).names).toEqual(['L0', 'L1'])
  expect((await list(ours, { custom: { quartos: ['2.5', '3'] } })).names).toEqual(['L2', 'L3'])
})

test('who sees their own leads only is shown the counts of these', async () => {
  const { ours, ids, change } = await filled()
  const agent = await colleague(app, ours.id, { leadAccess: 'own' })
  const me = (await app.inject({ url: '/api/auth/me', headers: agent.auth })).json().companyEmployee.id
  for (const id of ids.slice(1, 3)) await change(id, { ownerId: me })
  expect(customOf(await facets(agent))).toEqual({
    cidade: { Recife: 1, Olinda: 1 },
    plano: { Completo: 2 },
    visita: { true: 1 }
  })
  expect(customOf(await facets(agent, { custom: { cidade: 'Recife' } })).plano).toEqual({ Completo: 1 })
  expect(await list(agent, { custom: { cidade: 'Recife' } })).toEqual({
    names: ['Bia'],
    range: 'leads 0-0/1',
    capped: false
  })
})

test('the answers to options and fields that are gone stay, are named, counted and found', async () => {
  const { ours } = await filled()
  await publishFields(app, ours, [
    { ...city, label: 'Sua cidade', options: ['Olinda', 'Paulista'] },
    { ...plan, name: 'pacote' }
  ] as unknown as Field[])
  expect(await fieldsOf(ours)).toEqual([
    {
      name: 'cidade',
      label: 'Sua cidade',
      type: 'select',
      asked: true, // english: a field of the API
      options: ['Olinda', 'Paulista'],
      former: ['Recife']
    },
    { name: 'pacote', label: 'Plano', type: 'radio', asked: true, options: ['Básico', 'Completo'], former: [] }, // english: a field of the API
    { name: 'plano', label: 'Plano', type: 'radio', asked: false, options: [], former: ['Básico', 'Completo'] }, // english: a field of the API
    { name: 'visita', label: 'Quer uma visita', type: 'checkbox', asked: false, options: [], former: ['true', 'false'] } // english: a field of the API
  ])
  await sendLead(app, ours.id, {
    name: 'Gil',
    email: 'g@example.com',
    phone: '11955554444',
    cidade: 'Paulista',
    pacote: 'Básico'
  })
  expect(customOf(await facets(ours))).toEqual({
    cidade: { Recife: 2, Olinda: 2, Paulista: 1 },
    plano: { Básico: 1, Completo: 2 },
    pacote: { Básico: 1 },
    visita: { true: 2 }
  })
  expect((await list(ours, { custom: { cidade: 'Recife' } })).names).toEqual(['Ana', 'Bia'])
  expect((await list(ours, { custom: { plano: 'Completo' } })).names).toEqual(['Bia', 'Caio'])
})

test('answers from before they were options are counted once, whatever happens meanwhile', async () => {
  const ours = await company(app)
  const send = (n: number, cidade: string) =>
    sendLead(app, ours.id, { name: `L${n}`, email: `l${n}@example.com`, phone: `1190000000${n}`, cidade })
  for (const [n, name] of ['Recife', 'Recife', 'Olinda', 'Natal'].entries()) await send(n, name)
  await publishFields(app, ours, [city] as unknown as Field[])
  // Until they are counted the list reads them.
  expect((await list(ours, { custom: { cidade: 'Recife' } })).range).toBe('leads 0-1/2')
  await send(4, 'Recife')

  let finish = () => {}
  const open = new Promise<void>(resolve => (finish = resolve))
  const late = app.db.company(ours.id, async trx => {
    await trx
      .insertInto('leads')
      .values({ ...storedLead(ours), name: 'Atrasado', custom: '{"cidade":"Olinda"}' })
      .execute()
    await open
  })
  const counting = [countAnswers(app.db, ours.id), countAnswers(app.db, ours.id)]
  // Where its connection counts in the same slot as the open one's, it waits for that.
  const sent = send(5, 'Olinda')
  await Promise.race([sent, new Promise(resolve => setTimeout(resolve, 300))])
  finish()
  expect((await sent).statusCode).toBe(201)
  await Promise.all([late, ...counting])
  expect(customOf(await facets(ours))).toEqual({ cidade: { Recife: 3, Olinda: 3 } })
  await countAnswers(app.db, ours.id)
  await settleCounts(app.db)
  expect(customOf(await facets(ours))).toEqual({ cidade: { Recife: 3, Olinda: 3 } })
  const slots = await app.db.company(ours.id, trx => trx.selectFrom('answer_counts').select('slot').execute())
  expect(new Set(slots.map(({ slot }) => slot))).toEqual(new Set([-1]))
  await send(6, 'Olinda')
  expect(customOf(await facets(ours))).toEqual({ cidade: { Recife: 3, Olinda: 4 } })
})

/** A transaction of another connection, which has done `statement` and stays open. */
async function heldOpen(url: string, statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const end = async () => {
    await client.query('commit')
    await client.end()
  }
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  if (statement) await client.query(statement)
  return end
}

test('answers are counted while transactions of others are open, and after one of the company has ended', async () => {
  const ours = await company(app)
  const theirs = await company(app)
  await publishFields(app, theirs, [city] as unknown as Field[])
  const lead = (of: Tenant) =>
    `insert into leads (company_id, name, source, consent_given, custom)
     values ('${of.id}', 'Aberto', 'form', false, '{"cidade":"Olinda"}')`
  const url = inject('databaseUrl')
  const idle = await heldOpen(url, '')
  const elsewhere = await heldOpen(url, lead(theirs))
  const here = await heldOpen(url, lead(ours))
  onTestFinished(async () => {
    await Promise.all([idle(), elsewhere()])
  })
  await publishFields(app, ours, [city] as unknown as Field[])
  expect(await countAnswers(app.db, ours.id, 200)).toBe(false)
  await here()
  expect(await countAnswers(app.db, ours.id)).toBe(true)
  expect(await app.db.company(ours.id, hasUncounted)).toBe(false)
  expect(customOf(await facets(ours))).toEqual({ cidade: { Olinda: 1 } })
})

test('actions on many and exports take just the leads that the answers find', async () => {
  const { ours } = await filled()
  const filter = { custom: { cidade: 'Recife' } }
  const started = await app.inject({
    method: 'POST',
    url: '/api/leads/operations',
    headers: ours.auth,
    payload: { kind: 'status', params: { status: 'contacted' }, filter }
  })
  expect(started.json()).toMatchObject({ total: 2 })
  const response = await app.inject({
    method: 'POST',
    url: '/api/exports',
    headers: ours.auth,
    payload: { format: 'csv', columns: ['name', 'custom:cidade'], filter }
  })
  const { id } = response.json()
  await writeExport(app.db, ours.id, id)
  const file = await app.inject({ url: `/api/exports/${id}/file`, headers: ours.auth })
  expect(file.body).toMatch(/^\uFEFF?Nome;Cidade\r\n(Bia;Recife\r\nAna;Recife|Ana;Recife\r\nBia;Recife)\r\n$/)
  const board = await app.inject({
    url: '/api/leads/board',
    query: { filter: JSON.stringify(filter) },
    headers: ours.auth
  })
  expect(board.json()[0]).toMatchObject({ status: 'new', total: 2, leads: [{ name: 'Bia' }, { name: 'Ana' }] })
})

/** A company with so many leads that plans are made for them, a few of them from Olinda. */
async function large(): Promise<Tenant> {
  const ours = await company(app)
  await publishFields(app, ours, [city, plan] as unknown as Field[])
  for (let from = 0; from < 20_000; from += 4000)
    await app.db.company(ours.id, trx =>
      sql`insert into leads (company_id, name, source, consent_given, custom)
        select ${ours.id}, 'L ' || n, 'form', false, jsonb_build_object(
          'cidade', case when n % 4000 = 0 then 'Olinda' else 'Recife' end, 'plano', 'Básico')
        from generate_series(${from + 1}::integer, ${from + 4000}::integer) as n`.execute(trx)
    )
  await countAnswers(app.db, ours.id)
  return ours
}

test('the facets read kept counts by their key under row-level security, and a common answer has its exact total', async () => {
  const ours = await large()
  const plansOf = async (filter: LeadFilter) => {
    const plans: string[] = []
    const explaining = {
      ...app.db,
      companyBatch: async (id: string | CompanyScope, statements: readonly Statement[], options?: BatchOptions) => {
        const explained = statements.map(({ name, values }) => {
          const written = values.map(value =>
            value === null
              ? 'null'
              : pg.escapeLiteral(Array.isArray(value) ? `{${value.map(each => JSON.stringify(each))}}` : String(value))
          )
          return { text: `explain execute "${name}" (${written.join(', ')})`, values: [] }
        })
        const results = await app.db.companyBatch(id, [...statements, ...explained], options)
        plans.push(...results.splice(statements.length).flatMap(({ rows }) => rows.map(row => row['QUERY PLAN'])))
        return results
      }
    }
    await countFacets(explaining, { id: ours.id, owners: null }, filter)
    return plans.join('\n')
  }
  const first = await plansOf({})
  expect(first).toMatch(/answer_counts_pkey/)
  expect(first).not.toMatch(/ on leads/)
  const under = await plansOf({ custom: { cidade: ['Recife'] } })
  expect(under).toMatch(/Index Cond: \(\(company_id = [^\n]*field = [^\n]*value = ANY/)
  expect(under).not.toMatch(/Seq Scan on leads/)
  expect(of((await facets(ours, { custom: { cidade: 'Recife' } })).status)).toEqual({ new: 19995 })
  expect(await list(ours, { custom: { cidade: 'Recife' }, status: 'new' })).toMatchObject({
    range: 'leads 0-24/19995',
    capped: false
  })
})

test('a rare answer is found by its index although it serves a caller under row-level security', async () => {
  const ours = await large()
  const owner = new pg.Client({ connectionString: inject('databaseUrl') })
  await owner.connect()
  await owner.query('vacuum analyze leads')
  const planFor = async (role: string) => {
    await owner.query('begin')
    await owner.query(`set local role ${role}`)
    await owner.query(`select set_config('app.company', $1, true)`, [ours.id])
    const filter = '{"custom":{"cidade":["Olinda"],"plano":["Básico"]}}'
    const { rows: conditions } = await owner.query(
      `select company_condition($1) || ' and ' || lead_condition($1) as condition`,
      [filter]
    )
    const { rows } = await owner.query(
      `explain select id from leads where ${conditions[0].condition.replace('$1', `'${ours.id}'`)} limit 1001`
    )
    await owner.query('rollback')
    return rows.map(row => row['QUERY PLAN']).join('\n')
  }
  const plan = await planFor('prosa_staff')
  expect(plan).toMatch(/leads_by_answer.*\n.*Index Cond: .*jsonb_set.* @> ANY/)
  // Nor is a list of all the company's leads read beside the few.
  expect(plan).not.toMatch(/Index Cond: .*company_id =/)
  // Under the application's policy the same question reads the company's rows one by one: why the function exists.
  expect(await planFor('prosa_app')).not.toMatch(/Index Cond: .*jsonb_set/)
  await owner.end()
  expect((await list(ours, { custom: { cidade: 'Olinda', plano: 'Básico' } })).range).toBe('leads 0-4/5')
})

test('a field may be called as what every object has', async () => {
  const ours = await company(app)
  const field = { name: 'constructor', label: 'Constructor', type: 'select', options: ['Sim', 'Não'] }
  await publishFields(app, ours, [field] as unknown as Field[])
  const lead = { name: 'Ana', email: 'a@example.com', phone: '11912345678', constructor: 'Sim' }
  expect((await sendLead(app, ours.id, lead)).statusCode).toBe(201)
  expect(customOf(await facets(ours))).toEqual({ constructor: { Sim: 1 } })
  expect((await list(ours, { custom: { constructor: 'Sim' } })).names).toEqual(['Ana'])
  expect(customOf(await facets(ours, { custom: { constructor: 'Sim' } }))).toEqual({ constructor: { Sim: 1 } })
})

test('a field that no form has any more keeps the label that it had last, for its company alone', async () => {
  const ours = await company(app)
  const former = async (who: Who) => (await app.inject({ url: '/api/leads/fields/former', headers: who.auth })).json()
  await publishFields(app, ours, [hobby] as unknown as Field[])
  await publishFields(app, ours, [{ ...hobby, label: 'Passatempo' }] as unknown as Field[])
  expect(await former(ours)).toEqual([])
  await publishFields(app, ours, [])
  expect(await former(ours)).toEqual([{ name: 'hobby', label: 'Passatempo' }])
  expect(await former(await company(app))).toEqual([])
})
