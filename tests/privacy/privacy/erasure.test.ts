import { sql } from 'kysely'
import pino from 'pino'
import { expect, inject, test } from 'vitest'
import { takeLocks } from '../../../services/core/locks.ts'
import { features } from '../../../services/features.ts'
import { erasureKey, resealErasureKey } from '../../../services/leads/erased/people.ts'
import { runImport } from '../../../services/leads/imports/run.ts'
import { checkImport } from '../../../services/leads/imports/stage.ts'
import { undoImport } from '../../../services/leads/imports/undo.ts'
import { notifyOfNew } from '../../../services/leads/leads/worker.ts'
import { runOperation } from '../../../services/leads/operations/run.ts'
import { undoOperation } from '../../../services/leads/operations/undo.ts'
import { eraseLeads } from '../../../services/privacy/privacy/erase.ts'
import { allPlaces } from '../../../services/privacy/privacy/places.ts'
import { company, openApp, sendLead, type Tenant, testConfig } from '../../kit/app.ts'
import { fillCards } from '../../kit/cards.ts'
import { newDatabase } from '../../kit/database.ts'
import { readImport, start, upload, usual } from '../../kit/imports.ts'
import { askErasure, dump, erase, privacyCall } from '../../kit/privacy.ts'

// A database of its own: a test waits until a connection waits for a lock in it.
const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
const log = pino({ level: 'silent' })

const call = (who: Pick<Tenant, 'auth'>, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })

const zuleica = { name: 'Zuleica Quintanilha', email: 'zuleica@quintanilha.example', phone: '(21) 98877-6655' }
const traces = /zuleica|quintanilha|8877-?6655|52998224725|529\.982\.247-25/i

async function imported(who: Tenant, file: string, more = {}): Promise<string> {
  const sent = (await upload(app, who, file)).json()
  await call(who, 'POST', `/api/imports/${sent.id}/check`, usual(sent, more))
  await checkImport(app.db, who.id, sent.id, app.config)
  await start(app, who, sent.id)
  await runImport(app.db, who.id, sent.id, app.config)
  return sent.id
}

const runBulk = async (who: Tenant, payload: object): Promise<string> => {
  const response = await call(who, 'POST', '/api/leads/operations', payload)
  expect(response.statusCode, response.body).toBe(202)
  await runOperation(app.db, who.id, response.json().id)
  return response.json().id
}

/** A lead that has been through everything that a team does with one. */
async function workedLead(ours: Tenant): Promise<string> {
  const sent = { ...zuleica, message: 'Meu CPF é 529.982.247-25', documento: '529.982.247-25' }
  const id = (await sendLead(app, ours.id, sent)).json().id
  await sendLead(app, ours.id, { ...zuleica, phone: '2188776655', message: 'De novo' })
  await notifyOfNew.run(
    { companyId: ours.id, leadIds: [id] },
    { db: app.db, config: app.config, log, jobId: `job ${id}`, last: true }
  )
  await call(ours, 'POST', `/api/leads/${id}/notes`, { text: 'Zuleica prefere 21 98877 6655' })
  await call(ours, 'POST', '/api/tasks', { leadId: id, title: 'Ligar para Zuleica', dueAt: '2030-01-01T00:00:00Z' })
  await call(ours, 'PUT', `/api/leads/${id}`, { email: 'zuleica2@quintanilha.example', status: 'contacted' })
  await call(ours, 'POST', `/api/leads/${id}/contacts`, { channel: 'phone' })
  await call(ours, 'POST', `/api/leads/${id}/consents`, { channel: 'email', granted: true, evidence: 'Zuleica disse' })
  const other = (
    await call(ours, 'POST', '/api/leads', { name: 'Z. Quintanilha', email: 'zq@quintanilha.example' })
  ).json().id
  await call(ours, 'POST', `/api/leads/${id}/merge`, { otherId: other, fields: {} })
  const tag = (await call(ours, 'POST', '/api/tags', { name: 'VIP' })).json().id
  await call(ours, 'PUT', `/api/leads/${id}`, { tags: [tag] })
  await imported(ours, `Nome;E-mail;Telefone;Mensagem\r\nZuleica;zuleica2@quintanilha.example;21988776655;Da lista`, {
    policy: 'all'
  })
  await upload(app, ours, 'Nome;E-mail\r\nZuleica;zuleica@quintanilha.example')
  await runBulk(ours, { kind: 'status', params: { status: 'scheduled' }, ids: [id] })
  await call(ours, 'POST', '/api/lead-views', { name: 'Busca', view: { filter: { q: 'zuleica@quintanilha.example' } } })
  await call(ours, 'POST', '/api/exports', {
    format: 'csv',
    columns: ['name'],
    filter: { q: 'zuleica@quintanilha.example' }
  })
  // She comes to an appointment of her own, and to one that somebody else booked for her.
  const [employee] = (await call(ours, 'GET', '/api/employees')).json()
  const [bia] = (await call(ours, 'GET', `/api/leads?filter=${JSON.stringify({ q: 'bia@example.com' })}`)).json()
  for (const [leadId, hour] of [
    [id, 12],
    [bia?.id, 14]
  ] as const) {
    const booked = await call(ours, 'POST', `/api/appointments/companies/${ours.id}/appointments`, {
      title: 'Visita',
      employeeId: employee.id ?? employee._id,
      leadId,
      status: 'requested',
      start: `2030-01-02T${hour}:00:00Z`,
      end: `2030-01-02T${hour + 1}:00:00Z`,
      guest: { name: 'Zuleica', email: 'zuleica@quintanilha.example', phone: '21 98877-6655' },
      message: 'Meu CPF é 529.982.247-25',
      answers: [{ label: 'Nome', value: 'Zuleica Quintanilha' }]
    })
    expect(booked.statusCode, booked.body).toBe(201)
  }
  await call(ours, 'POST', `/api/leads/${id}/person-link`)
  await call(ours, 'GET', `/api/leads/${id}/export`)
  await call(ours, 'DELETE', `/api/leads/${id}`)
  await call(ours, 'POST', `/api/leads/${id}/restore`)
  const talk = await fillCards(app, ours, id)
  await app.db.everyCompany(async trx => {
    await sql`update chat_messages set message = 'Ligue para Zuleica' where session_id = ${talk}`.execute(trx)
    await sql`
      insert into chat_messages (session_id, audience, message)
      values (${talk}, 'client', 'Quem é zuleica@quintanilha.example?'), (${talk}, 'client', 'Bom dia')`.execute(trx)
  })
  return id
}

const counts = (ours: Tenant) =>
  app.db.everyCompany(async trx => {
    const read = async (query: ReturnType<typeof sql>) => (await query.execute(trx)).rows
    const id = ours.id
    return [
      await read(
        sql`select tag_id, status, sum(n)::int as n from lead_facets where company_id = ${id} group by 1, 2 having sum(n) <> 0`
      ),
      await read(
        sql`select status, sum(n)::int as n from lead_counts where company_id = ${id} group by 1 having sum(n) <> 0`
      ),
      await read(
        sql`select status, sum(n)::int as n, sum(reached)::int as r from lead_days where company_id = ${id} group by 1 having sum(n) <> 0`
      )
    ]
  })

test('nothing of an erased person is left in any table, the counts are right, and the certificate says so', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id, { name: 'Bia Reis', email: 'bia@example.com', phone: '11987650001' })
  const before = await counts(ours)
  await workedLead(ours)
  expect(await dump(ours.id, env.DATABASE_URL)).toMatch(traces)

  const request = await askErasure(app, ours, { name: 'Zuleica', email: 'zuleica2@quintanilha.example' })
  const answer = await erase(app, ours, request)
  expect(answer.statusCode, answer.body).toBe(200)
  const certificate = answer.json()
  expect(certificate).toMatchObject({ number: 1, valid: true })
  for (const line of [
    'Nº 000001',
    'Cadastros excluídos: 2',
    'envios de formulário: 3',
    'notas: 1',
    'tarefas: 1',
    'agendamentos: 1',
    'Ocorrências encontradas: 0'
  ])
    expect(certificate.text).toContain(line)

  const left = (await dump(ours.id, env.DATABASE_URL)).split('\n').filter(row => traces.test(row))
  expect(left).toEqual([])
  expect(await counts(ours)).toEqual(before)
  expect((await privacyCall(app, ours, 'GET', `requests/${request.id}`)).json()).toMatchObject({
    status: 'done',
    name: null,
    email: null,
    certificate: 1,
    leads: []
  })
  expect((await privacyCall(app, ours, 'GET', 'certificates/1')).json()).toEqual(certificate)
  const mails = await app.db.everyCompany(trx =>
    trx.selectFrom('account_mails').selectAll().where('company_id', '=', ours.id).execute()
  )
  expect(mails.map(({ to_address, subject }) => [to_address, subject])).toEqual([
    ['', 'Seus dados em Empresa de Teste foram excluídos']
  ])
})

test('an erasure that would leave something behind erases nothing and names the place', async () => {
  const ours = await company(app)
  const id = (await sendLead(app, ours.id, zuleica)).json().id
  const bia = (await sendLead(app, ours.id, { name: 'Bia', email: 'bia@example.com', phone: '11987650001' })).json().id
  await call(ours, 'POST', `/api/leads/${bia}/notes`, { text: 'Indicada por zuleica@quintanilha.example' })
  await call(ours, 'POST', '/api/tags', { name: 'tel 21 988776655' })
  const request = await askErasure(app, ours, zuleica)
  const answer = await erase(app, ours, request)
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    code: 'STILL_THERE',
    message:
      'Nada foi excluído: ainda aparecem o e-mail em notas (1), o telefone em nomes de etiquetas (1). Apague ou corrija esses registros e tente de novo.'
  })
  expect((await call(ours, 'GET', `/api/leads/${id}`)).json().email).toBe(zuleica.email)
  expect((await privacyCall(app, ours, 'GET', `requests/${request.id}`)).json().status).toBe('open')
})

test('the texts are read before the erasure writes anything, and what is written of the person meanwhile is not missed', async () => {
  const ours = await company(app)
  const id = (await sendLead(app, ours.id, zuleica)).json().id
  const bia = (await sendLead(app, ours.id, { name: 'Bia', email: 'bia@example.com', phone: '11987650001' })).json().id
  const erasure = {
    companyId: ours.id,
    leadIds: [id],
    cause: 'request' as const,
    actor: { actorId: null, actorName: 'Teste', ip: null, requestId: null }
  }
  /** Erases, and writes something once the texts were read. */
  const eraseWhile = async (write: () => Promise<unknown>) => {
    const key = await erasureKey(app.db, app.config)
    const { promise, resolve } = Promise.withResolvers<void>()
    const turns = app.db.everyCompany(async trx => {
      await takeLocks(trx, ours.id, `email ${zuleica.email}`)
      await promise
    })
    const erased = eraseLeads(app.db, key, erasure).catch(error => error)
    const waiting = () =>
      app.db.everyCompany(async trx => {
        const { rows } = await sql<{ wrote: boolean }>`
          select backend_xid is not null as wrote from pg_stat_activity
          where datname = current_database() and wait_event = 'advisory' and query like '%take_locks%'`.execute(trx)
        return rows
      })
    await expect.poll(waiting).toEqual([{ wrote: false }])
    await write()
    resolve()
    await turns
    return erased
  }
  const text = `Irmã de ${zuleica.email}`
  const refused = await eraseWhile(() => call(ours, 'POST', `/api/leads/${bia}/notes`, { text }))
  expect(refused).toMatchObject({ code: 'STILL_THERE' })
  expect((await call(ours, 'GET', `/api/leads/${id}`)).statusCode).toBe(200)
  await app.db.company(ours.id, trx => sql`delete from notes where text = ${text}`.execute(trx))

  const view = { name: 'Busca', view: { filter: { q: zuleica.email } } }
  const certificate = await eraseWhile(() => call(ours, 'POST', '/api/lead-views', view))
  expect(certificate).toMatchObject({ number: 1 })
  const left = (await dump(ours.id, env.DATABASE_URL)).split('\n').filter(row => row.includes(zuleica.email))
  expect(left).toEqual([])
})

test.each([
  ['Zuleica@Quintanilha.example', 409],
  ['<zuleica@quintanilha.example>', 409],
  ['mailto:zuleica@quintanilha.example.', 409],
  ['de@zuleica@quintanilha.example', 409],
  ['a zuleica@quintanilha.example@outra', 409],
  ['xzuleica@quintanilha.example', 200],
  ['zuleica@quintanilha.example.org', 200],
  ['21 8877-6655', 409],
  ['+55 (21) 9 8877-6655', 409],
  ['005521988776655', 409],
  ['021 – 98877 / 6655', 409],
  ['tel:21988776655;', 409],
  ['1 21988776655', 409],
  ['12 21 98877 6655', 409],
  ['219887766551', 200],
  ['31988776655', 200],
  ['529.982.247-25', 409],
  ['cpf52998224725', 200],
  ['5299822472', 200]
])('a tag that says %s answers an erasure with %i', async (name, status) => {
  const ours = await company(app)
  const id = (await sendLead(app, ours.id, zuleica)).json().id
  await app.db.company(ours.id, trx =>
    trx.updateTable('leads').set({ custom: '{"cpf":"529.982.247-25"}' }).where('id', '=', id).execute()
  )
  expect((await call(ours, 'POST', '/api/tags', { name })).statusCode).toBe(201)
  const answer = await erase(app, ours, await askErasure(app, ours, zuleica))
  expect(answer.statusCode, answer.body).toBe(status)
  if (status === 200) expect(answer.json().text).toContain('- pedidos de privacidade: 1\n')
})

test('a telephone that the family shares goes on being the others’', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id, zuleica)
  const son = (await sendLead(app, ours.id, { ...zuleica, name: 'Otávio', email: 'otavio@example.com' })).json().id
  const request = await askErasure(app, ours, zuleica)
  const answer = await erase(app, ours, request)
  expect(answer.json().text).toContain('1 contato também pertence a outra pessoa')
  expect((await call(ours, 'GET', `/api/leads/${son}`)).json()).toMatchObject({ name: 'Otávio', phone: '21988776655' })
})

test('a number of another country and the same digits in Brazil are two people’s', async () => {
  const ours = await company(app)
  const abroad = { name: 'Zuleica Quintanilha', email: 'zuleica@quintanilha.example', phone: '+47 22 12 34 56' }
  const other = { name: 'Bia Reis', email: 'bia@example.com', phone: '(47) 2212-3456' }
  const written = ['+4722123456', '+47 22 12 34 56', '0047 22123456']
  const brazilian = ['(47) 2212-3456', '+55 47 2212-3456', '047 22123456']
  const [gone, stays] = [await sendLead(app, ours.id, abroad), await sendLead(app, ours.id, other)].map(
    answer => answer.json().id as string
  )
  const noted = async (id: string | undefined, numbers: string[]) => {
    for (const text of numbers) await call(ours, 'POST', `/api/leads/${id}/notes`, { text: `Ligar: ${text}` })
  }
  await noted(gone, written)
  await noted(stays, brazilian)
  const first = await erase(app, ours, await askErasure(app, ours, abroad))
  expect(first.statusCode, first.body).toBe(200)
  expect((await call(ours, 'GET', `/api/leads/${stays}`)).json()).toMatchObject({
    name: 'Bia Reis',
    phone: '4722123456'
  })

  const next = { ...abroad, name: 'Ivo Lund', email: 'ivo@lund.example' }
  const lund = (await sendLead(app, ours.id, next)).json().id
  await noted(lund, written)
  const second = await erase(app, ours, await askErasure(app, ours, other))
  expect(second.statusCode, second.body).toBe(200)
  expect((await call(ours, 'GET', `/api/leads/${lund}`)).json()).toMatchObject({ phone: '+4722123456' })
})

test.each([
  ['+44 20 7946 0958', '+44 (0)20 7946 0958'],
  ['+351 912 345 678', '00351912345678'],
  ['+351 912 345 678', '351912345678'],
  ['+47 22 12 34 56', '+47 2212 3456'],
  ['(47) 2212-3456', '+554722123456']
])('the number %s of an erased person may not stay written as %s', async (phone, text) => {
  const ours = await company(app)
  await sendLead(app, ours.id, { ...zuleica, phone })
  const bia = (await sendLead(app, ours.id, { name: 'Bia', email: 'bia@example.com', phone: '11987650001' })).json().id
  await call(ours, 'POST', `/api/leads/${bia}/notes`, { text: `A irmã: ${text}.` })
  const answer = await erase(app, ours, await askErasure(app, ours, { ...zuleica, phone }))
  expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('o telefone')])
})

test('only who may answer for privacy erases, with the word, the own leads, and once', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  await sendLead(app, ours.id, zuleica)
  const foreign = (await sendLead(app, theirs.id, zuleica)).json().id
  const request = await askErasure(app, ours, zuleica)
  expect((await erase(app, ours, request, 'sim')).json().errors).toEqual({
    confirmation: 'Digite EXCLUIR para confirmar.'
  })
  const wrong = { confirmation: 'EXCLUIR', leadIds: [foreign] }
  expect((await privacyCall(app, ours, 'POST', `requests/${request.id}/erase`, wrong)).statusCode).toBe(404)
  const twice = await Promise.all([erase(app, ours, request), erase(app, ours, request)])
  expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([
    200,
    expect.toSatisfy(code => code === 409 || code === 404)
  ])
  expect((await call(theirs, 'GET', `/api/leads/${foreign}`)).statusCode).toBe(200)
  expect((await privacyCall(app, theirs, 'GET', 'certificates/1')).statusCode).toBe(404)
})

test('an import refuses an erased person, in the check, in the run and in the file of errors, until they come back on their own', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id, zuleica)
  await erase(app, ours, await askErasure(app, ours, zuleica))
  const file =
    'Nome;E-mail;Telefone\r\nOutra;;21 8877-6655\r\nZu;ZULEICA@quintanilha.example;\r\nBia;bia@example.com;11987650001'
  const id = await imported(ours, file)
  const found = await readImport(app, ours, id)
  expect(found.check?.counts).toMatchObject({ created: 1, error: 2 })
  expect(found.run).toMatchObject({ state: 'done', done: 3, counts: { created: 1, error: 2 } })
  const errors = await call(ours, 'GET', `/api/imports/${id}/errors`)
  expect(errors.body.match(/Esta pessoa pediu a exclusão dos dados em \d\d\/\d\d\/\d{4}/g)).toHaveLength(2)

  const again = { name: 'Zuleica', phone: '21988776655' }
  const refused = await call(ours, 'POST', '/api/leads', again)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'ERASED_PERSON'])
  const own = await sendLead(app, ours.id, zuleica)
  expect(own.statusCode).toBe(201)
  expect((await readImport(app, ours, await imported(ours, file))).run?.counts).toMatchObject({ error: 0 })
})

test('typing in an erased person needs a reason, which is kept', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id, zuleica)
  await erase(app, ours, await askErasure(app, ours, zuleica))
  const again = { name: 'Zuleica', email: zuleica.email, againReason: 'Ligou e pediu um orçamento' }
  expect((await call(ours, 'POST', '/api/leads', again)).statusCode).toBe(201)
  const rows = await app.db.company(ours.id, trx =>
    trx.selectFrom('audit_log').select(['action', 'reason']).where('action', '=', 'lead.typed_again').execute()
  )
  expect(rows).toEqual([{ action: 'lead.typed_again', reason: 'Ligou e pediu um orçamento' }])
})

test('undoing a bulk deletion or an import leaves out people who were erased meanwhile, and says how many', async () => {
  const ours = await company(app)
  const file =
    'Nome;E-mail;Telefone\r\nZuleica Quintanilha;zuleica@quintanilha.example;21988776655\r\nBia;bia@example.com;11987650001'
  const importId = await imported(ours, file)
  const ids = (await call(ours, 'GET', '/api/leads')).json().map(({ id }: { id: string }) => id)
  const deletion = await runBulk(ours, { kind: 'delete', params: {}, ids })
  const request = await askErasure(app, ours, zuleica)
  expect(request.leads).toHaveLength(1)
  expect((await erase(app, ours, request)).statusCode).toBe(200)

  await call(ours, 'POST', `/api/leads/operations/${deletion}/undo`)
  await undoOperation(app.db, ours.id, deletion)
  const undone = (await call(ours, 'GET', `/api/leads/operations/${deletion}`)).json()
  expect(undone).toMatchObject({ state: 'undone', result: { erased: 1 } })
  expect((await call(ours, 'GET', '/api/leads')).json().map(({ name }: { name: string }) => name)).toEqual(['Bia'])
  await call(ours, 'POST', `/api/imports/${importId}/undo`)
  await undoImport(app.db, ours.id, importId)
  expect((await readImport(app, ours, importId)).run).toMatchObject({ state: 'undone', undone: 1, erased: 1, kept: 0 })
})

test('an erasure and somebody at work on the lead at the same moment leave either nothing or a new beginning', async () => {
  const ours = await company(app)
  for (let n = 0; n < 4; n++) {
    const person = { ...zuleica, email: `zuleica${n}@quintanilha.example`, phone: `2198877660${n}` }
    const id = (await sendLead(app, ours.id, person)).json().id
    const request = await askErasure(app, ours, person)
    const file = `Nome;E-mail\r\nZuleica Quintanilha;${person.email}`
    const sent = (await upload(app, ours, file)).json()
    await call(ours, 'POST', `/api/imports/${sent.id}/check`, usual(sent, { policy: 'all' }))
    await checkImport(app.db, ours.id, sent.id, app.config)
    await start(app, ours, sent.id)
    const [erased, ...others] = await Promise.all([
      erase(app, ours, request),
      call(ours, 'PUT', `/api/leads/${id}`, { message: 'Zuleica mudou' }),
      call(ours, 'POST', '/api/tasks', { leadId: id, title: 'Zuleica', dueAt: '2030-01-01T00:00:00Z' }),
      runImport(app.db, ours.id, sent.id, app.config)
    ])
    expect(erased.statusCode, erased.body).toBe(200)
    for (const other of others) if (other) expect([200, 201, 404]).toContain(other.statusCode)
    expect((await call(ours, 'GET', `/api/leads/${id}`)).statusCode).toBe(404)
    const left = (await dump(ours.id, env.DATABASE_URL)).split('\n').filter(row => row.includes(person.email))
    expect(left).toEqual([])
  }
  const request = await (async () => {
    await sendLead(app, ours.id, zuleica)
    return askErasure(app, ours, zuleica)
  })()
  const [erased, sent] = await Promise.all([
    erase(app, ours, request),
    sendLead(app, ours.id, { ...zuleica, message: 'Voltei' })
  ])
  expect([erased.statusCode, sent.statusCode]).toEqual([200, 201])
  const back = (await call(ours, 'GET', '/api/leads')).json()
  expect(back.map(({ message }: { message: string }) => message)).toEqual(back.length ? ['Voltei'] : [])
})

test('an erased person stays refused after the server’s secret has changed', async () => {
  const [before, after] = [
    testConfig(env),
    testConfig({ ...env, SECRET_KEY: 'k'.repeat(40), SECRET_KEY_PREVIOUS: inject('secret') })
  ]
  const key = await erasureKey(app.db, before)
  await app.db
    .everyCompany(async trx => {
      expect(await resealErasureKey(trx, after)).toBe(1)
      const { sealed } = await trx.selectFrom('server_keys').select('sealed').executeTakeFirstOrThrow()
      const { unseal } = await import('../../../services/core/secrets.ts')
      const alone = { secret: after.secret, previousSecret: undefined }
      const place = { field: 'server_keys.sealed', row: 'erased people' }
      expect(Buffer.from(unseal(alone, sealed, place), 'base64url').equals(key)).toBe(true)
      throw new Error('the others need the key as it was')
    })
    .catch(error => expect(error.message).toBe('the others need the key as it was'))
})

test('a lead of nobody’s company, or none at all, is erased by nobody', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const foreign = (await sendLead(app, theirs.id, zuleica)).json().id
  const key = await erasureKey(app.db, app.config)
  const actor = { actorId: null, actorName: null, ip: null, requestId: null }
  const nothing = await eraseLeads(app.db, key, { companyId: ours.id, leadIds: [foreign], cause: 'request', actor })
  expect(nothing).toBeUndefined()
  expect((await call(theirs, 'GET', `/api/leads/${foreign}`)).statusCode).toBe(200)
})

type Column = { table: string; column: string }
const schema = async <T>(text: string): Promise<T[]> =>
  app.db.everyCompany(async trx => (await sql.raw<T>(text).execute(trx)).rows)

/** Named like a reference to a lead, and none. */
const noReference = ['activities.lead_name', 'chat_proposals.lead_name', 'employees.lead_access', 'tickets.merged_into']

test('every column that refers to leads has its place in the erasure', async () => {
  const named = await schema<Column>(`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    where c.table_schema = 'public' and c.data_type in ('text', 'ARRAY')
      and c.column_name ~ '(^|_)leads?(_|$)|^other_id$|^merged_into$'`)
  const keys = await schema<Column>(`
    select k.conrelid::regclass::text as table, a.attname as column from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[array_length(k.conkey, 1)]
    where k.contype = 'f' and k.confrelid = 'leads'::regclass`)
  const declared = allPlaces().flatMap(({ table, columns }) => columns.map(column => `${table}.${column}`))
  const found = [...named, ...keys].map(({ table, column }) => `${table}.${column}`)
  expect([...new Set(found)].filter(name => !declared.includes(name) && !noReference.includes(name))).toEqual([])
  expect(named.length).toBeGreaterThan(15)
})

test('every table of a company is a place of personal data, or has a name for where something was left', async () => {
  const tables = await schema<{ name: string }>(`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id'`)
  const others = features.flatMap(feature => Object.keys(feature.tables ?? {}))
  const declared = [...allPlaces().map(({ table }) => table), ...others]
  expect(tables.map(({ name }) => name).filter(name => !declared.includes(name))).toEqual([])
})
