import { expect, test } from 'vitest'
import { changeIntegration, resealIntegrations } from '../../../services/assistant/integrations/queries.ts'
import { keyTexts } from '../../../services/assistant/integrations/rules.ts'
import { mayCall } from '../../../services/core/outside.ts'
import { seal, unseal } from '../../../services/core/secrets.ts'
import { openApp, testConfig } from '../../kit/app.ts'
import { openProvider, saveKey } from '../../kit/chat.ts'
import { newDatabase } from '../../kit/database.ts'
import { goodKey } from '../../kit/peers/openai.ts'
import { staff } from '../../kit/people.ts'

const peer = await openProvider()
const env = { OPENAI_BASE_URL: peer.url, DATABASE_URL: await newDatabase() }
const app = await openApp(env)
const admin = await staff(app, 'employee', ['manage_integrations'])
const made = await saveKey(app, admin)

const change = (config: object) =>
  app.inject({ method: 'PUT', url: `/api/admin/integrations/${made.id}`, headers: admin.auth, payload: { config } })

const stored = () =>
  app.db.everyCompany(trx =>
    trx.selectFrom('integrations').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
  )

test('a key is written and never read: answers show that there is one, and its end', async () => {
  expect(made).toMatchObject({ id: made._id, configured: true, last4: 'abcd', status: 'active', tokensThisMonth: 0 })
  await change({ apiKey: goodKey })
  const answers = [
    await app.inject({ url: '/api/admin/integrations', headers: admin.auth }),
    await change({ model: 'small' }),
    await change({ apiKey: goodKey })
  ]
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('"last4":"abcd"')
    expect(answer.body).not.toContain(goodKey)
  }
  expect((await stored()).api_key).not.toContain(goodKey)
  expect(answers[1]?.json()).toMatchObject({ model: 'small', configured: true })
})

test('the record of changes shows who changed what, and of a key only that it is another one', async () => {
  await change({ apiKey: 'sk-another-key-9876', monthlyTokenCap: 1000 })
  await app.inject({
    method: 'PATCH',
    url: `/api/admin/integrations/${made.id}/status`,
    headers: admin.auth,
    payload: { status: 'inactive' }
  })
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('audit_log').selectAll().where('object_id', '=', made.id).orderBy('seq').execute()
  )
  expect(rows[0]).toMatchObject({ action: 'integration.created', actor_id: admin.userId, object_name: 'OpenAI' })
  expect(rows.at(-2)?.changes).toEqual({ monthlyTokenCap: [null, 1000], key: ['configured', 'replaced'] })
  expect(rows.at(-1)?.changes).toEqual({ status: ['active', 'inactive'] })
  expect(JSON.stringify(rows)).not.toMatch(/sk-another|sk-test/)
})

test('two integrations of one name there are not, however it is written', async () => {
  const again = await app.inject({
    method: 'POST',
    url: '/api/admin/integrations',
    headers: admin.auth,
    payload: { name: ' openai ', description: '', status: 'active', icon: '', config: {} }
  })
  expect(again.statusCode).toBe(409)
})

test('a key goes to no other server than the one it was entered for', async () => {
  const moved = await change({ baseUrl: 'https://elsewhere.example' })
  expect(moved.statusCode).toBe(400)
  expect(moved.json().errors).toHaveProperty('apiKey')
  expect((await change({ baseUrl: 'https://elsewhere.example/v1/', apiKey: goodKey })).json()).toMatchObject({
    baseUrl: 'https://elsewhere.example/v1'
  })
  expect((await change({ baseUrl: null, apiKey: goodKey })).json().baseUrl).toBeNull()
})

test.each([
  { apiKey: ' ' },
  { apiKey: 'com espaço' },
  { baseUrl: 'http://user:pass@x.example' },
  { baseUrl: 'ftp://x' }
])('a configuration that cannot be used is refused: %j', async config => {
  expect((await change(config)).statusCode).toBe(400)
})

test('an integration that is not there is not found', async () => {
  const answer = await app.inject({
    method: 'PUT',
    url: `/api/admin/integrations/${'f'.repeat(24)}`,
    headers: admin.auth,
    payload: { config: {} }
  })
  expect(answer.statusCode).toBe(404)
})

const tryKey = async (payload: object) =>
  (await app.inject({ method: 'POST', url: '/api/chat/test-connection', headers: admin.auth, payload })).json()

test('a good key connects, one that may only answer too', async () => {
  expect(await tryKey({ apiKey: goodKey })).toEqual({ success: true, message: keyTexts.testSucceeded })
  peer.fault = 'forbidden'
  expect(await tryKey({ apiKey: goodKey })).toEqual({ success: true, message: keyTexts.testSucceeded })
  peer.fault = 'none'
})

test.each([
  ['key', /inválida/],
  ['quota', /sem crédito/],
  ['rate', /seguidas/],
  ['error', /problemas/],
  ['html', /endereço/],
  ['redirect', /endereço/]
] as const)('a test that fails says why, in Portuguese and without the key (%s)', async (fault, reason) => {
  peer.fault = fault
  const result = await tryKey({ apiKey: goodKey })
  peer.fault = 'none'
  expect(result.success).toBe(false)
  expect(result.message).toMatch(new RegExp(`^${keyTexts.testFailed}`))
  expect(result.message).toMatch(reason)
  expect(result.message).not.toContain(goodKey)
})

test('addresses of the own network and of the cloud are not called', async () => {
  for (const baseUrl of [
    'http://169.254.169.254/v1',
    'http://[fe80::1]/v1',
    'http://127.0.0.1:9/v1',
    'http://localhost:9/v1',
    'http://2130706433/v1',
    'http://[::ffff:127.0.0.1]/v1',
    'http://[2002:7f00:1::]/v1',
    'http://[::127.0.0.1]/v1',
    'http://[64:ff9b:1::a00:1]/v1',
    'http://168.63.129.16/v1',
    'http://192.0.0.192/v1',
    'http://10.0.0.1/v1'
  ])
    expect(await tryKey({ apiKey: goodKey, baseUrl }), baseUrl).toMatchObject({
      success: false,
      message: expect.stringContaining('rede interna')
    })
})

const [everybody, configured, nobody] = ['everybody', 'who configures', 'nobody'] as const

test.each<[string, string, 'everybody' | 'who configures' | 'nobody']>([
  ['public', '8.8.8.8', everybody],
  ['public', '2001:4860:4860::8888', everybody],
  ['public, written as IPv6', '::ffff:8.8.8.8', everybody],
  ['this machine', '127.0.0.1', configured],
  ['this machine', '127.255.255.254', configured],
  ['this machine', '::1', configured],
  ['this machine, written as IPv6', '::ffff:127.0.0.1', configured],
  ['private', '10.1.2.3', configured],
  ['private', '172.31.255.255', configured],
  ['private', '192.168.0.1', configured],
  ['unique local', 'fd12::1', configured],
  ['of a provider', '100.64.0.1', configured],
  ['for measuring', '198.18.0.1', configured],
  ['for documents', '192.0.2.1', configured],
  ['for documents', '2001:db8::1', configured],
  ['for protocols', '192.0.0.8', configured],
  ['site-local', 'fec0::1', configured],
  ['6to4 of this machine', '2002:7f00:1::', configured],
  ['6to4 of a public one', '2002:808:808::1', configured],
  ['NAT64 of a private one', '64:ff9b::10.0.0.1', configured],
  ['local NAT64', '64:ff9b:1::10.0.0.1', configured],
  ['Teredo', '2001:0:1::1', configured],
  ['IPv4-compatible', '::127.0.0.1', configured],
  ['IPv4-compatible', '::808:808', configured],
  ['given to nobody', '4000::1', configured],
  ['segment routing', '5f00::1', configured],
  ['none', '0.0.0.0', nobody],
  ['none', '::', nobody],
  ['of this link', '169.254.169.254', nobody],
  ['of this link', 'fe80::1', nobody],
  ['of this link', 'fe80::1%eth0', nobody],
  ['of this link, written as IPv6', '::ffff:169.254.169.254', nobody],
  ['of this link by 6to4', '2002:a9fe:a9fe::', nobody],
  ['of this link by NAT64', '64:ff9b::169.254.169.254', nobody],
  ['of this link by local NAT64', '64:ff9b:1::169.254.169.254', nobody],
  ['of this link by Teredo', '2001:0:808:808:0:0:5601:5601', nobody],
  ['of this link, IPv4-compatible', '::169.254.169.254', nobody],
  ['many', '224.0.0.1', nobody],
  ['many', 'ff02::1', nobody],
  ['all', '255.255.255.255', nobody],
  ['a cloud’s', '168.63.129.16', nobody],
  ['a cloud’s', '192.0.0.192', nobody],
  ['a cloud’s', '100.100.100.200', nobody],
  ['a cloud’s', 'fd00:ec2::254', nobody],
  ['a cloud’s, written as IPv6', '::ffff:168.63.129.16', nobody],
  ['no address', 'localhost', nobody]
])('an address that is %s, %s, is called by %s', (_, address, by) => {
  expect([mayCall(address, false), mayCall(address, true)]).toEqual([by === everybody, by !== nobody])
})

test('a change of the secret seals keys again', async () => {
  const before = testConfig(env)
  await change({ apiKey: goodKey })
  const after = { ...before, secret: 'another secret of thirty-two characters', previousSecret: before.secret }
  const by = { actorId: null, actorName: null, ip: null, requestId: null }
  await app.db.everyCompany(async trx => {
    expect(await resealIntegrations(trx, after)).toBe(1)
    expect(await resealIntegrations(trx, after)).toBe(0)
    const place = { field: 'integrations.api_key', row: made.id }
    const { api_key } = await trx
      .selectFrom('integrations')
      .select('api_key')
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow()
    expect(unseal({ ...after, previousSecret: undefined }, api_key ?? '', place)).toBe(goodKey)
    expect(() => unseal(after, seal(after, 'x', place), { ...place, row: 'f'.repeat(24) })).toThrow()
    await changeIntegration(trx, before, made.id, { apiKey: goodKey }, by)
  })
})
