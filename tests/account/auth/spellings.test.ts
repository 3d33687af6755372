import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readEmail } from '../../../services/core/emails.ts'
import { company, newCnpj, openApp, sendLead } from '../../kit/app.ts'
import { mailsTo } from '../../kit/mails.ts'
import { signIn, staff } from '../../kit/people.ts'

const app = await openApp()

test.each([
  ['ana@b.test', 'ana@b.test'],
  [' Ana@B.Test ', 'ana@b.test'],
  ['ａｎａ@b.test', 'ana@b.test'],
  ['ana＠b.test', 'ana@b.test'],
  ['ﬁlha@b.test', 'filha@b.test'],
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
  ['Ana <ana@b.test>', null],
  ['<ana@b.test>', null],
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
  [
    'full-width letters',
    email => email.replace(/[a-z]/, letter => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0))
  ],
  ['a composed letter', email => email.normalize('NFC')],
  ['a letter with a combining mark', email => email.normalize('NFD')],
  ['spaces around', email => ` ${email} `],
  ['a full-width at sign', email => email.replace('@', '＠')]
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
  for (const email of ['ada@example.com', 'a\u200bda@example.com', 'ada@example.com\u2060', 'ａda@EXAMPLE.com'])
    ids.push((await sendLead(app, ours.id, { email, phone: `119${ids.length}1112222` })).json().id)
  expect(new Set(ids).size).toBe(1)
  const [lead] = (await app.inject({ url: '/api/leads', headers: ours.auth })).json()
  expect(lead.email).toBe('ada@example.com')
  const typed = { name: 'Ada Souza', email: 'ad\u00ada@example.com' }
  const again = await app.inject({ method: 'POST', url: '/api/leads', headers: ours.auth, payload: typed })
  expect(again.json().id).toBe(ids[0])
})
