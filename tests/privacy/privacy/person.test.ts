import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PersonData } from '../../../services/privacy/person/schema.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { mailsTo } from '../../kit/mails.ts'
import { privacyCall } from '../../kit/privacy.ts'

const app = await openApp()

const link = (client: string, contact: string) =>
  app.inject({ method: 'POST', url: '/public/my-data/link', payload: { client, contact } })

const newest = async (address: string) => {
  await expect.poll(async () => (await mailsTo(app, address)).length).toBeGreaterThan(0)
  const [mail] = await mailsTo(app, address)
  return { ...mail, token: /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '' }
}

const open = (client: string, token: string) =>
  app.inject({ method: 'POST', url: `/public/my-data/open?client=${client}`, payload: { token } })

const as = (client: string, session: string) => (method: 'GET' | 'POST', path: string, payload?: object) =>
  app.inject({
    method,
    url: `/public/my-data${path}?client=${client}`,
    headers: { 'x-person-session': session },
    ...(payload && { payload })
  })

let n = 0
const unique = () => `pessoa${++n}-${Date.now()}@example.com`

async function reader(ours: Tenant, email: string) {
  await link(ours.id, email)
  const { token } = await newest(email)
  const opened = await open(ours.id, token)
  expect(opened.statusCode, opened.body).toBe(200)
  return { token, session: opened.json().session as string, call: as(ours.id, opened.json().session) }
}

test('a person sees, takes along and withdraws what a company keeps about them, and nobody else’s', async () => {
  const ours = await company(app, 'Padaria Central')
  const email = unique()
  await sendLead(app, ours.id, { name: 'Ada Souza', email, message: 'Quero um orçamento' })
  await sendLead(app, ours.id, { name: 'Outra Pessoa', email: email.toUpperCase(), phone: '11999990000' })
  await sendLead(app, ours.id, { name: 'Segredo', email: unique(), phone: '11988880000' })
  const { call } = await reader(ours, email)
  const data = (await call('GET', '')).json<PersonData>()
  expect(data.leads.map(({ name }) => name)).toEqual(['Ada Souza', 'Outra Pessoa'])
  expect(data.leads[0]).toMatchObject({ message: 'Quero um orçamento', status: 'Novo' })
  expect(data.leads[0]?.submissions[0]?.protocol).toMatch(/^[0-9A-F]{8}$/)
  expect(data.leads[0]?.consents[0]).toMatchObject({
    granted: true,
    text: 'Concordo em receber comunicações por email e telefone'
  })
  expect(JSON.stringify(data)).not.toContain('Segredo')
  expect(data.channels).toEqual([
    { channel: 'whatsapp', granted: null },
    { channel: 'phone', granted: true },
    { channel: 'email', granted: true }
  ])

  const withdrawn = (await call('POST', '/withdraw', { channel: 'email' })).json<PersonData>()
  expect(withdrawn.channels.find(({ channel }) => channel === 'email')?.granted).toBe(false)
  const [lead] = (await app.inject({ url: '/api/leads?filter={"q":"Ada"}', headers: ours.auth })).json()
  expect(lead.consentGiven).toBe(false)
  const [newestConsent] = (await app.inject({ url: `/api/leads/${lead.id}/consents`, headers: ours.auth })).json()
  expect(newestConsent).toMatchObject({ channels: ['email'], granted: false, source: 'person' })

  const file = await call('POST', '/file', {})
  expect(file.headers['content-disposition']).toContain('meus-dados.json')
  expect(file.json<PersonData>().requests.map(({ kind, status }) => [kind, status])).toEqual([
    ['access', 'done'],
    ['withdrawal', 'done']
  ])
})

test('a person asks for a correction, for erasure and objects, and the team sees each with what was proven', async () => {
  const ours = await company(app)
  const email = unique()
  await sendLead(app, ours.id, { email })
  const { call } = await reader(ours, email)
  const correction = { kind: 'correction', proposal: { name: 'Ada Lima', phone: '(11) 98888-0000' } }
  expect((await call('POST', '/requests', correction)).statusCode).toBe(201)
  expect((await call('POST', '/requests', { kind: 'correction', proposal: {} })).statusCode).toBe(400)
  const other = { kind: 'correction', proposal: {}, details: 'Apaguem a minha mensagem' }
  expect((await call('POST', '/requests', other)).statusCode).toBe(201)
  const twice = [
    await call('POST', '/requests', { kind: 'erasure' }),
    await call('POST', '/requests', { kind: 'erasure' })
  ]
  expect(twice.map(({ statusCode }) => statusCode)).toEqual([201, 409])
  const unsaid = await call('POST', '/requests', { kind: 'objection', details: ' ' })
  expect([unsaid.statusCode, unsaid.json().errors]).toEqual([400, { details: 'Diga a que você se opõe.' }])
  const details = 'Não quero receber ofertas'
  const objected = await call('POST', '/requests', { kind: 'objection', details })
  expect(objected.statusCode).toBe(201)
  const own = objected.json<PersonData>().requests.find(({ kind }) => kind === 'objection')
  expect(own?.status).toBe('open')
  expect(Date.parse(own?.dueAt ?? '') - Date.parse(own?.receivedAt ?? '')).toBe(15 * 24 * 3600_000)
  expect((await call('POST', '/requests', { kind: 'objection', details })).statusCode).toBe(409)
  const list = (await privacyCall(app, ours, 'GET', 'requests')).json()
  expect(list.map(({ kind, channel, email: of }: Record<string, string>) => [kind, channel, of])).toEqual([
    ['correction', 'page', email],
    ['correction', 'page', email],
    ['erasure', 'page', email],
    ['objection', 'page', email]
  ])
  expect([list[1].details, list[3].details]).toEqual([other.details, details])
  const detail = (await privacyCall(app, ours, 'GET', `requests/${list[0].id}`)).json()
  expect(detail.leads).toMatchObject([{ proven: true, same: true }])
})

test('the answer is the same whether the company knows the person or not, and a telephone gets its mail too', async () => {
  const ours = await company(app)
  const email = unique()
  await sendLead(app, ours.id, { email, phone: '11977776666' })
  const [registered, unknown, phone] = [
    await link(ours.cnpj, email),
    await link(ours.cnpj, unique()),
    await link(ours.id, '(11) 97777-6666')
  ]
  expect([registered.statusCode, registered.body]).toEqual([unknown.statusCode, unknown.body])
  expect(phone.body).toBe(registered.body)
  await expect.poll(async () => (await mailsTo(app, email)).length).toBe(2)
  expect((await link('f'.repeat(24), email)).statusCode).toBe(404)
  const { text = '' } = await newest(email)
  expect(text).toContain(`${app.config.publicUrl}/my-data?client=${ours.id}#`)
})

test('no link comes from the header of a request, and after three an hour none comes at all', async () => {
  const strict = await openApp({ RATE_LIMIT_FACTOR: '1' })
  const ours = await company(app)
  const email = unique()
  await sendLead(app, ours.id, { email })
  for (let attempt = 0; attempt < 5; attempt++)
    expect(
      (
        await strict.inject({
          method: 'POST',
          url: '/public/my-data/link',
          headers: { host: 'evil.example' },
          remoteAddress: `198.51.100.${attempt}`,
          payload: { client: ours.id, contact: email }
        })
      ).statusCode
    ).toBe(202)
  await expect.poll(async () => (await mailsTo(app, email)).length).toBe(3)
  for (const { text } of await mailsTo(app, email)) expect(text).not.toContain('evil')
})

test('a link opens once, in time, at its own company, and its session ends', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const email = unique()
  await sendLead(app, ours.id, { email })
  await sendLead(app, theirs.id, { email })
  await link(ours.id, email)
  const { token } = await newest(email)
  expect((await open(theirs.id, token)).statusCode).toBe(404)
  const opened = await Promise.all([open(ours.id, token), open(ours.id, token), open(ours.id, token)])
  expect(opened.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404])
  const session = opened.find(({ statusCode }) => statusCode === 200)?.json().session
  expect((await as(ours.id, session)('GET', '')).statusCode).toBe(200)
  for (const call of [as(theirs.id, session), as(ours.id, token), as(ours.id, ''), as(ours.id, 'x'.repeat(43))])
    expect((await call('GET', '')).json()).toMatchObject({ code: 'LINK_EXPIRED' })
  const stored = await app.db.company(ours.id, trx => sql`select t::text as row from person_accesses t`.execute(trx))
  expect(JSON.stringify(stored.rows)).not.toContain(session)

  await app.db.company(ours.id, trx => sql`update person_accesses set session_until = now()`.execute(trx))
  expect((await as(ours.id, session)('GET', '')).statusCode).toBe(404)
  await link(ours.id, email)
  const late = await newest(email)
  await app.db.company(ours.id, trx => sql`update person_accesses set link_until = now()`.execute(trx))
  expect((await open(ours.id, late.token)).statusCode).toBe(404)
})

test('a colleague copies a link for somebody without e-mail, which shows that lead and is in its history', async () => {
  const ours = await company(app)
  const typed = { method: 'POST' as const, headers: ours.auth }
  const lead = (
    await app.inject({ ...typed, url: '/api/leads', payload: { name: 'Rita', phone: '11966665555' } })
  ).json().id
  const copied = await app.inject({ ...typed, url: `/api/leads/${lead}/person-link` })
  expect(copied.statusCode).toBe(201)
  const token = new URL(copied.json().url).hash.slice(1)
  const { session } = (await open(ours.id, token)).json()
  const data = (await as(ours.id, session)('GET', '')).json<PersonData>()
  expect(data.leads.map(({ name }) => name)).toEqual(['Rita'])
  expect(data.leads[0]?.contacts.map(({ what }) => what)).toEqual(['Link de Meus dados copiado para Rita'])
})

test('who gives another’s name and telephone first sees nothing of what the other then sends, merged or not', async () => {
  const ours = await company(app)
  const [intruder, victim] = [unique(), unique()]
  const phone = '11955554444'
  const first = (await sendLead(app, ours.id, { name: 'Rita', email: intruder, phone, message: 'Oi' })).json().id
  const second = (
    await sendLead(app, ours.id, { name: 'Rita Prado', email: victim, phone, message: 'Segredo', cidade: 'Recife' })
  ).json().id
  expect(second).not.toBe(first)
  const spied = await reader(ours, intruder)
  expect((await spied.call('GET', '')).json<PersonData>().leads.map(({ id }) => id)).toEqual([first])

  const version = async (id: string) =>
    (await app.inject({ url: `/api/leads/${id}`, headers: ours.auth })).json().version
  const merged = await app.inject({
    method: 'POST',
    url: `/api/leads/${first}/merge`,
    headers: ours.auth,
    payload: {
      otherId: second,
      fields: { name: 'other', email: 'this', message: 'other' },
      expectedVersions: { this: await version(first), other: await version(second) }
    }
  })
  expect(merged.statusCode, merged.body).toBe(200)
  const [shown] = (await spied.call('GET', '')).json<PersonData>().leads
  expect(shown).toMatchObject({ id: first, name: 'Rita', email: intruder, phone: null, message: null, partial: true })
  expect(shown?.submissions.map(({ answers }) => answers.find(({ label }) => label === 'Mensagem')?.value)).toEqual([
    'Oi'
  ])
  expect(JSON.stringify(shown)).not.toMatch(/Segredo|Prado|Recife/)
  expect(JSON.stringify(shown)).not.toContain(victim)
  const theirs = await reader(ours, victim)
  const [own] = (await theirs.call('GET', '')).json<PersonData>().leads
  expect(own).toMatchObject({ name: 'Rita Prado', email: victim, partial: true, submissions: [{}], consents: [{}] })
  expect(JSON.stringify(own)).not.toContain(intruder)
})

test('a person whose e-mail the team corrected sees the whole lead', async () => {
  const ours = await company(app)
  const [wrong, right] = [unique(), unique()]
  const id = (await sendLead(app, ours.id, { email: wrong, message: 'Quero um orçamento' })).json().id
  const changed = await app.inject({
    method: 'PUT',
    url: `/api/leads/${id}`,
    headers: ours.auth,
    payload: { email: right }
  })
  expect(changed.statusCode, changed.body).toBe(200)
  const { call } = await reader(ours, right)
  const [shown] = (await call('GET', '')).json<PersonData>().leads
  expect(shown).toMatchObject({ message: 'Quero um orçamento', partial: false, submissions: [{}] })
})
