import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { readInOrder, type Trx } from '../../../services/core/db.ts'
import { company, openApp } from '../../kit/app.ts'

const app = await openApp()

test('the search uses the trigram index although it serves a caller under row-level security', async () => {
  const ours = await company(app)
  const owner = new pg.Client({ connectionString: inject('databaseUrl') })
  await owner.connect()
  await owner.query(
    `insert into leads (company_id, name, source, consent_given)
     select $1, md5(n::text), 'form', false from generate_series(1, 20000) as n`,
    [ours.id]
  )
  await owner.query('analyze leads')
  const planFor = async (role: string) => {
    await owner.query('begin')
    await owner.query(`set local role ${role}`)
    await owner.query(`select set_config('app.company', $1, true)`, [ours.id])
    const { rows } = await owner.query(
      `explain select id from leads where company_id = '${ours.id}' and search like '%c4ca4238a0%'`
    )
    await owner.query('rollback')
    return rows.map(row => row['QUERY PLAN']).join('\n')
  }
  const { rows } = await owner.query(
    `select pg_get_userbyid(proowner) as owner, prosecdef from pg_proc where proname = 'search_leads'`
  )
  expect(rows).toEqual([{ owner: 'prosa_staff', prosecdef: true }])
  expect(await planFor('prosa_staff')).toMatch(/leads_by_text.*\n.*Index Cond: .*search ~~/)
  // Under the application's policy the same question reads the company's rows one by one: why the function exists.
  expect(await planFor('prosa_app')).not.toMatch(/Index Cond: .*search ~~/)
  const response = await app.inject({ url: '/api/leads', query: { filter: '{"q":"c4ca4238a0"}' }, headers: ours.auth })
  expect(response.json()).toHaveLength(1)
  await owner.end()
})

test('the search function finds nothing without a scope, and nobody else may call it', async () => {
  const client = new pg.Client({ connectionString: app.config.database.app })
  await client.connect()
  const call = `select * from search_leads('{"term":"a"}', 'receivedAt', true, 0, 10, 10)`
  expect((await client.query(call)).rows).toEqual([])
  await client.end()
  const staff = new pg.Client({ connectionString: inject('databaseUrl') })
  await staff.connect()
  const { rows } = await staff.query(
    `select proacl::text from pg_proc where proname in ('search_leads', 'matching_leads', 'company_recipients')`
  )
  for (const { proacl } of rows) expect(proacl).not.toMatch(/[{,]=X/)
  await staff.end()
})

test('a whole phone finds whose it is, by the index of phones; what nobody has as a phone is found as a part', async () => {
  const ours = await company(app)
  const owner = new pg.Client({ connectionString: inject('databaseUrl') })
  await owner.connect()
  await owner.query(
    `insert into leads (company_id, name, phone, phone_key, cnpj, source, consent_given) values
       ($1, 'Mobile', '11987654321', '1187654321', null, 'form', false),
       ($1, 'Landline', '1133334444', '1133334444', null, 'form', false),
       ($1, 'Company', null, null, '11987654321999', 'form', false),
       ($1, 'Other company', null, null, '21987654321888', 'form', false),
       ($1, 'Local', '987654321', '987654321', null, 'form', false)`,
    [ours.id]
  )
  const found = async (q: string) => {
    const answer = await app.inject({
      url: '/api/leads',
      query: { filter: JSON.stringify({ q }) },
      headers: ours.auth
    })
    return answer
      .json<{ name: string }[]>()
      .map(({ name }) => name)
      .sort()
  }
  for (const writing of ['11987654321', '(11) 98765-4321', '11 8765-4321', '+55 11 98765-4321', '5511987654321'])
    expect(await found(writing), writing).toEqual(['Mobile'])
  expect(await found('(11) 3333-4444')).toEqual(['Landline'])
  expect(await found('21987654321')).toEqual(['Other company'])
  expect(await found('98765-4321')).toEqual(['Company', 'Local', 'Mobile', 'Other company'])

  await owner.query(
    `insert into leads (company_id, name, phone, phone_key, source, consent_given)
     select $1, md5(n::text), '119' || lpad(n::text, 8, '0'), '11' || lpad(n::text, 8, '0'), 'form', false
     from generate_series(1, 20000) as n`,
    [ours.id]
  )
  await owner.query('analyze leads')
  await owner.query('begin')
  await owner.query(`select set_config('app.company', $1, true)`, [ours.id])
  const { rows } = await owner.query(`select lead_condition('{"digits":["11987654321","1187654321"]}') as condition`)
  await owner.query('set local role prosa_staff')
  const plan = await owner.query(
    `explain select id from leads where company_id = '${ours.id}' and ${rows[0].condition}`
  )
  await owner.query('rollback')
  expect(plan.rows.map(row => row['QUERY PLAN']).join('\n')).toMatch(/leads_by_phone.*\n.*Index Cond: .*phone_key/)
  await owner.end()
})

test('a whole e-mail finds whose it is, by the index of e-mails; what nobody has as an e-mail is found as a part', async () => {
  const ours = await company(app)
  const theirs = await company(app)
  const owner = new pg.Client({ connectionString: inject('databaseUrl') })
  await owner.connect()
  const addLeads = (to: string, ...emails: string[]) =>
    owner.query(
      `insert into leads (company_id, name, email, source, consent_given)
       select $1, email, email, 'form', false from unnest($2::text[]) as email`,
      [to, emails]
    )
  await addLeads(ours.id, 'Ana@x.com', 'mariana@x.com', 'ana@x.com.br', 'bia@y.com', 'fabia@y.com')
  await addLeads(theirs.id, 'zoe@z.com')
  const found = async (tenant: typeof ours, q: string) => {
    const answer = await app.inject({
      url: '/api/leads',
      query: { filter: JSON.stringify({ q }) },
      headers: tenant.auth
    })
    return answer
      .json<{ name: string }[]>()
      .map(({ name }) => name)
      .sort()
  }
  expect(await found(ours, 'ANA@X.COM')).toEqual(['Ana@x.com'])
  expect(await found(ours, 'ana@x.com.br')).toEqual(['ana@x.com.br'])
  expect(await found(ours, 'ana@x.co')).toEqual(['Ana@x.com', 'ana@x.com.br', 'mariana@x.com'])
  expect(await found(ours, 'a@y.com')).toEqual(['bia@y.com', 'fabia@y.com'])
  // That another company has it says nothing here.
  await addLeads(ours.id, 'azoe@z.com.br')
  expect(await found(ours, 'zoe@z.com')).toEqual(['azoe@z.com.br'])

  await addLeads(ours.id, ...Array.from({ length: 20000 }, (_, n) => `p${n}@example.com`))
  await owner.query('analyze leads')
  await owner.query('begin')
  await owner.query(`select set_config('app.company', $1, true)`, [ours.id])
  const { rows } = await owner.query(`select lead_condition('{"term":"P77@example.com"}') as condition`)
  await owner.query('set local role prosa_staff')
  const plan = await owner.query(
    `explain select id from leads where company_id = '${ours.id}' and ${rows[0].condition}`
  )
  await owner.query('rollback')
  expect(plan.rows.map(row => row['QUERY PLAN']).join('\n')).toMatch(/leads_by_email.*\n.*Index Cond: .*email_key/)
  await owner.end()
})

test('a search finds the leads that hold the term, whatever it is made of', async () => {
  const ours = await company(app)
  const names = [
    'Maria da Silva Sauro',
    'Mário Silveira',
    "D'Ávila O'Neil",
    'Ana Lú de Sá',
    'Guilherme-Augusto Müller',
    '100%_certo & Filhos \\ Cia',
    'José 2º Andrade',
    'Жанна Иванова'
  ]
  for (const name of names) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/leads',
      payload: { name, email: `${names.indexOf(name)}@example.com` },
      headers: ours.auth
    })
    expect(statusCode).toBe(201)
  }
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  for (const name of names)
    for (let from = 0; from < name.length; from += 2)
      for (const length of [4, 8, 9, 12, name.length]) {
        const q = name.slice(from, from + length).trim()
        if (q.length < 4 || /^[\d\W]+$/.test(plain(q).replace(/[а-я]/g, 'x'))) continue
        const answer = await app.inject({
          url: '/api/leads',
          query: { filter: JSON.stringify({ q }), sort: '["name","ASC"]' },
          headers: ours.auth
        })
        const expected = names.filter(each => plain(each).includes(plain(q)))
        expect(
          answer
            .json<{ name: string }[]>()
            .map(each => each.name)
            .sort(),
          q
        ).toEqual(expected.sort())
      }
})

test('what many leads fill is read by its index under row-level security: a column under a filter, activities, answers', async () => {
  const ours = await company(app)
  const owner = new pg.Client({ connectionString: inject('databaseUrl') })
  await owner.connect()
  await owner.query(
    `insert into leads (company_id, name, source, consent_given, received_at)
     select $1, 'L' || n, 'form', false, now() - n * interval '1 minute' from generate_series(1, 20000) as n`,
    [ours.id]
  )
  await owner.query(
    `insert into activities (company_id, lead_id, type, description, created_at)
     select company_id, id, 'call', 'Ligação', received_at from leads where company_id = $1`,
    [ours.id]
  )
  await owner.query('analyze leads, activities')
  const { rows } = await owner.query(
    `select set_config('app.company', $1, false), lead_condition('{"status":["new"],"owner":[""]}') as condition`,
    [ours.id]
  )
  await owner.end()
  const explain = async (trx: Trx, query: string) => {
    await readInOrder(trx)
    const plan = await sql.raw<{ 'QUERY PLAN': string }>(`explain ${query}`).execute(trx)
    return plan.rows.map(row => row['QUERY PLAN']).join('\n')
  }
  const planOf = (query: string) => app.db.company(ours.id, trx => explain(trx, query))
  const column = `select id from leads where company_id = '${ours.id}' and ${rows[0].condition}
    order by company_id, rank desc, id desc limit 25`
  const answers = 'select custom from leads order by received_at desc limit 1000'
  const activities = 'select * from activities order by created_at desc, id desc limit 10'
  // The function that looks for leads sees those of all companies.
  expect(await app.db.everyCompany(trx => explain(trx, column))).toMatch(
    /^Limit.*\n +-> +Index Scan using leads_by_rank/
  )
  expect(await planOf(answers)).toMatch(/^Limit.*\n +-> +Index Scan using leads_by_time/)
  const plan = await planOf(activities)
  expect(plan).toMatch(/^Limit.*\n +-> +Index Scan using activities_by_time/)
  // The leads that are to be seen are not collected for it: each row asks for its own.
  expect(plan).not.toMatch(/hashed/)
  const { rows: policies } = await app.db.everyCompany(trx =>
    sql`select polrelid::regclass::text from pg_policy where pg_get_expr(polqual, polrelid) ilike '%exists%'`.execute(
      trx
    )
  )
  expect(policies).toEqual([])
})

test('each of several words is found, in whatever order, with names between them', async () => {
  const ours = await company(app)
  const headers = ours.auth
  for (const lead of [
    { name: 'Maria Aparecida da Silva', email: 'cida@example.com' },
    { name: 'Dr. João d’Ávila', phone: '11987654321' },
    { name: 'Alfa', cnpj: '12ABC34501DE35' }
  ])
    await app.inject({ method: 'POST', url: '/api/leads', headers, payload: lead })
  const found = async (q: string) => {
    const answer = await app.inject({ url: '/api/leads', query: { filter: JSON.stringify({ q }) }, headers })
    return answer.json<{ name: string }[]>().map(({ name }) => name)
  }
  for (const q of ['maria silva', 'SILVA MARIA', 'maria da silva', 'si mar', 'silva cida@example.com', 'aparecida d'])
    expect(await found(q), q).toEqual(['Maria Aparecida da Silva'])
  for (const q of ['dr joao', 'avila joão', 'dr. joão d’ávila', 'joão 98765'])
    expect(await found(q), q).toEqual(['Dr. João d’Ávila'])
  for (const q of ['12.ABC.345/01DE-35', '12.abc.345', '12.abc.345/01', '12abc34501de35', 'ABC345 alfa'])
    expect(await found(q), q).toEqual(['Alfa'])
  for (const q of ['maria souza', 'silva joão', 'ma si', '_ria silva', 'maria %']) expect(await found(q), q).toEqual([])
})
