import { spawn } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../../services/core/embedded.ts'
import { newDataDir, openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'

// Without the jobs of other tests, which no worker takes.
const app = await openApp({ DATABASE_URL: await newDatabase() })

test('a service whose database and queue answer is ready', async () => {
  const ready = () => app.inject('/health/ready')
  // The connection that hears of changes is made while the first requests are answered.
  await expect.poll(async () => (await ready()).json()).toMatchObject({ status: 'ok', database: 'ok', problems: [] })
  expect((await ready()).statusCode).toBe(200)
  expect((await app.inject('/health/live')).json()).toEqual({ status: 'ok' })
})

test('metrics are for this machine, or for who has the token', async () => {
  await app.inject('/health/live')
  const metrics = await app.inject('/metrics')
  expect(metrics.body).toContain('http_request_duration_seconds_bucket')
  expect(metrics.body).toContain('database_connections')
  expect((await app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '127.0.0.1' } })).statusCode).toBe(404)
  expect((await app.inject({ url: '/metrics', remoteAddress: '10.0.0.9' })).statusCode).toBe(404)

  const METRICS_TOKEN = 'a token for the metrics'
  const guarded = await openApp({ METRICS_TOKEN })
  const read = (authorization: string) => guarded.inject({ url: '/metrics', headers: { authorization } })
  expect((await read(`Bearer ${METRICS_TOKEN}`)).statusCode).toBe(200)
  expect((await read('Bearer another')).statusCode).toBe(404)
  expect((await guarded.inject('/metrics')).statusCode).toBe(404)
})

test('the API describes itself, every route with its access', async () => {
  const { openapi, paths } = (await app.inject('/openapi.json')).json()
  expect(openapi).toMatch(/^3\./)
  expect(paths['/api/leads/public'].post['x-access']).toBe('public')
  expect(paths['/api/leads'].get['x-access']).toBe('company')
  expect(paths['/api/leads'].get.security).toEqual([{ bearer: [] }])
  expect((await app.inject('/docs/')).statusCode).toBe(200)
})

test('an unknown address of the API is a 404 in Portuguese', async () => {
  for (const url of ['/api/nada', '/public/nada', '/api/leads/public']) {
    const response = await app.inject(url)
    expect(response.statusCode, url).toBeGreaterThanOrEqual(400)
    expect(response.json().message).toMatch(/não/)
  }
})

test('an address that cannot be read is refused as everything else is', async () => {
  for (const [url, status] of [
    ['/%', 400],
    ['/api/leads/%zz', 400],
    [`/api/leads/${'a'.repeat(300)}`, 414]
  ] as const) {
    const response = await app.inject(url)
    expect(response.statusCode, url).toBe(status)
    expect(response.json()).toEqual({
      code: 'invalid',
      message: expect.stringMatching(/ /),
      requestId: expect.any(String)
    })
    expect(response.json().message).not.toMatch(/valid url|maximum/)
  }
})

test('a worker answers its health while the store of the queues is away', async () => {
  const [port, away] = [await freePort(), await freePort()]
  const main = path.join(import.meta.dirname, '../../../workers/main.ts')
  const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: {
      ...process.env,
      DATABASE_URL: app.config.database.owner,
      SECRET_KEY: app.config.secret,
      REDIS_URL: `redis://127.0.0.1:${away}`,
      WORKER_PORT: String(port),
      DATA_DIR: newDataDir(),
      LOG_LEVEL: 'silent'
    },
    stdio: 'ignore'
  })
  const read = (name: string) =>
    fetch(`http://127.0.0.1:${port}${name}`).then(
      answer => answer.status,
      () => 0
    )
  try {
    await expect.poll(() => read('/health/live')).not.toBe(0)
    expect(await read('/metrics')).toBe(503)
    expect(await read('/metrics')).toBe(503)
    expect(worker.exitCode).toBeNull()
  } finally {
    worker.kill('SIGKILL')
  }
})
