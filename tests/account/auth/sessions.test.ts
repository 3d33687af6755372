import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deriveKey } from '../../../services/core/config.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'

/** In milliseconds: the setting's default, and how long a replaced token is good. */
const sessionTimes = { idle: 60 * 60_000, grace: 60_000 }

const app = await openApp()

const me = (token: string) => app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
const login = (payload: object) => app.inject({ method: 'POST', url: '/api/auth/login', payload })
const claimsOf = (token: string): { sid: string; gen: number } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** Moves a session into the past, as if the time had gone by, and makes the API forget what it read of it. */
async function age(token: string, columns: Record<string, number>): Promise<void> {
  const { sid } = claimsOf(token)
  for (const [column, milliseconds] of Object.entries(columns))
    await app.db.everyCompany(trx =>
      sql`update sessions set ${sql.ref(column)} = now() - ${milliseconds} * interval '1 millisecond' where id = ${sid}`.execute(
        trx
      )
    )
  app.sessions.forget(sid)
}

test('a sign-up creates a company on trial, its admin and a form, and signs in', async () => {
  const ours = await company(app, 'Padaria Central')
  const user = (await me(ours.token)).json()
  expect(user).toMatchObject({
    role: 'client',
    companyId: ours.id,
    company: 'Padaria Central',
    isInternalEmployee: false,
    companyEmployee: { role: 'admin', companyId: ours.id }
  })
  const [record, form] = await Promise.all([
    app.inject({ url: `/api/companies/${ours.id}`, headers: ours.auth }),
    app.inject(`/public/companies/${ours.id}/form`)
  ])
  const days = (new Date(record.json().trialEndsAt).getTime() - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(13.9)
  expect(days).toBeLessThan(14.1)
  expect(form.json().fields.map((field: { name: string }) => field.name)).toEqual(['name', 'email', 'phone', 'message'])
})

test.each([
  [{ name: '' }, 'name'],
  [{ name: '   ' }, 'name'],
  [{ email: 'x' }, 'email'],
  [{ password: '1234567' }, 'password'],
  [{ password: 'senha123' }, 'password'],
  [{ password: 'x'.repeat(129) }, 'password'],
  [{ cnpj: '12345678000199' }, 'cnpj'],
  [{ companyName: undefined }, 'companyName'],
  [{ plan: 'gratis' }, 'plan'],
  [{ role: 'global_admin' }, 'role'],
  [{ companyId: 'f'.repeat(24) }, 'companyId']
])('a sign-up with %j is refused at the field %s', async (wrong, field) => {
  const payload = { name: 'A', email: 'novo@example.com', password: 'uma senha boa', companyName: 'B', ...wrong }
  const response = await app.inject({ method: 'POST', url: '/api/auth/signup', payload })
  expect(response.statusCode).toBe(400)
  expect(Object.keys(response.json().errors)).toEqual([field])
})

test('an e-mail or CNPJ that is taken is refused, and nothing is left behind, also twenty at once', async () => {
  const ours = await company(app)
  const signup = (wrong: object) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/signup',
      payload: {
        name: 'A',
        email: `${Math.random()}@example.com`,
        password: 'uma senha boa',
        companyName: 'Sobra',
        ...wrong
      }
    })
  expect((await signup({ cnpj: ours.cnpj })).json().errors).toHaveProperty('cnpj')
  expect((await signup({ email: ours.email.toUpperCase() })).json().errors).toHaveProperty('email')
  const email = `juntos-${Math.random()}@example.com`
  const answers = await Promise.all(Array.from({ length: 20 }, () => signup({ email, companyName: 'Juntos' })))
  expect(answers.filter(answer => answer.statusCode === 201)).toHaveLength(1)
  expect(answers.filter(answer => answer.statusCode === 409)).toHaveLength(19)
  const companies = await app.db.everyCompany(trx =>
    trx.selectFrom('companies').select('name').where('name', 'in', ['Sobra', 'Juntos']).execute()
  )
  expect(companies).toEqual([{ name: 'Juntos' }])
})

test('unknown, wrong and inactive sign-ins get the same answer', async () => {
  const [ours, inactive] = await Promise.all([company(app), company(app)])
  await app.db.everyCompany(trx =>
    trx.updateTable('users').set({ active: false }).where('id', '=', inactive.userId).execute()
  )
  const answers = await Promise.all([
    login({ email: ours.email, password: 'errada' }),
    login({ email: 'ninguem@example.com', password: 'errada' }),
    login({ email: inactive.email, password: inactive.password })
  ])
  const bodies = answers.map(answer => ({ status: answer.statusCode, ...answer.json(), requestId: '' }))
  expect(bodies[1]).toEqual(bodies[0])
  expect(bodies[2]).toEqual(bodies[0])
  expect(bodies[0]).toMatchObject({ status: 401, message: 'Credenciais inválidas' })
})

test('after too many failures the account waits, and a right password does not help; another account is free', async () => {
  const strict = await openApp({ RATE_LIMIT_FACTOR: '1' })
  const [ours, other] = await Promise.all([company(app), company(app)])
  const attempt = (who: Tenant, password: string) =>
    strict.inject({ method: 'POST', url: '/api/auth/login', payload: { email: who.email, password } })
  for (let n = 0; n < 10; n++) expect((await attempt(ours, 'errada')).statusCode).toBe(401)
  const refused = await attempt(ours, ours.password)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.json().message).toBe(
    'Muitas tentativas de login. Por favor, aguarde alguns minutos antes de tentar novamente.'
  )
  expect((await attempt(other, other.password)).statusCode).toBe(200)
})

test('another spelling of the e-mail is no other account to the limit', async () => {
  const strict = await openApp({ RATE_LIMIT_FACTOR: '1' })
  const [email, password] = [`diiana-${Math.random()}@example.com`, 'uma senha boa']
  const payload = { name: 'A', email, password, companyName: 'B' }
  expect((await app.inject({ method: 'POST', url: '/api/auth/signup', payload })).statusCode).toBe(201)
  const attempt = (as: string, password: string, remoteAddress: string) =>
    strict.inject({ method: 'POST', url: '/api/auth/login', payload: { email: as, password }, remoteAddress })
  for (let n = 0; n < 10; n++) await attempt(email, 'errada', '10.9.0.1')
  for (const as of [email.toUpperCase(), `Diana <${email}>`, ` ${email}`])
    expect((await attempt(as, password, '10.9.0.2')).statusCode).toBe(429)
})

test('an address waits after fifty failures, an IPv6 network as a whole; sign-ins that succeed do not count', async () => {
  const strict = await openApp({ RATE_LIMIT_FACTOR: '1' })
  const ours = await company(app)
  const network = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:${Math.floor(Math.random() * 65_536).toString(16)}`
  const attempt = (email: string, password: string, host: number) =>
    strict.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password },
      remoteAddress: `${network}::${host.toString(16)}`
    })
  for (let n = 0; n < 3; n++) expect((await attempt(ours.email, ours.password, n)).statusCode).toBe(200)
  const statuses: number[] = []
  for (let n = 0; n < 51; n++) statuses.push((await attempt(`ninguem-${n}@example.com`, 'errada', n)).statusCode)
  expect(statuses).toEqual([...Array(50).fill(401), 429])
})

const sign = (claims: object, key: string, header: object = { alg: 'HS256', typ: 'JWT' }) => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const head = `${encode(header)}.${encode(claims)}`
  return `${head}.${createHmac('sha256', key).update(head).digest('base64url')}`
}

test('forged, unsigned and senseless tokens are refused', async () => {
  const ours = await company(app)
  const claims = claimsOf(ours.token)
  const key = deriveKey(app.config.secret, 'session tokens')
  expect((await me(sign(claims, key))).statusCode).toBe(200)
  const bad = [
    sign(claims, 'another key'),
    `${sign(claims, key, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`,
    sign({ ...claims, sid: 'f'.repeat(24) }, key),
    sign({ ...claims, gen: claims.gen + 1 }, key),
    sign({ ...claims, gen: '1' }, key),
    sign({ sid: { $ne: null }, gen: 1 }, key),
    sign({}, key),
    'x',
    ''
  ]
  for (const token of bad) expect((await me(token)).statusCode, token).toBe(401)
})

test('a logout ends the session at once', async () => {
  const ours = await company(app)
  expect((await me(ours.token)).statusCode).toBe(200)
  const out = await app.inject({ method: 'POST', url: '/api/auth/logout', headers: ours.auth })
  expect(out.statusCode).toBe(204)
  expect((await me(ours.token)).statusCode).toBe(401)
})

test('a session that ends in one process ends in the others', async () => {
  const second = await openApp()
  const ours = await company(app)
  const there = () => second.inject({ url: '/api/auth/me', headers: ours.auth })
  expect((await there()).statusCode).toBe(200)
  await app.inject({ method: 'POST', url: '/api/auth/logout', headers: ours.auth })
  await expect.poll(async () => (await there()).statusCode).toBe(401)
})

test('after an hour without a request the session has timed out', async () => {
  const ours = await company(app)
  await age(ours.token, { seen_at: sessionTimes.idle + 1000 })
  const response = await me(ours.token)
  expect(response.statusCode).toBe(401)
  expect(response.json()).toMatchObject({ code: 'SESSION_TIMEOUT', message: expect.stringContaining('inatividade') })
  // Also to the calls that a page had made at the same time.
  expect((await me(ours.token)).json().code).toBe('SESSION_TIMEOUT')
})

test('a token is renewed at half time, the old one is good for a minute, and later it ends the session', async () => {
  const ours = await company(app)
  await age(ours.token, { renewed_at: sessionTimes.idle / 2 + 1000 })
  const answers = await Promise.all(Array.from({ length: 5 }, () => me(ours.token)))
  expect(answers.every(answer => answer.statusCode === 200)).toBe(true)
  const tokens = answers.map(answer => answer.headers['x-refreshed-token']).filter(Boolean)
  expect(new Set(tokens).size).toBe(1)
  const token = String(tokens[0])
  expect((await me(token)).statusCode).toBe(200)
  expect((await me(ours.token)).statusCode).toBe(200)
  await age(token, { renewed_at: sessionTimes.grace + 1000 })
  expect((await me(token)).statusCode).toBe(200)
  expect((await me(ours.token)).statusCode).toBe(401)
  expect((await me(token)).statusCode).toBe(401)
})

test('a renewal whose answer was lost is answered again while the old token is good', async () => {
  const ours = await company(app)
  await age(ours.token, { renewed_at: sessionTimes.idle / 2 + 1000 })
  const lost = (await me(ours.token)).headers['x-refreshed-token']
  expect(lost).toBeDefined()
  expect((await me(ours.token)).headers['x-refreshed-token']).toBe(lost)
  expect((await me(String(lost))).headers['x-refreshed-token']).toBeUndefined()
})

test('a stream ends when its session does, and when its person leaves the company', async () => {
  const ours = await company(app)
  const { sid } = claimsOf(ours.token)
  expect(await app.sessions.follower(sid, ours.id)).toEqual({ owners: null })
  await app.db.everyCompany(trx =>
    trx.updateTable('employees').set({ active: false }).where('user_id', '=', ours.userId).execute()
  )
  await age(ours.token, {})
  expect(await app.sessions.follower(sid, ours.id)).toBeUndefined()
})

test('a session ends at the latest when its time is over', async () => {
  const ours = await company(app)
  await age(ours.token, { expires_at: 1000 })
  expect((await me(ours.token)).statusCode).toBe(401)
})

test('tokens signed with the previous secret are good while the secret is rotated', async () => {
  const ours = await company(app)
  const rotated = await openApp({
    SECRET_KEY: 'another secret of more than 32 characters',
    SECRET_KEY_PREVIOUS: app.config.secret,
    APP_DATABASE_URL: app.config.database.app,
    STAFF_DATABASE_URL: app.config.database.staff
  })
  expect((await rotated.inject({ url: '/api/auth/me', headers: ours.auth })).statusCode).toBe(200)
})

test('no answer carries a password or its hash', async () => {
  const ours = await company(app)
  const { email, password } = ours
  for (const response of [await login({ email, password }), await me(ours.token)]) {
    expect(response.body).not.toContain(password)
    expect(response.body).not.toMatch(/argon2|password/i)
  }
})
