import { describe, expect, test } from 'vitest'
import { demoAccount } from '../../../services/demo/accounts.ts'
import { demoProvider, restorePlayers } from '../../../services/demo/channels.ts'
import { fillDemo } from '../../../services/demo/demo.ts'
import type { Phone } from '../../../services/demo/phone/schema.ts'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { company, openApp, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { startMeta } from '../../kit/peers/meta.ts'
import { join } from '../../kit/team.ts'
import { openWorker } from '../../kit/workers.ts'

/**
 * A demonstration: the product beside the provider that plays Meta, with the demo company's channels connected to it.
 */
async function openDemo() {
  const secret = testConfig().secret
  const { args, env } = demoProvider(secret, { port: 0, product: 'http://127.0.0.1:1' })
  const option = (name: string) => args[args.indexOf(`--${name}`) + 1] ?? ''
  const meta = await startMeta({
    appSecret: option('app-secret'),
    verifyToken: option('verify-token'),
    instagramAppSecret: option('instagram-app-secret'),
    token: option('token'),
    numberId: option('number-id'),
    wabaId: option('waba-id'),
    accountId: option('account-id')
  })
  atEnd(() => meta.close())
  const own = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value === env.DEMO_PROVIDER_URL ? meta.url : value])
  )
  const all = { DATABASE_URL: await newDatabase(), SECRET_KEY: secret, ...own }
  const app = await openApp(all)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  for (const channel of ['whatsapp', 'instagram'] as const)
    expect(await meta.subscribe(`http://127.0.0.1:${port}/webhooks/${channel}`, undefined, channel)).toBe(true)
  await openWorker(testConfig(all))
  await fillDemo(app.db, app.config)
  const { email, password } = demoAccount
  const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  return { app, meta, headers: { authorization: `Bearer ${signedIn.json().token}` } }
}

const { app, meta, headers } = await openDemo()
const get = async <T>(url: string) => (await app.inject({ url, headers })).json<T>()
const post = (url: string, payload: object = {}) => app.inject({ method: 'POST', url, headers, payload })
const phones = () => get<Phone[]>('/api/demo/phones')
const conversationOf = async (name: string) =>
  (await get<Conversation[]>('/api/conversations?range=[0,49]')).find(each => each.name === name)

// One story: the last test takes its provider away.
describe('a demonstration', { shuffle: false }, () => {
  test('a customer whom a new user plays writes, is answered, and sees it on their phone', async () => {
    meta.customer({ name: 'Ana Souza', phone: '+55 11 97777-4321', waId: '551177774321' })
    const [ana] = await phones()
    const url = `/api/demo/phones/${ana?.id}`
    expect((await post(`${url}/messages`, { kind: 'text', text: 'Vocês abrem hoje?' })).statusCode).toBe(204)
    expect((await post(`${url}/messages`, { kind: 'image' })).statusCode).toBe(204)
    await expect.poll(async () => (await conversationOf('Ana Souza'))?.unread).toBe(2)

    const conversation = await conversationOf('Ana Souza')
    const path = `/api/conversations/${conversation?.id}/messages`
    const answer = await app.inject({
      method: 'POST',
      url: path,
      headers: { ...headers, 'idempotency-key': 'answer-0001' },
      payload: { kind: 'text', text: 'Sim, até as 18h.' }
    })
    expect(answer.statusCode, answer.body).toBe(201)
    const lines = async () => (await phones()).find(({ id }) => id === ana?.id)?.messages ?? []
    await expect.poll(async () => (await lines()).map(({ text }) => text)).toContain('Sim, até as 18h.')
    const ours = (await lines()).find(({ from }) => from === 'business')

    await post(`${url}/read`)
    const status = async () => (await get<Message[]>(path)).find(({ id }) => id === answer.json().id)?.status
    await expect.poll(status).toBe('read')
    await post(`${url}/messages`, { kind: 'reaction', messageId: ours?.id, emoji: '👍' })
    const first = (await lines())[0]
    await post(`${url}/messages`, { kind: 'delete', messageId: first?.id })
    await expect.poll(async () => JSON.stringify(await get<Message[]>(path)).includes('Vocês abrem hoje?')).toBe(false)
  })

  test('who hides the number, or writes on Instagram, becomes a lead with a name, and the team hears of it', async () => {
    meta.customer({ name: 'João Almeida', username: 'joaoalmeida' })
    meta.instagramCustomer({ name: 'Camila Rocha', username: 'camila.rocha' })
    const list = await phones()
    for (const name of ['João Almeida', 'Camila Rocha'])
      await post(`/api/demo/phones/${list.find(each => each.name === name)?.id}/messages`, { kind: 'text', text: 'Oi' })
    for (const name of ['João Almeida', 'Camila Rocha']) {
      await expect.poll(async () => (await conversationOf(name))?.unread).toBe(1)
      const { leadId } = (await conversationOf(name)) ?? {}
      const lead = await get<{ name: string; phone: string | null }>(`/api/leads/${leadId}`)
      expect(lead).toMatchObject({ name, phone: null })
      const mails = async () =>
        (await get<{ subject: string; leadId: string }[]>('/api/mails?range=[0,99]')).filter(
          mail => mail.leadId === leadId
        )
      await expect.poll(async () => (await mails()).length).toBe(1)
      expect((await mails())[0]?.subject).toBeOneOf([`Novo lead: ${name}`, 'Novo lead: Instagram'])
      const { items } = await get<{ items: { leadId: string; title: string; body: string }[] }>('/api/notifications')
      const [notice, ...others] = items.filter(each => each.leadId === leadId)
      expect(others).toEqual([])
      expect(`${notice?.title} ${notice?.body}`).toContain(name)
      const { companyId } = await get<{ companyId: string }>('/api/auth/me')
      const activities = await get<{ leadId: string; description: string }[]>(`/api/companies/${companyId}/activities`)
      expect(activities.find(each => each.leadId === leadId)?.description).toBe(`Novo lead recebido: ${name}`)
    }
  })

  test('the conversations of a demonstration lie behind, in their order, and its customers see them on their phones', async () => {
    const messages = async (name: string) =>
      (await get<Message[]>(`/api/conversations/${(await conversationOf(name))?.id}/messages`)).toReversed()
    const talk = await messages('Camila Ferreira')
    expect(talk.map(({ direction }) => direction)).toEqual(['in', 'out', 'in', 'out', 'in'])
    const times = talk.map(({ createdAt }) => Date.parse(createdAt))
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(times.at(-1)).toBeLessThan(Date.now())
    expect(await messages('Ana Beatriz Souza')).toHaveLength(6)

    await restorePlayers(app.db, app.config, meta.url)
    const phone = (await phones()).find(({ name }) => name === 'Camila Ferreira')
    expect(phone?.messages.map(({ text }) => text)).toEqual(talk.map(({ text }) => text))
  })

  test('a file on a phone is fetched without a token, by an address that nobody can make up', async () => {
    meta.customer({ name: 'Beto Lima', phone: '+55 11 98765-4399' })
    const beto = async () => (await phones()).find(({ name }) => name === 'Beto Lima')
    const url = `/api/demo/phones/${(await beto())?.id}/messages`
    for (const kind of ['image', 'document']) expect((await post(url, { kind })).statusCode).toBe(204)
    const [picture = '', document = ''] = (await beto())?.messages.map(({ file }) => file ?? '') ?? []
    const shown = await app.inject({ url: picture })
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'content-disposition': 'inline' })
    expect(shown.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    const saved = await app.inject({ url: document })
    expect(saved.headers).toMatchObject({ 'content-disposition': 'attachment' })
    expect(saved.rawPayload.subarray(0, 4).toString()).toBe('%PDF')
    const [mark, company, id, ...rest] = picture.split('/').at(-1)?.split('.') ?? []
    for (const made of [
      [mark, company, Number(id) + 1, ...rest],
      ['p', company, id, ...rest],
      [mark, company, id]
    ])
      expect((await app.inject({ url: `/api/demo/files/${made.join('.')}` })).statusCode).toBe(404)
  })

  test('any company connects a channel in one click, is written to at once, and answers buttons that are pressed', async () => {
    const ours = await company(app)
    const ask = <T>(method: 'GET' | 'POST', url: string, payload?: object) =>
      app
        .inject({ method, url, headers: ours.auth, ...(payload && { payload }) })
        .then(answer => ({ status: answer.statusCode, body: answer.json<T & { message?: string }>() }))
    for (const [channel, settings] of [
      ['whatsapp', '/api/whatsapp/settings'],
      ['instagram', '/api/instagram/settings']
    ] as const) {
      const made = await ask<{ phoneId: string }>('POST', '/api/demo/channels', { channel })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      expect((await ask('GET', settings)).body).toMatchObject({ state: 'active', demo: true, problem: null })
      // One that is there already is left alone.
      const again = await ask('POST', '/api/demo/channels', { channel })
      expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/já está configurado/)])
    }
    const talks = async () => (await ask<Conversation[]>('GET', '/api/conversations')).body
    await expect
      .poll(async () => (await talks()).map(({ channel }) => channel).sort())
      .toEqual(['instagram', 'whatsapp'])
    const whatsapp = (await talks()).find(({ channel }) => channel === 'whatsapp')
    expect(whatsapp).toMatchObject({ name: 'Ana Beatriz Souza', unread: 1 })
    const phone = async () =>
      (await ask<Phone[]>('GET', '/api/demo/phones')).body.find(each => each.channel === 'whatsapp')
    expect((await phone())?.conversationId).toBe(whatsapp?.id)

    const payload = { kind: 'interactive', text: 'Que horas?', buttons: ['De manhã', 'De tarde'] }
    expect((await ask('POST', `/api/conversations/${whatsapp?.id}/messages`, payload)).status).toBe(201)
    const question = async () => (await phone())?.messages.find(({ choices }) => choices.length > 0)
    await expect
      .poll(async () => (await question())?.choices.map(({ title }) => title))
      .toEqual(['De manhã', 'De tarde'])
    const { id: messageId, choices } = (await question()) ?? { choices: [] }
    const pressed = { kind: 'button', messageId, choice: choices[1]?.id }
    await app.inject({
      method: 'POST',
      url: `/api/demo/phones/${(await phone())?.id}/messages`,
      headers: ours.auth,
      payload: pressed
    })
    const last = async () => (await talks()).find(({ id }) => id === whatsapp?.id)?.lastText
    await expect.poll(last).toBe('De tarde')

    const colleague = await join(app, ours, { permissions: ['send_messages'] })
    const refused = await app.inject({
      method: 'POST',
      url: '/api/demo/channels',
      headers: colleague.auth,
      payload: { channel: 'whatsapp' }
    })
    expect(refused.statusCode).toBe(403)
  })

  test('after a start the customers have their phones again, can be answered, and write in the same conversation', async () => {
    const ours = await company(app)
    const get = async <T>(url: string) => (await app.inject({ url, headers: ours.auth })).json<T>()
    await app.inject({
      method: 'POST',
      url: '/api/demo/channels',
      headers: ours.auth,
      payload: { channel: 'whatsapp' }
    })
    await expect.poll(async () => (await get<Conversation[]>('/api/conversations')).length).toBe(1)
    const [conversation] = await get<Conversation[]>('/api/conversations')
    const option = (name: string) => {
      const { args } = demoProvider(testConfig().secret, { port: 0, product: 'http://127.0.0.1:1' })
      return args[args.indexOf(`--${name}`) + 1] ?? ''
    }
    const restarted = await startMeta({ appSecret: option('app-secret'), verifyToken: option('verify-token') })
    atEnd(() => restarted.close())
    await restorePlayers(app.db, app.config, restarted.url)
    await restorePlayers(app.db, app.config, restarted.url)
    const state = await (await fetch(`${restarted.url}/demo/state`)).json()
    const { account } = (await get<{ account: string }>('/api/whatsapp/settings')) ?? {}
    const customers = state.customers.filter((each: { account: string }) => each.account === account)
    expect(customers).toMatchObject([{ name: 'Ana Beatriz Souza' }])

    const address = app.server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    await restarted.subscribe(`http://127.0.0.1:${port}/webhooks/whatsapp`, option('verify-token'))
    const said = await fetch(`${restarted.url}/demo/customers/${customers[0].id}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'text', text: 'Sou eu de novo' })
    })
    expect(said.status).toBe(201)
    await expect
      .poll(async () => (await get<Conversation[]>('/api/conversations')).map(({ lastText }) => lastText))
      .toEqual(['Sou eu de novo'])
    expect((await get<Conversation[]>('/api/conversations'))[0]?.id).toBe(conversation?.id)
  })

  test('nobody plays the customers of other companies, and without a provider there is nothing to be played', async () => {
    const [first] = await phones()
    const other = await company(app)
    const ask = (method: 'GET' | 'POST', url: string) =>
      app.inject({
        method,
        url,
        headers: other.auth,
        ...(method === 'POST' && { payload: { kind: 'text', text: 'Oi' } })
      })
    expect((await ask('GET', '/api/demo/phones')).json()).toEqual([])
    expect((await ask('POST', `/api/demo/phones/${first?.id}/messages`)).statusCode).toBe(404)
    expect((await app.inject({ url: '/api/demo/phones' })).statusCode).toBe(401)
    const bare = await openApp()
    const ours = await company(bare)
    expect((await bare.inject({ url: '/api/demo/phones', headers: ours.auth })).statusCode).toBe(404)
  })

  test('a provider that is away is reported, and the product goes on', async () => {
    await meta.close()
    const answer = await app.inject({ url: '/api/demo/phones', headers })
    expect(answer.statusCode).toBe(503)
    expect(answer.json().message).toBe('O telefone de demonstração não responde. Ele volta sozinho em alguns segundos.')
    expect((await app.inject({ url: '/api/conversations', headers })).statusCode).toBe(200)
  })
})
