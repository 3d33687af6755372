import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { chatTexts } from '../../../services/assistant/chat/rules.ts'
import { tidy } from '../../../workers/tidy.ts'
import { company, openApp, sendLead, untilServed } from '../../kit/app.ts'
import { ask, eventsOf, openChat } from '../../kit/chat.ts'
import { colleague, staff } from '../../kit/people.ts'
import { redisDatabase } from '../../kit/redis.ts'

const stores = [
  { store: 'postgres' as const, env: () => ({}) },
  { store: 'redis' as const, env: () => ({ REDIS_URL: redisDatabase(inject('redisUrl'), 1) }) }
]

describe.each(stores)('the assistant on $store', async ({ store, env }) => {
  if (store === 'redis' && inject('redisUrl') === null) return void test.skip('there is no Redis', () => {})
  const opened = await openChat(env())

  test('a visitor is answered in the session that was named', async () => {
    const { app, peer } = opened
    const sessionId = randomUUID()
    const answer = await ask(app, { message: 'Qual o preço?', sessionId, context: [{ role: 'user', content: 'x' }] })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ response: 'Resposta: Qual o preço?', sessionId })
    const [system, question] = peer.calls.at(-1)?.messages ?? []
    for (const fact of ['Lia', 'Básico: R$ 49 por mês', 'Teste grátis: 14 dias'])
      expect(system?.content).toContain(fact)
    expect(question).toEqual({ role: 'user', content: 'Qual o preço?' })
    expect(peer.calls.at(-1)?.model).toBe('small')
  })

  test('two hundred conversations at once are all answered, each with its own reply', async () => {
    const { app, peer } = opened
    peer.delay = 20
    const before = peer.calls.length
    const sessions = Array.from({ length: 200 }, () => randomUUID())
    const answers = await Promise.all(
      // No part of an id, which may read as a CPF and is then not passed on.
      sessions.map((sessionId, n) => untilServed(() => ask(app, { message: `Sou o ${n}`, sessionId, key: sessionId })))
    )
    peer.delay = 0
    for (const [n, answer] of answers.entries())
      expect(answer.json()).toMatchObject({ response: `Resposta: Sou o ${n}`, sessionId: sessions[n] })
    expect(peer.calls.length - before).toBe(200)
  })
})

describe('the assistant', async () => {
  const opened = await openChat()

  test('a reply is told word by word, and as a whole at its end', async () => {
    const { app, peer } = opened
    peer.delay = 60
    peer.reply = () => 'um dois três ção 🙂'
    const answer = await app.inject({ method: 'POST', url: '/api/chat/stream', payload: { message: 'Conte' } })
    peer.delay = 0
    peer.reply = ({ messages }) => `Resposta: ${messages.at(-1)?.content}`
    const events = eventsOf(answer.body)
    expect(events[0]?.event).toBe('session')
    const deltas = events.filter(event => event.event === 'delta').map(event => event.data.text)
    expect(deltas.length).toBeGreaterThan(2)
    expect(deltas.join('')).toBe('um dois três ção 🙂')
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { response: 'um dois três ção 🙂' } })
  })

  test('a repeated key is the same question: one call, one answer, one row', async () => {
    const { app, peer } = opened
    const ours = await company(app)
    const question = { message: 'Uma vez só', sessionId: randomUUID(), key: 'pergunta-1' }
    const before = peer.calls.length
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(app, question, ours.auth)))
    answers.push(await ask(app, question, ours.auth))
    expect(new Set(answers.map(answer => answer.body)).size).toBe(1)
    expect(answers[0]?.json().response).toBe('Resposta: Uma vez só')
    expect(peer.calls.length - before).toBe(1)
    const history = await app.inject({ url: '/api/chat/history', headers: ours.auth })
    expect(history.json().data).toHaveLength(1)
  })

  test('what was said before goes along, the newest twenty messages of the session', async () => {
    const { app, peer } = opened
    const sessionId = randomUUID()
    for (let n = 0; n < 12; n++) await ask(app, { message: `Mensagem ${n}`, sessionId })
    const messages = peer.calls.at(-1)?.messages ?? []
    expect(messages).toHaveLength(22)
    expect(messages[1]).toEqual({ role: 'user', content: 'Mensagem 1' })
    expect(messages[2]).toEqual({ role: 'assistant', content: 'Resposta: Mensagem 1' })
    expect(messages.at(-1)).toEqual({ role: 'user', content: 'Mensagem 11' })
  })

  test('a session of somebody else is left alone: a fresh one is answered in, and nothing of the other is told', async () => {
    const { app, peer } = opened
    const [ours, theirs] = await Promise.all([company(app), company(app)])
    const sessionId = randomUUID()
    await ask(app, { message: 'Meu segredo', sessionId }, ours.auth)
    for (const headers of [theirs.auth, {}, { authorization: 'Bearer x.y.z' }]) {
      const answer = await ask(app, { message: 'O que eu disse?', sessionId, key: 'tentativa' }, headers)
      expect(answer.statusCode).toBe(200)
      expect(answer.json().sessionId).not.toBe(sessionId)
      expect(JSON.stringify(peer.calls.at(-1)?.messages)).not.toContain('segredo')
      const again = await ask(app, { message: 'O que eu disse?', sessionId, key: 'tentativa' }, headers)
      expect(again.body).toBe(answer.body)
    }
    const visitors = randomUUID()
    await ask(app, { message: 'Sou visitante', sessionId: visitors })
    expect((await ask(app, { message: 'Oi', sessionId: visitors }, ours.auth)).json().sessionId).not.toBe(visitors)
    const history = await app.inject({ url: `/api/chat/history?sessionId=${sessionId}`, headers: theirs.auth })
    expect(history.json()).toEqual({ data: [] })
    const gone = await app.inject({ method: 'DELETE', url: `/api/chat/history/${sessionId}`, headers: theirs.auth })
    expect(gone.statusCode).toBe(404)
  })

  test('a person reads, rates and deletes their own conversations', async () => {
    const { app } = opened
    const ours = await company(app)
    const [first, second] = [randomUUID(), randomUUID()]
    await ask(app, { message: 'Primeira', sessionId: first }, ours.auth)
    const { messageId } = (await ask(app, { message: 'Segunda', sessionId: second }, ours.auth)).json()
    const read = async (query = '') =>
      (await app.inject({ url: `/api/chat/history${query}`, headers: ours.auth })).json().data
    expect(await read('?limit=50&offset=0')).toMatchObject([
      { sessionId: second, message: 'Segunda', response: 'Resposta: Segunda', isBot: true, feedback: null },
      { sessionId: first }
    ])
    const rate = (headers: object) =>
      app.inject({
        method: 'PUT',
        url: `/api/chat/messages/${messageId}/feedback`,
        payload: { feedback: 'up' },
        headers: { ...headers }
      })
    expect((await rate(ours.auth)).statusCode).toBe(204)
    expect((await rate({})).statusCode).toBe(404)
    expect(await read(`?sessionId=${second}`)).toMatchObject([{ feedback: 'up' }])
    const remove = () => app.inject({ method: 'DELETE', url: `/api/chat/history/${second}`, headers: ours.auth })
    expect((await remove()).statusCode).toBe(204)
    expect((await remove()).statusCode).toBe(404)
    expect(await read()).toMatchObject([{ sessionId: first }])
  })

  test('somebody of the team can be asked for, in one’s own conversation', async () => {
    const { app } = opened
    const ours = await company(app)
    const { sessionId } = (await ask(app, { message: 'Oi' }, ours.auth)).json()
    const wish = (headers: object) =>
      app.inject({ method: 'POST', url: '/api/chat/person', payload: { sessionId }, headers: { ...headers } })
    expect((await wish(ours.auth)).json()).toEqual({ message: chatTexts.person.member })
    expect((await wish({})).statusCode).toBe(404)
    const row = await app.db.everyCompany(trx =>
      trx.selectFrom('chat_sessions').select('ticket_id').where('id', '=', sessionId).executeTakeFirstOrThrow()
    )
    expect(row.ticket_id).not.toBeNull()
  })

  test('a client’s question carries the figures that the person may see, staff’s and a visitor’s none', async () => {
    const { app, peer } = opened
    const ours = await company(app, 'Padaria Aurora')
    await sendLead(app, ours.id)
    await sendLead(app, ours.id, { phone: '(11) 98888-7777', email: 'b@example.com' })
    const own = await colleague(app, ours.id, { role: 'agent', leadAccess: 'own' })
    const system = async (headers: Record<string, string>) => {
      await ask(app, { message: 'Quantos leads hoje?' }, headers)
      return peer.calls.at(-1)?.messages[0]?.content ?? ''
    }
    const admins = await system(ours.auth)
    for (const fact of ['Padaria Aurora', 'Leads recebidos hoje: 2.', 'Novo 2', 'Leads deste mês: 2 de 100'])
      expect(admins).toContain(fact)
    expect(await system(own.auth)).toContain('Leads recebidos hoje: 0.')
    for (const headers of [{}, (await staff(app, 'global_admin')).auth])
      expect(await system(headers)).not.toMatch(/Aurora|recebidos hoje/)
  })

  test('articles that fit are cited, for those whom they are for; numbers of documents do not leave', async () => {
    const { app, peer } = opened
    const ours = await company(app)
    const invite = { message: 'Como faço para convidar alguem da equipe? Meu CPF é 529.982.247-25' }
    const answer = (await ask(app, invite, ours.auth)).json()
    expect(answer.sources.map((source: { title: string }) => source.title)).toContain('Como convidar a equipe')
    const call = peer.calls.at(-1)
    expect(call?.messages[0]?.content).toContain('artigo: Como convidar a equipe')
    expect(JSON.stringify(call?.messages)).not.toContain('529')
    expect((await ask(app, invite)).json().sources).not.toContainEqual(
      expect.objectContaining({ title: 'Como convidar a equipe' })
    )
  })

  test('conversations are kept for a year, those of visitors for a month', async () => {
    const { app } = opened
    const ours = await company(app)
    const sessions = { visitor: randomUUID(), client: randomUUID(), old: randomUUID() }
    await ask(app, { message: 'Oi', sessionId: sessions.visitor })
    await ask(app, { message: 'Oi', sessionId: sessions.client }, ours.auth)
    await ask(app, { message: 'Oi', sessionId: sessions.old }, ours.auth)
    const age = (id: string, days: number) =>
      app.db.everyCompany(trx =>
        trx
          .updateTable('chat_sessions')
          .set({ last_at: new Date(Date.now() - days * 86_400_000).toISOString() })
          .where('id', '=', id)
          .execute()
      )
    await Promise.all([age(sessions.visitor, 31), age(sessions.client, 31), age(sessions.old, 366)])
    await tidy(app.db)
    const left = await app.db.everyCompany(trx =>
      trx.selectFrom('chat_sessions').select('id').where('id', 'in', Object.values(sessions)).execute()
    )
    expect(left).toEqual([{ id: sessions.client }])
  })

  test('the name, the greeting and five questions are public', async () => {
    const { app } = opened
    const info = (await app.inject('/public/chat')).json()
    expect(info).toMatchObject({ name: 'Lia', greeting: expect.stringContaining('Lia') })
    expect(info.questions).toHaveLength(5)
  })

  test('a question that is none is refused', async () => {
    const { app } = opened
    const payloads = [
      { message: '' },
      { message: ' \n ' },
      {},
      { message: 'x'.repeat(4001) },
      { message: 'oi', sessionId: '../' },
      { message: 'a\0' },
      { message: 'oi', context: [{ role: 'system', content: 'x' }] }
    ]
    for (const payload of payloads) expect((await ask(app, payload)).statusCode).toBe(400)
  })

  test('a visitor who asks too much is told so, in Portuguese, and when to go on', async () => {
    const strict = await openApp({ ...opened.env, RATE_LIMIT_FACTOR: '1' })
    const sessionId = randomUUID()
    const answers = []
    for (let n = 0; n < 9; n++) answers.push(await ask(strict, { message: 'Oi', sessionId }))
    expect(answers.map(answer => answer.statusCode)).toEqual([...Array(8).fill(200), 429])
    expect(answers[8]?.json().message).toBe(chatTexts.tooMany)
    expect(Number(answers[8]?.headers['retry-after'])).toBeGreaterThan(0)
  })
})
