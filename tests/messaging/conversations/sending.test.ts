import { setTimeout as pass } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { openDb } from '../../../services/core/db.ts'
import { answerAway } from '../../../services/messaging/conversations/away.ts'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { findDue, sendQueued } from '../../../services/messaging/conversations/sending.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { goodToken, openGraph } from '../../kit/graph.ts'
import { connect, deliver, whatsapp, written } from '../../kit/webhooks.ts'

const graph = await openGraph()
const app = await openApp({
  DATABASE_URL: await newDatabase(),
  META_GRAPH_URL: graph.url,
  INSTAGRAM_GRAPH_URL: graph.url
})
const parts = { db: app.db, config: app.config, log: pino({ level: 'silent' }) }

beforeEach(() => {
  graph.sent = []
  graph.faults = []
  graph.arrived = null
  graph.blocked.clear()
  graph.blockFault = null
})

async function workedOff(): Promise<void> {
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  await processDeliveries(
    app.db,
    rows.map(({ id }) => id)
  )
}

async function call<T>(
  who: Tenant,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  key?: string
): Promise<T> {
  const headers = { ...who.auth, ...(key && { 'idempotency-key': key }) }
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${answer.json().code}: ${answer.json().message}`)
  return answer.json()
}

let number = 0

/** A company whose number is on, and a customer who wrote a moment ago. */
async function inTalk(wrote = Date.now()) {
  const ours = await company(app)
  const channel = await connect(app, ours)
  await call(ours, 'POST', '/api/whatsapp/settings', { token: goodToken })
  await call(ours, 'PATCH', '/api/whatsapp/settings/status', { active: true })
  const customer = `55119${String(10_000_000 + ++number)}`
  await deliver(
    app,
    channel,
    whatsapp(channel.account, { messages: [written(customer, `wamid.in.${number}`, 'Oi', wrote)] })
  )
  await workedOff()
  const [conversation] = await call<Conversation[]>(ours, 'GET', '/api/conversations')
  const url = `/api/conversations/${conversation?.id}`
  const { id: channelId } = await call<{ id: string }>(ours, 'GET', '/api/whatsapp/settings')
  return {
    ours,
    channel,
    customer,
    url,
    channelId,
    write: (text: string, key?: string) => call<Message>(ours, 'POST', `${url}/messages`, { text }, key),
    send: () => sendQueued(parts, ours.id, channelId),
    /** The states of the written messages, the oldest first. */
    states: async () =>
      (await call<Message[]>(ours, 'GET', `${url}/messages`))
        .filter(({ direction, kind }) => direction === 'out' && kind === 'text')
        .map(({ status }) => status)
        .reverse(),
    report: async (statuses: object[]) => {
      await deliver(app, channel, whatsapp(channel.account, { statuses }))
      await workedOff()
    }
  }
}

const status = (id: string, name: string, more: object = {}) => ({
  id,
  status: name,
  timestamp: String(Math.floor(Date.now() / 1000)),
  ...more
})

test('what is written is stored, handed over once, and followed until it is read', async () => {
  const { ours, customer, url, write, send, states, report } = await inTalk()
  const message = await write('Abrimos às 7h, pode vir ☕', 'key-of-one-click')
  expect(message).toMatchObject({ status: 'queued', direction: 'out', author: 'Pessoa de Teste' })
  expect((await write('Abrimos às 7h, pode vir ☕', 'key-of-one-click')).id).toBe(message.id)
  await expect(write('Outro texto', 'key-of-one-click')).rejects.toThrow(/422/)
  await Promise.all([send(), send()])
  expect(graph.sent).toMatchObject([
    {
      body: {
        to: customer,
        type: 'text',
        text: { body: 'Abrimos às 7h, pode vir ☕' },
        biz_opaque_callback_data: message.id
      }
    }
  ])
  expect(await states()).toEqual(['accepted'])
  await report([status('wamid.sent.1', 'read')])
  await report([status('wamid.sent.1', 'sent')]) // late, and no step back
  expect(await states()).toEqual(['read'])
  const conversation = await call<Conversation>(ours, 'GET', url)
  expect(conversation).toMatchObject({ unread: 0, waitingSince: null, lastDirection: 'out' })
  expect(conversation.assigneeId).not.toBeNull()
  const lead = await call<object>(ours, 'GET', `/api/leads/${conversation.leadId}`)
  expect(lead).toMatchObject({ firstContactAt: expect.any(String), status: 'contacted' })
})

test('a key of one click is that of its buttons too', async () => {
  const { ours, url } = await inTalk()
  const ask = (buttons: string[]) =>
    call<Message>(ours, 'POST', `${url}/messages`, { kind: 'interactive', text: 'Qual?', buttons }, 'key-of-a-question')
  const { id } = await ask(['Hoje', 'Amanhã'])
  expect((await ask(['Hoje', 'Amanhã'])).id).toBe(id)
  await expect(ask(['Nunca'])).rejects.toThrow(/422/)
})

test('messages of one conversation go in the order in which they were written', async () => {
  const { write, send } = await inTalk()
  const texts = Array.from({ length: 7 }, (_, n) => `Parte ${n}`)
  for (const text of texts) await write(text)
  graph.faults = [{ code: 131000, status: 500 }]
  await send()
  expect(graph.sent).toEqual([]) // the first one waits, and the others behind it
  await app.db.everyCompany(trx => sql`update messages set due_at = now() where status = 'queued'`.execute(trx))
  await send()
  expect(graph.sent.map(({ body }) => (body.text as { body: string }).body)).toEqual(texts)
})

test('outside the window nothing is taken, with the code that the screen knows', async () => {
  const { write } = await inTalk(Date.now() - 25 * 3_600_000)
  await expect(write('Ainda está aí?')).rejects.toThrow(/409 JANELA_FECHADA/)
})

test('a channel that is off receives, and sends nothing', async () => {
  const { ours, write } = await inTalk()
  await call(ours, 'PATCH', '/api/whatsapp/settings/status', { active: false })
  await expect(write('Oi')).rejects.toThrow(/409 CHANNEL_OFF/)
})

test.each([
  [{ code: 131026, status: 400 }, /o número não tem WhatsApp/],
  [{ code: 131047, status: 400 }, /24 horas/],
  [{ code: 131050, status: 400 }, /não quer mais receber/],
  [{ code: 100, status: 400 }, /não aceitou/],
  [{ code: 999_999, status: 400 }, /não aceitou/]
])('what the provider refuses for good has failed, with the reason and the next step: %o', async (fault, reason) => {
  const { ours, url, write, send, states } = await inTalk()
  const { id } = await write('Oi')
  graph.faults = [fault]
  await send()
  expect(await states()).toEqual(['failed'])
  const [message] = await call<Message[]>(ours, 'GET', `${url}/messages`)
  expect(message).toMatchObject({ failureCode: fault.code, failure: expect.stringMatching(reason) })
  expect(graph.sent).toEqual([])

  // Sent again on purpose, as a new message, and only once.
  const again = await call<Message>(ours, 'POST', `${url}/messages/${id}/retry`)
  expect(again.id).not.toBe(id)
  await expect(call(ours, 'POST', `${url}/messages/${id}/retry`)).rejects.toThrow(/409/)
  await send()
  expect(await states()).toEqual(['failed', 'accepted'])
})

test('what the provider took is known as such where the database has no connection for it at once', async () => {
  const { ours, channelId, write, states } = await inTalk()
  await write('Oi')
  const db = openDb({ ...app.config.database, name: 'narrow', max: 1 })
  const { promise: isTaken, resolve } = Promise.withResolvers<void>()
  const held: Promise<void>[] = []
  graph.arrived = () => {
    // The only connection, for longer than one is waited for.
    held.push(
      db.company(ours.id, () => {
        resolve()
        return pass(5000)
      })
    )
    return isTaken
  }
  // Nor can the next message be looked for meanwhile.
  await expect(sendQueued({ ...parts, db }, ours.id, channelId)).rejects.toThrow('timeout')
  expect(await states()).toEqual(['accepted'])
  expect(graph.sent).toHaveLength(1)
  await Promise.all(held)
  await db.close()
})

test('what is sent again answers the same message', async () => {
  const { ours, url, send } = await inTalk()
  const [received] = await call<Message[]>(ours, 'GET', `${url}/messages`)
  const { id } = await call<Message>(ours, 'POST', `${url}/messages`, { text: 'Sim', replyTo: received?.id })
  graph.faults = [{ code: 131026, status: 400 }]
  await send()
  const again = await call<Message>(ours, 'POST', `${url}/messages/${id}/retry`)
  expect(again.replyTo).toMatchObject({ id: received?.id, text: 'Oi' })
  await send()
  expect(graph.sent).toMatchObject([{ body: { text: { body: 'Sim' }, context: { message_id: `wamid.in.${number}` } } }])
})

test('a place is sent as such, by its name and address, and once for each key', async () => {
  const { ours, url, send } = await inTalk()
  const place = { latitude: -23.5614, longitude: -46.6559, name: 'Padaria Central', address: 'Av. Paulista, 1578' }
  const payload = { kind: 'location', place }
  const sent = await call<Message>(ours, 'POST', `${url}/messages`, payload, 'key-of-a-place')
  expect(sent).toMatchObject({ kind: 'location', text: 'Padaria Central', data: { place } })
  expect((await call<Message>(ours, 'POST', `${url}/messages`, payload, 'key-of-a-place')).id).toBe(sent.id)
  const moved = { ...payload, place: { ...place, latitude: 0 } }
  await expect(call(ours, 'POST', `${url}/messages`, moved, 'key-of-a-place')).rejects.toThrow(/422/)
  await expect(call(ours, 'POST', `${url}/messages`, { kind: 'location' })).rejects.toThrow(/400/)
  const beyond = { kind: 'location', place: { latitude: 91, longitude: 0 } }
  await expect(call(ours, 'POST', `${url}/messages`, beyond)).rejects.toThrow(/400/)
  await send()
  expect(graph.sent).toMatchObject([{ body: { type: 'location', location: place } }])
})

test.each([
  { code: 131056, status: 429 },
  { code: 130429, status: 429 },
  { code: 2, status: 503 }
])('what may go better later waits and is tried again: %o', async fault => {
  const { write, send, states } = await inTalk()
  await write('Oi')
  graph.faults = [fault]
  await send()
  expect(await states()).toEqual(['queued'])
  await app.db.everyCompany(async trx => {
    await sql`update messages set due_at = now() where status = 'queued'`.execute(trx)
    await sql`update channels set paused_until = null`.execute(trx)
  })
  await send()
  expect(await states()).toEqual(['accepted'])
})

test('a message of a number that was reported is not retried automatically, but by a person', async () => {
  const { ours, url, write, send, states } = await inTalk()
  const { id } = await write('Oi')
  graph.faults = [{ code: 131048, status: 429 }]
  await send()
  expect(await states()).toEqual(['failed'])
  const messages = await call<Message[]>(ours, 'GET', `${url}/messages`)
  expect(messages.find(message => message.id === id)?.failure).toBe(
    'A Meta limitou o número por causa de denúncias. Espere algumas horas e envie de novo.'
  )
  await call(ours, 'POST', `${url}/messages/${id}/retry`)
  await send()
  expect((await states()).toSorted()).toEqual(['accepted', 'failed'])
})

test.each(['cut', 'html', 'hang', { redirect: 'http://169.254.169.254/latest' }] as const)(
  'a message whose end is unknown is not retried automatically, and its state settles it: %o',
  async fault => {
    const { ours, write, send, states, report } = await inTalk()
    const { id } = await write('Chegou?')
    graph.faults = [fault]
    await send()
    expect(await states()).toEqual(['unknown'])
    const handedOver = graph.sent.length
    await send()
    expect((await findDue(app.db)).filter(({ companyId }) => companyId === ours.id)).toEqual([])
    expect(graph.sent).toHaveLength(handedOver)
    await report([status('wamid.late', 'delivered', { biz_opaque_callback_data: id })])
    expect(await states()).toEqual(['delivered'])
  }
)

test('a worker that dies over a message leaves it uncertain, and the others go on', async () => {
  const { write, send, states } = await inTalk()
  const { id } = await write('Primeira')
  await app.db.everyCompany(trx =>
    sql`update messages set status = 'sending', sending_since = now() - interval '1 hour' where id = ${id}`.execute(trx)
  )
  await write('Segunda')
  await send()
  expect(graph.sent).toEqual([]) // in turn
  await findDue(app.db)
  await send()
  expect(await states()).toEqual(['unknown', 'accepted'])
})

test('a token that is refused stops the channel, says so, and nothing is sent late by surprise', async () => {
  const { ours, channel, write, send, states } = await inTalk()
  await write('Uma')
  await write('Outra')
  graph.faults = [{ code: 190, status: 401 }]
  await send()
  expect(await states()).toEqual(['failed', 'failed'])
  expect(await call(ours, 'GET', '/api/whatsapp/settings')).toMatchObject({ state: 'reauthorize', problem: 'token' })
  await expect(write('Mais uma')).rejects.toThrow(/409 CHANNEL_OFF/)
  // A token that Meta refuses does not end the session with us.
  expect((await app.inject({ url: '/api/conversations', headers: ours.auth })).statusCode).toBe(200)
  await call(ours, 'POST', '/api/whatsapp/settings', { token: goodToken, phoneNumberId: channel.account })
  expect(await call(ours, 'GET', '/api/whatsapp/settings')).toMatchObject({ state: 'active' })
})

test.each([131031, 368])('one blocked number (%d) keeps no other waiting', async code => {
  const [blocked, other] = [await inTalk(), await inTalk()]
  await blocked.write('Oi')
  graph.faults = [{ code, status: 403 }]
  await blocked.send()
  await other.write('Oi')
  await other.send()
  expect(await other.states()).toEqual(['accepted'])
  expect(await call(blocked.ours, 'GET', '/api/whatsapp/settings')).toMatchObject({ state: 'blocked' })
})

test.each([
  [131047, /24 horas.*modelo aprovado/],
  [131026, /o número não tem WhatsApp/],
  [777_777, /não aceitou a mensagem/]
])('what fails after it was accepted (%d) has its reason and the next step in Portuguese', async (code, reason) => {
  const { ours, url, write, send, report } = await inTalk()
  const { id } = await write('Oi')
  await send()
  const details = 'Message failed to send because more than 24 hours have passed'
  const errors = [{ code, title: 'Re-engagement message', error_data: { details } }]
  await report([status('wamid.any', 'failed', { biz_opaque_callback_data: id, errors })])
  const [message] = await call<Message[]>(ours, 'GET', `${url}/messages`)
  expect(message).toMatchObject({ status: 'failed', failureCode: code, failure: expect.stringMatching(reason) })
  expect(await call(ours, 'GET', '/api/whatsapp/settings')).toMatchObject({ state: 'active' })
})

test.each([
  [131042, 'permission', /pagamento/],
  [131031, 'blocked', /bloqueou/]
])(
  'a state that says that the channel is refused (%d) stops it, and an old one does not',
  async (code, state, text) => {
    const { ours, write, send, report } = await inTalk()
    const { id } = await write('Oi')
    await send()
    const failed = (wamid: string, at: number) =>
      status(wamid, 'failed', {
        biz_opaque_callback_data: id,
        errors: [{ code, title: 'Refused' }],
        timestamp: String(Math.floor(at / 1000))
      })
    await report([failed('wamid.before.the.test', Date.now() - 3_600_000)])
    expect(await call(ours, 'GET', '/api/whatsapp/settings')).toMatchObject({ state: 'active' })
    await report([failed('wamid.after.it', Date.now() + 2000)])
    expect(await call(ours, 'GET', '/api/whatsapp/settings')).toMatchObject({
      state,
      problemText: expect.stringMatching(text)
    })
    const { items } = await call<{ items: { title: string }[] }>(ours, 'GET', '/api/notifications')
    expect(items.map(({ title }) => title)).toContain('O WhatsApp parou de enviar')
    await expect(write('Mais uma')).rejects.toThrow(/409 CHANNEL_OFF/)
  }
)

test('two people who press send at once are both sent, once each and in the order of the thread', async () => {
  const { ours, write, send, url, states } = await inTalk()
  const before = graph.sent.length
  await Promise.all([write('Da Ana', 'key-of-ana'), write('Do Beto', 'key-of-beto'), write('Da Ana', 'key-of-ana')])
  await Promise.all([send(), send()])
  expect(await states()).toEqual(['accepted', 'accepted'])
  const shown = (await call<Message[]>(ours, 'GET', `${url}/messages`)).filter(({ direction }) => direction === 'out')
  const sent = graph.sent.slice(before).map(({ body }) => (body.text as { body: string }).body)
  expect(sent).toEqual(shown.map(({ text }) => text).toReversed())
})

test('an answer to a message that is gone is taken, and says that it is not here; one to nothing is refused', async () => {
  const { ours, channel, customer, url } = await inTalk()
  const answer = { ...written(customer, 'wamid.answer', 'Esse mesmo'), context: { from: customer, id: 'wamid.gone' } }
  await deliver(app, channel, whatsapp(channel.account, { messages: [answer] }))
  await workedOff()
  const [newest] = await call<Message[]>(ours, 'GET', `${url}/messages`)
  expect(newest).toMatchObject({ text: 'Esse mesmo', replyTo: { id: null, text: null } })
  const reply = { text: 'Qual?', replyTo: '0'.repeat(24) }
  await expect(call(ours, 'POST', `${url}/messages`, reply)).rejects.toThrow(/400 .*não existe mais/)
})

test('two companies cannot receive for one number, and only who can read it receives', async () => {
  const { channel } = await inTalk()
  const theirs = await company(app)
  await call(theirs, 'POST', '/api/whatsapp/settings', {
    phoneNumberId: channel.account,
    token: 'EAAG-another-token-00'
  })
  await expect(call(theirs, 'PATCH', '/api/whatsapp/settings/status', { active: true })).rejects.toThrow(/409 .*token/)
  await call(theirs, 'POST', '/api/whatsapp/settings', { token: goodToken })
  await expect(call(theirs, 'PATCH', '/api/whatsapp/settings/status', { active: true })).rejects.toThrow(
    /outra empresa/
  )
})

test('secrets are written and never read', async () => {
  const { ours } = await inTalk()
  const answer = await app.inject({ url: '/api/whatsapp/settings', headers: ours.auth })
  expect(answer.body).not.toContain(goodToken)
  expect(answer.json()).toMatchObject({ token: '••••6789', appSecretSet: true })
  const { rows } = await app.db.everyCompany(trx =>
    sql<{ row: string }>`select to_jsonb(c)::text as row from channels c`.execute(trx)
  )
  for (const { row } of rows) expect(row).not.toContain(goodToken)
})

test('who writes outside the hours gets the message of the channel, once a day and not after an answer, and still waits for a person', async () => {
  const { ours, channel, customer, url, write, send } = await inTalk()
  const settings = (who: Tenant, payload: object) => call(who, 'POST', '/api/whatsapp/settings', payload)
  const wrote = async (who: Tenant) => {
    const conversations = await call<Conversation[]>(who, 'GET', '/api/conversations')
    const ids = conversations.map(({ id }) => id)
    await app.db.company(who.id, trx => answerAway(trx, who.id, ids))
  }
  const said = async (of: string, who: Tenant) =>
    (await call<Message[]>(who, 'GET', `${of}/messages`)).map(({ text }) => text).reverse()

  // Where the day does not end while this runs.
  const zone = [2, 3].includes(new Date().getUTCHours()) ? 'America/Rio_Branco' : 'America/Sao_Paulo'
  await app.db.everyCompany(trx => sql`update companies set time_zone = ${zone} where id = ${ours.id}`.execute(trx))
  const otherDay = (new Date().getUTCDay() + 3) % 7
  const businessHours = [{ day: otherDay, from: '09:00', to: '18:00' }]
  await settings(ours, { businessHours, awayMessage: 'Voltamos às 9h.' })
  await wrote(ours)
  await wrote(ours)
  expect(await said(url, ours)).toEqual(['Oi', 'Voltamos às 9h.'])
  await send()
  expect(graph.sent).toMatchObject([{ body: { to: customer, text: { body: 'Voltamos às 9h.' } } }])
  const waits = { unread: 1, waitingSince: expect.any(String), lastDirection: 'in' }
  expect(await call(ours, 'GET', url)).toMatchObject(waits)

  let count = 0
  const asks = async (text: string) => {
    const again = written(customer, `wamid.again.${customer}.${++count}`, text, Date.now() + count * 1000)
    await deliver(app, channel, whatsapp(channel.account, { messages: [again] }))
    await workedOff()
    await wrote(ours)
  }
  const nextDay = () =>
    app.db.everyCompany(trx =>
      sql`update messages set created_at = created_at - interval '1 day', client_key = null
        where company_id = ${ours.id}`.execute(trx)
    )
  await asks('E hoje?')
  expect(await said(url, ours), 'one of the same day').toEqual(['Oi', 'Voltamos às 9h.', 'E hoje?'])
  await nextDay()
  await asks('E agora?')
  expect((await said(url, ours)).slice(3).sort()).toEqual(['E agora?', 'Voltamos às 9h.'])
  await nextDay()
  await write('Bom dia!')
  await asks('Obrigada')
  expect((await said(url, ours)).slice(5), 'a person whom the team has answered').toEqual(['Bom dia!', 'Obrigada'])

  const open = await inTalk()
  const always = Array.from({ length: 7 }, (_, day) => ({ day, from: '00:00', to: '23:59' }))
  await settings(open.ours, { businessHours: always, awayMessage: 'Voltamos às 9h.' })
  await wrote(open.ours)
  expect(await said(open.url, open.ours)).toEqual(['Oi'])
})

test('a message of spaces alone is refused with what to do', async () => {
  const { ours, url } = await inTalk()
  for (const text of ['   ', '\n\u00a0']) {
    const answer = await app.inject({
      method: 'POST',
      url: `${url}/messages`,
      headers: ours.auth,
      payload: { text }
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toMatch(/Escreva algo além de espaços\.$/)
  }
})

test('nothing is sent to a blocked person, who is blocked at the provider too, until that ends', async () => {
  const { ours, url, write, customer } = await inTalk()
  const thread = async () =>
    (await call<Message[]>(ours, 'GET', `${url}/messages`)).map(({ data }) => data).filter(({ change }) => change)
  const blocked = await call<Conversation>(ours, 'POST', `${url}/block`)
  expect(blocked.blockedAt).not.toBeNull()
  expect((await call<Conversation>(ours, 'POST', `${url}/block`)).blockedAt).toBe(blocked.blockedAt)
  expect([...graph.blocked]).toEqual([customer])
  await expect(write('Oi')).rejects.toThrow('409 BLOCKED: Esta pessoa está bloqueada. Desbloqueie para escrever.')
  expect((await call<Conversation>(ours, 'DELETE', `${url}/block`)).blockedAt).toBeNull()
  expect([...graph.blocked]).toEqual([])
  await write('Oi')
  graph.blockFault = 131047
  await call(ours, 'POST', `${url}/block`)
  await expect(write('Oi')).rejects.toThrow('409 BLOCKED')
  expect(await thread()).toEqual([
    { change: 'blocked', to: expect.any(String) },
    { change: 'unblocked', to: null },
    { change: 'blocked', to: null }
  ])
})
