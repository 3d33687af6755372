import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { company, openApp, sendLead } from '../support/app.ts'
import { nothingFor } from '../support/quiet.ts'

const app = await openApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }

afterEach(() => vi.useRealTimers())

test('events that come while the end of a stream waits for its reader are not written after it', async () => {
  const ours = await company(app)
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const requested = once(app.server, 'request')
  const reader = connect(port, '127.0.0.1').pause()
  reader.write(`GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${ours.token}\r\n\r\n`)
  const [, response] = (await requested) as [unknown, ServerResponse]
  await expect.poll(() => response.headersSent).toBe(true)
  for (let written = 0; response.writableLength === 0 && written < 1000; written++) {
    response.write(`: ${' '.repeat(100_000)}\n\n`)
    await pass(1)
  }
  await app.inject({ method: 'POST', url: '/api/auth/logout', headers: ours.auth })
  vi.advanceTimersByTime(20_000)
  await expect.poll(() => response.writableEnded).toBe(true)
  expect(response.writableFinished).toBe(false)

  const errors: Error[] = []
  response.on('error', error => errors.push(error))
  for (let n = 0; n < 3; n++) {
    await sendLead(app, ours.id)
    await nothingFor(50, () => errors, [])
  }
  reader.destroy()
})

test('who begins to follow is told of what happened since the page began to read', async () => {
  const ours = await company(app)
  const follow = async (query: string) => {
    const left = new AbortController()
    const answer = await fetch(`http://127.0.0.1:${port}/api/events${query}`, {
      headers: ours.auth,
      signal: left.signal
    })
    let told = ''
    void (async () => {
      for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) told += text
    })().catch(() => {})
    return { told: () => told.match(/event: lead-created/g)?.length ?? 0, end: () => left.abort() }
  }
  await sendLead(app, ours.id)
  const [late, early] = [await follow(''), await follow('?ago=5000')]
  await expect.poll(early.told).toBe(1)
  await sendLead(app, ours.id, { name: 'Outra', email: 'outra@example.org', phone: '(11) 97777-0000' })
  await expect.poll(early.told).toBe(2)
  await expect.poll(late.told).toBe(1)
  for (const each of [late, early]) each.end()
  expect((await app.inject({ url: '/api/events?ago=-1', headers: ours.auth })).statusCode).toBe(400)
})
