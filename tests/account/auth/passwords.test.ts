import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { mailsTo } from '../../kit/mails.ts'

const app = await openApp()

const post = (url: string, payload: object, remoteAddress = '127.0.0.1', on = app) =>
  on.inject({ method: 'POST', url, payload, remoteAddress })
const forgot = (email: string) => post('/public/password/forgot', { email })
/** From an address of its own: failures are counted by address, in the other test files too. */
const address = '10.7.0.1'
const login = (email: string, password: string) => post('/api/auth/login', { email, password }, address)
const me = (who: Tenant) => app.inject({ url: '/api/auth/me', headers: who.auth })

const resetMails = async (email: string) =>
  (await mailsTo(app, email)).filter(mail => mail.subject.startsWith('Redefinir'))

/** Asks for a link and returns its token. */
async function newToken(email: string): Promise<string> {
  const before = (await resetMails(email)).length
  await forgot(email)
  await expect.poll(async () => (await resetMails(email)).length).toBe(before + 1)
  return (await resetMails(email))[0]?.token ?? ''
}

test('a link by mail sets a new password, ends all sessions and notifies its owner', async () => {
  const ours = await company(app)
  const token = await newToken(ours.email.toUpperCase().toLowerCase())
  const [mail] = await resetMails(ours.email)
  expect(mail?.text).toContain(`${app.config.publicUrl}/reset-password?token=${token}`)
  expect((await post('/public/password/check', { token })).json()).toEqual({ email: `${ours.email[0]}***@example.com` })
  const answer = await post('/public/password/reset', { token, password: 'outra senha boa' })
  expect(answer.statusCode).toBe(200)
  expect((await me(ours)).statusCode).toBe(401)
  expect((await login(ours.email, ours.password)).statusCode).toBe(401)
  expect((await login(ours.email, 'outra senha boa')).json().user).toMatchObject({ emailConfirmed: true })
  expect((await mailsTo(app, ours.email))[0]?.subject).toContain('senha na Prosa foi alterada')
  const log = await app.db.company(ours.id, trx => trx.selectFrom('audit_log').select(['action', 'actor_id']).execute())
  expect(log).toContainEqual({ action: 'user.password_reset', actor_id: ours.userId })
})

test('a link is good once, twenty at once or one after the other, and only the newest is', async () => {
  const ours = await company(app)
  const first = await newToken(ours.email)
  const token = await newToken(ours.email)
  const refused = { status: 404, code: 'LINK_EXPIRED' }
  const read = ({ statusCode, body }: { statusCode: number; body: string }) => ({
    status: statusCode,
    code: JSON.parse(body).code
  })
  expect(read(await post('/public/password/check', { token: first }))).toEqual(refused)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => post('/public/password/reset', { token, password: `senha boa numero ${n}` }))
  )
  const won = answers.flatMap((answer, n) => (answer.statusCode === 200 ? [n] : []))
  expect(won).toHaveLength(1)
  expect(answers.filter(answer => answer.statusCode !== 200).map(read)).toEqual(Array(19).fill(refused))
  expect((await login(ours.email, `senha boa numero ${won[0]}`)).statusCode).toBe(200)
})

test('a link ends after an hour', async () => {
  const ours = await company(app)
  const token = await newToken(ours.email)
  const minutes = await app.db.everyCompany(trx =>
    sql<{ left: number }>`select extract(epoch from expires_at - now()) / 60 as left from account_links
      where user_id = ${ours.userId} and kind = 'reset'`.execute(trx)
  )
  expect(Math.round(Number(minutes.rows[0]?.left))).toBe(60)
  await app.db.everyCompany(trx =>
    sql`update account_links set expires_at = now() where user_id = ${ours.userId}`.execute(trx)
  )
  for (const [url, payload] of [
    ['/public/password/check', { token }],
    ['/public/password/reset', { token, password: 'outra senha boa' }]
  ] as const)
    expect((await post(url, payload)).json()).toMatchObject({ code: 'LINK_EXPIRED' })
})

test.each(['1234567', 'senha123', 'x'.repeat(129)])(
  'the new password "%s" is refused, and the link stays',
  async password => {
    const ours = await company(app)
    const token = await newToken(ours.email)
    const answer = await post('/public/password/reset', { token, password })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors)).toEqual(['password'])
    expect((await post('/public/password/check', { token })).statusCode).toBe(200)
  }
)

// That it takes the same time too is measured by `npm run bench -- signin`.
test('a request for a link reveals nothing: the same answer, known, unknown, inactive or senseless', async () => {
  const [ours, inactive] = await Promise.all([company(app), company(app)])
  await app.db.everyCompany(trx =>
    trx.updateTable('users').set({ active: false }).where('id', '=', inactive.userId).execute()
  )
  const addresses = [ours.email, 'ninguem@example.com', inactive.email, 'a\u0000b', `' or 1=1`]
  const answers = await Promise.all(addresses.map(forgot))
  expect(new Set(answers.map(answer => `${answer.statusCode} ${answer.body}`)).size).toBe(1)
  expect(answers[0]?.statusCode).toBe(202)
  await expect.poll(async () => (await mailsTo(app, inactive.email)).length).toBe(1)
})

test('three links an hour for an account, with the same answer after them; an address waits after twenty', async () => {
  const strict = await openApp({ RATE_LIMIT_FACTOR: '1' })
  const ours = await company(app)
  const ask = (email: string, address: string) => post('/public/password/forgot', { email }, address, strict)
  for (let n = 0; n < 5; n++) expect((await ask(ours.email, '10.8.0.1')).statusCode).toBe(202)
  await expect.poll(async () => (await resetMails(ours.email)).length).toBe(3)
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) statuses.push((await ask(`ninguem-${n}@example.com`, '10.8.0.2')).statusCode)
  expect(statuses).toEqual([...Array(20).fill(202), 429])
  expect(await resetMails(ours.email)).toHaveLength(3)
})

// That they take the same time is measured by `npm run bench -- signin`.
test('sign-ins that fail have the same answer, unknown, wrong and inactive, and each is kept', async () => {
  const [ours, inactive] = await Promise.all([company(app), company(app)])
  await app.db.everyCompany(trx =>
    trx.updateTable('users').set({ active: false }).where('id', '=', inactive.userId).execute()
  )
  const rounds = 3
  const answers = new Set<string>()
  for (let round = 0; round < rounds; round++)
    for (const email of [ours.email, `ninguem-${ours.id}@example.com`, inactive.email]) {
      const answer = await login(email, 'senha que não confere')
      answers.add(`${answer.statusCode} ${answer.json().message}`)
    }
  expect([...answers]).toEqual(['401 Credenciais inválidas'])
  const kept = async (userId: string) =>
    app.db.everyCompany(trx =>
      trx.selectFrom('sign_ins').select(['outcome', 'ip', 'email_hash']).where('user_id', '=', userId).execute()
    )
  expect(await kept(ours.userId)).toEqual(Array(rounds).fill({ outcome: 'wrong', ip: address, email_hash: null }))
  expect(await kept(inactive.userId)).toEqual(
    Array(rounds).fill({ outcome: 'inactive', ip: address, email_hash: null })
  )
  const unknown = await app.db.everyCompany(trx =>
    trx.selectFrom('sign_ins').selectAll().where('outcome', '=', 'unknown').execute()
  )
  expect(JSON.stringify(unknown)).not.toContain('ninguem')
})

test('only the calls about companies may be made from other sites', async () => {
  const allowed = async (url: string) =>
    (
      await app.inject({
        method: 'OPTIONS',
        url,
        headers: { origin: 'https://x.example', 'access-control-request-method': 'POST' }
      })
    ).headers['access-control-allow-origin']
  expect(await allowed('/public/companies/0/form')).toBe('*')
  for (const url of ['/public/password/forgot', '/public/password/reset', '/public/email/confirm', '/api/auth/login'])
    expect(await allowed(url), url).toBeUndefined()
})
