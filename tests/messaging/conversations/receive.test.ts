import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { takeLocks } from '../../../services/core/locks.ts'
import { phoneKey } from '../../../services/core/telephone/rules.ts'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import { notifyOfMessages } from '../../../services/messaging/conversations/notices.ts'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { company, openApp, sendLead, storedLead, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { countWaiting } from '../../kit/locks.ts'
import { join } from '../../kit/team.ts'
import {
  asMeta,
  type Channel,
  connect,
  deliver,
  instagram,
  profile,
  sign,
  whatsapp,
  written
} from '../../kit/webhooks.ts'

// A database of its own, because all deliveries that wait are processed.
const app = await openApp({ DATABASE_URL: await newDatabase(), META_APP_SECRET: 'secret-of-the-installation' })

async function workedOff(): Promise<void> {
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  if (rows.length > 0)
    await processDeliveries(
      app.db,
      rows.map(({ id }) => id)
    )
}

async function deliverAll(channel: Channel, ...bodies: object[]): Promise<void> {
  for (const body of bodies) expect((await deliver(app, channel, body)).statusCode).toBe(200)
  await workedOff()
}

const get = async <T>(who: Tenant, url: string): Promise<T> => {
  const answer = await app.inject({ url, headers: who.auth })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const conversationsOf = (who: Tenant) => get<Conversation[]>(who, '/api/conversations')
const messagesOf = async (who: Tenant, n = 0): Promise<Message[]> => {
  const conversation = (await conversationsOf(who))[n]
  return get(who, `/api/conversations/${conversation?.id}/messages`)
}
const textsOf = async (who: Tenant, n = 0) => (await messagesOf(who, n)).map(({ text }) => text)

/** The number of a company's updates, by outcome. */
const outcomesOf = async (who: Tenant | null) => {
  const { rows } = await app.db.everyCompany(trx =>
    sql<{ outcome: string; n: number }>`select outcome, sum(updates)::integer as n from delivery_outcomes
      where company_id is not distinct from ${who?.id ?? null} group by outcome`.execute(trx)
  )
  return Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n]))
}

test('who writes for the first time becomes a lead with a conversation, and what follows comes in order', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const number = '5511987654321'
  const message = (id: string, text: string, at: number) =>
    whatsapp(channel.account, { contacts: [profile(number, 'Zoé Araújo')], messages: [written(number, id, text, at)] })
  const now = Date.now()
  await deliverAll(
    channel,
    message('wamid.2', 'Vocês abrem hoje? ☕', now),
    message('wamid.1', 'Olá, é da Padaria?', now - 5000)
  )

  const [conversation, ...others] = await conversationsOf(ours)
  expect(others).toEqual([])
  expect(conversation).toMatchObject({
    channel: 'whatsapp',
    name: 'Zoé Araújo',
    contact: '(11) 98765-4321',
    status: 'open',
    unread: 2,
    lastText: 'Vocês abrem hoje? ☕',
    lastDirection: 'in'
  })
  expect(Date.parse(conversation?.windowEndsAt ?? '')).toBeCloseTo(Math.floor(now / 1000) * 1000 + 86_400_000, -3)
  expect(await textsOf(ours)).toEqual(['Vocês abrem hoje? ☕', 'Olá, é da Padaria?'])
  expect(await get(ours, `/api/leads/${conversation?.leadId}`)).toMatchObject({
    name: 'Zoé Araújo',
    source: 'whatsapp',
    phone: '11987654321',
    status: 'new'
  })
})

test.each([
  ['with the ninth digit', '5511912345678'],
  ['without it', '551112345678']
])('a lead with the telephone is found by a number %s, and nobody becomes a second one', async (_case, number) => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const { id } = (await sendLead(app, ours.id, { name: 'Rui Prado', phone: '(11) 91234-5678' })).json()
  await deliverAll(channel, whatsapp(channel.account, { messages: [written(number, 'wamid.a', 'Oi')] }))
  expect(await conversationsOf(ours)).toMatchObject([{ leadId: id, name: 'Rui Prado' }])
})

test('a person without a number is known by the id within the business, and stays the same when a number comes', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const user = { from_user_id: 'BR.1502576394655843' }
  const { from: _, ...hidden } = written('', 'wamid.u1', 'Olá')
  const contacts = [{ profile: { name: 'Íris', username: 'iris.pao' }, user_id: user.from_user_id }]
  await deliverAll(channel, whatsapp(channel.account, { contacts, messages: [{ ...hidden, ...user }] }))
  expect(await conversationsOf(ours)).toMatchObject([{ name: 'Íris', contact: '@iris.pao' }])

  const shown = { ...written('5521998877665', 'wamid.u2', 'Agora com número'), ...user }
  await deliverAll(channel, whatsapp(channel.account, { contacts, messages: [shown] }))
  expect(await conversationsOf(ours)).toHaveLength(1)
  expect(await textsOf(ours)).toHaveLength(2)
})

test('each update in any order and five times is stored once, and no state goes back', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const number = '5511955554444'
  const start = Date.now() - 100_000
  const said = Array.from({ length: 40 }, (_, n) => written(number, `wamid.${n}`, `Mensagem ${n}`, start + n * 1000))
  const states = ['sent', 'delivered', 'read'].map((status, n) => ({
    id: 'wamid.ours',
    status,
    timestamp: String(Math.floor(start / 1000) + n),
    recipient_id: number
  }))
  const bodies = [
    ...said.map(message => whatsapp(channel.account, { messages: [message] })),
    ...states.map(status => whatsapp(channel.account, { statuses: [status] }))
  ]
  const all = Array.from({ length: 5 }, () => bodies).flat()
  // A fixed shuffle: the same disorder at each run.
  const shuffled = all.map((body, n) => ({ body, at: (n * 7919) % 104_729 })).sort((a, b) => a.at - b.at)
  await deliverAll(channel, ...shuffled.map(({ body }) => body))

  expect((await textsOf(ours)).toReversed()).toEqual(said.map(({ text }) => text.body))
  expect(await outcomesOf(ours)).toEqual({ stored: 43, repeated: 172 })
  const { rows } = await app.db.everyCompany(trx =>
    sql`select status from message_statuses where company_id = ${ours.id} order by at`.execute(trx)
  )
  expect(rows).toEqual([{ status: 'sent' }, { status: 'delivered' }, { status: 'read' }])
})

test('what was deleted or edited before it arrived stays so', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours, 'instagram')
  const person = { sender: { id: '778899' }, recipient: { id: channel.account } }
  const at = Date.now()
  await deliverAll(
    channel,
    instagram(channel.account, [{ ...person, timestamp: at + 2, message: { mid: 'm1', is_deleted: true } }]),
    instagram(channel.account, [{ ...person, timestamp: at + 3, message_edit: { mid: 'm2', text: 'às 10h' } }]),
    instagram(channel.account, [{ ...person, timestamp: at, message: { mid: 'm1', text: 'engano' } }]),
    instagram(channel.account, [{ ...person, timestamp: at + 1, message: { mid: 'm2', text: 'às 9h' } }])
  )
  const messages = await messagesOf(ours)
  expect(
    messages.map(({ text, kind, deletedAt, editedAt }) => [kind, text, deletedAt !== null, editedAt !== null])
  ).toEqual([
    ['text', 'às 10h', false, true],
    ['text', null, true, false]
  ])
  expect(JSON.stringify(messages)).not.toContain('engano')
})

test('reactions, echoes, story replies and what is seen belong to their messages', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours, 'instagram')
  const [person, us] = [{ id: '556677' }, { id: channel.account }]
  const at = Date.now() - 10_000
  const story = { url: 'https://example.com/story.jpg', id: '1' }
  await deliverAll(
    channel,
    instagram(channel.account, [
      {
        sender: person,
        recipient: us,
        timestamp: at,
        message: { mid: 's1', text: 'Quanto custa?', reply_to: { story } }
      },
      { sender: us, recipient: person, timestamp: at + 1, message: { mid: 'e1', text: 'R$ 30', is_echo: true } },
      {
        sender: person,
        recipient: us,
        timestamp: at + 2,
        reaction: { mid: 'e1', action: 'react', reaction: 'love', emoji: '❤' }
      },
      { sender: person, recipient: us, timestamp: at + 3, read: { mid: 'e1' } },
      { sender: person, recipient: us, timestamp: at + 4, message: { mid: 'x1', is_unsupported: true } }
    ])
  )
  const messages = await messagesOf(ours)
  expect(messages.map(({ kind, direction, status }) => [kind, direction, status])).toEqual([
    ['unsupported', 'in', null],
    ['text', 'out', 'read'],
    ['story_reply', 'in', null]
  ])
  expect(messages[1]?.reactions).toMatchObject([{ direction: 'in', emoji: '❤' }])
})

test('each picture of a message with several is kept, and all of them go with it', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours, 'instagram')
  const person = { sender: { id: '881122' }, recipient: { id: channel.account } }
  const at = Date.now() - 10_000
  const picture = (n: number) => ({ type: 'image', payload: { url: `https://example.com/${n}.jpg` } })
  const film = { type: 'video', payload: { url: 'https://example.com/film.mp4' } }
  const album = (mid: string, timestamp: number) =>
    instagram(channel.account, [
      { ...person, timestamp, message: { mid, text: 'Olha só', attachments: [picture(1), picture(2), film] } }
    ])
  const gone = (mid: string, timestamp: number) =>
    instagram(channel.account, [{ ...person, timestamp, message: { mid, is_deleted: true } }])
  await deliverAll(channel, album('album_1', at), album('album_1', at))
  expect((await messagesOf(ours)).toReversed()).toMatchObject([
    { kind: 'image', text: 'Olha só', file: { state: 'waiting' } },
    { kind: 'image', text: null, file: { state: 'waiting' } },
    { kind: 'video', text: null, file: { state: 'waiting' } }
  ])
  await deliverAll(channel, gone('album_1', at + 1000), gone('album_2', at + 3000), album('album_2', at + 2000))
  const left = await messagesOf(ours)
  expect(left).toHaveLength(4)
  expect(left.every(({ deletedAt, file }) => deletedAt !== null && file === null)).toBe(true)
})

test('a story that is answered with a picture is kept, and so is the picture', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours, 'instagram')
  const story = { url: 'https://example.com/story.jpg', id: '1' }
  const attachments = [{ type: 'image', payload: { url: 'https://example.com/minha.jpg' } }]
  const message = { mid: 'story_1', text: 'Igual a este', reply_to: { story }, attachments }
  const event = { sender: { id: '881133' }, recipient: { id: channel.account }, timestamp: Date.now() - 5000, message }
  await deliverAll(channel, instagram(channel.account, [event]))
  expect((await messagesOf(ours)).toReversed()).toMatchObject([
    { kind: 'story_reply', text: 'Igual a este', file: { state: 'waiting' } },
    { kind: 'image', text: null, file: { state: 'waiting' } }
  ])
  const { rows } = await app.db.company(ours.id, trx =>
    sql<{ url: string }>`select data -> 'media' ->> 'url' as url from messages order by created_at`.execute(trx)
  )
  expect(rows.map(({ url }) => url)).toEqual([story.url, 'https://example.com/minha.jpg'])
  // Somebody without a name on Instagram does not get the id of fifteen digits in its place.
  expect(await conversationsOf(ours)).toMatchObject([{ name: 'Pessoa do Instagram', contact: 'sem @nome' }])
})

test('what the company edits, deletes and reacts to on its telephone is its own', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const customer = '5511955554444'
  const echoes = async (...list: object[]) => {
    const body = whatsapp(channel.account, {})
    const sent = list.map(each => ({ ...each, from: '551140028922', to: customer }))
    Object.assign(body.entry[0]?.changes[0]?.value ?? {}, { message_echoes: sent })
    await deliverAll(channel, body)
  }
  const echo = (id: string, type: string, content: unknown) => ({
    ...written('', `wamid.echo.${id}`, ''),
    type,
    [type]: content
  })
  await deliverAll(
    channel,
    whatsapp(channel.account, { messages: [written(customer, 'wamid.echo.in', 'Abrem hoje?')] })
  )
  await echoes(echo('1', 'text', { body: 'Sim' }), echo('2', 'text', { body: 'Engano' }))
  await echoes(
    echo('3', 'edit', {
      original_message_id: 'wamid.echo.1',
      message: { type: 'text', text: { body: 'Sim, até as 18h' } }
    }),
    echo('4', 'revoke', { original_message_id: 'wamid.echo.2' }),
    echo('5', 'reaction', { message_id: 'wamid.echo.in', emoji: '👍' })
  )
  const messages = await messagesOf(ours)
  expect(messages.map(({ direction, text }) => [direction, text])).toEqual([
    ['out', null],
    ['out', 'Sim, até as 18h'],
    ['in', 'Abrem hoje?']
  ])
  expect(messages[0]?.deletedAt).not.toBeNull()
  expect(messages[2]?.reactions).toMatchObject([{ direction: 'out', emoji: '👍' }])
})

test('what is not signed over its bytes is refused before anything is made of it', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const body = whatsapp(channel.account, { messages: [written('5511900001111', 'wamid.f', 'olá, ação')] })
  const payload = asMeta(body)
  const good = sign(payload, channel.secret)
  const send = (text: string, header: string | undefined) =>
    app.inject({
      method: 'POST',
      url: '/webhooks/whatsapp',
      headers: { 'content-type': 'application/json', ...(header !== undefined && { 'x-hub-signature-256': header }) },
      payload: text
    })
  const forged: [string, string | undefined][] = [
    [payload, undefined],
    [payload, ''],
    [payload, 'sha256='],
    [payload, good.slice(0, -2)],
    [payload, good.replace('sha256=', '')],
    [payload, good.replace('sha256', 'sha1')],
    [payload, `${good}, ${good}`],
    [payload, sign(payload, 'another-secret-of-nobody')],
    [payload, sign(payload, '')],
    [`${payload} `, good],
    [JSON.stringify(body), good], // serialised again: the accents are no longer escaped
    ['', sign('', channel.secret)]
  ]
  for (const [text, header] of forged) expect((await send(text, header)).statusCode, header).toBe(403)
  expect((await send(payload, good)).statusCode).toBe(200)
  await workedOff()
  expect(await conversationsOf(ours)).toHaveLength(1)
  const settings = await get<{ forged: number }>(ours, '/api/whatsapp/settings')
  expect(settings).toMatchObject({ appSecretSet: true, token: null })
})

test('what the secret of yesterday signs is refused once there is another', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const payload = { appSecret: 'another-secret-0123456789' }
  await app.inject({ method: 'POST', url: '/api/whatsapp/settings', headers: ours.auth, payload })
  const body = whatsapp(channel.account, { messages: [written('5511900002222', 'wamid.old', 'oi')] })
  expect((await deliver(app, channel, body)).statusCode).toBe(403)
  expect((await deliver(app, { ...channel, secret: payload.appSecret }, body)).statusCode).toBe(200)
})

test('a delivery of 3 MB is processed, a larger one is refused, neither with an error of ours', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const texts = (count: number) =>
    whatsapp(channel.account, {
      messages: Array.from({ length: count }, (_, n) =>
        written('5511900003333', `wamid.m${count}.${n}`, 'x'.repeat(50_000))
      )
    })
  await deliverAll(channel, texts(60))
  expect(await messagesOf(ours)).toHaveLength(50)
  expect(await outcomesOf(ours)).toMatchObject({ stored: 60 })
  expect((await deliver(app, channel, texts(400))).statusCode).toBe(413)
})

test("a company's own secret speaks of its own number alone, and an unknown number is kept and explained", async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const [channel, other] = [await connect(app, ours), await connect(app, theirs)]
  const body = whatsapp(other.account, { messages: [written('5511977776666', 'wamid.t', 'de outro')] })
  // It names both accounts, so that our secret is tried for it.
  const both = { ...body, entry: [...body.entry, ...whatsapp(channel.account, { messages: [] }).entry] }
  await deliverAll(channel, both)
  expect(await conversationsOf(theirs)).toEqual([])
  expect(await conversationsOf(ours)).toEqual([])

  await deliverAll(
    { ...channel, secret: 'secret-of-the-installation' },
    whatsapp('999', { messages: [written('1', 'wamid.n', 'oi')] })
  )
  expect(await outcomesOf(null)).toMatchObject({ not_its_account: 1, unknown_account: 1 })
})

test.each<[string, unknown]>([
  ['no JSON', '{"entry":'],
  ['null', 'null'],
  ['a number', '7'],
  ['deep nesting', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['other shapes', { entry: [{ changes: 'x' }, 7, null, { changes: [null, { value: 3 }] }] }],
  ['times that cannot be', { messages: [{ ...written('5511', 'wamid.t1', 'x'), timestamp: '1e400' }] }],
  ['an unknown kind', { messages: [{ ...written('5511922223333', 'wamid.k', ''), type: 'hologram', hologram: {} }] }],
  ['texts that no database stores', { messages: [written('5511922224444', 'wamid.z', '\u0000 \ud800 \u202e abc')] }],
  ['a long text', { messages: [written('5511922225555', 'wamid.l', 'á'.repeat(65_536))] }]
])('whatever is signed is stored or explained: %s', async (_case, content) => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const parts = content as Parameters<typeof whatsapp>[1]
  const body = typeof content === 'string' || !('messages' in parts) ? content : whatsapp(channel.account, parts)
  const answer = await deliver(app, { kind: 'whatsapp', secret: 'secret-of-the-installation' }, body)
  expect(answer.statusCode).toBe(200)
  await deliver(app, channel, body)
  await workedOff()
  const { rows } = await app.db.everyCompany(trx =>
    sql<{ open: number }>`select count(*)::integer as open from deliveries d where not exists (
      select from delivery_outcomes o where o.delivery_id = d.id)`.execute(trx)
  )
  expect(rows).toEqual([{ open: 0 }])
})

test('the challenge is answered for a caller who knows the token of a channel', async () => {
  const ours = await company(app)
  await connect(app, ours)
  const { verifyToken } = await get<{ verifyToken: string }>(ours, '/api/whatsapp/settings')
  const ask = (token: string) =>
    app.inject({ url: `/webhooks/whatsapp?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}` })
  const answer = await ask(verifyToken)
  expect([answer.statusCode, answer.body]).toEqual([200, '1158201444'])
  expect((await ask('wrong')).statusCode).toBe(403)
  expect((await ask('')).statusCode).toBe(403)
})

test('the labels of conversations are those of their leads', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const channel = await connect(app, ours)
  await deliverAll(
    channel,
    whatsapp(channel.account, {
      messages: [written('5511933332211', 'wamid.t1', 'Oi'), written('5511933332200', 'wamid.t2', 'Olá')]
    })
  )
  const [one] = await conversationsOf(ours)
  const make = async (who: Tenant, name: string) =>
    (await app.inject({ method: 'POST', url: '/api/tags', headers: who.auth, payload: { name } })).json<{
      id: string
    }>()
  const [tag, stranger] = [await make(ours, 'Festa'), await make(theirs, 'Festa')]
  const put = {
    method: 'PUT',
    url: `/api/leads/${one?.leadId}`,
    headers: ours.auth,
    payload: { tags: [tag.id] }
  } as const
  expect((await app.inject(put)).statusCode).toBe(200)
  const filtered = async (filter: object) =>
    (
      await app.inject({
        url: `/api/conversations?filter=${encodeURIComponent(JSON.stringify(filter))}`,
        headers: ours.auth
      })
    ).json<Conversation[]>()
  expect(await filtered({ tag: tag.id })).toMatchObject([{ id: one?.id, tags: [tag.id] }])
  expect(await filtered({ tag: stranger.id })).toEqual([])
  expect((await filtered({ tag: 'Festa' })) as unknown).toMatchObject({ code: 'invalid' })
})

test('who sees only their own leads reads, searches, counts and changes no other conversation', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const texts = [written('5511933339999', 'wamid.o1', 'segredo da Ada'), written('5511933338888', 'wamid.o2', 'do Rui')]
  await deliverAll(channel, whatsapp(channel.account, { messages: texts }))
  const rui = await join(app, ours, { name: 'Rui', leadAccess: 'own', role: 'agent' })
  const all = await conversationsOf(ours)
  const { id: hidden } = all.find(({ lastText }) => lastText === 'segredo da Ada') ?? { id: '' }
  const own = all.find(({ lastText }) => lastText === 'do Rui')
  const team = await get<{ id: string; name: string }[]>(ours, '/api/employees')
  const ownerId = team.find(({ name }) => name === 'Rui')?.id
  const response = await app.inject({
    method: 'PUT',
    url: `/api/leads/${own?.leadId}`,
    headers: ours.auth,
    payload: { ownerId }
  })
  expect(response.statusCode, response.body).toBe(200)

  expect((await conversationsOf(rui)).map(({ id }) => id)).toEqual([own?.id])
  const search = encodeURIComponent(JSON.stringify({ q: '33339999' }))
  expect(await get(rui, `/api/conversations?filter=${search}`)).toEqual([])
  expect(await get(ours, `/api/conversations?filter=${search}`)).toHaveLength(1)
  expect(await get(rui, '/api/conversations/counts')).toMatchObject({ whatsapp: 1 })
  const calls = [
    ['GET', ''],
    ['GET', '/messages'],
    ['PATCH', '', { status: 'resolved' }],
    ['POST', '/messages', { text: 'oi' }],
    ['POST', '/notes', { text: 'oi' }],
    ['POST', '/presence', { typing: true }],
    ['POST', '/draft']
  ] as const
  for (const [method, part, payload] of calls) {
    const url = `/api/conversations/${hidden}${part}`
    const answer = await app.inject({ method, url, headers: rui.auth, ...(payload && { payload }) })
    expect(answer.statusCode, `${method} ${part}`).toBe(404)
    expect(answer.body).not.toContain('segredo')
  }
})

test('another company sees none of the conversations', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const channel = await connect(app, ours)
  await deliverAll(channel, whatsapp(channel.account, { messages: [written('5511933332222', 'wamid.v', 'segredo')] }))
  const [conversation] = await conversationsOf(ours)
  expect(await conversationsOf(theirs)).toEqual([])
  for (const url of [`/api/conversations/${conversation?.id}`, `/api/conversations/${conversation?.id}/messages`])
    expect((await app.inject({ url, headers: theirs.auth })).statusCode).toBe(404)
})

test('who changes or takes off the name, and whose lead was deleted, is heard as before', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const from = '5511933331111'
  let n = 0
  const says = (name: string | null) =>
    deliverAll(
      channel,
      whatsapp(channel.account, {
        contacts: name === null ? [] : [profile(from, name)],
        messages: [written(from, `wamid.name${++n}`, `texto ${n}`)]
      })
    )
  for (const name of [null, 'Ana', 'Ana Maria', null, 'Ana']) await says(name)
  expect(await conversationsOf(ours)).toHaveLength(1)
  expect(await textsOf(ours)).toHaveLength(5)

  const [{ leadId = '' } = {}] = await conversationsOf(ours)
  expect((await app.inject({ method: 'DELETE', url: `/api/leads/${leadId}`, headers: ours.auth })).statusCode).toBe(204)
  await says('Ana Souza')
  const [conversation] = await conversationsOf(ours)
  expect(conversation?.leadId).not.toBe(leadId)
  expect(conversation).toMatchObject({ name: 'Ana Souza', lastText: 'texto 6' })
  expect(await textsOf(ours)).toHaveLength(6)
  expect(await outcomesOf(ours)).toEqual({ stored: 6 })

  // The same at Instagram, whose people have a name of their own.
  const account = await connect(app, ours, 'instagram')
  await deliverAll(
    account,
    instagram(account.account, [
      {
        sender: { id: '99' },
        recipient: { id: account.account },
        timestamp: Date.now(),
        message: { mid: 'i1', text: 'a' }
      }
    ])
  )
  await app.db.company(ours.id, trx => trx.updateTable('conversations').set({ username: 'ana' }).execute())
  await deliverAll(
    account,
    instagram(account.account, [
      {
        sender: { id: '99' },
        recipient: { id: account.account },
        timestamp: Date.now(),
        message: { mid: 'i2', text: 'b' }
      }
    ])
  )
  expect(await outcomesOf(ours)).toEqual({ stored: 8 })
})

test('what a customer takes back or edits stands in its old words nowhere: list, lead, submissions, bell', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const from = '5511933332222'
  await deliverAll(channel, whatsapp(channel.account, { messages: [written(from, 'wamid.secret', 'meu segredo 123')] }))
  const [conversation] = await conversationsOf(ours)
  await app.db.company(ours.id, trx => notifyOfMessages(trx, ours.id, [conversation?.id ?? '']))
  const everything = async () => {
    const [{ leadId = '' } = {}] = await conversationsOf(ours)
    const seen = await Promise.all(
      ['/api/conversations', `/api/leads/${leadId}`, `/api/leads/${leadId}/timeline`, '/api/notifications'].map(url =>
        get(ours, url)
      )
    )
    const { rows } = await app.db.company(ours.id, trx => sql`select answers from submissions`.execute(trx))
    return JSON.stringify([seen, rows])
  }
  expect(await everything()).toContain('meu segredo 123')
  const change = (type: string, inner: object, id: string) =>
    deliverAll(
      channel,
      whatsapp(channel.account, {
        messages: [{ from, id, timestamp: String(Math.floor(Date.now() / 1000)), type, [type]: inner }]
      })
    )
  await change(
    'edit',
    { original_message_id: 'wamid.secret', message: { text: { body: 'outro segredo 456' } } },
    'wamid.e'
  )
  const edited = await everything()
  expect(edited).not.toContain('meu segredo 123')
  expect(edited).toContain('outro segredo 456')
  expect(await conversationsOf(ours)).toMatchObject([{ lastText: 'outro segredo 456' }])
  await change('revoke', { original_message_id: 'wamid.secret' }, 'wamid.d')
  expect(await everything()).not.toContain('segredo')
  expect(await conversationsOf(ours)).toMatchObject([{ lastText: 'Mensagem apagada', lastKind: 'text' }])
})

test('the first message of somebody who is known already is an activity, that of a new lead is not', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  await sendLead(app, ours.id, { name: 'Rui Conhecido', email: 'rui@example.org', phone: '(11) 93333-4444' })
  await deliverAll(
    channel,
    whatsapp(channel.account, { messages: [written('5511933334444', 'wamid.known', 'oi')] }),
    whatsapp(channel.account, { messages: [written('5511933335555', 'wamid.new', 'oi')] })
  )
  const { rows } = await app.db.company(ours.id, trx =>
    sql<{ lead_name: string }>`select lead_name from activities where type = 'message'`.execute(trx)
  )
  expect(rows).toEqual([{ lead_name: 'Rui Conhecido' }])
})

test('who writes while their form is being stored waits for it, and becomes no second lead', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const phone = '11933337777'
  const { promise: arriving, leadId } = await app.db.company(ours.id, async trx => {
    await takeLocks(trx, ours.id, `phone ${phoneKey(phone)}`)
    const promise = deliverAll(
      channel,
      whatsapp(channel.account, { messages: [written(`55${phone}`, 'wamid.race', 'oi')] })
    )
    await expect.poll(() => countWaiting(app.db, 'advisory')).toBe(1)
    const { id: leadId } = await trx
      .insertInto('leads')
      .values({ ...storedLead(ours), name: 'Rui', phone, phone_key: phoneKey(phone) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { promise, leadId }
  })
  await arriving
  expect(await conversationsOf(ours)).toMatchObject([{ leadId, lastText: 'oi' }])
  expect(await get(ours, '/api/leads')).toHaveLength(1)
})

test('who writes from a second number is the lead whose it is', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const typed = { name: 'Rui', phones: [{ value: '11933330001' }, { value: '11933330002', label: 'casa' }] }
  await app.inject({ method: 'POST', url: '/api/leads', headers: ours.auth, payload: typed })
  const [lead] = await get<{ id: string }[]>(ours, '/api/leads')
  await deliverAll(channel, whatsapp(channel.account, { messages: [written('551133330002', 'wamid.second', 'oi')] }))
  expect(await conversationsOf(ours)).toMatchObject([{ leadId: lead?.id, lastText: 'oi' }])
  expect(await get(ours, '/api/leads')).toHaveLength(1)
})

test('messages of one second stand in the order in which they came', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const second = Date.now()
  const texts = Array.from({ length: 12 }, (_, n) => `linha ${n}`)
  const messages = texts.map((text, n) => written('5511933336666', `wamid.l${(n * 7) % 12}`, text, second))
  await deliverAll(
    channel,
    whatsapp(channel.account, { messages: messages.slice(0, 5) }),
    whatsapp(channel.account, { messages: messages.slice(5) })
  )
  expect((await textsOf(ours)).toReversed()).toEqual(texts)
})

test('messages of one second stand in the order of their deliveries, whichever is worked off first', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const second = Math.floor(Date.now() / 1000) * 1000
  const texts = ['Primeira', 'Segunda', 'Terceira', 'Quarta']
  const lines = texts.map((text, n) => written('5511933336666', `wamid.o${n}`, text, second))
  const before = written('5511933336666', 'wamid.before', 'Antes', second - 1000)
  const after = written('5511933336666', 'wamid.after', 'Depois', second + 1000)
  for (const message of [...lines, before, after])
    await deliver(app, channel, whatsapp(channel.account, { messages: [message] }))
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).orderBy('id').execute()
  )
  const last: unknown[] = []
  for (const n of [2, 0, 3, 1, 4, 5]) {
    await processDeliveries(app.db, [rows[n]?.id ?? 0])
    last.push((await conversationsOf(ours))[0]?.lastText)
  }
  expect(last).toEqual(['Terceira', 'Terceira', 'Quarta', 'Quarta', 'Quarta', 'Depois'])
  expect((await textsOf(ours)).toReversed()).toEqual(['Antes', ...texts, 'Depois'])
})
