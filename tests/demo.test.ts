import { expect, test } from 'vitest'
import { createDemo } from '../services/demo.ts'
import { demoAccount } from '../services/demoAccounts.ts'
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

  // Tasks are due in working hours, and whoever is no new lead any more was talked to first.
  const tasks: { dueAt: string }[] = await get('/api/tasks')
  const hourIn = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', hourCycle: 'h23', timeZone: 'America/Sao_Paulo' })
  expect(tasks.length).toBeGreaterThan(2)
  for (const { dueAt } of tasks)
    expect(Number(hourIn.format(new Date(dueAt)))).toBeOneOf([9, 10, 11, 12, 13, 14, 15, 16, 17])
  const talkedTo: { id: string; email: string }[] = await get('/api/leads?filter={"status":["contacted"]}&range=[0,99]')
  // The further leads, numbered, have no history.
  const contacted = talkedTo.find(lead => !/\d@/.test(lead.email))
  const { items } = await get(`/api/leads/${contacted?.id}/timeline`)
  const kinds = items.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind !== 'consent')
  expect(kinds.at(-1)).toBe('submission')
  expect(kinds).toEqual(expect.arrayContaining(['contact', 'status']))

  // The columns and figures of values show from the start.
  const valued: unknown[] = await get('/api/leads?filter={"valueFrom":1}&range=[0,99]')
  expect(valued.length).toBeGreaterThan(20)
})
