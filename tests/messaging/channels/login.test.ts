import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { InstagramSettings } from '../../../services/messaging/channels/instagram/schema.ts'
import { renewTokens } from '../../../services/messaging/channels/instagram/tokens.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { atEnd } from '../../kit/end.ts'
import { startMeta } from '../../kit/peers/meta.ts'
import { join } from '../../kit/team.ts'

const secret = 'secret-of-the-instagram-app'
const meta = await startMeta({
  appSecret: 'secret-of-the-meta-app',
  verifyToken: 'token-of-the-test',
  instagramAppSecret: secret,
  instagramAppId: '998877665544'
})
atEnd(() => meta.close())

const env = {
  INSTAGRAM_GRAPH_URL: meta.url,
  INSTAGRAM_LOGIN_URL: meta.url,
  INSTAGRAM_API_URL: meta.url,
  INSTAGRAM_APP_ID: '998877665544',
  INSTAGRAM_APP_SECRET: secret
}
const app = await openApp(env)

let account: string
beforeEach(() => {
  account = meta.addAccount().id
  meta.settings.consent = 'agrees'
  meta.settings.tokenShape = 'flat'
})

const post = async (who: Tenant, url: string, payload: object = {}) => {
  const answer = await app.inject({ method: 'POST', url, headers: who.auth, payload })
  return { status: answer.statusCode, body: answer.json() }
}
const settings = async (who: Tenant) =>
  (await app.inject({ url: '/api/instagram/settings', headers: who.auth })).json<InstagramSettings>()

/** Goes to Instagram and lets the product in, or does not; returns what it sends the person back with. */
async function atInstagram(who: Tenant): Promise<Record<string, string>> {
  const response = await post(who, '/api/instagram/login')
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  const answer = await fetch(`${response.body.url}&account=${account}`, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  expect(back.origin + back.pathname).toBe(`${app.config.publicUrl}/instagram-messages`)
  return Object.fromEntries(back.searchParams)
}

async function connected(): Promise<Tenant> {
  const ours = await company(app)
  const finished = await post(ours, '/api/instagram/login/finish', await atInstagram(ours))
  expect(finished.status, JSON.stringify(finished.body)).toBe(200)
  return ours
}

const change = (who: Tenant, set: ReturnType<typeof sql>) =>
  app.db.company(who.id, trx => sql`update channels set ${set} where kind = 'instagram'`.execute(trx))
const days = (n: number) => sql`now() + ${n} * interval '1 day'`

for (const shape of ['flat', 'data'] as const)
  test(`an account is connected by Instagram Login, whose token stands in the form "${shape}"`, async () => {
    meta.settings.tokenShape = shape
    const ours = await connected()
    const now = await settings(ours)
    expect(now).toMatchObject({ state: 'active', accountId: account, loginOffered: true, checkError: null })
    const left = Date.parse(now.tokenExpiresAt ?? '') - Date.now()
    expect(Math.round(left / 86_400_000)).toBe(60)
    const wanted = meta.requests.find(({ method, path }) => method === 'POST' && path.endsWith('/subscribed_apps'))
    expect(wanted?.query.get('subscribed_fields')).toContain('messages')
    const activities = await app.inject({ url: `/api/companies/${ours.id}/activities`, headers: ours.auth })
    expect(activities.json().map(({ type }: { type: string }) => type)).toContain('message')
    expect(JSON.stringify(now)).not.toContain('IGAA')
  })

test('what Instagram sends people back with is taken once, from the same person of the same company, in time', async () => {
  const [ours, other] = [await company(app), await company(app)]
  const colleague = await join(app, ours, { role: 'admin' })
  const stale = { status: 409, body: { message: 'Este pedido de conexão venceu ou já foi usado. Comece de novo.' } }
  const back = await atInstagram(ours)
  expect(await post(colleague, '/api/instagram/login/finish', back)).toMatchObject(stale)
  expect(await post(other, '/api/instagram/login/finish', back)).toMatchObject(stale)
  expect(await post(ours, '/api/instagram/login/finish', { ...back, state: randomUUID() })).toMatchObject(stale)
  await change(ours, sql`login_until = ${days(-1)}`)
  expect(await post(ours, '/api/instagram/login/finish', back)).toMatchObject(stale)

  const again = await atInstagram(ours)
  const twice = await Promise.all([1, 2].map(() => post(ours, '/api/instagram/login/finish', again)))
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await settings(other)).state).toBe('missing')
})

test('a refusal of Instagram is shown in Portuguese and changes nothing', async () => {
  const ours = await company(app)
  const { state = '' } = await atInstagram(ours)
  expect(await post(ours, '/api/instagram/login/finish', { code: 'AQ-of-somebody-else', state })).toMatchObject({
    status: 409,
    body: { message: 'O Instagram não aceitou a conexão. Comece de novo.' }
  })
  meta.failNext({ match: ({ path }) => path === '/oauth/access_token', how: 'html' })
  expect(await post(ours, '/api/instagram/login/finish', await atInstagram(ours))).toMatchObject({
    status: 409,
    body: { message: 'A Meta não respondeu. Tente de novo em alguns minutos.' }
  })
  expect(await settings(ours)).toMatchObject({ state: 'missing', accountId: null, token: null })
  const { scopes } = meta.settings
  meta.settings.scopes = 'instagram_business_basic'
  expect(await post(ours, '/api/instagram/login/finish', await atInstagram(ours))).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Faltou permitir o acesso às mensagens') }
  })
  meta.settings.scopes = scopes
  expect(await settings(ours)).toMatchObject({ state: 'missing', accountId: null, token: null })
  meta.settings.consent = 'refuses'
  expect(await atInstagram(ours)).toMatchObject({ error: 'access_denied' })
})

test('an account that receives for another company is not switched on for a second one', async () => {
  await connected()
  const ours = await company(app)
  expect(await post(ours, '/api/instagram/login/finish', await atInstagram(ours))).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('já está conectado a outra empresa') }
  })
  expect((await settings(ours)).active).toBe(false)
})

test('without an app at Instagram, or the permission, nothing is begun', async () => {
  const bare = await openApp()
  const ours = await company(bare)
  const answer = await bare.inject({ method: 'POST', url: '/api/instagram/login', headers: ours.auth, payload: {} })
  expect(answer.json().message).toBe('Esta instalação não tem um aplicativo do Instagram. Cole um token de acesso.')
  const seen = await bare.inject({ url: '/api/instagram/settings', headers: ours.auth })
  expect(seen.json().loginOffered).toBe(false)
  const agent = await join(app, await company(app), { role: 'agent' })
  expect((await post(agent, '/api/instagram/login')).status).toBe(403)
})

test('a token is renewed from its 45th day, once a day', async () => {
  const ours = await connected()
  const { token: before } = await settings(ours)
  const renewals = () => meta.requests.filter(({ path }) => path === '/refresh_access_token').length
  const renewed = renewals()
  await change(ours, sql`token_at = ${days(-44)}, token_expires_at = ${days(16)}`)
  await renewTokens(app.db, app.config)
  expect(renewals()).toBe(renewed)

  meta.passTime(46 * 86_400_000)
  await change(ours, sql`token_at = ${days(-46)}, token_expires_at = ${days(14)}`)
  meta.failNext({ match: ({ path }) => path === '/refresh_access_token', how: 'html' })
  await renewTokens(app.db, app.config)
  await renewTokens(app.db, app.config)
  expect(renewals()).toBe(renewed + 1)
  expect((await settings(ours)).token).toBe(before)

  await change(ours, sql`token_tried_at = ${days(-2)}`)
  await Promise.all([renewTokens(app.db, app.config), renewTokens(app.db, app.config)])
  expect(renewals()).toBe(renewed + 2)
  const after = await settings(ours)
  expect(after.token).not.toBe(before)
  expect(Date.parse(after.tokenExpiresAt ?? '')).toBeGreaterThan(Date.now() + 59 * 86_400_000)
})

test('a renewal that fails is reported in the last week, and at once where the token is refused', async () => {
  const ours = await connected()
  const agent = await join(app, ours, { role: 'agent' })
  const titles = async (who: Tenant) =>
    (await app.inject({ url: '/api/notifications', headers: who.auth }))
      .json()
      .items.filter(({ kind }: { kind: string }) => kind === 'channel_trouble')
      .map(({ title }: { title: string }) => title)
  const fail = () => meta.failNext({ match: ({ path }) => path === '/refresh_access_token', how: 'html' })
  await change(ours, sql`token_at = ${days(-50)}, token_expires_at = ${days(10)}`)
  fail()
  await renewTokens(app.db, app.config)
  expect(await titles(ours)).toEqual([])

  await change(ours, sql`token_tried_at = null, token_expires_at = ${days(2.5)}`)
  fail()
  await renewTokens(app.db, app.config)
  expect(await titles(ours)).toEqual(['A conexão com o Instagram vence em 3 dias'])

  await change(ours, sql`token_tried_at = null`)
  meta.passTime(70 * 86_400_000)
  await renewTokens(app.db, app.config)
  expect((await titles(ours)).toSorted()).toEqual([
    'A conexão com o Instagram vence em 3 dias',
    'O Instagram parou de funcionar'
  ])
  expect(await titles(agent)).toEqual([])
  expect(await settings(ours)).toMatchObject({ state: 'reauthorize' })
})

test('a token of another account is refused, and changes nothing', async () => {
  const ours = await connected()
  const before = await settings(ours)
  const token = meta.tokens.issue(meta.addAccount().id)
  const answer = await post(ours, '/api/instagram/config', { token })
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'O token é de outra conta do Instagram. Confira o número da conta.'
  ])
  expect(await settings(ours)).toEqual(before)
})
