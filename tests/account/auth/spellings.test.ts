import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { emailTexts, readEmail, readNamedEmail } from '../../../services/core/emails.ts'
import { company, newCnpj, openApp, sendLead } from '../../kit/app.ts'
import { mailsTo } from '../../kit/mails.ts'
import { signIn, staff } from '../../kit/people.ts'

const app = await openApp()

test.each([
  ['ana@b.test', 'ana@b.test'],
  [' Ana@B.Test ', 'ana@b.test'],
  ['Ana <ana@b.test>', null],
  ['"Souza, Ana" <ana@b.test>', null],
  ['<ana@b.test>', null],
  ['почта@b.test', 'почта@b.test'],
  ['ａｎａ@b.test', null],
  ['ana＠b.test', null],
  ['ﬁlha@b.test', null],
  ['аna@b.test', null],
  ['асе@b.test', null],
  ['ana@bаnco.test', null],
  ['josé@b.test', 'josé@b.test'],
  ['jose\u0301@b.test', 'josé@b.test'],
  ['ana@café.test', 'ana@xn--caf-dma.test'],
  ['ana@CAFE\u0301.test', 'ana@xn--caf-dma.test'],
  ["o'neill+leads@b-c.test", "o'neill+leads@b-c.test"],
  ['a\u200bna@b.test', null],
  ['a\u200dna@b.test', null],
  ['ana\ufeff@b.test', null],
  ['a\u00adna@b.test', null],
  ['a\u202ena@b.test', null],
  ['a\u2066na@b.test', null],
  ['a\u034fna@b.test', null],
  ['a\ufe0fna@b.test', null],
  ['a\u3164na@b.test', null],
  ['ana@b\u200b.test', null],
  ['a na@b.test', null],
  ['a\u00a0na@b.test', null],
  ['a\tna@b.test', null],
  ['a\u0000na@b.test', null],
  ['ana@b.test,bia@b.test', null],
  ['ana@b.test;bia@b.test', null],
  ['ana@b.test\r\nBcc: bia@b.test', null],
  ['Ana <ana@b.test', null],
  ['bia@b.test <ana@b.test>', null],
  ['Ana <ana@b.test> <bia@b.test>', null],
  ['"ana b"@b.test', null],
  ['ana(x)@b.test', null],
  ['ana@bia@b.test', null],
  ['.ana@b.test', null],
  ['ana..b@b.test', null],
  ['ana@b', null],
  ['ana@127.0.0.1', null],
  ['ana@[127.0.0.1]', null],
  ['ana@0x7f.1', null],
  ['ana@b.test:80', null],
  ['ana@b.test/x', null],
  ['ana@b.%74est', null],
  ['ana@-b.test', null],
  [`${'a'.repeat(65)}@b.test`, null],
  [`a@${'b'.repeat(250)}.test`, null],
  ['@b.test', null],
  ['', null]
])('%j is read as %j', (text, read) => {
  expect(readEmail(text)).toBe(read)
  if (read) expect(readEmail(read)).toBe(read)
})

/** Ways to write an address that read like it. */
const twins: [string, (email: string) => string][] = [
  ['capital letters', email => email.toUpperCase()],
  ['a composed letter', email => email.normalize('NFC')],
  ['a letter with a combining mark', email => email.normalize('NFD')],
  ['spaces around', email => ` ${email} `],
  ['a name before it', email => `Zé <${email}>`]
]

const newAddress = () => `josé-${randomBytes(6).toString('hex')}@example.com`

const signUp = (email: string) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/signup',
    payload: { name: 'A', email, password: 'uma senha boa', companyName: 'B', cnpj: newCnpj() }
  })

test.each(twins)('an address with %s is the same account at every door', async (_, twin) => {
  const email = newAddress()
  const other = twin(email)
  const first = await signUp(email)
  expect(first.json().user.email).toBe(email)
  expect((await signUp(other)).statusCode).toBe(409)
  expect((await signIn(app, { email: other, password: 'uma senha boa' })).token).toBeTruthy()
  await app.inject({ method: 'POST', url: '/public/password/forgot', payload: { email: other } })
  await expect.poll(async () => (await mailsTo(app, email))[0]?.subject).toContain('Redefinir sua senha')

  const ours = await company(app)
  const invite = (address: string) =>
    app.inject({
      method: 'POST',
      url: '/api/employees/invitations',
      headers: ours.auth,
      payload: { name: 'Bia', email: address, role: 'agent', leadAccess: 'all' }
    })
  const invited = newAddress()
  expect((await invite(invited)).statusCode).toBe(201)
  expect((await invite(twin(invited))).statusCode).toBe(409)

  const change = { email: other, password: ours.password }
  await app.inject({ method: 'POST', url: '/api/profile/email', headers: ours.auth, payload: change })
  expect((await mailsTo(app, email))[0]?.text).toContain('nada mudou')

  const admin = await staff(app, 'global_admin')
  const employee = { name: 'Rui', email: other, role: 'employee', permissions: [] }
  const hired = await app.inject({
    method: 'POST',
    url: '/api/admin/employees',
    headers: admin.auth,
    payload: employee
  })
  expect(hired.statusCode).toBe(409)
})

test.each([['a\u200bna'], ['a\u202ena'], ['a\u00adna'], ['a na']])('no account is made for %j', async local => {
  const refused = await signUp(`${local}-${randomBytes(4).toString('hex')}@example.com`)
  expect(refused.statusCode).toBe(400)
  expect(refused.json().errors).toEqual({ email: 'Email inválido' })
})

test('a lead whose e-mail holds what nobody sees is the person who has that e-mail', async () => {
  const ours = await company(app)
  const ids = []
  for (const email of ['ada@example.com', 'a\u200bda@example.com', 'ada@example.com\u2060', 'Ada <Ada@EXAMPLE.com>'])
    ids.push((await sendLead(app, ours.id, { email, phone: `119${ids.length}1112222` })).json().id)
  expect(new Set(ids).size).toBe(1)
  const [lead] = (await app.inject({ url: '/api/leads', headers: ours.auth })).json()
  expect(lead.email).toBe('ada@example.com')
  const typed = { name: 'Ada Souza', email: 'ad\u00ada@example.com' }
  const again = await app.inject({ method: 'POST', url: '/api/leads', headers: ours.auth, payload: typed })
  expect(again.json().id).toBe(ids[0])
})

test.each([
  ['ana@[10.0.0.1]', emailTexts.literal],
  ['ana@10.0.0.1', emailTexts.literal],
  ['"ana b"@example.com', emailTexts.quoted],
  ['аna@example.com', emailTexts.lookalike],
  ['ａna@example.com', emailTexts.lookalike],
  ['ana＠example.com', emailTexts.lookalike],
  ['ana', emailTexts.malformed]
])('%j is refused at every door with a sentence', async (email, text) => {
  const ours = await company(app)
  const refusal = async (method: 'POST' | 'PUT', url: string, payload: object) => {
    const answer = await app.inject({ method, url, headers: ours.auth, payload })
    return [answer.statusCode, answer.json().errors]
  }
  const refused = [400, { email: text }]
  expect((await sendLead(app, ours.id, { email })).json().errors).toEqual({ email: text })
  expect(await refusal('POST', '/api/leads', { name: 'Ana', email })).toEqual(refused)
  expect(
    await refusal('POST', '/api/employees/invitations', { name: 'Ana', email, role: 'agent', leadAccess: 'all' })
  ).toEqual(refused)
  const { id } = (await sendLead(app, ours.id)).json()
  expect(await refusal('PUT', `/api/leads/${id}`, { email })).toEqual(refused)
})

test('the local part of a stored address keeps its case, and names no other person', async () => {
  const ours = await company(app)
  const first = (await sendLead(app, ours.id, { email: 'Ana Souza <Ana.Souza@Example.COM>' })).json()
  const [lead] = (await app.inject({ url: '/api/leads', headers: ours.auth })).json()
  expect(lead.email).toBe('Ana.Souza@example.com')
  const again = await sendLead(app, ours.id, { email: 'ana.souza@example.com' })
  expect(again.json().id).toBe(first.id)
})

test('the address of a company keeps the case of its local part', async () => {
  const ours = await company(app)
  const [url, rest] = [`/api/companies/${ours.id}`, { phone: null, address: null, industry: null }]
  const typed = { name: 'Loja', email: 'Loja <Contato.Loja@Example.com>', timeZone: 'America/Sao_Paulo', ...rest }
  const changed = await app.inject({ method: 'PUT', url, headers: ours.auth, payload: typed })
  expect([changed.statusCode, changed.json().email], changed.body).toEqual([200, 'Contato.Loja@example.com'])
})

test.each([
  ['Ana <ana@B.test>', 'ana@b.test'],
  ['"Souza, Ana" <ana@b.test>', 'ana@b.test'],
  ['<ana@b.test>', 'ana@b.test'],
  [' ana@b.test ', 'ana@b.test'],
  ['Ana <ana@b.test', null],
  ['Ana <ana@b.test> <bia@b.test>', null],
  ['bia@b.test <ana@b.test>', null]
])('entered as %j it is %j', (text, read) => {
  expect(readNamedEmail(text)).toBe(read)
})
