import { sql } from 'kysely'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import { windowOf } from '../../../services/messaging/conversations/rules.ts'
import type { Conversation } from '../../../services/messaging/conversations/schema.ts'
import { sendQueued } from '../../../services/messaging/conversations/sending.ts'
import { windowText } from '../../../web/src/messaging/conversations/words.ts'
import { company, openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { goodToken, openGraph } from '../../kit/graph.ts'
import { connect, deliver, instagram, whatsapp, written } from '../../kit/webhooks.ts'

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
})

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
const ends = Date.parse('2026-11-23T15:00:00.000Z')
const endsText = new Date(ends).toISOString()

test.for([
  ['whatsapp', -day, 'open', 'Janela aberta por 1 dia'],
  ['whatsapp', -day + 1, 'open', 'Janela aberta por 23h59'],
  ['whatsapp', -hour, 'open', 'Janela aberta por 1h00'],
  ['whatsapp', -hour + 1, 'open', 'Janela aberta por 59 min'],
  ['whatsapp', -minute, 'open', 'Janela aberta por 1 min'],
  ['whatsapp', -minute + 1, 'open', 'Janela aberta por menos de 1 min'],
  ['whatsapp', -1, 'open', 'Janela aberta por menos de 1 min'],
  ['whatsapp', 0, 'closed', 'Janela fechada'],
  ['whatsapp', 1, 'closed', 'Janela fechada'],
  ['instagram', -1, 'open', 'Janela aberta por menos de 1 min'],
  ['instagram', 0, 'human', 'Resposta humana por mais 6 dias'],
  ['instagram', 1, 'human', 'Resposta humana por mais 5 dias'],
  ['instagram', 5 * day, 'human', 'Resposta humana por mais 1 dia'],
  ['instagram', 5 * day + 1, 'human', 'Resposta humana por mais 23h59'],
  ['instagram', 6 * day - 1, 'human', 'Resposta humana por menos de 1 min'],
  ['instagram', 6 * day, 'closed', 'Janela fechada'],
  ['instagram', 6 * day + 1, 'closed', 'Janela fechada']
] as const)('%s, %d ms from the end of the first day: %s, %s', ([channel, after, window, words]) => {
  const now = ends + after
  const found = windowOf(channel, endsText, new Date(now))
  expect(found.window).toBe(window)
  expect(windowText(found.window, found.endsAt, now)).toBe(words)
})

test('at any moment the window is open until it ends, then human at Instagram, and closed from then on', () => {
  for (const channel of ['whatsapp', 'instagram'] as const) {
    let before = 0
    for (let n = 0; n < 2000; n++) {
      const now = new Date(ends + Math.round((Math.random() - 0.2) * 8 * day))
      const { window, endsAt } = windowOf(channel, endsText, now)
      const right =
        now.getTime() < ends ? 'open' : channel === 'instagram' && now.getTime() < ends + 6 * day ? 'human' : 'closed'
      expect(window, now.toISOString()).toBe(right)
      // An open window has an end in the future; a closed one has none.
      expect(endsAt === null).toBe(window === 'closed')
      if (endsAt) expect(endsAt.getTime()).toBeGreaterThan(now.getTime())
      before++
    }
    expect(before).toBe(2000)
  }
  expect(windowOf('instagram', null, new Date())).toEqual({ window: 'closed', endsAt: null })
})

let number = 0
const ad = { source_url: 'https://fb.me/x', source_type: 'ad', source_id: '120208', headline: 'Bolos de festa' }

async function inTalk(kind: 'whatsapp' | 'instagram' = 'whatsapp', more: object = {}, wrote = Date.now()) {
  const ours = await company(app)
  const channel = await connect(app, ours, kind)
  const settings = kind === 'whatsapp' ? '/api/whatsapp/settings' : '/api/instagram/config'
  graph.me = channel.account
  await app.inject({ method: 'POST', url: settings, headers: ours.auth, payload: { token: goodToken } })
  await app.db.everyCompany(trx =>
    trx.updateTable('channels').set({ active: true }).where('company_id', '=', ours.id).execute()
  )
  const person = `55119${String(30_000_000 + ++number)}`
  let count = 0
  const workedOff = async () => {
    const rows = await app.db.everyCompany(trx =>
      trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
    )
    await processDeliveries(
      app.db,
      rows.map(row => row.id)
    )
  }
  /** The company writes on its telephone. */
  const echoes = async (text: string) => {
    const body = whatsapp(channel.account, {})
    const echo = { ...written('5511400289220', `wamid.e.${number}`, text), to: person }
    Object.assign(body.entry[0]?.changes[0]?.value ?? {}, { message_echoes: [echo] })
    await deliver(app, channel, body)
    await workedOff()
  }
  const writes = async (extra: object, at: number) => {
    const id = `wamid.w.${number}.${++count}`
    const event = { sender: { id: person }, recipient: { id: channel.account }, timestamp: at }
    await deliver(
      app,
      channel,
      kind === 'whatsapp'
        ? whatsapp(channel.account, { messages: [{ ...written(person, id, 'Oi', at), ...extra }] })
        : instagram(channel.account, [{ ...event, message: { mid: id, text: 'Oi' } }])
    )
    await workedOff()
  }
  await writes(more, wrote)
  const read = async () => {
    const [conversation] = (await app.inject({ url: '/api/conversations', headers: ours.auth })).json<Conversation[]>()
    if (!conversation) throw new Error('no conversation')
    return conversation
  }
  const { id } = await read()
  const write = (text: string) =>
    app.inject({ method: 'POST', url: `/api/conversations/${id}/messages`, headers: ours.auth, payload: { text } })
  const channelId = await app.db.company(
    ours.id,
    async trx => (await trx.selectFrom('channels').select('id').executeTakeFirstOrThrow()).id
  )
  const send = () => sendQueued(parts, ours.id, channelId)
  const windowEnds = (at: number) =>
    app.db.everyCompany(trx =>
      sql`update conversations set window_ends_at = ${new Date(at).toISOString()} where id = ${id}`.execute(trx)
    )
  const settles = async (messageId: string) => {
    const timestamp = String(Math.floor(Date.now() / 1000))
    const status = { id: `wamid.s.${number}`, status: 'delivered', timestamp, biz_opaque_callback_data: messageId }
    await deliver(app, channel, whatsapp(channel.account, { statuses: [status] }))
    await workedOff()
  }
  return { read, write, writes, echoes, settles, send, windowEnds }
}

test.for([
  ['whatsapp', 0],
  ['instagram', 6 * day]
] as const)('%s: the server takes messages until the very moment that the screen says', async ([kind, after]) => {
  const { write, windowEnds, read } = await inTalk(kind)
  const closes = Date.now() + 600
  await windowEnds(closes - after)
  const { channel, windowEndsAt } = await read()
  const taken = { before: 0, refused: 0 }
  while (Date.now() < closes + 200) {
    const windowBefore = windowOf(channel, windowEndsAt, new Date()).window
    const answer = await write('Ainda?')
    const windowAfter = windowOf(channel, windowEndsAt, new Date()).window
    if (windowBefore === 'closed') expect(answer.json()).toMatchObject({ code: 'JANELA_FECHADA' })
    if (windowAfter !== 'closed') expect(answer.statusCode).toBe(201)
    if (answer.statusCode === 201) taken.before++
    else taken.refused++
  }
  expect(taken.before).toBeGreaterThan(0)
  expect(taken.refused).toBeGreaterThan(0)
})

test('Instagram learns that a person answers from the first day’s end on, and not before', async () => {
  const { write, send, windowEnds } = await inTalk('instagram')
  await windowEnds(Date.now() + minute)
  await write('No primeiro dia')
  await send()
  await windowEnds(Date.now() - second)
  await write('Depois')
  await send()
  await windowEnds(Date.now() - 6 * day + minute)
  await write('No último minuto')
  await send()
  expect(graph.sent.map(({ body }) => body.tag)).toEqual([undefined, 'HUMAN_AGENT', 'HUMAN_AGENT'])
  expect(graph.sent.map(({ body }) => body.messaging_type)).toEqual([undefined, 'MESSAGE_TAG', 'MESSAGE_TAG'])
})

test('who came by an advertisement and is answered within a day is free to write to for 72 hours', async () => {
  const { read, write, writes, send } = await inTalk('whatsapp', { referral: ad })
  expect((await read()).freeUntil).toBeNull()
  await write('Olá!')
  expect((await read()).freeUntil, 'nothing was sent yet').toBeNull()
  const began = Date.now()
  await send()
  const { freeUntil } = await read()
  const length = Date.parse(freeUntil ?? '') - began
  expect(length).toBeGreaterThanOrEqual(72 * hour - second)
  expect(length).toBeLessThan(72 * hour + 10 * second)
  // Neither a further answer nor a further message makes it longer; another advertisement does.
  await write('Posso ajudar?')
  await send()
  await writes({}, Date.now())
  await write('Sim')
  await send()
  expect((await read()).freeUntil).toBe(freeUntil)
  await writes({ referral: ad }, Date.now())
  await write('De novo?')
  await send()
  expect(Date.parse((await read()).freeUntil ?? '')).toBeGreaterThan(Date.parse(freeUntil ?? ''))
})

test('an answer whose end was not known makes it free once it is known to have arrived', async () => {
  const { read, write, send, settles } = await inTalk('whatsapp', { referral: ad })
  graph.faults = ['cut']
  const { id } = (await write('Olá!')).json<{ id: string }>()
  await send()
  expect((await read()).freeUntil).toBeNull()
  await settles(id)
  expect(Date.parse((await read()).freeUntil ?? '')).toBeGreaterThan(Date.now() + 71 * hour)
})

test('what was sent before the advertisement, and is read after it, is no answer to it', async () => {
  const { read, write, writes, send, settles } = await inTalk()
  const { id } = (await write('Olá!')).json<{ id: string }>()
  await send()
  await writes({ referral: ad }, Date.now() + 2000)
  await settles(id)
  expect((await read()).freeUntil).toBeNull()
})

test.for([
  ['an answer after a day', 'whatsapp', { referral: ad }, 24 * hour + minute],
  ['no advertisement', 'whatsapp', {}, 0],
  ['Instagram', 'instagram', {}, 0]
] as const)('%s makes nothing free', async ([_name, kind, more, ago]) => {
  const { read, write, send, windowEnds } = await inTalk(kind, more, Date.now() - ago)
  await windowEnds(Date.now() + hour)
  expect((await write('Olá!')).statusCode).toBe(201)
  await send()
  expect(graph.sent).toHaveLength(1)
  expect((await read()).freeUntil).toBeNull()
})

test('an answer from the telephone makes it free too, and one that fails does not', async () => {
  const { read, write, send, echoes } = await inTalk('whatsapp', { referral: ad })
  graph.faults = [{ code: 131026, status: 400 }]
  await write('Olá!')
  await send()
  expect((await read()).freeUntil).toBeNull()
  await echoes('Oi, vi agora')
  expect(Date.parse((await read()).freeUntil ?? '')).toBeGreaterThan(Date.now() + 71 * hour)
})
