import { expect, test } from 'vitest'
import { createDemo, demoAccount } from '../services/demo.ts'
import { openApp } from './support/app.ts'
import { newDatabase } from './support/database.ts'

test('the demonstration asks questions of its own, and its leads are found by the answers', async () => {
  const app = await openApp({ DATABASE_URL: await newDatabase() })
  expect(await createDemo(app.db, 50)).toBe(true)
  const { email, password } = demoAccount
  const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  const headers = { authorization: `Bearer ${signedIn.json().token}` }
  const get = async (url: string) => (await app.inject({ url, headers })).json()

  const [form] = await get('/api/forms')
  expect(form).toMatchObject({ version: 2, changed: false, fieldCount: 6 })
  const { custom } = await get('/api/leads/facets')
  const countOf = (field: string) => custom[field].reduce((sum: number, { count }: { count: number }) => sum + count, 0)
  expect(custom.interesse.map(({ value }: { value: string }) => value)).toHaveLength(3)
  expect([countOf('interesse'), countOf('descoberta')]).toEqual([28 + 40, 24])
  const [{ value, count }] = custom.interesse
  const found = await get(`/api/leads?filter=${encodeURIComponent(JSON.stringify({ custom: { interesse: [value] } }))}`)
  expect(found).toHaveLength(Math.min(count, 25))
})
