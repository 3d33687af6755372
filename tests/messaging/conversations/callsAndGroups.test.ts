import { expect, test } from 'vitest'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { type Channel, connect, deliver, instagram, profile, whatsapp, written } from '../../kit/webhooks.ts'

const app = await openApp({ DATABASE_URL: await newDatabase() })

async function receive(channel: Channel, ...bodies: object[]): Promise<void> {
  for (const body of bodies) expect((await deliver(app, channel, body)).statusCode).toBe(200)
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).orderBy('id').execute()
  )
  await processDeliveries(
    app.db,
    rows.map(({ id }) => id)
  )
}

async function open(kind: Channel['kind'] = 'whatsapp') {
  const ours = await company(app)
  return { ours, channel: await connect(app, ours, kind) }
}

const get = async <T>(who: Pick<Tenant, 'auth'>, url: string): Promise<T> =>
  (await app.inject({ url, headers: who.auth })).json<T>()
const conversationsOf = (who: Pick<Tenant, 'auth'>) => get<Conversation[]>(who, '/api/conversations')
const messagesOf = (who: Pick<Tenant, 'auth'>, { id }: { id: string }) =>
  get<Message[]>(who, `/api/conversations/${id}/messages`)

const now = () => String(Math.floor(Date.now() / 1000))
const person = '5511987654321'

/** A delivery of another field of a number. */
const reported = (account: string, field: string, value: object) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          field,
          value: { messaging_product: 'whatsapp', metadata: { phone_number_id: account }, ...value }
        }
      ]
    }
  ]
})

const call = (account: string, more: object) =>
  reported(account, 'calls', {
    contacts: [profile(person, 'Ana')],
    calls: [{ id: 'wacid.1', from: person, to: '551140028922', direction: 'USER_INITIATED', timestamp: now(), ...more }]
  })
const rings = { event: 'connect' }
const taken = { event: 'terminate', status: 'COMPLETED', duration: 200 }
const missed = { event: 'terminate', status: 'FAILED' }

test.each([
  ['taken', [rings, taken], { state: 'taken', seconds: 200 }],
  ['taken, reported the other way round', [taken, rings], { state: 'taken', seconds: 200 }],
  ['missed', [rings, missed], { state: 'missed' }],
  ['missed, of which only the end came', [missed], { state: 'missed' }],
  ['not ended yet', [rings, rings], { state: 'ringing' }]
])('a call is one message that opens the window: %s', async (_case, events, expected) => {
  const { ours, channel } = await open()
  await receive(channel, ...events.map(event => call(channel.account, event)))
  const [conversation, ...others] = await conversationsOf(ours)
  expect(others).toEqual([])
  expect(conversation).toMatchObject({ name: 'Ana', lastKind: 'call', lastDirection: 'in' })
  expect(Date.parse(conversation?.windowEndsAt ?? '')).toBeGreaterThan(Date.now())
  const messages = await messagesOf(ours, conversation as Conversation)
  expect(messages.map(({ kind, data }) => [kind, data.call])).toEqual([['call', expected]])
})

test('whether a company may call is said in words', async () => {
  const { ours, channel } = await open()
  const reply = (id: string, call_permission_reply: object) => ({
    ...written(person, id, ''),
    type: 'interactive',
    interactive: { type: 'call_permission_reply', call_permission_reply }
  })
  await receive(
    channel,
    whatsapp(channel.account, {
      messages: [
        reply('wamid.p1', { response: 'accept', is_permanent: false }),
        reply('wamid.p2', { response: 'accept', is_permanent: true }),
        reply('wamid.p3', { response: 'reject' })
      ]
    })
  )
  const [conversation] = await conversationsOf(ours)
  expect((await messagesOf(ours, conversation as Conversation)).map(({ text }) => text).reverse()).toEqual([
    'Permitiu ligações da empresa por alguns dias',
    'Permitiu ligações da empresa',
    'Não permitiu ligações da empresa'
  ])
})

test('a group is a conversation of its own, with its writers, and never that of a person', async () => {
  const { ours, channel } = await open()
  const inGroup = (from: string, id: string, body: string) => ({ ...written(from, id, body), group_id: 'grupo-1' })
  const contacts = [profile(person, 'Ana'), profile('5511911112222', 'Bia')]
  await receive(
    channel,
    whatsapp(channel.account, { contacts, messages: [written(person, 'wamid.g0', 'Só para vocês')] }),
    whatsapp(channel.account, { contacts, messages: [inGroup(person, 'wamid.g1', 'Oi, turma')] }),
    whatsapp(channel.account, { contacts, messages: [inGroup('5511911112222', 'wamid.g2', 'Oi, Ana')] })
  )
  const all = await conversationsOf(ours)
  expect(all.map(({ name, contact }) => [name, contact])).toEqual([
    ['Grupo do WhatsApp', 'grupo'],
    ['Ana', '(11) 98765-4321']
  ])
  const [group, ana] = all as [Conversation, Conversation]
  expect((await messagesOf(ours, group)).map(({ text, data }) => [text, data.writer])).toEqual([
    ['Oi, Ana', 'Bia'],
    ['Oi, turma', 'Ana']
  ])
  expect(await messagesOf(ours, ana)).toHaveLength(1)

  const subject = { group_id: 'grupo-1', timestamp: now(), subject: 'Turma de terça' }
  await receive(channel, reported(channel.account, 'group_lifecycle_update', { groups: [subject] }))
  expect((await conversationsOf(ours)).map(({ name }) => name)).toEqual(['Turma de terça', 'Ana'])
})

test('the numbers of one app in two companies both get what its secret signs', async () => {
  const [one, two] = [await open(), await open()]
  const { secret } = one.channel
  const answer = await app.inject({
    method: 'POST',
    url: '/api/whatsapp/settings',
    headers: two.ours.auth,
    payload: { appSecret: secret }
  })
  expect(answer.statusCode).toBe(200)
  const parts = [one, two].map(({ channel }, n) =>
    whatsapp(channel.account, { messages: [written(person, `wamid.both${n}`, `Para ${n}`)] })
  )
  await receive(one.channel, { object: 'whatsapp_business_account', entry: parts.flatMap(({ entry }) => entry) })
  for (const [n, { ours }] of [one, two].entries())
    expect((await conversationsOf(ours)).map(({ lastText }) => lastText)).toEqual([`Para ${n}`])
})

test('what Instagram hands to another app, and a link that is only opened, are in the thread', async () => {
  const { ours, channel } = await open('instagram')
  const event = { sender: { id: '777' }, recipient: { id: channel.account }, timestamp: Date.now() }
  const body = instagram(channel.account, [])
  await receive(channel, {
    ...body,
    entry: body.entry.map(entry => ({ ...entry, standby: [{ ...event, message: { mid: 'mid.s', text: 'Oi' } }] }))
  })
  const came = {
    ...event,
    timestamp: Date.now() + 1000,
    referral: { ref: 'panfleto', source: 'IGME', type: 'OPEN_THREAD' }
  }
  await receive(channel, instagram(channel.account, [came]), instagram(channel.account, [came]))
  const [conversation] = await conversationsOf(ours)
  const messages = await messagesOf(ours, conversation as Conversation)
  expect(messages.map(({ kind, text, data }) => [kind, text, data.referral])).toEqual([
    ['system', 'Abriu a conversa por um link', { source_type: 'IGME', ref: 'panfleto' }],
    ['text', 'Oi', undefined]
  ])
})
