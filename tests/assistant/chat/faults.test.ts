import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { setTimeout as pass } from 'node:timers/promises'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../../services/app.ts'
import { chatTexts, isConfigurationProblem, noticeTexts } from '../../../services/assistant/chat/rules.ts'
import { answerQuestion } from '../../../services/assistant/chat/worker.ts'
import { type Db, openDb, staffPool } from '../../../services/core/db.ts'
import { loggerOptions } from '../../../services/core/logging.ts'
import { company, sendLead, testConfig } from '../../kit/app.ts'
import { ask, eventsOf, openChat } from '../../kit/chat.ts'
import { atEnd } from '../../kit/end.ts'
import { type Fault, goodKey } from '../../kit/peers/openai.ts'
import { staff } from '../../kit/staff.ts'

const chat = await openChat()
const { app, peer, admin, integration } = chat
/** Waits so briefly for its provider that one which hangs does not hold the test up; no answer is awaited here. */
const hasty = await openChat({ OPENAI_TIMEOUT: '1', CHAT_WAIT: '10' })

const cases: [Fault, number, string, number][] = [
  ['key', 503, chatTexts.keyMissing, 1],
  ['quota', 503, chatTexts.noCredit, 1],
  ['rate', 503, chatTexts.trouble, 2],
  ['error', 503, chatTexts.trouble, 2],
  ['model', 503, chatTexts.settings, 1],
  ['redirect', 503, chatTexts.settings, 1],
  ['html', 503, chatTexts.trouble, 1],
  ['hang', 504, chatTexts.expired, 1]
]

test.each(cases)('a provider with the fault "%s" is answered for with %i', async (fault, status, message, calls) => {
  const { app, peer } = fault === 'hang' ? hasty : chat
  const before = peer.calls.length
  peer.fault = fault
  const question = { message: 'Oi', sessionId: randomUUID(), key: randomUUID() }
  const answer = await ask(app, question)
  const streamed = await app.inject({ method: 'POST', url: '/api/chat/stream', payload: question })
  peer.fault = 'none'
  expect(answer.statusCode).toBe(status)
  expect(answer.json().message).toBe(message)
  // The question is the same one, and so is its answer.
  expect(eventsOf(streamed.body).at(-1)).toEqual({ event: 'failure', data: { status, message } })
  expect(peer.calls.length - before).toBe(calls)
  if (fault === 'hang') return
  const again = await ask(app, { ...question, key: randomUUID() })
  expect(again.json().response).toBe('Resposta: Oi')
})

test('an answer that failed is among the errors that staff read, asked in one piece or as a stream', async () => {
  const reader = await staff(app, 'employee', ['view_logs'])
  const read = async (route: string) =>
    (await app.inject({ url: `/api/admin/logs/errors?object=${route}`, headers: reader.auth })).json().rows
  peer.fault = 'quota'
  await ask(app, { message: 'Oi', sessionId: randomUUID(), key: randomUUID() })
  const payload = { message: 'Oi', sessionId: randomUUID(), key: randomUUID() }
  await app.inject({ method: 'POST', url: '/api/chat/stream', payload })
  peer.fault = 'none'
  for (const route of ['POST /api/chat', 'POST /api/chat/stream'])
    await expect
      .poll(async () => (await read(route)).filter((row: { route: string }) => row.route === route))
      .toContainEqual(expect.objectContaining({ message: chatTexts.noCredit, status: 503 }))
})

test('problems of the key and of the settings are known as such by the widget, others are not', () => {
  for (const text of [chatTexts.keyMissing, chatTexts.noCredit, chatTexts.settings])
    expect(isConfigurationProblem(text)).toBe(true)
  for (const text of [chatTexts.trouble, chatTexts.expired, chatTexts.inactive])
    expect(isConfigurationProblem(text)).toBe(false)
})

test('what the provider has said is not asked for again where the database has no connection for it', async () => {
  const before = peer.calls.length
  peer.delay = 300
  const answering = ask(app, { message: 'Oi', sessionId: randomUUID(), key: randomUUID() })
  await expect.poll(() => peer.calls.length).toBe(before + 1)
  // Longer than a connection is waited for.
  const connections = Array.from({ length: staffPool(8) }, () => chat.worker.db.everyCompany(() => pass(5000)))
  peer.delay = 0
  expect((await answering).json().response).toBe('Resposta: Oi')
  await Promise.all(connections)
  expect(peer.calls.length - before).toBe(1)
})

test('a limit of the moment is waited for once', async () => {
  peer.fault = 'rateOnce'
  expect((await ask(app, { message: 'Oi' })).json().response).toBe('Resposta: Oi')
})

test.each(['cut', 'hangMidway'] as const)(
  'what came before a reply broke off is kept, and said to be a part (%s)',
  async fault => {
    const { app, peer } = fault === 'cut' ? chat : hasty
    peer.fault = fault
    const answer = await ask(app, { message: 'um dois três quatro' })
    peer.fault = 'none'
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      response: expect.stringMatching(/^Resposta:/),
      notice: noticeTexts.unfinished
    })
    expect(answer.json().response).not.toContain('quatro')
  }
)

test('an answer of ten megabytes is cut off', async () => {
  peer.fault = 'huge'
  const answer = await ask(app, { message: 'Muito' })
  peer.fault = 'none'
  expect(answer.statusCode).toBe(200)
  expect(answer.json().response.length).toBeLessThan(21_000)
  expect(answer.json().notice).toBe(noticeTexts.length)
})

test('an integration that is switched off is not asked, and neither is one whose tokens of the month are used up', async () => {
  const setStatus = (status: string) =>
    app.inject({
      method: 'PATCH',
      url: `/api/admin/integrations/${integration.id}/status`,
      headers: admin.auth,
      payload: { status }
    })
  const change = (config: object) =>
    app.inject({
      method: 'PUT',
      url: `/api/admin/integrations/${integration.id}`,
      headers: admin.auth,
      payload: { config }
    })
  onTestFinished(async () => {
    await setStatus('active')
    await change({ monthlyTokenCap: null })
  })
  expect((await ask(app, { message: 'Oi' })).statusCode).toBe(200)
  await setStatus('inactive')
  const before = peer.calls.length
  expect((await ask(app, { message: 'Oi' })).json().message).toBe(chatTexts.inactive)
  await setStatus('active')
  // They are counted once the answer is on its way.
  await expect.poll(async () => (await change({ monthlyTokenCap: 1 })).json().tokensThisMonth).toBeGreaterThan(0)
  expect((await ask(app, { message: 'Oi' })).json().message).toBe(chatTexts.noCredit)
  expect(peer.calls.length).toBe(before)
  await change({ monthlyTokenCap: null })
  expect((await ask(app, { message: 'Oi' })).statusCode).toBe(200)
})

test('a question that waits too long is answered with that, and its answer reaches the history all the same', async () => {
  // Its provider may take its time.
  const { app: hurried, peer } = await openChat({ CHAT_WAIT: '0.3' })
  const ours = await company(hurried)
  const before = peer.calls.length
  peer.delay = 400
  const answer = await ask(hurried, { message: 'Devagar', key: 'devagar-1', sessionId: 'sessao-devagar' }, ours.auth)
  expect(answer.statusCode).toBe(504)
  expect(answer.json().message).toBe(chatTexts.expired)
  // Leads and mails have queues of their own.
  await sendLead(hurried, ours.id)
  const mails = async () => (await hurried.inject({ url: '/api/mails', headers: ours.auth })).json()
  await expect.poll(mails, { interval: 20 }).toHaveLength(1)
  const history = async () =>
    (await hurried.inject({ url: '/api/chat/history', headers: ours.auth })).json().data[0].response
  await expect.poll(history).toBe('Resposta: Devagar')
  peer.delay = 0
  const again = await ask(hurried, { message: 'Devagar', key: 'devagar-1', sessionId: 'sessao-devagar' }, ours.auth)
  expect(again.json().response).toBe('Resposta: Devagar')
  expect(peer.calls.length - before).toBe(1)
})

test('a question that two workers answer at once has one answer', async () => {
  const ours = await company(app)
  const { messageId } = (await ask(app, { message: 'Dupla' }, ours.auth)).json()
  await app.db.everyCompany(trx =>
    trx
      .updateTable('chat_messages')
      .set({ status: 'asked', response: null, settled_at: null })
      .where('id', '=', messageId)
      .execute()
  )
  const config = testConfig(chat.env)
  const db = openDb({ ...config.database, name: 'test twice' })
  atEnd(() => db.close())
  let n = 0
  peer.reply = () => `Resposta ${++n}`
  const context = { db, config, log: pino({ level: 'silent' }), jobId: 'twice', last: false }
  await Promise.all([1, 2, 3].map(() => answerQuestion.run({ messageId }, context)))
  peer.reply = ({ messages }) => `Resposta: ${messages.at(-1)?.content}`
  const stored = await app.db.everyCompany(trx =>
    trx.selectFrom('chat_messages').select(['status', 'response']).where('id', '=', messageId).execute()
  )
  expect(stored).toEqual([{ status: 'answered', response: expect.stringMatching(/^Resposta \d$/) }])
})

test('a question over which the last attempt fails is settled all the same', async () => {
  const config = testConfig(chat.env)
  const db = openDb({ ...config.database, name: 'test last' })
  atEnd(() => db.close())
  const { messageId } = (await ask(app, { message: 'Azar' })).json()
  await app.db.everyCompany(trx =>
    trx
      .updateTable('chat_messages')
      .set({ status: 'asked', response: null, settled_at: null })
      .where('id', '=', messageId)
      .execute()
  )
  let calls = 0
  const broken: Db = {
    ...db,
    everyCompanyBatch: statements =>
      ++calls === 1 ? Promise.reject(new Error('away')) : db.everyCompanyBatch(statements)
  }
  const context = { db: broken, config, log: pino({ level: 'silent' }), jobId: 'last', last: true }
  await expect(answerQuestion.run({ messageId }, context)).rejects.toThrow('away')
  const state = await app.db.everyCompany(trx =>
    trx.selectFrom('chat_messages').select(['status', 'problem']).where('id', '=', messageId).executeTakeFirst()
  )
  expect(state).toEqual({ status: 'failed', problem: chatTexts.trouble })
})

test('neither the key nor what was said is in any log', async () => {
  let log = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += chunk
      done()
    }
  })
  const config = { ...testConfig(chat.env), log: { level: 'trace', pretty: false } }
  const logged = await buildApp(config, { logger: { ...loggerOptions(config, 'api'), stream } })
  const db = openDb({ ...config.database, name: 'test log' })
  const context = { db, config, log: pino(loggerOptions(config, 'worker'), stream), jobId: 'log', last: false }
  for (const fault of ['key', 'none', 'cut'] as const) {
    peer.fault = fault
    const answer = await ask(logged, { message: 'conversa sigilosa' })
    expect(answer.body).not.toContain(goodKey)
    const rows = await logged.db.everyCompany(trx =>
      trx.updateTable('chat_messages').set({ status: 'asked', response: null, problem: null }).returning('id').execute()
    )
    for (const { id } of rows.slice(0, 3)) await answerQuestion.run({ messageId: id }, context)
  }
  peer.fault = 'none'
  await logged.inject({
    method: 'POST',
    url: '/api/chat/test-connection',
    headers: admin.auth,
    payload: { apiKey: `${goodKey}-other` }
  })
  await expect.poll(() => log).toContain('/test-connection')
  await Promise.all([logged.close(), db.close()])
  expect(log).toContain('question answered')
  for (const secret of [goodKey, goodKey.slice(-8), 'sigilosa', 'Resposta']) expect(log).not.toContain(secret)
})
