import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Trx } from '../../../services/core/db.ts'
import { validEmail } from '../../../services/core/rules.ts'
import { defaultSettings } from '../../../services/leads/forms/drafts/rules.ts'
import { dayIn } from '../../../services/leads/forms/queries.ts'
import { consentText } from '../../../services/leads/leads/rules.ts'
import { checkSubmission } from '../../../services/leads/leads/submission.ts'
import { ada, company, openApp, sendLead } from '../../kit/app.ts'
import { newDatabase, readRows } from '../../kit/database.ts'

const app = await openApp()

const stored = (companyId: string) =>
  app.db.company(companyId, async trx => ({
    leads: await trx.selectFrom('leads').selectAll().orderBy('received_at').execute(),
    consents: await trx.selectFrom('consents').selectAll().execute(),
    activities: await trx.selectFrom('activities').selectAll().execute()
  }))

test('a lead sent by a visitor is seen by its company and by no other', async () => {
  const [ours, theirs] = await Promise.all([company(app), company(app)])
  const sent = await sendLead(app, ours.id)
  expect(sent.statusCode).toBe(201)
  expect(sent.json()).toEqual({ success: true, id: expect.stringMatching(/^[0-9a-f]{24}$/) })
  const url = `/api/leads/${sent.json().id}`
  expect((await app.inject({ url, headers: ours.auth })).json()).toMatchObject({
    name: 'Ada Souza',
    phone: '11987654321',
    status: 'new',
    source: 'form',
    consentGiven: true
  })
  expect((await app.inject({ url, headers: theirs.auth })).statusCode).toBe(404)
  expect((await app.inject({ url: '/api/leads', headers: theirs.auth })).json()).toEqual([])
})

test('with the lead come its consent, with the sentence that was shown, its activity, its event and its job', async () => {
  const ours = await company(app)
  const { id } = (await sendLead(app, ours.id, { consentGiven: false }, { 'user-agent': 'Navegador' })).json()
  const { consents, activities } = await stored(ours.id)
  expect(consents).toMatchObject([
    {
      lead_id: id,
      granted: false,
      text: consentText,
      channels: ['email', 'phone'],
      ip: '127.0.0.1',
      user_agent: 'Navegador'
    }
  ])
  expect(activities).toMatchObject([{ type: 'new_lead', lead_id: id, lead_name: 'Ada Souza' }])
  const rows = await app.db.everyCompany(async trx => ({
    events: await trx.selectFrom('events').select(['kind', 'data']).where('company_id', '=', ours.id).execute(),
    jobs: (await trx.selectFrom('outbox').select(['name', 'data']).execute()).filter(
      job => job.data.companyId === ours.id
    )
  }))
  expect(rows.events).toEqual([{ kind: 'lead-created', data: { leadId: id, activityId: activities[0]?.id } }])
  expect(rows.jobs).toEqual([{ name: 'leads-created', data: { companyId: ours.id, leadIds: [id] } }])
})

test('a lead costs little more for those that came just before, where the planner knows nothing yet of the tables', async () => {
  const database = await newDatabase()
  const fresh = await openApp({ DATABASE_URL: database })
  const ours = await company(fresh)
  const leads = 400
  for (let n = 0; n < leads; n++) {
    const sent = await sendLead(fresh, ours.id, { email: `p${n}@example.com`, phone: `1191234${1000 + n}` })
    expect(sent.statusCode).toBe(201)
  }
  // With its connections end what they have counted.
  await fresh.close()
  const read = await readRows(database, 'leads')
  console.log(`${read} rows of leads read for ${leads} that came`)
  // A plan that reads every lead for each, until statistics are there, would have read two hundred for each.
  expect(read / leads).toBeLessThan(40)
})

test('a consent can be changed by nobody, and goes only when the person is erased', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id)
  const asCompany = (work: (trx: Trx) => Promise<unknown>) => app.db.company(ours.id, work)
  for (const door of [asCompany, app.db.everyCompany])
    await expect(door(trx => trx.updateTable('consents').set({ granted: true }).execute())).rejects.toThrow(
      /permission denied/
    )
  await expect(asCompany(trx => trx.deleteFrom('consents').execute())).rejects.toThrow(/permission denied/)
})

test.each([
  ['nome', 'name'],
  ['nome_completo', 'name'],
  ['fullname', 'name'],
  ['e-mail', 'email'],
  ['email_address', 'email'],
  ['telefone', 'phone'],
  ['celular', 'phone'],
  ['mobile', 'phone']
] as const)('%s is accepted in place of %s', async (synonym, name) => {
  const ours = await company(app)
  const { [name]: value, ...rest } = ada
  const payload = { ...rest, [synonym]: value, mensagem: 'Olá', companyId: ours.id }
  const sent = await app.inject({ method: 'POST', url: '/api/leads/public', payload })
  expect(sent.statusCode).toBe(201)
  const { leads } = await stored(ours.id)
  expect(leads).toMatchObject([{ name: ada.name, email: ada.email, phone: '11987654321', message: 'Olá', custom: {} }])
})

test.each([
  ['nome', 'name', 201],
  ['email_address', 'email', 255],
  ['telefone', 'phone', 41]
] as const)('%s may be as long as %s and no longer', async (synonym, name, length) => {
  const ours = await company(app)
  const value = Array.from(randomBytes(4000), byte => byte % 10)
    .join('')
    .slice(-length)
  for (const text of [value, value.padEnd(4000, value)]) {
    const sent = await sendLead(app, ours.id, { [name]: undefined, [synonym]: text })
    expect(sent.statusCode).toBe(400)
    expect(sent.json().errors).toEqual({ [name]: `Use no máximo ${length - 1} caracteres.` })
  }
})

test('what a form sends without JavaScript has the same limits', () => {
  const form = { fields: [], settings: defaultSettings, today: '' }
  for (const field of ['name', 'email', 'message', 'source', 'preferredTime'])
    expect(() => checkSubmission({ ...ada, [field]: 'x'.repeat(9000) }, form)).toThrow(/Use no máximo/)
})

test('an e-mail that is none is refused at once, however long it is', () => {
  const started = performance.now()
  // In proportion to the square of its length it would take minutes.
  expect(validEmail(`x@${'.'.repeat(500_000)}@`)).toBe(false)
  expect(performance.now() - started).toBeLessThan(30_000)
})

test('answers nested without end are refused', async () => {
  const ours = await company(app)
  const nested = `${'['.repeat(15_000)}${']'.repeat(15_000)}`
  const payload = JSON.stringify({ ...ada, companyId: ours.id, cor: 0 }).replace('"cor":0', `"cor":${nested}`)
  const headers = { 'content-type': 'application/json' }
  const sent = await app.inject({ method: 'POST', url: '/api/leads/public', payload, headers })
  expect(sent.statusCode).toBe(400)
  expect(sent.json().errors).toEqual({ cor: 'Os dados têm níveis demais.' })
})

test('the company may be named by its id, its CNPJ, one of its users, or the CNPJ field alone', async () => {
  const ours = await company(app)
  const masked = ours.cnpj.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5')
  for (const named of [
    { companyId: ours.cnpj },
    { companyId: masked },
    { companyId: ours.userId },
    { companyId: '', cnpj: masked }
  ])
    expect((await sendLead(app, ours.id, named)).statusCode).toBe(201)
  expect((await stored(ours.id)).consents).toHaveLength(4)
})

test('the server decides status and time of receipt, whatever is sent', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id, { status: 'converted', submittedAt: '2020-01-02T03:04:05.000Z', source: 'instagram' })
  const { leads } = await stored(ours.id)
  expect(leads).toMatchObject([{ status: 'new', source: 'instagram', submitted_at: '2020-01-02T03:04:05Z' }])
  expect(Date.now() - new Date(leads[0]?.received_at ?? 0).getTime()).toBeLessThan(60_000)
})

test.each([
  [{ name: ' ' }, 'name', 'Nome é obrigatório.'],
  [{ email: '' }, 'email', 'Email é obrigatório.'],
  [{ email: 'sem-arroba' }, 'email', 'Email inválido'],
  [{ phone: 'abc' }, 'phone', 'Telefone é obrigatório.'],
  [{ cnpj: '11.111.111/1111-11' }, 'cnpj', 'CNPJ inválido. Digite um CNPJ válido com 14 dígitos.'],
  [{ cnpj: '123' }, 'cnpj', 'CNPJ inválido. Digite um CNPJ válido com 14 dígitos.'],
  [{ preferredDate: '2020-01-01' }, 'preferredDate', 'A data preferencial não pode ser anterior a hoje.'],
  [{ preferredDate: '2027-02-30' }, 'preferredDate', 'Data inválida.'],
  [{ preferredDate: 'amanhã' }, 'preferredDate', 'Data inválida.'],
  [{ preferredPeriod: 'madrugada' }, 'preferredPeriod', 'Período inválido.'],
  [{ companyId: '' }, 'companyId', 'ID da empresa é obrigatório.'],
  [{ companyId: 'padaria' }, 'companyId', 'Formato de ID ou CNPJ inválido'],
  [{ name: 7 }, 'name', 'O valor é de um tipo inválido.'],
  [{ consentGiven: 'sim' }, 'consentGiven', 'O valor é de um tipo inválido.'],
  [{ name: 'x'.repeat(201) }, 'name', 'Use no máximo 200 caracteres.'],
  [{ name: 'a\u0000b' }, 'name', 'O texto contém caracteres inválidos.'],
  [{ message: 'a\ud800b' }, 'message', 'O texto contém caracteres inválidos.'],
  [{ cor: { hex: '#fff' } }, 'cor', 'O valor é de um tipo inválido.'],
  [{ 'a\u0000b': '1' }, 'dados', 'O texto contém caracteres inválidos.'],
  [{ 'campo<script>': '1' }, 'campo<script>', 'O nome do campo não é aceito.']
])('%j is refused at the field %s', async (wrong, field, message) => {
  const ours = await company(app)
  const sent = await sendLead(app, ours.id, wrong)
  expect(sent.statusCode).toBe(400)
  expect(sent.json()).toMatchObject({ code: 'invalid', errors: { [field]: message }, requestId: expect.any(String) })
  expect(await stored(ours.id)).toEqual({ leads: [], consents: [], activities: [] })
})

test('an unknown company gets the text that the form knows', async () => {
  for (const companyId of ['f'.repeat(24), '11444777000161']) {
    const sent = await sendLead(app, companyId)
    expect(sent.statusCode).toBe(404)
    expect(sent.json()).toMatchObject({ message: 'Empresa não encontrada' })
  }
})

test.each([
  ['{"name": ', 'application/json', 400],
  ['', 'application/json', 400],
  ['[]', 'application/json', 400],
  ['null', 'application/json', 400],
  ['name=a', 'text/plain', 415],
  [`{"message":"${'x'.repeat(40_000)}"}`, 'application/json', 413],
  ['{"__proto__":{"companyId":"x"},"name":"a"}', 'application/json', 400],
  [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 'application/json', 400]
])('the body %s is answered in Portuguese, and not with a 5xx', async (payload, type, status) => {
  const sent = await app.inject({
    method: 'POST',
    url: '/api/leads/public',
    payload,
    headers: { 'content-type': type }
  })
  expect(sent.statusCode).toBe(status)
  expect(sent.json()).toMatchObject({ message: expect.stringMatching(/[a-zã]/), requestId: expect.any(String) })
})

const hostile = [
  `'; drop table leads; --`,
  '<script>alert(1)</script>',
  '#{7*7} {{7*7}} %s %n',
  '=cmd|calc!A1',
  '../../etc/passwd',
  '\u202Eoãçnuf\u0007\u200B',
  '👩‍👩‍👧‍👦 ﷽',
  'null',
  '\\u0000 \\x00'
]

test.each(hostile)('%j is stored unchanged and comes back as it was', async text => {
  const ours = await company(app)
  const sent = await sendLead(app, ours.id, { name: text, message: text, source: text.slice(0, 100), cidade: text })
  expect(sent.statusCode).toBe(201)
  const lead = (await app.inject({ url: `/api/leads/${sent.json().id}`, headers: ours.auth })).json()
  expect(lead).toMatchObject({ name: text.trim(), message: text.trim(), custom: { cidade: text } })
  const found = await app.inject({
    url: '/api/leads',
    query: { filter: JSON.stringify({ q: text }) },
    headers: ours.auth
  })
  expect(found.statusCode).toBe(200)
})

test('own fields of the form are checked and kept, and so are those it has dropped since', async () => {
  const ours = await company(app)
  const fields = [
    { id: 'c', name: 'cidade', label: 'Cidade', type: 'select', required: true, options: ['Recife', 'Olinda'] },
    { id: 'e', name: 'outro_email', label: 'Outro', type: 'email', required: false }
  ]
  await app.db.company(ours.id, trx =>
    trx
      .updateTable('forms')
      .set({ fields: JSON.stringify(fields) })
      .execute()
  )
  const missing = await sendLead(app, ours.id)
  expect(missing.json()).toMatchObject({ errors: { cidade: 'Este campo é obrigatório' } })
  const wrong = await sendLead(app, ours.id, { cidade: 'Recife', outro_email: 'x' })
  expect(wrong.json()).toMatchObject({ errors: { outro_email: 'Email inválido' } })
  expect((await sendLead(app, ours.id, { cidade: 'Recife', antigo: 'valor', quantos: 3 })).statusCode).toBe(201)
  expect((await stored(ours.id)).leads).toMatchObject([{ custom: { cidade: 'Recife', antigo: 'valor', quantos: 3 } }])
})

test('a doubtful lead is stored and marked, and its sender sees success', async () => {
  const ours = await company(app)
  const send = (lead: object) => sendLead(app, ours.id, { ...lead })
  const sent = [
    await send({ website: 'http://spam.example' }),
    await send({ email: 'b@example.com', phone: '21912345678', elapsed: 100 }),
    await send({ name: 'Bia', email: 'ADA@example.com', phone: '41912345678' }),
    await send({ name: 'Caio', email: 'd@example.com', phone: '(11) 8765-4321' })
  ]
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  const { leads } = await stored(ours.id)
  expect(leads.map(lead => lead.marks)).toEqual([['bot'], ['fast'], ['duplicate'], ['duplicate']])
})

test('too many leads from one address are marked, not refused', async () => {
  const strict = await openApp({ RATE_LIMIT_FACTOR: '1' })
  const ours = await company(app)
  for (let n = 0; n < 23; n++)
    expect(
      (await sendLead(strict, ours.id, { email: `n${n}@example.com`, phone: `1191234${1000 + n}` })).statusCode
    ).toBe(201)
  const { leads } = await stored(ours.id)
  expect(leads.filter(lead => lead.marks.includes('flood'))).toHaveLength(3)
})

test('the same key and body are one lead with one answer, also twenty at once; another body is refused', async () => {
  const ours = await company(app)
  const key = { 'idempotency-key': 'envio-12345678' }
  const sent = await Promise.all(Array.from({ length: 20 }, () => sendLead(app, ours.id, {}, key)))
  expect(new Set(sent.map(each => each.json().id)).size).toBe(1)
  expect(sent.every(each => each.statusCode === 201)).toBe(true)
  const again = await sendLead(app, ours.id, { submittedAt: new Date().toISOString(), elapsed: 99_999 }, key)
  expect(again.json()).toEqual(sent[0]?.json())
  const other = await sendLead(app, ours.id, { name: 'Outra' }, key)
  expect(other.statusCode).toBe(422)
  expect(other.json().message).toMatch(/outros dados/)
  const { leads, consents, activities } = await stored(ours.id)
  expect([leads.length, consents.length, activities.length]).toEqual([1, 1, 1])
  const theirs = await company(app)
  expect((await sendLead(app, theirs.id, {}, key)).statusCode).toBe(201)
})

test('today is the company’s today', async () => {
  const ours = await company(app)
  await app.db.company(ours.id, trx => trx.updateTable('companies').set({ time_zone: 'Pacific/Kiritimati' }).execute())
  const there = dayIn('Pacific/Kiritimati')
  expect((await sendLead(app, ours.id, { preferredDate: there, preferredPeriod: 'evening' })).statusCode).toBe(201)
  const before = new Date(`${there}T00:00:00Z`)
  before.setUTCDate(before.getUTCDate() - 1)
  const yesterday = await sendLead(app, ours.id, { preferredDate: before.toISOString() })
  expect(yesterday.statusCode).toBe(400)
})

test('a form of another site may send a lead, and nothing private', async () => {
  const ours = await company(app)
  const origin = { origin: 'https://padaria.example' }
  const sent = await sendLead(app, ours.id, {}, origin)
  expect(sent.headers['access-control-allow-origin']).toBe('*')
  expect(sent.headers['access-control-allow-credentials']).toBeUndefined()
  const private_ = await app.inject({ url: '/api/leads', headers: { ...ours.auth, ...origin } })
  expect(private_.headers['access-control-allow-origin']).toBeUndefined()
})
