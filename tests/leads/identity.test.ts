import { expect, test } from 'vitest'
import { company, openApp, sendLead } from '../support/app.ts'

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
  [
    'a mobile without its ninth digit and another e-mail',
    { phone: '1187654321', email: 'a@example.com' },
    ['phone9', 'name']
  ],
  [
    'the same e-mail in capitals and another phone',
    { phone: '21912345678', email: 'ADA@EXAMPLE.COM' },
    ['email', 'name']
  ],
  ['the first name alone and the same phone', { name: 'ada', email: 'outra@example.com' }, ['phone']],
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
      message: 'Segunda',
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
      sendLead(app, ours.id, n % 2 ? { ...ada, email: `a${n}@example.com` } : { ...ada, phone: '1187654321' })
    )
  )
  expect(new Set(sent.map(each => each.json().id)).size).toBe(1)
  const { leads, submissions } = await stored(ours.id)
  expect([leads.length, submissions.length]).toEqual([1, 20])
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
