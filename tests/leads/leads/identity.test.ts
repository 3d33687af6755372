import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { company, openApp, sendLead } from '../../kit/app.ts'

const app = await openApp()

const stored = (companyId: string) =>
  app.db.company(companyId, async trx => ({
    leads: await trx.selectFrom('leads').selectAll().orderBy('received_at').execute(),
    submissions: await trx.selectFrom('submissions').selectAll().orderBy('received_at').execute(),
    consents: await trx.selectFrom('consents').select(['lead_id', 'granted']).orderBy('decided_at').execute(),
    activities: await trx.selectFrom('activities').select(['type', 'description']).orderBy('created_at').execute()
  }))

const ada = { name: 'Ada Souza', email: 'ada@example.com', phone: '11987654321' }

test.each([
  ['the same again', {}, ['phone', 'email', 'name']],
  ['a mobile without its ninth digit', { phone: '1187654321' }, ['phone9', 'email', 'name']],
  [
    'the same e-mail in capitals and another phone',
    { phone: '21912345678', email: 'ADA@example.com' },
    ['email', 'name']
  ],
  ['the first name alone', { name: 'ada' }, ['phone', 'email']],
  ['another name, but phone and e-mail', { name: 'Secretária' }, ['phone', 'email']]
])('%s is the same lead, and every submission is kept', async (_, changes, reasons) => {
  const ours = await company(app)
  const first = await sendLead(app, ours.id, { ...ada, message: 'Primeira', cidade: 'Recife' })
  const again = await sendLead(app, ours.id, { ...ada, ...changes, message: 'Segunda', consentGiven: false })
  expect(again.statusCode).toBe(201)
  expect(again.json()).toEqual(first.json())
  const { leads, submissions, consents, activities } = await stored(ours.id)
  expect(leads).toMatchObject([
    {
      name: 'Ada Souza',
      email: ada.email,
      phone: ada.phone,
      // Words under another name are no wish of the lead's own.
      message: 'name' in changes && changes.name === 'Secretária' ? 'Primeira' : 'Segunda',
      custom: { cidade: 'Recife' },
      version: 2
    }
  ])
  expect(leads[0]?.consent_given).toBe(false)
  expect(submissions).toMatchObject([
    { matched_by: [], answers: { message: 'Primeira', cidade: 'Recife' } },
    { matched_by: reasons, answers: { ...ada, ...changes, message: 'Segunda' } }
  ])
  expect(consents.map(({ granted }) => granted)).toEqual([true, false])
  expect(activities.map(({ type }) => type)).toEqual(['new_lead', 'message'])
})

test.each([
  ['a relative on the same phone', { name: 'Bento Souza', email: 'bento@example.com' }],
  ['who gives the same name and phone, but another e-mail', { email: 'outra@example.com' }],
  ['a colleague at the same mailbox', { name: 'Bento Lima', phone: '21912345678' }]
])('%s is another lead, marked as a possible duplicate', async (_, changes) => {
  const ours = await company(app)
  const first = await sendLead(app, ours.id, ada)
  const other = await sendLead(app, ours.id, { ...ada, ...changes })
  expect(other.json().id).not.toBe(first.json().id)
  const { leads } = await stored(ours.id)
  expect(leads.map(({ marks }) => marks)).toEqual([[], ['duplicate']])
})

test('twenty submissions of one person at the same time are one lead', async () => {
  const ours = await company(app)
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      sendLead(app, ours.id, n % 2 ? { ...ada, phone: `2191234${1000 + n}` } : { ...ada, phone: '1187654321' })
    )
  )
  expect(new Set(sent.map(each => each.json().id)).size).toBe(1)
  const { leads, submissions } = await stored(ours.id)
  expect([leads.length, submissions.length]).toEqual([1, 20])
})

test('a lead that somebody typed without an e-mail is not given one by a visitor who knows name and phone', async () => {
  const ours = await company(app)
  const payload = { name: 'Ada Souza', phone: ada.phone }
  await app.inject({ method: 'POST', url: '/api/leads', headers: ours.auth, payload })
  await sendLead(app, ours.id, { ...ada, email: 'intruso@example.com' })
  const { leads } = await stored(ours.id)
  expect(leads.map(({ email, marks }) => [email, marks])).toEqual([
    [null, []],
    ['intruso@example.com', ['duplicate']]
  ])
})

test.each([
  ['a phone', 'phone', (n: number) => ({ email: `p${n}@example.com`, phone: ada.phone })],
  ['an e-mail', 'email', (n: number) => ({ email: ada.email, phone: `2198${String(n).padStart(7, '0')}` })]
])(
  'many who share %s are each marked, and a person who comes back is found among the newest',
  async (_, what, shared) => {
    const ours = await company(app)
    await app.db.company(ours.id, trx =>
      sql`insert into leads (id, company_id, name, email, phone, phone_key, source, consent_given)
      select lpad(to_hex(n), 24, '0'), ${ours.id}, 'Antiga' || n, ${what === 'email' ? ada.email : null}::text, ${ada.phone},
        ${what === 'phone' ? '1187654321' : '9900000000'}::text, 'form', false
      from generate_series(1, 1000) as n`.execute(trx)
    )
    const person = (n: number) => ({ name: `Pessoa${n} Silva`, ...shared(n) })
    const sent = await Promise.all(Array.from({ length: 10 }, (_, n) => sendLead(app, ours.id, person(n))))
    const again = await Promise.all(Array.from({ length: 10 }, (_, n) => sendLead(app, ours.id, person(n))))
    expect(again.map(each => each.json())).toEqual(sent.map(each => each.json()))
    const { leads, submissions } = await stored(ours.id)
    expect([leads.length, submissions.length]).toEqual([1010, 20])
    expect(leads.filter(({ marks }) => marks.includes('duplicate')).length).toBe(10)
  }
)

test('the CNPJ of the company stays the company’s; a lead’s own comes from a field that asks for it', async () => {
  const ours = await company(app)
  const fields = [{ id: 'd', name: 'documento', label: 'CPF ou CNPJ', type: 'taxId', required: false }]
  await app.db.company(ours.id, trx =>
    trx
      .updateTable('forms')
      .set({ fields: JSON.stringify(fields) })
      .execute()
  )
  const send = (n: number, documento?: string) =>
    sendLead(app, ours.id, {
      name: `Pessoa ${n}`,
      email: `p${n}@example.com`,
      phone: `1199999000${n}`,
      cnpj: ours.cnpj,
      documento
    })
  const [first] = [await send(1), await send(2), await send(3, '11.222.333/0001-81'), await send(4, '529.982.247-25')]
  const alike = await app.inject({ url: `/api/leads/${first?.json().id}/duplicates`, headers: ours.auth })
  const found = await app.inject({ url: `/api/leads?filter={"q":"${ours.cnpj}"}`, headers: ours.auth })
  expect([alike.json(), found.json()]).toEqual([[], []])
  const { leads, submissions } = await stored(ours.id)
  expect(leads.map(({ cnpj }) => cnpj)).toEqual([null, null, '11222333000181', null])
  expect(submissions.some(({ answers }) => 'cnpj' in answers)).toBe(false)
})

test('a robot neither changes a lead nor becomes one that a person is put with', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id, { ...ada, website: 'spam' })
  await sendLead(app, ours.id, ada)
  await sendLead(app, ours.id, { ...ada, message: 'spam', website: 'spam' })
  const { leads } = await stored(ours.id)
  expect(leads.map(({ marks, message }) => [marks, message])).toEqual([
    [['bot'], null],
    [['duplicate'], null],
    [['bot', 'duplicate'], 'spam']
  ])
})

test('a lost lead that writes again is new again, and the change is in its history', async () => {
  const ours = await company(app)
  const { id } = (await sendLead(app, ours.id, ada)).json()
  await app.inject({
    method: 'PUT',
    url: `/api/leads/${id}`,
    headers: ours.auth,
    payload: { status: 'lost', lostReason: 'Preço' }
  })
  await sendLead(app, ours.id, ada)
  const lead = (await app.inject({ url: `/api/leads/${id}`, headers: ours.auth })).json()
  expect(lead).toMatchObject({ status: 'new', lostReason: null })
  const changes = await app.db.company(ours.id, trx => trx.selectFrom('lead_changes').selectAll().execute())
  expect(changes).toContainEqual(
    expect.objectContaining({ lead_id: id, field: 'status', before: 'lost', after: 'new' })
  )
})

test('by what the visitor came is kept, the first time and the last', async () => {
  const ours = await company(app)
  const touch = (utm_campaign: string) => ({ touch: { last: { utm_campaign, utm_source: 'instagram', gclid: '' } } })
  await sendLead(app, ours.id, { ...ada, ...touch('verao') })
  await sendLead(app, ours.id, { ...ada, ...touch('natal') })
  const { leads, submissions } = await stored(ours.id)
  expect(leads).toMatchObject([
    {
      first_touch: { utm_campaign: 'verao', utm_source: 'instagram' },
      last_touch: { utm_campaign: 'natal', utm_source: 'instagram' }
    }
  ])
  expect(submissions.map(each => each.touch.utm_campaign)).toEqual(['verao', 'natal'])
  const refused = await sendLead(app, ours.id, { ...ada, touch: { last: { utm_campaign: 'x'.repeat(501) } } })
  expect(refused.statusCode).toBe(400)
})
