import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { freePort } from '../../../services/core/embedded.ts'
import { openApp } from '../../kit/app.ts'
import { ask, openProvider, saveKey } from '../../kit/chat.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { staff } from '../../kit/people.ts'
import { redisDatabase } from '../../kit/redis.ts'
import { kill, startWorkerProcess } from '../../kit/workers.ts'

const root = path.join(import.meta.dirname, '../../..')

const stores = [
  { store: 'postgres' as const, env: () => ({}) },
  { store: 'redis' as const, env: () => ({ REDIS_URL: redisDatabase(inject('redisUrl'), 2) }) }
]

describe.each(stores)('on $store', ({ store, env }) => {
  if (store === 'redis' && inject('redisUrl') === null) return void test.skip('there is no Redis', () => {})

  test('a worker that is killed over a reply leaves it to the next, and the question is answered once', async () => {
    const peer = await openProvider()
    const all = { ...env(), DATABASE_URL: await newDatabase(), OPENAI_BASE_URL: peer.url, OPENAI_MODEL: 'small' }
    const app = await openApp(all)
    await saveKey(app, await staff(app, 'global_admin'))
    const first = startWorkerProcess(all)
    peer.delay = 1000
    const sessionId = randomUUID()
    const answering = ask(app, { message: 'um dois três', sessionId, key: 'uma só vez' })
    await expect.poll(() => peer.calls.length, { interval: 20 }).toBe(1)
    await kill(first)
    peer.delay = 0
    startWorkerProcess(all)
    const answer = await answering
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().response).toBe('Resposta: um dois três')
    expect(peer.calls).toHaveLength(2)
    const rows = await app.db.everyCompany(trx => trx.selectFrom('chat_messages').select('status').execute())
    expect(rows).toEqual([{ status: 'answered' }])
  })
})

test('an independent server of the same protocol is understood', async () => {
  const port = await freePort()
  const mock = spawn(process.execPath, [path.join(root, 'node_modules/@dwmkerr/mock-llm/dist/main.js')], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: 'ignore'
  })
  atEnd(() => kill(mock))
  const url = `http://127.0.0.1:${port}/v1`
  const up = () =>
    fetch(`${url}/models`).then(
      response => response.ok,
      () => false
    )
  await expect.poll(up).toBe(true)
  const all = { DATABASE_URL: await newDatabase(), OPENAI_BASE_URL: url, OPENAI_MODEL: 'gpt-4' }
  const app = await openApp(all)
  const admin = await staff(app, 'global_admin')
  await saveKey(app, admin)
  const tried = await app.inject({
    method: 'POST',
    url: '/api/chat/test-connection',
    headers: admin.auth,
    payload: { apiKey: 'any' }
  })
  expect(tried.json().success, tried.body).toBe(true)
  startWorkerProcess(all)
  const answer = await ask(app, { message: 'Repita isto' })
  expect(answer.json().response).toBe('Repita isto')
})
