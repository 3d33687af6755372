import { expect, test } from 'vitest'
import { fillVariables, unfilled, valuesOf } from '../../../services/messaging/conversations/replies/rules.ts'
import type { QuickReply } from '../../../services/messaging/conversations/schema.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { join } from '../../kit/team.ts'

const app = await openApp({ DATABASE_URL: await newDatabase() })

const call = (who: Tenant, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
const list = async (who: Tenant) => (await call(who, 'GET', '/api/quick-replies')).json<QuickReply[]>()

test('a company keeps its quick replies, each with a shortcut of its own', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const added = await call(ours, 'POST', '/api/quick-replies', { shortcut: 'Oi', text: ' Olá, {{nome}}! ' })
  expect(added.statusCode).toBe(201)
  const { id } = added.json<QuickReply>()
  expect(await list(ours)).toEqual([{ id, shortcut: 'oi', text: 'Olá, {{nome}}!', own: false }])
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

test('a person has quick replies of their own, which nobody else is offered, beside the company that only some may change', async () => {
  const owner = await company(app)
  const colleague = await join(app, owner, { permissions: ['send_messages'] })
  expect((await call(owner, 'POST', '/api/quick-replies', { shortcut: 'oi', text: 'Olá!' })).statusCode).toBe(201)
  const refused = await call(colleague, 'POST', '/api/quick-replies', { shortcut: 'pix', text: 'Chave' })
  expect(refused.statusCode).toBe(403)
  const mine = await call(colleague, 'POST', '/api/quick-replies', {
    shortcut: 'oi',
    text: 'Oi, aqui é a Bia!',
    own: true
  })
  expect([mine.statusCode, mine.json<QuickReply>().own]).toEqual([201, true])
  expect((await list(colleague)).map(({ text, own }) => [text, own])).toEqual([
    ['Oi, aqui é a Bia!', true],
    ['Olá!', false]
  ])
  expect((await list(owner)).map(({ text }) => text)).toEqual(['Olá!'])
  const { id } = mine.json<QuickReply>()
  expect((await call(owner, 'PUT', `/api/quick-replies/${id}`, { shortcut: 'a', text: 'b' })).statusCode).toBe(404)
  expect((await call(owner, 'DELETE', `/api/quick-replies/${id}`)).statusCode).toBe(404)
  const [, shared] = await list(colleague)
  expect((await call(colleague, 'DELETE', `/api/quick-replies/${shared?.id}`)).statusCode).toBe(403)
  const changed = await call(colleague, 'PUT', `/api/quick-replies/${id}`, { shortcut: 'ola', text: 'Olá, sou a Bia' })
  expect(changed.json()).toEqual({ id, shortcut: 'ola', text: 'Olá, sou a Bia', own: true })
  const forbidden = await call(colleague, 'PUT', `/api/quick-replies/${id}`, { shortcut: 'ola', text: 'x', own: false })
  expect(forbidden.statusCode).toBe(403)
  expect((await call(colleague, 'DELETE', `/api/quick-replies/${id}`)).statusCode).toBe(204)
})

test('variables are filled in whatever the blanks and letters, and what has no value stays to be seen', () => {
  const values = valuesOf({ person: 'Ada Souza', company: 'Padaria', author: null })
  expect(fillVariables('{{ NOME }}, {{primeiro_nome}}: {{empresa}} {{atendente}} {{valor}}', values)).toBe(
    'Ada Souza, Ada: Padaria {{atendente}} {{valor}}'
  )
  expect(unfilled('{{atendente}} {{valor}} {{valor}} {x}')).toEqual(['{{atendente}}', '{{valor}}'])
})
