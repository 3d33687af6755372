import { expect, test } from 'vitest'
import { fillVariables, unfilled, valuesOf } from '../../services/conversations/replies/rules.ts'
import type { QuickReply } from '../../services/conversations/schema.ts'
import { company, openApp, type Tenant } from '../support/app.ts'
import { newDatabase } from '../support/database.ts'

const app = await openApp({ DATABASE_URL: await newDatabase() })

const call = (who: Tenant, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
const list = async (who: Tenant) => (await call(who, 'GET', '/api/quick-replies')).json<QuickReply[]>()

test('a company keeps its quick replies, each with a shortcut of its own', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const added = await call(ours, 'POST', '/api/quick-replies', { shortcut: 'Oi', text: ' Olá, {{nome}}! ' })
  expect(added.statusCode).toBe(201)
  const { id } = added.json<QuickReply>()
  expect(await list(ours)).toEqual([{ id, shortcut: 'oi', text: 'Olá, {{nome}}!' }])
  expect((await call(ours, 'POST', '/api/quick-replies', { shortcut: 'OI', text: 'x' })).statusCode).toBe(409)
  expect((await call(ours, 'POST', '/api/quick-replies', { shortcut: 'com espaço', text: 'x' })).statusCode).toBe(400)
  expect((await call(theirs, 'PUT', `/api/quick-replies/${id}`, { shortcut: 'a', text: 'b' })).statusCode).toBe(404)
  await call(theirs, 'DELETE', `/api/quick-replies/${id}`)
  expect(await list(ours)).toHaveLength(1)
  expect(await list(theirs)).toEqual([])
  const second = await call(ours, 'POST', '/api/quick-replies', { shortcut: 'preço', text: 'R$ 80' })
  const taken = await call(ours, 'PUT', `/api/quick-replies/${second.json().id}`, { shortcut: 'oi', text: 'R$ 80' })
  expect(taken.statusCode).toBe(409)
  expect((await call(ours, 'DELETE', `/api/quick-replies/${id}`)).statusCode).toBe(204)
  expect((await list(ours)).map(({ shortcut }) => shortcut)).toEqual(['preço'])
})

test('variables are filled in whatever the blanks and letters, and what has no value stays to be seen', () => {
  const values = valuesOf({ person: 'Ada Souza', company: 'Padaria', author: null })
  expect(fillVariables('{{ NOME }}, {{primeiro_nome}}: {{empresa}} {{atendente}} {{valor}}', values)).toBe(
    'Ada Souza, Ada: Padaria {{atendente}} {{valor}}'
  )
  expect(unfilled('{{atendente}} {{valor}} {{valor}} {x}')).toEqual(['{{atendente}}', '{{valor}}'])
})
