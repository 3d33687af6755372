import { expect, test } from 'vitest'
import { limitText } from '../../../services/messaging/channels/rules.ts'
import { watchChannels } from '../../../services/messaging/channels/watch.ts'
import { readAccountChange } from '../../../services/messaging/channels/whatsapp/account.ts'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { goodToken, openGraph } from '../../kit/graph.ts'
import { type Channel, connect, deliver } from '../../kit/webhooks.ts'

const graph = await openGraph()
const secret = 'secret-of-the-installation'
// A database of its own, because all deliveries that wait are processed, and all channels that are due are read.
const app = await openApp({ DATABASE_URL: await newDatabase(), META_GRAPH_URL: graph.url, META_APP_SECRET: secret })

const call = async (who: Tenant, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
  const answer = await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const settingsOf = (who: Tenant) => call(who, 'GET', '/api/whatsapp/settings')
const troubles = async (who: Tenant): Promise<string[]> =>
  (await call(who, 'GET', '/api/notifications')).items
    .filter(({ kind }: { kind: string }) => kind === 'channel_trouble')
    .map(({ title }: { title: string }) => title)

let wabas = 0

/** A company whose number is switched on, and the account that Meta says the number belongs to. */
async function switchedOn(): Promise<{ ours: Tenant; channel: Channel; waba: string }> {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const waba = `10229012934${String(++wabas).padStart(4, '0')}`
  graph.health = { can_send_message: 'AVAILABLE', waba }
  await call(ours, 'POST', '/api/whatsapp/settings', { token: goodToken })
  await call(ours, 'PATCH', '/api/whatsapp/settings/status', { active: true })
  graph.health = null
  return { ours, channel, waba }
}

const second = 1000

/** Sends a report of Meta about an account, signed by the installation's app or another secret. */
async function report(
  waba: string,
  field: string,
  value: object,
  { at = Date.now(), signedBy = secret, accepted = 200 } = {}
): Promise<void> {
  const entry = [{ id: waba, time: Math.floor(at / second), changes: [{ field, value }] }]
  const body = { object: 'whatsapp_business_account', entry }
  expect((await deliver(app, { kind: 'whatsapp', secret: signedBy }, body)).statusCode).toBe(accepted)
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  await processDeliveries(
    app.db,
    rows.map(({ id }) => id)
  )
}
const banned = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } }
const reinstated = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } }

test('a block is known when Meta reports it, is not forgotten by a test or a new token, and ends when Meta says so', async () => {
  const [{ ours, waba }, other] = [await switchedOn(), await switchedOn()]
  const at = Date.now()
  await report(waba, 'account_update', banned, { at })
  const blocked = { state: 'blocked', problemText: expect.stringMatching(/desativou a conta.*Gerenciador do WhatsApp/) }
  expect(await settingsOf(ours)).toMatchObject(blocked)
  expect(await troubles(ours)).toEqual(['O WhatsApp parou de enviar'])
  expect(await settingsOf(other.ours)).toMatchObject({ state: 'active' })

  // The token is as good as before.
  expect(await call(ours, 'POST', '/api/whatsapp/settings/test')).toMatchObject({ ...blocked, checkError: null })
  await call(ours, 'POST', '/api/whatsapp/settings', { token: goodToken })
  expect(await settingsOf(ours)).toMatchObject(blocked)

  // The end of an earlier block comes late, and a report comes twice.
  await report(waba, 'account_update', reinstated, { at: at - 60 * second })
  expect(await settingsOf(ours)).toMatchObject(blocked)
  await report(waba, 'account_update', reinstated, { at: at + 60 * second })
  await report(waba, 'account_update', banned, { at })
  expect(await settingsOf(ours)).toMatchObject({ state: 'active', problemText: null })
  expect(await troubles(ours)).toEqual(['O WhatsApp voltou a enviar', 'O WhatsApp parou de enviar'])
  expect(await troubles(other.ours)).toEqual([])
})

test('a block that only the live test shows is kept until it shows the end', async () => {
  const { ours, waba } = await switchedOn()
  graph.health = { can_send_message: 'BLOCKED', waba }
  expect(await call(ours, 'POST', '/api/whatsapp/settings/test')).toMatchObject({
    state: 'blocked',
    problemText: expect.stringContaining('não deixa este número enviar')
  })
  await watchChannels(app.db, app.config)
  expect(await settingsOf(ours)).toMatchObject({ state: 'blocked' })
  graph.health = { can_send_message: 'AVAILABLE', waba }
  await watchChannels(app.db, app.config)
  graph.health = null
  expect(await settingsOf(ours)).toMatchObject({ state: 'active' })
  expect(await troubles(ours)).toContain('O WhatsApp voltou a enviar')
})

test('quality and limit are taken as they are reported, of the number that they are about', async () => {
  const { ours, waba } = await switchedOn()
  const flagged = { display_phone_number: '+55 11 4002-8922', event: 'FLAGGED', current_limit: 'TIER_2K' }
  await report(waba, 'phone_number_quality_update', { ...flagged, display_phone_number: '+55 21 3333-4444' })
  expect(await settingsOf(ours)).toMatchObject({ state: 'active', quality: 'GREEN' })
  await report(waba, 'phone_number_quality_update', flagged)
  await report(waba, 'phone_number_quality_update', flagged)
  expect(await settingsOf(ours)).toMatchObject({ state: 'attention', quality: 'RED', messagingLimit: 'TIER_2K' })
  expect(await troubles(ours)).toEqual(['A qualidade do número caiu'])
  await report(waba, 'business_capability_update', { max_daily_conversation_per_phone: 100000 })
  expect(await settingsOf(ours)).toMatchObject({ messagingLimit: 'TIER_100K' })
})

test('a company hears of its own account alone, whatever it enters and signs', async () => {
  const [{ ours, waba }, stranger] = [await switchedOn(), await switchedOn()]
  await call(stranger.ours, 'POST', '/api/whatsapp/settings', { wabaId: waba })
  await report(waba, 'account_update', banned, { signedBy: stranger.channel.secret, accepted: 403 })
  await report(waba, 'account_update', banned, { signedBy: (await switchedOn()).channel.secret, accepted: 403 })
  expect(await settingsOf(ours)).toMatchObject({ state: 'active' })
  await report(waba, 'account_update', banned)
  expect(await settingsOf(ours)).toMatchObject({ state: 'blocked' })
  expect(await settingsOf(stranger.ours)).toMatchObject({ state: 'active' })
  // An app of its own may report of its own account.
  await report(stranger.waba, 'account_update', banned, { signedBy: stranger.channel.secret })
  expect(await settingsOf(stranger.ours)).toMatchObject({ state: 'blocked' })
})

test('what is reported of an account that nobody has, or without a time, is explained', async () => {
  await report('999999999999999', 'account_update', banned)
  await report('999999999999998', 'account_update', banned, { at: Number.NaN })
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('delivery_outcomes').select(['outcome', 'account']).where('company_id', 'is', null).execute()
  )
  expect(rows).toContainEqual({ outcome: 'unknown_account', account: '999999999999999' })
  expect(rows).toContainEqual({ outcome: 'unreadable', account: null })
})

const until = Math.floor(Date.UTC(2026, 11, 24, 15) / 1000)
const restricted = (...types: string[]) => ({
  event: 'ACCOUNT_RESTRICTION',
  restriction_info: types.map(restriction_type => ({ restriction_type, expiration: String(until) }))
})

test.for([
  ['account_update', banned, { topic: 'block', blocked: /desativou/ }],
  ['account_update', reinstated, { topic: 'block', blocked: null }],
  ['account_update', { event: 'DISABLED_UPDATE' }, { topic: 'block', blocked: /desativou/ }],
  ['account_update', { event: 'ACCOUNT_DELETED' }, { topic: 'block', blocked: /apagada/ }],
  ['account_update', { event: 'PARTNER_REMOVED' }, { topic: 'access', permission: /retirou o acesso/ }],
  [
    'account_update',
    restricted('RESTRICTED_CUSTOMER_INITIATED_MESSAGING'),
    { topic: 'block', blocked: /responder a clientes até 24\/12\/2026/ }
  ],
  [
    'account_update',
    restricted('RESTRICTED_ADD_PHONE_NUMBER_ACTION', 'RESTRICTED_BIZ_INITIATED_MESSAGING'),
    { topic: 'notice ACCOUNT_RESTRICTION', notice: { title: 'A conta não pode iniciar conversas' } }
  ],
  ['account_update', restricted(), { topic: 'block', blocked: null }],
  [
    'account_update',
    { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } },
    { topic: 'notice ACCOUNT_VIOLATION', notice: { title: 'A Meta apontou uma violação das regras' } }
  ],
  [
    'account_update',
    { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE' } },
    { notice: { title: 'A Meta vai desativar a conta do WhatsApp' } }
  ],
  [
    'phone_number_quality_update',
    { event: 'UNFLAGGED', display_phone_number: '5511' },
    { address: '5511', quality: null }
  ],
  [
    'phone_number_quality_update',
    { event: 'DOWNGRADE', current_limit: 'TIER_250' },
    { messagingLimit: 'TIER_250', notice: { title: 'O limite de envio do número diminuiu' } }
  ],
  ['business_capability_update', { max_daily_conversation_per_phone: -1 }, { messagingLimit: 'TIER_UNLIMITED' }],
  ['business_capability_update', { max_daily_conversation_per_phone: 250 }, { messagingLimit: 'TIER_250' }],
  ['business_capability_update', { max_daily_conversations_per_business: 'TIER_10K' }, { messagingLimit: 'TIER_10K' }]
] as const)('%s %j is understood', ([field, value, change]) => {
  const understood = readAccountChange(field, value)
  const text = (words: unknown) => (words instanceof RegExp ? expect.stringMatching(words) : words)
  expect(understood).toMatchObject(Object.fromEntries(Object.entries(change).map(([name, of]) => [name, text(of)])))
})

test.for([
  ['account_update', { event: 'VERIFIED_ACCOUNT' }],
  ['account_update', {}],
  ['phone_number_quality_update', { event: 'ONBOARDING' }],
  ['business_capability_update', { max_daily_conversation_per_phone: 0.5 }],
  ['business_capability_update', { max_daily_conversation_per_phone: 'x'.repeat(0) }],
  ['constructor', {}]
] as const)('%s %j changes nothing', ([field, value]) => {
  expect(readAccountChange(field, value)).toBeUndefined()
})

test.for([
  ['TIER_250', '250 pessoas por dia'],
  ['TIER_2K', '2.000 pessoas por dia'],
  ['TIER_UNLIMITED', 'sem limite'],
  ['TIER_NEW', 'TIER_NEW']
] as const)('the limit %s is shown as %s', ([tier, text]) => {
  expect(limitText(tier)).toBe(text)
})
