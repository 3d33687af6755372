import { expect, test } from 'vitest'
import { redact } from '../../../services/assistant/chat/redact.ts'
import { openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { staff } from '../../kit/people.ts'

const app = await openApp({ DATABASE_URL: await newDatabase() })
const editor = await staff(app, 'employee', ['edit_system_settings'])

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) =>
  app.inject({
    method,
    url: `/api/admin/articles${path}`,
    headers: editor.auth,
    ...(payload && { payload })
  })

const article = { title: 'Horário de atendimento', body: 'De segunda a sexta.', audiences: ['visitor'], active: true }

test('staff write, find, rewrite and delete articles, and each change is on record', async () => {
  const made = await call('POST', '', article)
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json()
  const found = await call('GET', `?filter=${encodeURIComponent('{"q":"horario"}')}`)
  expect(found.json()).toMatchObject([{ id, ...article }])
  expect(found.headers['content-range']).toBe('articles 0-0/1')
  const all = await call('GET', `?sort=${encodeURIComponent('["title","ASC"]')}&range=[0,1]`)
  expect(all.headers['content-range']).toBe('articles 0-1/7')
  const changed = await call('PUT', `/${id}`, { ...article, body: 'Todos os dias.', active: false })
  expect(changed.json()).toMatchObject({ body: 'Todos os dias.', active: false })
  expect((await call('GET', `/${id}`)).json()).toEqual(changed.json())
  expect((await call('DELETE', `/${id}`)).json()).toMatchObject({ id })
  expect((await call('GET', `/${id}`)).statusCode).toBe(404)
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('audit_log').select(['action', 'changes']).where('object_id', '=', id).orderBy('seq').execute()
  )
  expect(rows).toEqual([
    { action: 'article.created', changes: {} },
    { action: 'article.changed', changes: { active: [true, false], body: [null, 'rewritten'] } },
    { action: 'article.deleted', changes: {} }
  ])
})

test('an article that cannot be kept or shown is refused', async () => {
  for (const wrong of [{ title: ' ' }, { body: '' }, { audiences: [] }, { audiences: ['other'] }, { title: 'a\0' }])
    expect((await call('POST', '', { ...article, ...wrong })).statusCode, JSON.stringify(wrong)).toBe(400)
  for (const filter of ['{"q":5}', '{"active":"yes"}', '{"other":1}'])
    expect((await call('GET', `?filter=${encodeURIComponent(filter)}`)).statusCode, filter).toBe(400)
})

test.each([
  ['meu CPF: 529.982.247-25.', 'meu CPF: [CPF].'],
  ['52998224725', '[CPF]'],
  ['529982247-25', '[CPF]'],
  ['cartão 4111 1111 1111 1111, vence 12/29', 'cartão [cartão], vence 12/29'],
  ['4111111111111111', '[cartão]'],
  ['4111-1111-1111-1111', '[cartão]'],
  ['ligue (11) 98765-4321 ou +55 11 98765-4321', 'ligue (11) 98765-4321 ou +55 11 98765-4321'],
  ['CNPJ 11.222.333/0001-81', 'CNPJ 11.222.333/0001-81'],
  ['pedido 1234567890123456', 'pedido 1234567890123456'],
  ['a1567658-9593-409c-a55b-6b20ddc3f307', 'a1567658-9593-409c-a55b-6b20ddc3f307']
])('"%s" leaves as "%s"', (text, left) => {
  expect(redact(text)).toBe(left)
})
