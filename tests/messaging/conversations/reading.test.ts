import { sql } from 'kysely'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import { confirmReading } from '../../../services/messaging/conversations/reading.ts'
import type { Conversation } from '../../../services/messaging/conversations/schema.ts'
import { sendQueued } from '../../../services/messaging/conversations/sending.ts'
import { showTyping } from '../../../services/messaging/conversations/typing.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { goodToken, openGraph } from '../../kit/graph.ts'
import { join } from '../../kit/team.ts'
import { connect, deliver, whatsapp, written } from '../../kit/webhooks.ts'

const graph = await openGraph()
const app = await openApp({ DATABASE_URL: await newDatabase(), META_GRAPH_URL: graph.url })

const context = { db: app.db, config: app.config, log: pino({ level: 'silent' }), jobId: 'x', last: false }

beforeEach(() => {
  graph.read = []
  graph.typing = []
  graph.sent = []
  graph.readFaults = []
})

async function inTalk(settings: object = {}) {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const call = (method: 'POST' | 'PATCH', url: string, payload: object) =>
    app.inject({ method, url, headers: ours.auth, payload })
  await call('POST', '/api/whatsapp/settings', { token: goodToken, ...settings })
  await call('PATCH', '/api/whatsapp/settings/status', { active: true })
  const writes = async (id: string, at: number) => {
    await deliver(app, channel, whatsapp(channel.account, { messages: [written('5511977665544', id, 'Oi', at)] }))
    const rows = await app.db.everyCompany(trx =>
      trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
    )
    await processDeliveries(
      app.db,
      rows.map(({ id }) => id)
    )
  }
  await writes('wamid.1', Date.now() - 2000)
  await writes('wamid.2', Date.now() - 1000)
  const [conversation] = (await app.inject({ url: '/api/conversations', headers: ours.auth })).json<Conversation[]>()
  const id = conversation?.id ?? ''
  const channelId = await app.db.company(
    ours.id,
    async trx => (await trx.selectFrom('channels').select('id').executeTakeFirstOrThrow()).id
  )
  const jobs = (name = 'conversation-read') =>
    app.db.everyCompany(trx =>
      trx
        .selectFrom('outbox')
        .select('data')
        .where('name', '=', name)
        .where(sql<boolean>`data ->> 'conversationId' = ${id}`)
        .execute()
    )
  return {
    ours,
    id,
    jobs,
    types: (typing = true, who: Pick<Tenant, 'auth'> = ours) =>
      app.inject({ method: 'POST', url: `/api/conversations/${id}/presence`, headers: who.auth, payload: { typing } }),
    show: () => showTyping(context, ours.id, id),
    set: (values: string) =>
      app.db.everyCompany(trx => sql`update conversations set ${sql.raw(values)} where id = ${id}`.execute(trx)),
    answer: async () => {
      await call('POST', `/api/conversations/${id}/messages`, { text: 'Já vou ver' })
      await sendQueued(context, ours.id, channelId)
    },
    writes,
    open: () => call('PATCH', `/api/conversations/${id}`, { read: true }),
    confirm: (last = false) => confirmReading({ ...context, last }, ours.id, id)
  }
}

test('who opens a conversation lets the customer see it, once for each last message', async () => {
  const { open, jobs, confirm, writes } = await inTalk()
  expect((await open()).statusCode).toBe(200)
  expect(await jobs()).toHaveLength(1)
  await Promise.all([confirm(), confirm()])
  await confirm()
  expect(graph.read).toEqual(['wamid.2'])
  await writes('wamid.3', Date.now())
  await confirm()
  expect(graph.read.at(-1)).toBe('wamid.3')
})

test('a company that does not want it sends no receipts', async () => {
  const { ours, open, confirm } = await inTalk({ confirmsReading: false })
  const settings = await app.inject({ url: '/api/whatsapp/settings', headers: ours.auth })
  expect(settings.json()).toMatchObject({ confirmsReading: false })
  await open()
  await confirm()
  expect(graph.read).toEqual([])
})

test('a receipt that the provider did not answer is sent again, one that it refuses is not', async () => {
  const { confirm } = await inTalk()
  graph.readFaults = ['html']
  await expect(confirm()).rejects.toThrow()
  graph.readFaults = [{ code: 100, status: 400 }]
  await confirm()
  await confirm()
  expect(graph.read).toEqual([])
})

test('the customer sees that somebody writes, at most once in 20 seconds', async () => {
  const { types, jobs, show, set } = await inTalk()
  await types(false)
  expect(await jobs('answer-begun')).toEqual([])
  await Promise.all([types(), types(), types()])
  expect(await jobs('answer-begun')).toHaveLength(1)
  await show()
  expect(graph.typing).toEqual(['wamid.2'])
  expect(graph.sent).toEqual([])
  await set("typing_told_at = now() - interval '19 seconds'")
  await types()
  expect(await jobs('answer-begun')).toHaveLength(1)
  await set("typing_told_at = now() - interval '21 seconds'")
  await types()
  expect(await jobs('answer-begun')).toHaveLength(2)
})

test('nobody is shown it where the company shows no reading, the window is closed, or one may not answer', async () => {
  const off = await inTalk({ confirmsReading: false })
  await off.types()
  expect(await off.jobs('answer-begun')).toEqual([])
  const closed = await inTalk()
  await closed.set('window_ends_at = now()')
  await closed.types()
  expect(await closed.jobs('answer-begun')).toEqual([])
  const { ours, types, jobs } = await inTalk()
  await types(true, await join(app, ours, { role: 'viewer' }))
  expect(await jobs('answer-begun')).toEqual([])
})

test('what is no longer so is not shown, a refusal is let be, and no message waits for either', async () => {
  const { types, show, set, answer } = await inTalk()
  await types()
  await set("typing_told_at = now() - interval '26 seconds'")
  await show()
  expect(graph.typing).toEqual([])
  await set('typing_told_at = now()')
  graph.readFaults = [{ code: 100, status: 400 }, 'html']
  await show()
  await show()
  graph.readFaults = ['hang']
  const hanging = show()
  await answer()
  expect(graph.sent).toHaveLength(1)
  await show()
  expect(graph.typing, 'it was answered').toEqual([])
  await hanging
})
