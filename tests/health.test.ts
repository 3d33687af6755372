import { expect, test } from 'vitest'
import { openApp } from './support/app.ts'

const app = await openApp()

test('a service whose database and queue answer is ready', async () => {
  const response = await app.inject('/health/ready')
  expect(response.json()).toMatchObject({ status: 'ok', database: 'ok', problems: [] })
  expect(response.statusCode).toBe(200)
})
