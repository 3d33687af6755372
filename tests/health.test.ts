import { expect, test } from 'vitest'
import { openApp } from './support/app.ts'
import { newDatabase } from './support/database.ts'

// Without the jobs of other tests, which no worker takes.
const app = await openApp({ DATABASE_URL: await newDatabase() })

test('a service whose database and queue answer is ready', async () => {
  const response = await app.inject('/health/ready')
  expect(response.json()).toMatchObject({ status: 'ok', database: 'ok', problems: [] })
  expect(response.statusCode).toBe(200)
  expect((await app.inject('/health/live')).json()).toEqual({ status: 'ok' })
})

test('metrics are for this machine, or for who has the token', async () => {
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
