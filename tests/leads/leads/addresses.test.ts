import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { writeExport } from '../../../services/leads/exports/write.ts'
import { runImport } from '../../../services/leads/imports/run.ts'
import { checkImport } from '../../../services/leads/imports/stage.ts'
import { undoImport } from '../../../services/leads/imports/undo.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { start, upload, usual } from '../../kit/imports.ts'

const app = await openApp()

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (who: Tenant, method: Method, url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })

const plain = (value: string, more = {}) => ({ value, label: null, main: false, canMessage: true, ...more })

/** A lead with two telephones and two e-mails. */
async function withSeveral(who: Tenant, more = {}): Promise<string> {
  const typed = {
    name: 'Ada Souza',
    phones: [
      { value: '(11) 98765-4321', label: 'celular' },
      { value: '(11) 3333-4444', label: 'trabalho' }
    ],
    emails: [{ value: 'ada@example.com' }, { value: 'Ada@trabalho.example', label: 'trabalho', canMessage: false }],
    ...more
  }
  const response = await call(who, 'POST', '/api/leads', typed)
  expect(response.statusCode, response.body).toBe(201)
  return response.json().id
}

const further = (who: Tenant) =>
  app.db.company({ id: who.id, deleted: true }, trx =>
    trx.selectFrom('lead_addresses').select('key').orderBy('key').execute()
  )

test('a lead answers its telephones and e-mails with the main one first, and PUT replaces a whole list', async () => {
  const ours = await company(app)
  const id = await withSeveral(ours)
  const typed = (await call(ours, 'GET', `/api/leads/${id}`)).json()
  expect(typed).toMatchObject({
    phone: '11987654321',
    email: 'ada@example.com',
    phones: [plain('11987654321', { label: 'celular', main: true }), plain('1133334444', { label: 'trabalho' })],
    emails: [
      plain('ada@example.com', { main: true }),
      plain('Ada@trabalho.example', { label: 'trabalho', canMessage: false })
    ]
  })
  expect(Object.keys(typed.phones[0])).not.toContain('key')
  const changed = await call(ours, 'PUT', `/api/leads/${id}`, {
    phones: [{ value: '1133334444' }, { value: '+1 212 555 2368', label: 'Nova Iorque', main: true }],
    expected: { phones: typed.phones }
  })
  expect(changed.json()).toMatchObject({
    phone: '+12125552368',
    phones: [plain('+12125552368', { label: 'Nova Iorque', main: true }), plain('1133334444')],
    emails: typed.emails
  })
  const stale = await call(ours, 'PUT', `/api/leads/${id}`, { phones: [], expected: { phones: typed.phones } })
  expect([stale.statusCode, Object.keys(stale.json().errors)]).toEqual([409, ['phones']])
  const [listed] = (await call(ours, 'GET', '/api/leads')).json()
  expect(listed.phones).toEqual(changed.json().phones)

  // `phone` alone is the main one; the others stay, and with none the next one takes its place.
  const main = await call(ours, 'PUT', `/api/leads/${id}`, { phone: '11 90000-0001' })
  expect(main.json().phones).toEqual([plain('11900000001', { label: 'Nova Iorque', main: true }), plain('1133334444')])
  const next = await call(ours, 'PUT', `/api/leads/${id}`, { phone: null })
  expect(next.json()).toMatchObject({ phone: '1133334444', phones: [plain('1133334444', { main: true })] })
  const none = await call(ours, 'PUT', `/api/leads/${id}`, { phones: [], emails: [] })
  expect(none.json()).toMatchObject({ phone: null, phones: [], email: null, emails: [] })
  expect(await further(ours)).toEqual([])
})

const many = (n: number) => Array.from({ length: n }, (_, i) => ({ value: `119${80_000_000 + i}` }))

test.each([
  [
    'two mains',
    {
      phones: [
        { value: '11987654321', main: true },
        { value: '1133334444', main: true }
      ]
    },
    'phones.1.main',
    'Só um telefone'
  ],
  [
    'the same twice, once without the ninth digit',
    { phones: [{ value: '11987654321' }, { value: '1187654321' }] },
    'phones.1.value',
    'já está na lista'
  ],
  [
    'the same e-mail in capitals',
    { emails: [{ value: 'a@b.co' }, { value: 'A@B.co' }] },
    'emails.1.value',
    'já está na lista'
  ],
  ['more than ten', { phones: many(11) }, 'phones', 'no máximo 10 telefones'],
  [
    'a number that cannot be read',
    { phones: [{ value: '11987654321' }, { value: 'liga depois' }] },
    'phones.1.value',
    'Telefone inválido'
  ],
  ['nothing', { emails: [{ value: ' ' }] }, 'emails.0.value', 'Informe o e-mail'],
  ['an address that is none', { emails: [{ value: 'ada@' }] }, 'emails.0.value', 'Email inválido'],
  [
    'a label that is too long',
    { phones: [{ value: '11987654321', label: 'x'.repeat(41) }] },
    'phones.0.label',
    '40 caracteres'
  ]
])('%s is refused with a sentence that names the field', async (_, change, field, text) => {
  const ours = await company(app)
  const id = (await sendLead(app, ours.id)).json().id
  const response = await call(ours, 'PUT', `/api/leads/${id}`, change)
  expect(response.statusCode, response.body).toBe(400)
  expect(response.json().errors).toEqual({ [field]: expect.stringContaining(text) })
  const typed = await call(ours, 'POST', '/api/leads', { name: 'Bia', ...change })
  expect(typed.json().errors).toEqual({ [field]: expect.stringContaining(text) })
})

test('ten are kept', async () => {
  const ours = await company(app)
  const id = await withSeveral(ours, { phones: many(10) })
  expect((await call(ours, 'GET', `/api/leads/${id}`)).json().phones).toHaveLength(10)
})

test.each([
  ['the second number and the same e-mail', { name: 'Secretária', phone: '1133334444', email: 'ada@example.com' }],
  ['the second e-mail', { phone: '21912345678', email: 'ada@trabalho.example' }]
])('a form with %s joins the lead', async (_, sent) => {
  const ours = await company(app)
  const id = await withSeveral(ours)
  const answer = await sendLead(app, ours.id, { name: 'Ada Souza', ...sent })
  expect(answer.json().id).toBe(id)
})

test('a switchboard joins nobody whose e-mails differ, by a form or typed, and marks them as possible duplicates', async () => {
  const ours = await company(app)
  const id = await withSeveral(ours)
  const typed = await call(ours, 'POST', '/api/leads', {
    name: 'Ada',
    phone: '1133334444',
    email: 'terceira@example.com'
  })
  expect(typed.statusCode, typed.body).toBe(201)
  const sent = await sendLead(app, ours.id, { name: 'Ada Lima', phone: '1133334444', email: 'outra@example.com' })
  expect([id, typed.json().id]).not.toContain(sent.json().id)
  expect((await call(ours, 'GET', `/api/leads/${sent.json().id}`)).json().marks).toEqual(['duplicate'])
  const alike = (await call(ours, 'GET', `/api/leads/${id}/duplicates`)).json()
  expect(alike.map(({ id: each, reasons }: { id: string; reasons: string[] }) => [each, reasons[0]])).toEqual(
    expect.arrayContaining([
      [sent.json().id, 'phone'],
      [typed.json().id, 'phone']
    ])
  )
})

test('whoever is typed in again by the second number gets the lead, with what is new of theirs', async () => {
  const ours = await company(app)
  const id = await withSeveral(ours)
  const again = await call(ours, 'POST', '/api/leads', {
    name: 'Ada',
    phones: [{ value: '1133334444' }, { value: '11900000001', label: 'casa' }]
  })
  expect(again.json()).toMatchObject({ id, matchedBy: ['phone'], filled: ['phones'] })
  expect(again.json().lead.phones.map(({ value }: { value: string }) => value)).toEqual([
    '11987654321',
    '1133334444',
    '11900000001'
  ])
})

test.each(['1133334444', '(11) 3333-4444', '3333444', 'ada@trabalho.example', 'trabalho.exa', '11987654321'])(
  'the search for %s finds the lead',
  async q => {
    const ours = await company(app)
    const id = await withSeveral(ours)
    await sendLead(app, ours.id, { name: 'Bia', phone: '21955556666', email: 'bia@example.com' })
    const found = (await call(ours, 'GET', `/api/leads?filter=${encodeURIComponent(JSON.stringify({ q }))}`)).json()
    expect(found.map((lead: { id: string }) => lead.id)).toEqual([id])
    const alike = await call(ours, 'GET', '/api/leads/similar?name=&phone=1133334444')
    expect(alike.json().map((lead: { id: string }) => lead.id)).toEqual([id])
  }
)

test('a merge keeps both people’s numbers, and undone gives each back their own', async () => {
  const ours = await company(app)
  const id = await withSeveral(ours)
  const other = (
    await sendLead(app, ours.id, { name: 'Bia Reis', phone: '21955556666', email: 'bia@example.com' })
  ).json().id
  const before = (await call(ours, 'GET', `/api/leads/${other}`)).json()
  const merged = await call(ours, 'POST', `/api/leads/${other}/merge`, { otherId: id, fields: { phone: 'other' } })
  expect(merged.statusCode, merged.body).toBe(200)
  const values = (list: { value: string }[]) => list.map(({ value }) => value)
  expect(values(merged.json().lead.phones)).toEqual(['11987654321', '21955556666', '1133334444'])
  expect(values(merged.json().lead.emails)).toEqual(['bia@example.com', 'ada@example.com', 'Ada@trabalho.example'])
  const later = await sendLead(app, ours.id, { name: 'Ada', phone: '11987654321', email: 'ada@trabalho.example' })
  expect(later.json().id).toBe(other)
  const undone = await call(ours, 'POST', `/api/merges/${merged.json().merge.id}/undo`)
  expect(undone.json().lead).toMatchObject({ phone: before.phone, phones: before.phones, emails: before.emails })
  expect(values((await call(ours, 'GET', `/api/leads/${id}`)).json().phones)).toEqual(['11987654321', '1133334444'])
})

test('a number that was added after a merge stays when it is undone, and those of the merged lead go', async () => {
  const ours = await company(app)
  const id = (await sendLead(app, ours.id, { name: 'Bia', phone: '21955556666', email: 'bia@example.com' })).json().id
  const other = await withSeveral(ours)
  const merged = await call(ours, 'POST', `/api/leads/${id}/merge`, { otherId: other, fields: {} })
  await call(ours, 'PUT', `/api/leads/${id}`, { phones: [...merged.json().lead.phones, { value: '11900000001' }] })
  const undone = await call(ours, 'POST', `/api/merges/${merged.json().merge.id}/undo`)
  expect(undone.json().lead.phones.map(({ value }: { value: string }) => value)).toEqual(['21955556666', '11900000001'])
  expect(undone.json().merge.kept).toEqual(['phones'])
})

test('a random sequence of changes keeps the lists, the main ones and the keys equal', async () => {
  const ours = await company(app)
  const id = await withSeveral(ours)
  const numbers = many(6).map(({ value }) => value)
  let seed = 7
  const random = (n: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return seed % n
  }
  for (let step = 0; step < 40; step++) {
    const list = [...new Set(Array.from({ length: random(5) }, () => numbers[random(6)]))].map(value => ({ value }))
    const change = random(2) ? { phones: list } : { phone: random(4) ? (numbers[random(6)] ?? null) : null }
    expect((await call(ours, 'PUT', `/api/leads/${id}`, change)).statusCode).toBe(200)
    const { phone, phones } = (await call(ours, 'GET', `/api/leads/${id}`)).json()
    expect(phones[0]?.value ?? null).toBe(phone)
    expect(phones.map(({ main }: { main: boolean }) => main)).toEqual(phones.map((_: object, at: number) => at === 0))
    const { rows } = await app.db.company(ours.id, trx =>
      sql<{ same: boolean }>`
        select array(select key from lead_addresses where lead_id = ${id} order by key)
          = array(select entry ->> 'key' from leads l, jsonb_array_elements(coalesce(l.phones, '[]') || coalesce(l.emails, '[]')) as entry
            where l.id = ${id} and entry -> 'main' = 'false' order by 1) and phone_key is not distinct from coalesce(phones #>> '{0,key}', phone_key) as same
        from leads where id = ${id}`.execute(trx)
    )
    expect(rows).toEqual([{ same: true }])
  }
})

async function importNow(who: Tenant, file: string | Buffer, more = {}): Promise<string> {
  const sent = (await upload(app, who, file)).json()
  const checked = await call(who, 'POST', `/api/imports/${sent.id}/check`, usual(sent, more))
  expect(checked.statusCode, checked.body).toBe(202)
  await checkImport(app.db, who.id, sent.id, app.config)
  expect((await start(app, who, sent.id)).statusCode).toBe(202)
  await runImport(app.db, who.id, sent.id, app.config)
  return sent.id
}

const listsOf = async (who: Tenant) =>
  (await call(who, 'GET', '/api/leads?sort=["name","ASC"]'))
    .json()
    .map(({ name, phones, emails, companyRole }: Record<string, unknown>) => ({ name, phones, emails, companyRole }))

test('an export imported elsewhere gives equal leads, and imported again here changes nothing', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  await withSeveral(ours, { companyRole: 'Dona' })
  await withSeveral(ours, {
    name: 'Bia',
    phones: [
      { value: '+1 212 555 2368', label: 'sala 12', canMessage: false },
      { value: '21955556666', canMessage: false }
    ],
    emails: []
  })
  await sendLead(app, ours.id, { name: 'Caio', phone: '21955556667', email: 'caio@example.com' })
  const columns = ['name', 'phone', 'email', 'phones', 'emails', 'companyRole']
  const { id } = (await call(ours, 'POST', '/api/exports', { format: 'csv', columns, filter: {} })).json()
  await writeExport(app.db, ours.id, id)
  const file = (await call(ours, 'GET', `/api/exports/${id}/file`)).rawPayload
  await importNow(theirs, file)
  expect(await listsOf(theirs)).toEqual(await listsOf(ours))
  const before = await listsOf(ours)
  await importNow(ours, file, { policy: 'all' })
  expect(await listsOf(ours)).toEqual(before)
})

test('an import adds numbers to a lead found by its second one, and is undone to the letter', async () => {
  const ours = await company(app)
  await withSeveral(ours)
  const before = await listsOf(ours)
  const file =
    'Nome;Telefone 1 - Tipo;Telefone 1;Telefone 2;Fax;E-mail\r\nAda;recado;1133334444;11900000001;1133334445;'
  const id = await importNow(ours, file)
  const [ada, ...others] = await listsOf(ours)
  expect(others).toEqual([])
  expect(ada.phones.map(({ value, label }: Record<string, unknown>) => [value, label])).toEqual([
    ['11987654321', 'celular'],
    ['1133334444', 'trabalho'],
    ['11900000001', null],
    ['1133334445', 'fax']
  ])
  await call(ours, 'POST', `/api/imports/${id}/undo`)
  await undoImport(app.db, ours.id, id)
  expect(await listsOf(ours)).toEqual(before)
})

test('rows of one file that share a second number are one person, and a switchboard makes none', async () => {
  const ours = await company(app)
  await importNow(
    ours,
    [
      'Nome;E-mail;Telefone;Telefone 2',
      'Ana;;11987650001;1133334444',
      'Ana Lima;;1133334444;',
      'Ana Reis;ana.reis@example.com;11987650002;1133335555',
      'Ana Souza;ana.souza@example.com;11987650003;1133335555'
    ].join('\r\n')
  )
  expect((await listsOf(ours)).map(({ name }: { name: string }) => name)).toEqual(['Ana', 'Ana Reis', 'Ana Souza'])
})

test('the other people of a firm are those of its CNPJ, else those of its name, as far as the reader sees them', async () => {
  const ours = await company(app)
  const add = async (more: object) => (await call(ours, 'POST', '/api/leads', { separate: true, ...more })).json().id
  const ana = await add({ name: 'Ana', company: 'Padaria São José' })
  await add({ name: 'Beto', company: 'PADARIA SAO JOSE', companyRole: 'Comprador' })
  const caio = await add({ name: 'Caio', company: 'Outra', cnpj: '11222333000181' })
  await add({ name: 'Davi', company: 'Mais uma', cnpj: '11.222.333/0001-81' })
  const namesOf = async (id: string) =>
    (await call(ours, 'GET', `/api/leads/${id}/company`))
      .json()
      .map(({ name, companyRole }: Record<string, unknown>) => [name, companyRole])
  expect(await namesOf(ana)).toEqual([['Beto', 'Comprador']])
  expect(await namesOf(caio)).toEqual([['Davi', null]])
  expect(await namesOf(await add({ name: 'Eva' }))).toEqual([])
  const theirs = await company(app)
  expect((await call(theirs, 'GET', `/api/leads/${ana}/company`)).statusCode).toBe(404)
})
