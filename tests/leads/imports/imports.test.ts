import { sql } from 'kysely'
import pg from 'pg'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { writeExport } from '../../../services/leads/exports/write.ts'
import { nextRange } from '../../../services/leads/imports/match.ts'
import { runImport } from '../../../services/leads/imports/run.ts'
import { checkImport } from '../../../services/leads/imports/stage.ts'
import { undoImport } from '../../../services/leads/imports/undo.ts'
import { failOperation } from '../../../services/leads/operations/fail.ts'
import { company, openApp, sendLead, type Tenant, untilServed } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { readImport, start, upload, usual } from '../../kit/imports.ts'
import { colleague } from '../../kit/people.ts'
import { changePlan } from '../../kit/team.ts'

// No worker runs: each test does the work itself, where it wants to cut it off.
const databaseUrl = await newDatabase()
const app = await openApp({ DATABASE_URL: databaseUrl })

type Method = 'GET' | 'POST' | 'PUT'
const call = (who: Pick<Tenant, 'auth'>, method: Method, url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })

async function checked(who: Tenant, file: string, more = {}): Promise<string> {
  const sent = (await upload(app, who, file)).json()
  const response = await call(who, 'POST', `/api/imports/${sent.id}/check`, usual(sent, more))
  expect(response.statusCode, response.body).toBe(202)
  await checkImport(app.db, who.id, sent.id, app.config)
  return sent.id
}

async function imported(who: Tenant, file: string, more = {}): Promise<string> {
  const id = await checked(who, file, more)
  expect((await start(app, who, id)).statusCode).toBe(202)
  await runImport(app.db, who.id, id, app.config)
  return id
}

const leadsOf = async (who: Tenant) => {
  const rows = (await call(who, 'GET', '/api/leads?range=[0,999]&sort=["name","ASC"]')).json()
  return rows.map(({ name, email, phone, message, status, tags }: Record<string, unknown>) => ({
    name,
    email,
    phone,
    message,
    status,
    tags
  }))
}

const people = (count: number) =>
  [
    'Nome;E-mail;Telefone',
    ...Array.from({ length: count }, (_, n) => `Pessoa ${n};p${n}@example.com;119${String(80_000_000 + n)}`)
  ].join('\r\n')

/** A database that is away from the call `n` on, as after kill -9. */
const cutAt = (n: number) => {
  let calls = 0
  const company = (...args: Parameters<typeof app.db.company>) => {
    if (calls++ >= n) throw new Error('killed')
    return app.db.company(...args)
  }
  return { ...app.db, company } as typeof app.db
}

test('rows repeat the first row of the file that is the same person, by the rule of every other lead', async () => {
  const ours = await company(app)
  const pick = (n: number, choices: string[]) => choices[n % choices.length] ?? ''
  const lines = Array.from({ length: 240 }, (_, n) => {
    const [name, email, phone] = [
      pick(n * 7 + (n >> 3), ['Ana Lima', 'Ána Souza', 'Beto Reis', 'Caio']),
      pick(n * 5 + (n >> 2), ['', 'a@x.co', 'B@x.co', 'b@x.co', `${n}@x.co`]),
      pick(n * 11 + (n >> 4), ['', '11987650001', '1187650001', '11987650002', `119${String(50_000_000 + n)}`])
    ]
    return `${name};${email};${phone}`
  })
  const id = await checked(ours, ['Nome;E-mail;Telefone', ...lines].join('\r\n'))
  const { rows } = await app.db.company(ours.id, trx =>
    sql<{ row: number; same_as: number | null; first: number | null }>`
      select row, same_as, (
        select min(e.row) from import_rows e where e.import_id = r.import_id and e.errors = '[]' and e.row < r.row
          and same_person(e.name, e.email_key, e.phone_key, r.name, r.email_key, r.phone_key)) as first
      from import_rows r where import_id = ${id} and errors = '[]' order by row`.execute(trx)
  )
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.filter(({ first }) => first === null).length).toBeGreaterThan(20)
  expect(rows.filter(({ first }) => first !== null).length).toBeGreaterThan(100)
  expect(rows.filter(({ same_as, first }) => same_as !== first)).toEqual([])
})

test('an import fills in what is unknown, is undone to the letter, and keeps what somebody has touched since', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id, { name: 'Ada Souza', email: 'ada@example.com', phone: '11987654321' })
  const before = await leadsOf(ours)
  const file = [
    'Nome;E-mail;Telefone;Mensagem;Situação;Etiquetas',
    'Ada;ada@example.com;11 8765-4321;Quer desconto;Perdido;VIP',
    'Bia Reis;bia@example.com;11987650001;;Em contato;VIP',
    'Caio Lima;caio@example.com;11987650002;;;'
  ].join('\r\n')
  const id = await imported(ours, file, { policy: 'all' })
  const [ada, bia, caio] = await leadsOf(ours)
  expect(ada).toMatchObject({ name: 'Ada', phone: '11987654321', message: 'Quer desconto', status: 'lost' })
  expect([bia.status, bia.tags.length, caio.status]).toEqual(['contacted', 1, 'new'])
  expect((await readImport(app, ours, id)).run?.counts).toMatchObject({ created: 2, updated: 1 })

  const touched = (await call(ours, 'GET', '/api/leads?filter={"q":"Caio"}')).json()[0].id
  await call(ours, 'PUT', `/api/leads/${touched}`, { message: 'Liguei hoje' })
  expect((await call(ours, 'POST', `/api/imports/${id}/undo`)).statusCode).toBe(202)
  await undoImport(app.db, ours.id, id)
  const { run } = await readImport(app, ours, id)
  expect(run).toMatchObject({
    state: 'undone',
    undone: 2,
    removed: 1,
    kept: 1,
    keptLeads: [{ name: 'Caio Lima', reason: 'Alguém já trabalhou neste lead.' }]
  })
  expect((await leadsOf(ours)).filter(({ name }: { name: string }) => name !== 'Caio Lima')).toEqual(before)
  expect((await call(ours, 'POST', `/api/imports/${id}/undo`)).json().message).toBe('Esta importação já foi desfeita.')
})

test('a field that somebody changed after the import stays when it is undone, the others go back', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id, { name: 'Ada Souza', message: 'Antes' })
  const id = await imported(
    ours,
    'Nome;E-mail;Telefone;Mensagem;Empresa\r\nAda Souza;ada@example.com;11987654321;Depois;Padaria',
    { policy: 'all' }
  )
  const [lead] = (await call(ours, 'GET', '/api/leads')).json()
  await call(ours, 'PUT', `/api/leads/${lead.id}`, { message: 'Outra coisa' })
  await call(ours, 'POST', `/api/imports/${id}/undo`)
  await undoImport(app.db, ours.id, id)
  expect((await call(ours, 'GET', `/api/leads/${lead.id}`)).json()).toMatchObject({
    message: 'Outra coisa',
    company: null
  })
  expect((await readImport(app, ours, id)).run?.keptLeads).toEqual([
    { id: lead.id, name: 'Ada Souza', reason: 'Alterado depois: mensagem.' }
  ])
})

test('check, import and undo go on exactly where they were killed, also with two workers at once', async () => {
  const ours = await company(app)
  await changePlan(app, ours.id, 'enterprise')
  const sent = (await upload(app, ours, people(4500))).json()
  await call(ours, 'POST', `/api/imports/${sent.id}/check`, usual(sent, { notify: false }))
  for (const n of [6, 25, 30]) await checkImport(cutAt(n), ours.id, sent.id, app.config).catch(() => {})
  await Promise.all([
    checkImport(app.db, ours.id, sent.id, app.config),
    checkImport(app.db, ours.id, sent.id, app.config)
  ])
  expect((await readImport(app, ours, sent.id)).check).toMatchObject({
    state: 'done',
    counts: { created: 4500, error: 0 }
  })

  await start(app, ours, sent.id)
  await expect(runImport(cutAt(3), ours.id, sent.id, app.config)).rejects.toThrow('killed')
  expect((await readImport(app, ours, sent.id)).run).toMatchObject({ state: 'running', done: 2600 })
  await Promise.all([runImport(app.db, ours.id, sent.id, app.config), runImport(app.db, ours.id, sent.id, app.config)])
  expect((await readImport(app, ours, sent.id)).run).toMatchObject({
    state: 'done',
    done: 4500,
    counts: { created: 4500 }
  })
  const counted = async () => (await call(ours, 'GET', '/api/leads/counts')).json()[0].count
  expect(await counted()).toBe(4500)

  await call(ours, 'POST', `/api/imports/${sent.id}/undo`)
  await expect(undoImport(cutAt(1), ours.id, sent.id)).rejects.toThrow('killed')
  await Promise.all([undoImport(app.db, ours.id, sent.id), undoImport(app.db, ours.id, sent.id)])
  expect([await counted(), (await readImport(app, ours, sent.id)).run?.undone]).toEqual([0, 4500])
})

test('the portions of a long list are read one after the other, not again with those before them', async () => {
  const ours = await company(app)
  const { id } = (await upload(app, ours, people(1))).json()
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  await owner.query(
    `insert into import_rows (company_id, import_id, row, cells, planned)
     select $1, $2, n, '{}', case when n <= 18000 then 'created' end from generate_series(1, 20000) as n`,
    [ours.id, id]
  )
  await owner.query('analyze import_rows')
  await owner.end()
  const [found, plan] = await app.db.company(ours.id, async trx => {
    const next = nextRange(trx, id, 18_000, 1500)
    return [await next.execute(), await next.explain('json', sql`analyze`)]
  })
  expect(found).toEqual([{ first: 18_001, last: 19_500, count: 1500 }])
  const text = JSON.stringify(plan)
  expect(text).toMatch(/"import_rows_pkey".*"Actual Rows":1500/)
  expect(text).not.toMatch(/Seq Scan|"Rows Removed by Filter":[1-9]/)
})

test('the corrected rows are sent again, and who was imported before is recognised', async () => {
  const ours = await company(app)
  const id = await imported(
    ours,
    'Nome;E-mail;Telefone\r\nAna;ana@example.com;11987650001\r\nBia;bia@example;11987650002'
  )
  const errors = (await call(ours, 'GET', `/api/imports/${id}/errors`)).body
  expect(errors).toBe('\ufeffNome;E-mail;Telefone;Motivo\r\nBia;bia@example;11987650002;E-mail: Email inválido\r\n')
  const again = await checked(
    ours,
    `${errors.replace('bia@example;', 'bia@example.com;')}Ana;ana@example.com;11987650001;`
  )
  expect((await readImport(app, ours, again)).check?.counts).toMatchObject({ created: 1, same: 1, error: 0 })
})

test('imported leads keep the dates of the file everywhere, and take no place of the plan', async () => {
  const ours = await company(app)
  const now = new Date().toISOString()
  const rows = Array.from({ length: 103 }, (_, n) => `Pessoa ${n};119${80_000_000 + n};${n < 100 ? '' : 'Em contato'};`)
  const file = [
    'Nome;Telefone;Situação;Data do contato',
    ...rows.slice(0, 102).map(row => `${row}${now}`),
    `${rows[102]}05/03/2025`,
    'Antiga;11987650001;Novo;06/03/2025'
  ].join('\r\n')
  await imported(ours, file)
  const usage = async () => (await call(ours, 'GET', `/api/companies/${ours.id}/usage`)).json().leads
  expect(await usage()).toMatchObject({ used: 0, limit: 100, held: 0 })
  const shown = async () => (await call(ours, 'GET', '/api/leads?range=[0,999]&sort=["receivedAt","ASC"]')).json()
  const [first, second, ...others] = await shown()
  expect(others).toHaveLength(102)
  expect([first.name, first.receivedAt, first.source]).toEqual(['Pessoa 102', '2025-03-05T03:00:00Z', 'importação'])
  expect([second.name, second.receivedAt]).toEqual(['Antiga', '2025-03-06T03:00:00Z'])

  // The next one of the form is shown, and the first that counts.
  expect((await sendLead(app, ours.id)).statusCode).toBe(201)
  expect(await usage()).toMatchObject({ used: 1, held: 0 })
  expect((await shown()).at(-1).name).toBe('Ada Souza')
  await changePlan(app, ours.id, 'pro')
  await changePlan(app, ours.id, 'basic')
  expect(await usage()).toMatchObject({ used: 1 })

  const { rows: days } = await app.db.company(ours.id, trx =>
    sql<{ day: string; n: number; reached: number; waited: number }>`
      select day::text, sum(n)::integer as n, sum(reached)::integer as reached, sum(waited)::integer as waited from lead_days
      where company_id = ${ours.id} and day < '2025-12-31' group by day order by day`.execute(trx)
  )
  // An imported list says nothing about how fast people were answered.
  expect(days).toEqual([
    { day: '2025-03-05', n: 1, reached: 0, waited: 0 },
    { day: '2025-03-06', n: 1, reached: 0, waited: 0 }
  ])
  const { items } = (await call(ours, 'GET', '/api/dashboard/queue')).json()
  expect(items.map(({ name }: { name: string }) => name)).not.toContain('Antiga')
})

test('an import that failed says how far it came and why, and goes on when it is tried again', async () => {
  const ours = await company(app)
  const id = await checked(ours, people(300))
  await start(app, ours, id)
  await expect(runImport(cutAt(1), ours.id, id, app.config)).rejects.toThrow('killed')
  const run = async () => (await readImport(app, ours, id)).run
  const operation = (await run())?.id ?? ''
  await failOperation(app.db, ours.id, operation, new Error('killed'))
  expect(await run()).toMatchObject({
    state: 'failed',
    done: 100,
    total: 300,
    changed: 100,
    retryable: true,
    undoable: true,
    error: expect.stringMatching(/^Não foi possível terminar/)
  })
  expect((await start(app, ours, id)).statusCode).toBe(202)
  expect(await run()).toMatchObject({ state: 'running', error: null, retryable: false })
  expect((await start(app, ours, id)).statusCode).toBe(409)
  await runImport(app.db, ours.id, id, app.config)
  expect(await run()).toMatchObject({ state: 'done', changed: 300, counts: { created: 300 } })
  expect((await leadsOf(ours)).length).toBe(300)
  expect((await start(app, ours, id)).statusCode).toBe(409)
})

test('a list with more tags than a company may have says so before anything is imported', async () => {
  const ours = await company(app)
  const rows = Array.from({ length: 201 }, (_, n) => `P${n};119${80_000_000 + n};Etiqueta ${n}`)
  const id = await checked(ours, ['Nome;Telefone;Etiquetas', ...rows].join('\r\n'))
  const { check } = await readImport(app, ours, id)
  expect([check?.state, check?.error]).toEqual(['failed', expect.stringContaining('até 200 etiquetas')])
})

test('whoever began an import is told that it is done', async () => {
  const ours = await company(app)
  await imported(ours, people(2))
  expect((await call(ours, 'GET', '/api/notifications')).json().items).toMatchObject([
    { kind: 'operation_done', title: 'Importação de clientes.csv: pronto', body: '2 leads novos, 0 atualizados' }
  ])
})

test('nobody is told of imported leads unless it is asked for, and consent needs its evidence', async () => {
  const ours = await company(app)
  const queued = () =>
    app.db.everyCompany(
      async trx =>
        (
          await trx
            .selectFrom('outbox')
            .select('id')
            .where('name', '=', 'leads-created')
            .where(sql<string>`data ->> 'companyId'`, '=', ours.id)
            .execute()
        ).length
    )
  const file = (n: number) => `Nome;E-mail;Aceita comunicações\r\nAna;ana${n}@example.com;Sim`
  const sent = (await upload(app, ours, file(1))).json()
  const refused = await call(ours, 'POST', `/api/imports/${sent.id}/check`, usual(sent))
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['consentEvidence']])
  const consentEvidence = 'Assinaram a ficha na feira de março'
  await imported(ours, file(1), { consentEvidence })
  expect(await queued()).toBe(0)
  await imported(ours, file(2), { consentEvidence, notify: true })
  expect(await queued()).toBe(1)
  const consents = await app.db.company(ours.id, trx =>
    trx.selectFrom('consents').select(['granted', 'text', 'source']).execute()
  )
  expect(consents).toEqual(Array(2).fill({ granted: true, text: consentEvidence, source: 'import' }))
  const activities = (await call(ours, 'GET', `/api/companies/${ours.id}/activities`)).json()
  expect(activities[0]).toMatchObject({
    type: 'import',
    description: 'Importação de clientes.csv: 1 lead novo, 0 atualizados'
  })
})

test('imports and exports are seen by their company alone, and by those who may', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const id = await imported(ours, people(2))
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/errors'],
    ['POST', '/run'],
    ['POST', '/undo']
  ] as const)
    expect((await call(theirs, method, `/api/imports/${id}${path}`)).statusCode).toBe(404)
  const agent = await colleague(app, ours.id, { permissions: ['edit_leads'] })
  const importer = await colleague(app, ours.id, { permissions: ['import_leads'] })
  const sent = (await upload(app, importer, 'Nome;Telefone;Responsável\r\nNova;11987650000;Bia')).json()
  const mapping = ['name', 'phone', null]
  for (const [more, status] of [
    [{}, 403],
    [{ mapping, ownerId: agent.id }, 403],
    [{ mapping, ownerId: importer.id }, 202]
  ] as const)
    expect((await call(importer, 'POST', `/api/imports/${sent.id}/check`, usual(sent, more))).statusCode).toBe(status)
  expect((await call(agent, 'GET', `/api/imports/${id}`)).statusCode).toBe(403)
  const request = { format: 'csv', columns: ['name'], filter: {} }
  expect((await call(agent, 'POST', '/api/exports', request)).statusCode).toBe(403)
  const file = (await call(ours, 'POST', '/api/exports', request)).json().id
  await writeExport(app.db, ours.id, file)
  expect((await call(theirs, 'GET', `/api/exports/${file}/file`)).statusCode).toBe(404)
  const other = await colleague(app, ours.id, { permissions: ['export_leads'] })
  expect((await call(other, 'GET', `/api/exports/${file}/file`)).statusCode).toBe(404)

  // Somebody who sees only their own leads exports no others, and changes none by a list.
  const own = await colleague(app, ours.id, { permissions: ['export_leads', 'import_leads'], leadAccess: 'own' })
  const mine = (await call(own, 'POST', '/api/exports', request)).json().id
  await writeExport(app.db, ours.id, mine)
  expect((await call(own, 'GET', `/api/exports/${mine}/file`)).body).toBe('\ufeffNome\r\n')
  const hidden = await checked({ ...ours, ...own, id: ours.id } as Tenant, people(1))
  expect((await readImport(app, own, hidden)).check?.counts).toMatchObject({ created: 1, error: 0, updated: 0 })
  // Nor do they see what others imported, or take it back; what they import themselves is theirs.
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/errors'],
    ['POST', '/undo']
  ] as const)
    expect((await call(own, method, `/api/imports/${id}${path}`)).statusCode).toBe(404)
  expect((await call(own, 'GET', '/api/imports')).json()).toMatchObject([{ id: hidden, run: null }])
  await imported({ ...ours, ...own, id: ours.id } as Tenant, 'Nome;Telefone\r\nNova;11987659999')
  expect(await leadsOf(own as unknown as Tenant)).toMatchObject([{ name: 'Nova' }])
})

test('an export has no formula in it, keeps phones as text, and is read again by an import', async () => {
  const ours = await company(app)
  const { id: lead } = (await sendLead(app, ours.id, { name: '=HYPERLINK("x")', message: '@a;"b"\nc' })).json()
  await call(ours, 'PUT', `/api/leads/${lead}`, { cnpj: '11222333000181' })
  const taken = async (format: string) => {
    const columns = ['name', 'email', 'phone', 'cnpj', 'consent', 'message']
    const { id } = (await call(ours, 'POST', '/api/exports', { format, columns, filter: {} })).json()
    await writeExport(app.db, ours.id, id)
    return call(ours, 'GET', `/api/exports/${id}/file`)
  }
  const csv = (await taken('csv')).body
  expect(csv).toBe(
    `\ufeffNome;E-mail;Telefone;CNPJ;Aceita comunicações;Mensagem\r\n"'=HYPERLINK(""x"")";ada@example.com;(11) 98765-4321;11.222.333/0001-81;Sim;"'@a;""b""\nc"\r\n`
  )
  const rows = await readSheet((await taken('xlsx')).rawPayload)
  expect(rows[1]?.slice(0, 4)).toEqual([`'=HYPERLINK("x")`, 'ada@example.com', '(11) 98765-4321', '11.222.333/0001-81'])
  const again = await checked(ours, csv, { consentEvidence: 'Vieram do nosso formulário' })
  expect((await readImport(app, ours, again)).check?.counts).toMatchObject({ same: 1, error: 0 })
  const logged = await app.db.company(ours.id, trx =>
    trx.selectFrom('audit_log').select('action').where('action', '=', 'lead.exported').execute()
  )
  expect(logged).toHaveLength(2)
})

const dangerous = [
  '=1+1',
  ',=1+1',
  '\t=1+1',
  ' =1+1',
  '\u00a0=1+1',
  '\ufeff=1+1',
  '\u200b=1+1',
  '＝1+1',
  '＠SUM(1)',
  'x,=1+1',
  'x\t@SUM(1)',
  'x|-1+1',
  'x;"=1+1"',
  '"=1+1',
  "'=1+1",
  '+5511987654321',
  'uma lista:\n- um\n- dois'
]

/** No cell of a CSV is a formula, whichever delimiter the program that opens it takes. */
function expectNoFormula(csv: string): void {
  const cells = csv.split(/[,;|\t\r\n]/).map(cell => cell.replace(/^[\s\p{DI}"]+/u, ''))
  expect(cells.filter(cell => /^([=@＝＠]|[+\-＋－](?! ))/.test(cell))).toEqual([])
}

test('no export holds a cell that a spreadsheet takes for a formula, and all come back as they were', async () => {
  const [ours, other] = [await company(app), await company(app)]
  const rows = dangerous.map((message, n) => `Pessoa ${n};p${n}@example.com;"${message.replaceAll('"', '""')}"`)
  await imported(ours, ['Nome;E-mail;Mensagem', ...rows].join('\r\n'))
  await app.db.company(ours.id, async trx => {
    for (const [n, message] of dangerous.entries())
      await trx.updateTable('leads').set({ message }).where('email', '=', `p${n}@example.com`).execute()
  })
  const { id } = (
    await call(ours, 'POST', '/api/exports', { format: 'csv', columns: ['name', 'email', 'message'], filter: {} })
  ).json()
  await writeExport(app.db, ours.id, id)
  const csv = (await call(ours, 'GET', `/api/exports/${id}/file`)).body
  expectNoFormula(csv)
  await imported(other, csv)
  const messages = async (who: Tenant): Promise<unknown[][]> =>
    (await leadsOf(who)).map(({ name, message }: Record<string, unknown>) => [name, message])
  expect(await messages(other)).toEqual(
    (await messages(ours)).map(([name, message]) => [
      name,
      String(message)
        .replace(/\u00a0/g, ' ')
        .trim()
    ])
  )

  // The rows in fault go out as they came in, and once more.
  const faults = await checked(ours, csv.replaceAll('@example.com', ''))
  const errors = (await call(ours, 'GET', `/api/imports/${faults}/errors`)).body
  expectNoFormula(errors)
  const again = await checked(ours, errors)
  expect((await call(ours, 'GET', `/api/imports/${again}/errors`)).body.split('\n').length).toBe(
    errors.split('\n').length
  )
})

test('a company on trial keeps 50 MB of lists: it is told how much is left, and two at once do not both take the last', async () => {
  const ours = await company(app)
  const space = async () => (await call(ours, 'GET', '/api/imports/space')).json()
  expect(await space()).toEqual({ used: 0, limit: 50 * 1024 * 1024, freedOn: null })
  const file = Buffer.from(`Nome;E-mail\r\n${'Ana Lima;ana@example.com\r\n'.repeat(1_150_000)}`)
  const sent = await Promise.all(
    ['clientes.csv', 'outro.csv'].map(name => untilServed(() => upload(app, ours, file, name)))
  )
  const [kept, refused] = sent.toSorted((a, b) => a.statusCode - b.statusCode)
  expect([kept?.statusCode, refused?.statusCode]).toEqual([201, 409])
  expect(refused?.json()).toMatchObject({ code: 'LIMIT_REACHED' })
  expect(refused?.json().message).toMatch(
    /^Não há espaço para este arquivo: os de importações já ocupam [\d,]+ MB de 50 MB\. Apague um arquivo que falta importar/
  )
  expect(await space()).toEqual({
    used: file.length,
    limit: 50 * 1024 * 1024,
    freedOn: expect.stringMatching(/^\d\d\/\d\d$/)
  })

  // The way out that the sentence names.
  const id = kept?.json().id
  const { auth } = await colleague(app, ours.id, { permissions: ['export_leads'] })
  const remove = (headers: { authorization: string }) =>
    app.inject({ method: 'DELETE', url: `/api/imports/${id}`, headers })
  expect((await remove(auth)).statusCode).toBe(403)
  expect((await remove((await company(app)).auth)).statusCode).toBe(404)
  expect((await remove(ours.auth)).statusCode).toBe(204)
  expect(await space()).toMatchObject({ used: 0 })
  expect((await call(ours, 'GET', '/api/imports')).json()).toEqual([])
  const small = await imported(ours, people(1))
  expect((await call(ours, 'GET', `/api/imports/${small}`)).json().run).toMatchObject({ state: 'done' })
  const done = await app.inject({ method: 'DELETE', url: `/api/imports/${small}`, headers: ours.auth })
  expect([done.statusCode, done.json().message]).toEqual([409, expect.stringMatching(/apagado sozinho 7 dias/)])
})

test('what a plan gives beyond the trial counts, and files of exports leave the space of lists alone', async () => {
  const ours = await company(app)
  await app.db.everyCompany(trx =>
    sql`update companies set trial_ends_at = now() - interval '1 day' where id = ${ours.id}`.execute(trx)
  )
  await changePlan(app, ours.id, 'pro')
  await app.db.company(ours.id, trx =>
    trx
      .insertInto('files')
      .values({
        company_id: ours.id,
        name: 'leads.csv',
        type: 'export',
        size: 250 * 1024 * 1024 - 100,
        expires_at: new Date(Date.now() + 3600_000)
      })
      .execute()
  )
  expect((await call(ours, 'GET', '/api/imports/space')).json()).toMatchObject({ used: 0, limit: 250 * 1024 * 1024 })
  await imported(ours, people(3))
  const { id } = (
    await call(ours, 'POST', '/api/exports', {
      format: 'csv',
      columns: ['name', 'email', 'phone', 'status', 'source', 'receivedAt', 'message'],
      filter: {}
    })
  ).json()
  await expect(writeExport(app.db, ours.id, id)).rejects.toThrow(/os de exportações já ocupam 250 MB de 250 MB/)
})

test('a list brings answered leads along, and the first answer is still to be given', async () => {
  const ours = await company(app)
  const steps = async () => (await call(ours, 'GET', '/api/dashboard/steps')).json()
  await imported(ours, 'Nome;E-mail;Status\r\nAna;ana@example.org;Em contato')
  expect(await steps()).toMatchObject({ import: true, answer: false })
  const [{ id }] = (await call(ours, 'GET', '/api/leads')).json()
  await call(ours, 'POST', `/api/leads/${id}/contacts`, { channel: 'phone', outcome: 'no_answer' })
  expect(await steps()).toMatchObject({ import: true, answer: true })
})
