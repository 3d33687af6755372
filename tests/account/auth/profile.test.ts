import { expect, test } from 'vitest'
import { deviceOf } from '../../../services/account/auth/device.ts'
import { maskEmail } from '../../../services/account/auth/rules.ts'
import { company, openApp, signUp, type Tenant } from '../../kit/app.ts'
import { mailsTo } from '../../kit/mails.ts'

const app = await openApp()

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
const call = (who: Tenant, method: Method, url: string, payload?: object) =>
  app.inject({ method, url: `/api/profile${url}`, headers: who.auth, ...(payload && { payload }) })
const confirm = (token: string | null | undefined) =>
  app.inject({ method: 'POST', url: '/public/email/confirm', payload: { token } })

async function anotherSession(
  who: Tenant,
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
): Promise<Tenant> {
  const { token } = (
    await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: who.email, password: who.password },
      headers: { 'user-agent': userAgent }
    })
  ).json()
  return { ...who, token, auth: { authorization: `Bearer ${token}` } }
}

test('people see and change their own data, and every session knows at once', async () => {
  const ours = await company(app)
  const there = await anotherSession(ours)
  const changes = { name: ' Ada Lima ', phone: '(11) 98765-4321', jobTitle: 'Vendas', timeZone: 'America/Manaus' }
  expect((await app.inject({ url: '/api/auth/me', headers: there.auth })).json().name).toBe('Pessoa de Teste')
  const answer = await call(ours, 'PUT', '', changes)
  expect(answer.json()).toMatchObject({ ...changes, name: 'Ada Lima', phone: '11987654321' })
  expect((await call(ours, 'GET', '')).json()).toEqual(answer.json())
  await expect
    .poll(async () => (await app.inject({ url: '/api/auth/me', headers: there.auth })).json().name)
    .toBe('Ada Lima')
  const [entry] = await app.db.company(ours.id, trx => trx.selectFrom('audit_log').selectAll().execute())
  expect(entry).toMatchObject({
    action: 'user.changed',
    actor_id: ours.userId,
    changes: { name: ['Pessoa de Teste', 'Ada Lima'], jobTitle: [null, 'Vendas'] }
  })
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ timeZone: 'Marte/Olimpo' }, 'timeZone'],
  [{ jobTitle: 'a\u0000b' }, 'jobTitle'],
  [{ role: 'global_admin' }, 'role'],
  [{ email: 'outro@example.com' }, 'email']
])('a change to %j is refused at the field %s', async (wrong, field) => {
  const ours = await company(app)
  const good = { name: 'Ada', phone: null, jobTitle: null, timeZone: 'America/Sao_Paulo' }
  const answer = await call(ours, 'PUT', '', { ...good, ...wrong })
  expect(answer.statusCode).toBe(400)
  expect(Object.keys(answer.json().errors)).toEqual([field])
})

test('a new password ends the other sessions, not this one, and is reported by mail', async () => {
  const ours = await company(app)
  const there = await anotherSession(ours)
  const wrong = await call(ours, 'POST', '/password', { current: 'errada', password: 'outra senha boa' })
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json().errors).toEqual({ current: 'Senha incorreta.' })
  const answer = await call(ours, 'POST', '/password', { current: ours.password, password: 'outra senha boa' })
  expect(answer.json()).toEqual({ ended: 1 })
  expect((await call(ours, 'GET', '')).statusCode).toBe(200)
  await expect.poll(async () => (await call(there, 'GET', '')).statusCode).toBe(401)
  expect((await mailsTo(app, ours.email))[0]?.subject).toContain('senha na Prosa foi alterada')
  await expect(anotherSession({ ...ours, password: 'outra senha boa' })).resolves.toHaveProperty('token')
})

test('guesses at the own password are throttled', async () => {
  const strict = await openApp({ RATE_LIMIT_FACTOR: '1' })
  const ours = await company(app)
  const attempt = (current: string) =>
    strict.inject({
      method: 'POST',
      url: '/api/profile/password',
      headers: ours.auth,
      payload: { current, password: 'outra senha boa' }
    })
  for (let n = 0; n < 10; n++) expect((await attempt('errada')).statusCode).toBe(400)
  expect((await attempt(ours.password)).statusCode).toBe(429)
})

test('an e-mail changes once both addresses agree, in either order', async () => {
  for (const order of [
    ['old', 'new'],
    ['new', 'old']
  ] as const) {
    const ours = await company(app)
    const email = `novo-${ours.email}`
    const response = await call(ours, 'POST', '/email', { email, password: ours.password })
    expect(response.statusCode).toBe(202)
    const links = { old: (await mailsTo(app, ours.email))[0]?.token, new: (await mailsTo(app, email))[0]?.token }
    expect((await confirm(links[order[0]])).json()).toEqual({ result: 'waiting' })
    expect((await confirm(links[order[0]])).json()).toMatchObject({ code: 'LINK_EXPIRED' })
    const half = (await call(ours, 'GET', '')).json()
    expect(half).toMatchObject({
      email: ours.email,
      emailChange: { email, byOld: order[0] === 'old', byNew: order[0] === 'new' }
    })
    expect((await confirm(links[order[1]])).json()).toEqual({ result: 'changed' })
    expect((await call(ours, 'GET', '')).json()).toMatchObject({ email, emailConfirmed: true, emailChange: null })
    for (const address of [ours.email, email])
      expect((await mailsTo(app, address))[0]?.subject).toContain('foi trocado')
    await expect(anotherSession({ ...ours, email })).resolves.toHaveProperty('token')
  }
})

test('a taken e-mail is not revealed, and never changes hands', async () => {
  const [ours, theirs] = await Promise.all([company(app), company(app)])
  const ask = (email: string) => call(ours, 'POST', '/email', { email, password: ours.password })
  const [free, taken] = [await ask(`livre-${ours.email}`), await ask(theirs.email.toUpperCase())]
  expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body])
  expect((await confirm((await mailsTo(app, ours.email))[0]?.token)).json()).toEqual({ result: 'waiting' })
  const [mail] = await mailsTo(app, theirs.email)
  expect(mail).toMatchObject({ token: null, text: expect.stringContaining('nada mudou') })
  // The link of the first wish went with it.
  expect((await confirm((await mailsTo(app, `livre-${ours.email}`))[0]?.token)).statusCode).toBe(404)
})

test('an e-mail that is taken while it waits stays whose it is', async () => {
  const ours = await company(app)
  const email = `corrida-${ours.email}`
  await call(ours, 'POST', '/email', { email, password: ours.password })
  const links = [(await mailsTo(app, ours.email))[0]?.token, (await mailsTo(app, email))[0]?.token]
  const signup = { name: 'B', email, password: 'uma senha boa', companyName: 'Outra' }
  await app.inject({ method: 'POST', url: '/api/auth/signup', payload: signup })
  await confirm(links[0])
  expect((await confirm(links[1])).statusCode).toBe(409)
  expect((await call(ours, 'GET', '')).json().email).toBe(ours.email)
})

test('a change of e-mail can be given up, and needs the password', async () => {
  const ours = await company(app)
  const email = `novo-${ours.email}`
  expect((await call(ours, 'POST', '/email', { email, password: 'errada' })).json().errors).toHaveProperty('password')
  expect((await call(ours, 'POST', '/email', { email: ours.email, password: ours.password })).statusCode).toBe(400)
  await call(ours, 'POST', '/email', { email, password: ours.password })
  expect((await call(ours, 'DELETE', '/email')).statusCode).toBe(204)
  expect((await call(ours, 'GET', '')).json().emailChange).toBeNull()
  for (const address of [ours.email, email])
    expect((await confirm((await mailsTo(app, address))[0]?.token)).statusCode).toBe(404)
})

test('a sign-up is asked to confirm its e-mail, and the newest link does', async () => {
  const ours = await signUp(app)
  const me = async () => (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json().emailConfirmed
  expect(await me()).toBe(false)
  const [first] = await mailsTo(app, ours.email)
  expect(first?.text).not.toContain('Pessoa de Teste')
  expect((await call(ours, 'POST', '/email/confirmation')).statusCode).toBe(202)
  const [second] = await mailsTo(app, ours.email)
  expect((await confirm(first?.token)).statusCode).toBe(404)
  expect((await confirm(second?.token)).json()).toEqual({ result: 'confirmed' })
  await expect.poll(me).toBe(true)
  await call(ours, 'POST', '/email/confirmation')
  expect(await mailsTo(app, ours.email)).toHaveLength(2)
})

test('people see their sessions and sign-ins, and end one or all others; nobody else can', async () => {
  const [ours, theirs] = await Promise.all([company(app), company(app)])
  const [there, elsewhere] = [await anotherSession(ours), await anotherSession(ours)]
  await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: ours.email, password: 'errada' } })
  const sessions = (await call(ours, 'GET', '/sessions')).json()
  expect(sessions).toHaveLength(3)
  expect(sessions.filter((session: { current: boolean }) => session.current)).toHaveLength(1)
  const other = sessions.find(
    (session: { current: boolean; device: string }) => !session.current && session.device === 'Firefox no Linux'
  )
  expect((await call(theirs, 'DELETE', `/sessions/${other.id}`)).statusCode).toBe(404)
  expect((await call(ours, 'DELETE', `/sessions/${other.id}`)).statusCode).toBe(204)
  expect((await call(ours, 'DELETE', `/sessions/${other.id}`)).statusCode).toBe(404)
  const standing = async () =>
    (await Promise.all([there, elsewhere].map(who => call(who, 'GET', '')))).filter(
      ({ statusCode }) => statusCode === 200
    )
  await expect.poll(async () => (await standing()).length).toBe(1)
  expect((await call(ours, 'POST', '/sessions/end-others')).json()).toEqual({ ended: 1 })
  await expect.poll(async () => (await standing()).length).toBe(0)
  expect((await call(ours, 'GET', '/sessions')).json()).toHaveLength(1)
  const signIns = (await call(ours, 'GET', '/sign-ins')).json()
  expect(signIns.map((entry: { outcome: string }) => entry.outcome)).toEqual(['wrong', 'ok', 'ok'])
})

test('the export holds what is kept about a person, and no secret', async () => {
  const ours = await company(app, 'Padaria Central')
  const answer = await call(ours, 'GET', '/export')
  expect(answer.headers['content-disposition']).toContain('meus-dados.json')
  expect(answer.json()).toMatchObject({
    profile: { email: ours.email },
    companies: [{ name: 'Padaria Central', role: 'admin' }],
    sessions: [{ ip: '127.0.0.1' }],
    mails: [{ subject: 'Confirme seu e-mail na Prosa' }]
  })
  expect(answer.body).not.toMatch(/argon2|token/)
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36',
    'Chrome no Windows'
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/143.0 Safari/537.36 Edg/143.0', 'Edge no Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari no iPhone'
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; SM-S921B) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet no Android'
  ],
  ['curl/8.5.0', 'Aparelho desconhecido'],
  [null, 'Aparelho desconhecido']
])('%s is shown as %s', (userAgent, words) => {
  expect(deviceOf(userAgent)).toBe(words)
})

test.each([
  ['ana.lima@example.com', 'a***@example.com'],
  ['a@b.c', 'a***@b.c'],
  ['😀x@b.c', '😀***@b.c']
])('%s is masked as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

test('the trial lasts as long as the setting says', async () => {
  const ours = await company(app)
  const { trialEndsAt } = (await app.inject({ url: `/api/companies/${ours.id}`, headers: ours.auth })).json()
  const days = (new Date(trialEndsAt).getTime() - Date.now()) / 86_400_000
  expect(days).toBeCloseTo((await app.settings()).trialDays, 1)
})
