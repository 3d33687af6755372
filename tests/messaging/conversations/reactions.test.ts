import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import { sendReaction } from '../../../services/messaging/conversations/reactions.ts'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
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

beforeEach(() => {
  graph.sent = []
  graph.faults = []
})

let people = 0

/** A company to which a person wrote a moment ago, or so many milliseconds ago. */
async function inTalk(kind: 'whatsapp' | 'instagram' = 'whatsapp', ago = 0) {
  const ours = await company(app)
  const channel = await connect(app, ours, kind)
  const settings = kind === 'whatsapp' ? '/api/whatsapp/settings' : '/api/instagram/config'
  graph.me = channel.account
  await app.inject({ method: 'POST', url: settings, headers: ours.auth, payload: { token: goodToken } })
  await app.db.everyCompany(trx =>
    trx.updateTable('channels').set({ active: true }).where('company_id', '=', ours.id).execute()
  )
  const person = `55119${String(40_000_000 + ++people)}`
  const at = Date.now() - ago
  const body =
    kind === 'whatsapp'
      ? whatsapp(channel.account, { messages: [written(person, `wamid.r.${people}`, 'Chegou!', at)] })
      : instagram(channel.account, [
          {
            sender: { id: person },
            recipient: { id: channel.account },
            timestamp: at,
            message: { mid: `m.r.${people}`, text: 'Chegou!' }
          }
        ])
  await deliver(app, channel, body)
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  await processDeliveries(
    app.db,
    rows.map(({ id }) => id)
  )
  const [conversation] = (await app.inject({ url: '/api/conversations', headers: ours.auth })).json<Conversation[]>()
  const url = `/api/conversations/${conversation?.id}/messages`
  const read = async () => (await app.inject({ url, headers: ours.auth })).json<Message[]>()
  const message = (await read())[0] as Message
  const react = (emoji: string | null, who = ours) =>
    app.inject({ method: 'PUT', url: `${url}/${message.id}/reaction`, headers: who.auth, payload: { emoji } })
  const send = (last = false) =>
    sendReaction(
      { db: app.db, config: app.config, log: pino({ level: 'silent' }), jobId: 'x', last },
      ours.id,
      message.id
    )
  const shown = async () => (await read()).find(({ id }) => id === message.id)?.reactions
  return { ours, person, externalId: kind === 'whatsapp' ? `wamid.r.${people}` : `m.r.${people}`, react, send, shown }
}

test('a reaction is shown at once, sent to the person, changed and taken back', async () => {
  const { person, externalId, react, send, shown } = await inTalk()
  const answer = await react('👍')
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json<Message>().reactions).toEqual([{ direction: 'out', emoji: '👍', failure: null }])
  await react('❤️')
  await send()
  await react(null)
  await send()
  expect(graph.sent.map(({ body }) => body)).toMatchObject([
    { to: person, type: 'reaction', reaction: { message_id: externalId, emoji: '❤️' } },
    { to: person, type: 'reaction', reaction: { message_id: externalId, emoji: '' } }
  ])
  expect(await shown()).toEqual([])
})

test('the second of two signs chosen in a row is the last that the person sees', async () => {
  const { react, send } = await inTalk()
  await react('👍')
  graph.faults = ['hang']
  const first = send()
  await react('🙏')
  await send()
  await expect(first).rejects.toThrow()
  await send() // the first job is tried again
  expect(graph.sent.map(({ body }) => (body.reaction as { emoji: string }).emoji)).toEqual(['🙏', '🙏'])
})

test('Instagram takes a heart, and no other sign', async () => {
  const { person, externalId, react, send } = await inTalk('instagram')
  const refused = await react('👍')
  expect([refused.statusCode, refused.json().errors.emoji]).toEqual([400, 'O Instagram só aceita a reação ❤️.'])
  await react('❤️')
  await send()
  await react(null)
  await send()
  expect(graph.sent.map(({ body }) => body)).toMatchObject([
    { recipient: { id: person }, sender_action: 'react', payload: { message_id: externalId, reaction: 'love' } },
    { recipient: { id: person }, sender_action: 'unreact', payload: { message_id: externalId } }
  ])
})

test('what is no emoji, what comes too late, and what belongs to others is refused', async () => {
  const { react } = await inTalk()
  for (const text of ['ok', '👍👍', '👍 ', '', '<b>']) expect((await react(text)).statusCode).toBe(400)
  expect((await react('👍', await company(app))).statusCode).toBe(404)
  const late = await inTalk('whatsapp', 25 * 3_600_000)
  expect((await late.react('👍')).json()).toMatchObject({ code: 'JANELA_FECHADA' })
})

test('what the provider does not take is said beside the sign, and a new try clears it', async () => {
  const { react, send, shown } = await inTalk()
  await react('👍')
  graph.faults = [{ code: 131009, status: 400 }]
  await send()
  expect(await shown()).toMatchObject([{ emoji: '👍', failure: expect.stringMatching(/não é válido/) }])
  await react('👍')
  await send()
  expect(await shown()).toEqual([{ direction: 'out', emoji: '👍', failure: null }])

  await react(null)
  graph.faults = [
    { code: 2, status: 503 },
    { code: 2, status: 503 }
  ]
  await expect(send()).rejects.toThrow()
  await send(true)
  expect(await shown()).toMatchObject([{ emoji: null, failure: expect.stringMatching(/fora do ar/) }])
})
