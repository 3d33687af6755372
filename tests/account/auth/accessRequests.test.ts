import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { plainName } from '../../../services/account/auth/accessRequests.ts'
import { company, openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { mailsTo } from '../../kit/mails.ts'
import { join } from '../../kit/team.ts'

const app = await openApp()

const ask = (payload: object, on = app) =>
  on.inject({ method: 'POST', url: '/api/auth/signup/access-requests', payload })
const rui = () => ({ name: 'Rui Dias', email: `${randomBytes(6).toString('hex')}@example.com` })

test('a request reaches the admins of an active company alone', async () => {
  const ours = await company(app, 'Padaria Central')
  const agent = await join(app, ours, { role: 'agent' })
  expect((await ask({ ...rui(), cnpj: ours.cnpj })).statusCode).toBe(202)
  const requestMails = async (email: string) =>
    (await mailsTo(app, email)).filter(({ subject }) => subject === 'Pedido de acesso a Padaria Central na Prosa')
  await expect.poll(async () => (await requestMails(ours.email)).length).toBe(1)
  expect(await requestMails(agent.email)).toEqual([])

  await app.db.everyCompany(trx =>
    trx.updateTable('companies').set({ active: false }).where('id', '=', ours.id).execute()
  )
  expect((await ask({ ...rui(), cnpj: ours.cnpj })).statusCode).toBe(202)
  const another = await company(app, 'Outra')
  await ask({ ...rui(), cnpj: another.cnpj })
  await expect.poll(async () => (await mailsTo(app, another.email)).length).toBeGreaterThan(1)
  expect(await requestMails(ours.email)).toHaveLength(1)
})

test.each([
  [{ name: ' ' }],
  [{ name: 'Rui\u0000' }],
  [{ email: 'rui' }],
  [{ email: 'rui@example.com\r\nBcc: x@example.com' }],
  [{ cnpj: '11111111111111' }],
  [{ cnpj: 'padaria-central' }],
  [{ companyId: 'f'.repeat(24) }]
])('a request with %j is refused', async wrong => {
  const { cnpj } = await company(app)
  expect((await ask({ ...rui(), cnpj, ...wrong })).statusCode).toBe(400)
})

test.each([
  ['  Ana  Lúcia d’Ávila ', 'Ana Lúcia d Ávila'],
  ['Rui http://golpe.example/x', 'Rui http golpe example x'],
  ['<b>Rui</b>', 'b Rui b'],
  ['12345 !!!', '']
])('the name "%s" is shown in the mail as "%s"', (name, plain) => {
  expect(plainName(name)).toBe(plain)
})

test('an address can ask ten times in an hour, and one person twice for the same company', async () => {
  const strict = await openApp({ DATABASE_URL: await newDatabase(), RATE_LIMIT_FACTOR: '1' })
  const ours = await company(strict)
  const [person, statuses] = [rui(), [] as number[]]
  for (let n = 0; n < 11; n++) statuses.push((await ask({ ...person, cnpj: ours.cnpj }, strict)).statusCode)
  expect(statuses).toEqual([...Array(10).fill(202), 429])
  const requestMails = async () =>
    (await mailsTo(strict, ours.email)).filter(({ text }) => text.includes(person.email)).length
  await expect.poll(requestMails).toBe(2)
})
