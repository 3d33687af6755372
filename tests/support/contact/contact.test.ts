import { beforeAll, expect, test } from 'vitest'
import { createOwnCompany, newProtocol, ownCompanyId } from '../../../services/support/contact/queries.ts'
import { openSite } from '../../kit/site.ts'
import { staff } from '../../kit/staff.ts'

const { app } = await openSite()

beforeAll(async () => {
  await Promise.all(Array.from({ length: 5 }, () => app.db.everyCompany(createOwnCompany)))
})

const message = {
  name: 'Ada Souza',
  email: 'ada@example.com',
  phone: '(11) 98765-4321',
  subject: 'privacy',
  message: 'Quero uma cópia dos meus dados.',
  consentGiven: false
}

const send = (payload: object) => app.inject({ method: 'POST', url: '/public/contact', payload })

/** The lead that a protocol names, in the provider's own company. */
const leadOf = async (protocol: string) => {
  const id = (await ownCompanyId(app.db)) ?? ''
  const leads = await app.db.company(id, trx => trx.selectFrom('leads').selectAll().execute())
  return leads.find(lead => lead.custom.protocolo === protocol)
}

test('there is one own company, however many processes start at once', async () => {
  const own = await app.db.everyCompany(trx =>
    trx.selectFrom('companies').select('id').where('own', '=', true).execute()
  )
  expect(own).toHaveLength(1)
})

test('a message to the provider is a lead of its own company, with a protocol', async () => {
  const answer = await send(message)
  expect(answer.statusCode).toBe(201)
  const { protocol } = answer.json()
  expect(protocol).toMatch(/^\d{4}-[2-9A-HJ-NP-Z]{6}$/)
  expect(await leadOf(protocol)).toMatchObject({
    name: 'Ada Souza',
    phone: '11987654321',
    source: 'contact',
    message: message.message,
    consent_given: false,
    custom: { assunto: 'Privacidade e dados pessoais', protocolo: protocol }
  })
})

test.each([
  ['name', ''],
  ['email', 'sem arroba'],
  ['phone', ' '],
  ['message', '\u0000'],
  ['subject', 'other']
])('a wrong %s is refused and named', async (field, value) => {
  const answer = await send({ ...message, [field]: value })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toHaveProperty(field)
})

test('nobody chooses the company, the status or the mark of a message', async () => {
  for (const extra of [{ companyId: 'f'.repeat(24) }, { status: 'converted' }, { marks: [] }])
    expect((await send({ ...message, ...extra })).statusCode).toBe(400)
  const { protocol } = (await send({ ...message, website: 'https://spam.example' })).json()
  expect((await leadOf(protocol))?.marks).toContain('bot')
})

test('the page takes a message without JavaScript, and gives it back with what is wrong', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (fields: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/contact', headers, payload: new URLSearchParams(fields).toString() })
  const { consentGiven: _, ...fields } = message
  const accepted = await post(fields)
  expect(accepted.statusCode).toBe(200)
  expect(accepted.body).toMatch(/\d{4}-[2-9A-HJ-NP-Z]{6}/)
  const refused = await post({ ...fields, email: 'errado', name: '<b>' })
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain('Email inválido')
  expect(refused.body).toContain('&lt;b&gt;')
  expect((await post({})).statusCode).toBe(400)
})

test('the page names the other channels that staff have set, and no others', async () => {
  const page = async () => (await app.inject({ url: '/contact' })).body
  expect(await page()).not.toContain('Outros canais')
  const { auth } = await staff(app, 'global_admin')
  const put = (payload: object) => app.inject({ method: 'PUT', url: '/api/admin/settings', headers: auth, payload })
  for (const wrong of [{ contactEmail: 'sem arroba' }, { contactWhatsapp: 'zap' }])
    expect((await put(wrong)).statusCode).toBe(400)
  await put({ contactWhatsapp: '(11) 98765-4321', privacyName: 'Ana <Prado>' })
  await expect.poll(page).toContain('Outros canais')
  const html = await page()
  expect(html).toContain('href="https://wa.me/5511987654321"')
  expect(html).toContain('Ana &lt;Prado&gt;')
  expect(html).not.toContain('Endereço')
})

test('protocols can be read out and do not repeat', () => {
  const made = new Set(Array.from({ length: 2000 }, () => newProtocol()))
  expect(made.size).toBeGreaterThan(1990)
  expect([...made].some(protocol => /[IO01]/.test(protocol.slice(5)))).toBe(false)
})
