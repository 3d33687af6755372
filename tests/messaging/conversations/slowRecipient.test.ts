import { expect, test } from 'vitest'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { company, openApp, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { startMeta } from '../../kit/peers/meta.ts'
import { changePlan } from '../../kit/team.ts'
import { openWorker } from '../../kit/workers.ts'

const [appSecret, verifyToken] = ['app-secret-0123456789', 'verify-token-0123456789']
const meta = await startMeta({ appSecret, verifyToken, autoStatuses: false })
atEnd(() => meta.close())
const env = {
  DATABASE_URL: await newDatabase(),
  META_GRAPH_URL: meta.url,
  META_APP_SECRET: appSecret,
  META_VERIFY_TOKEN: verifyToken
}
const app = await openApp(env)
await app.listen({ port: 0, host: '127.0.0.1' })
await openWorker(testConfig(env))

test('one whom the provider is slow to answer for delays nobody, and gets their own messages in order', async () => {
  const ours = await company(app)
  await changePlan(app, ours.id, 'pro')
  const number = meta.addNumber()
  const call = (method: 'POST' | 'PATCH', url: string, payload: object) =>
    app.inject({ method, url, headers: ours.auth, payload })
  const get = async <T>(url: string) => (await app.inject({ url, headers: ours.auth })).json<T>()
  const settings = { phoneNumberId: number.id, wabaId: number.waba, token: meta.token }
  expect((await call('POST', '/api/whatsapp/settings', settings)).statusCode).toBe(200)
  expect((await call('PATCH', '/api/whatsapp/settings/status', { active: true })).statusCode).toBe(200)
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  expect(await meta.subscribe(`http://127.0.0.1:${port}/webhooks/whatsapp`, verifyToken)).toBe(true)

  // More than are under way at once.
  const people = Array.from({ length: 40 }, (_, n) =>
    meta.customer({ name: `Pessoa ${n}`, phone: `+55 11 9${8000_0000 + n}`, number: number.id })
  )
  for (const person of people) person.text('Oi')
  const list = () => get<Conversation[]>('/api/conversations?range=[0,99]')
  await expect.poll(async () => (await list()).length).toBe(people.length)
  const conversations = await list()
  const [slow, ...others] = conversations
  const write = async ({ id }: Pick<Conversation, 'id'>, text: string) =>
    expect((await call('POST', `/api/conversations/${id}/messages`, { text })).statusCode).toBe(201)
  const statesOf = async ({ id }: Pick<Conversation, 'id'>) =>
    (await get<Message[]>(`/api/conversations/${id}/messages`))
      .filter(({ kind, direction }) => direction === 'out' && kind === 'text')
      .map(({ status }) => status)
      .reverse()

  let answer = () => {}
  const heldUntil = new Promise<void>(resolve => {
    answer = resolve
  })
  meta.failNext({ match: ({ body }) => JSON.stringify(body).includes('Devagar 1'), how: { heldUntil } })
  await write(slow as Conversation, 'Devagar 1')
  await expect.poll(() => statesOf(slow as Conversation)).toEqual(['sending'])
  await write(slow as Conversation, 'Devagar 2')
  for (const other of others) await write(other, 'Boa tarde!')
  const texts = () => meta.sent.map(({ text }) => text)
  await expect.poll(() => texts().filter(text => text === 'Boa tarde!').length, { interval: 20 }).toBe(others.length)
  for (const other of others) await expect.poll(() => statesOf(other)).toEqual(['accepted'])
  expect(await statesOf(slow as Conversation)).toEqual(['sending', 'queued'])

  answer()
  await expect.poll(() => statesOf(slow as Conversation)).toEqual(['accepted', 'accepted'])
  expect(texts().filter(text => text.startsWith('Devagar'))).toEqual(['Devagar 1', 'Devagar 2'])
})
