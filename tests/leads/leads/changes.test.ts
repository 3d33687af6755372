import { expect, test } from 'vitest'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { colleague } from '../../kit/people.ts'

const app = await openApp()

const call = (who: Pick<Tenant, 'auth'>, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })

async function withLead(lead: Record<string, unknown> = {}) {
  const ours = await company(app)
  const { id } = (await sendLead(app, ours.id, lead)).json()
  return { ours, id, url: `/api/leads/${id}` }
}

const history = (who: Tenant, leadId: string) =>
  app.db.company(who.id, trx =>
    trx
      .selectFrom('lead_changes')
      .select(['field', 'before', 'after', 'actor_name'])
      .where('lead_id', '=', leadId)
      .orderBy('created_at')
      .execute()
  )

test('each change is kept with what was before and who made it', async () => {
  const { ours, id, url } = await withLead({ custom_city: 'Recife' })
  const changed = await call(ours, 'PUT', url, {
    name: '  Ada Lovelace ',
    phone: '(21) 8765-4321',
    email: '',
    status: 'contacted',
    custom: { orçamento: '10 mil' }
  })
  expect(changed.json()).toMatchObject({
    name: 'Ada Lovelace',
    phone: '2187654321',
    email: null,
    status: 'contacted',
    custom: { custom_city: 'Recife', orçamento: '10 mil' },
    version: 2
  })
  expect(changed.json().firstContactAt).not.toBeNull()
  const lines = await history(ours, id)
  expect(lines.map(line => line.field).sort()).toEqual(['custom', 'email', 'name', 'phone', 'status'])
  expect(lines.find(line => line.field === 'name')).toMatchObject({ before: 'Ada Souza', after: 'Ada Lovelace' })
  // The new phone is found by either writing.
  const found = await call(ours, 'GET', `/api/leads?filter=${encodeURIComponent('{"q":"21987654321"}')}`)
  expect(found.json()).toHaveLength(1)
  expect((await call(ours, 'PUT', url, { name: 'Ada Lovelace' })).json().version).toBe(2)
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ email: 'sem-arroba' }, 'email'],
  [{ phone: '123' }, 'phone'],
  [{ cnpj: '11.111.111/1111-11' }, 'cnpj'],
  [{ status: 'lost' }, 'lostReason'],
  [{ status: 'other' }, 'status'],
  [{ tags: ['f'.repeat(24)] }, 'tags'],
  [{ ownerId: 'f'.repeat(24) }, 'ownerId'],
  [{ name: 'a\u0000b' }, 'name'],
  [{ version: 7 }, 'version'],
  [{ companyId: 'f'.repeat(24) }, 'companyId']
])('the change %j is refused at its field, and nothing of it is stored', async (change, field) => {
  const { ours, id, url } = await withLead()
  const before = (await call(ours, 'GET', url)).json()
  const answer = await call(ours, 'PUT', url, { message: 'Outra', ...change })
  expect(answer.statusCode).toBe(400)
  expect(Object.keys(answer.json().errors)).toEqual([field])
  expect((await call(ours, 'GET', url)).json()).toEqual(before)
  expect(await history(ours, id)).toEqual([])
})

test('the second of two people who change the same field gets a conflict, and of different fields both are kept', async () => {
  const { ours, url } = await withLead({ message: 'Oi' })
  const both = await Promise.all([
    call(ours, 'PUT', url, { name: 'Ada Lima', expected: { name: 'Ada Souza' } }),
    call(ours, 'PUT', url, { message: 'Olá', expected: { message: 'Oi' } })
  ])
  expect(both.map(answer => answer.statusCode)).toEqual([200, 200])
  const stale = await call(ours, 'PUT', url, { name: 'Ada Reis', expected: { name: 'Ada Souza' } })
  expect(stale.statusCode).toBe(409)
  expect(stale.json()).toMatchObject({
    code: 'STALE',
    errors: { name: expect.stringMatching(/mudou o nome deste lead/) }
  })
  expect((await call(ours, 'GET', url)).json()).toMatchObject({ name: 'Ada Lima', message: 'Olá' })
  // The same value twice is no conflict.
  expect((await call(ours, 'PUT', url, { name: 'Ada Lima', expected: { name: 'x' } })).statusCode).toBe(200)
})

test('a lost lead has a reason, which goes when it comes back', async () => {
  const { ours, url } = await withLead()
  const lost = await call(ours, 'PUT', url, { status: 'lost', lostReason: 'Preço' })
  expect(lost.json()).toMatchObject({ status: 'lost', lostReason: 'Preço' })
  expect((await call(ours, 'PUT', url, { status: 'contacted' })).json()).toMatchObject({ lostReason: null })
})

test('the board has the newest cards of each column on top, with their counts', async () => {
  const ours = await company(app)
  const ids: string[] = []
  for (let n = 0; n < 28; n++)
    ids.push(
      (await sendLead(app, ours.id, { name: `L${n}`, email: `l${n}@x.co`, phone: `119123450${10 + n}` })).json().id
    )
  const board = (await call(ours, 'GET', '/api/leads/board')).json()
  expect(board.map((column: { status: string; total: number }) => [column.status, column.total])).toEqual([
    ['new', 28],
    ['contacted', 0],
    ['scheduled', 0],
    ['converted', 0],
    ['lost', 0]
  ])
  expect(board[0].leads.map((lead: { id: string }) => lead.id)).toEqual(ids.toReversed().slice(0, 25))
  const oldest = (await call(ours, 'GET', `/api/leads/${ids[0]}`)).json()
  expect([board[0].oldestAt, board[1].oldestAt]).toEqual([oldest.receivedAt, null])
  const filter = encodeURIComponent(JSON.stringify({ q: 'L27' }))
  const filtered = (await call(ours, 'GET', `/api/leads/board?filter=${filter}`)).json()
  expect(filtered[0].leads).toHaveLength(1)
})

test('a card stands where it was put, also among many moves to the same place', async () => {
  const ours = await company(app)
  const ids: string[] = []
  for (const name of ['A', 'B', 'C', 'D'])
    ids.push(
      (await sendLead(app, ours.id, { name, email: `${name}@x.co`, phone: `1191234501${ids.length}` })).json().id
    )
  const [a, b, c, d] = ids as [string, string, string, string]
  const order = async (status: string) =>
    (await call(ours, 'GET', '/api/leads/board'))
      .json()
      .find((column: { status: string }) => column.status === status)
      .leads.map((lead: { name: string }) => lead.name)
      .join('')
  const move = (id: string, status: string, above: string | null, more: object = {}) =>
    call(ours, 'POST', `/api/leads/${id}/move`, { status, above, ...more })
  expect(await order('new')).toBe('DCBA')
  await move(d, 'new', a)
  expect(await order('new')).toBe('CBAD')
  await move(a, 'new', null)
  expect(await order('new')).toBe('ACBD')
  // Each goes halfway between the same two: no number of moves uses the room up.
  for (let n = 0; n < 60; n++) await move(n % 2 ? c : b, 'new', a)
  expect(await order('new')).toBe('ACBD')
  await move(b, 'contacted', null)
  await move(c, 'contacted', b)
  expect([await order('new'), await order('contacted')]).toEqual(['AD', 'BC'])
  const refused = await move(c, 'lost', null)
  expect([refused.statusCode, refused.json().errors.lostReason]).toEqual([400, 'Informe o motivo da perda.'])
  expect((await move(c, 'lost', null, { lostReason: 'Preço' })).json()).toMatchObject({ lostReason: 'Preço' })
})

test('the second of two people who move the same card from one column gets a conflict', async () => {
  const { ours, url } = await withLead()
  const move = (status: string) => call(ours, 'POST', `${url}/move`, { status, above: null, from: 'new' })
  const answers = await Promise.all([move('contacted'), move('scheduled')])
  expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 409])
  const stale = answers.find(answer => answer.statusCode === 409)
  expect(stale?.json()).toMatchObject({ code: 'STALE', message: expect.stringMatching(/mudou a situação deste lead/) })
})

test('tags have names of their own, are put on leads, and go from all of them at once', async () => {
  const { ours, url, id } = await withLead()
  const tag = (await call(ours, 'POST', '/api/tags', { name: ' Cliente   VIP ' })).json()
  expect(tag).toMatchObject({ name: 'Cliente VIP', color: 'slate' })
  const twin = await call(ours, 'POST', '/api/tags', { name: 'cliente vip' })
  expect([twin.statusCode, twin.json().errors]).toEqual([409, { name: 'Já existe uma etiqueta com este nome.' }])
  const other = (await call(ours, 'POST', '/api/tags', { name: 'Açaí', color: 'violet' })).json()
  expect((await call(ours, 'GET', '/api/tags')).json()).toEqual([other, tag])
  expect((await call(ours, 'PUT', url, { tags: [tag.id, other.id] })).json().tags.sort()).toEqual(
    [tag.id, other.id].sort()
  )
  expect((await history(ours, id)).at(-1)).toMatchObject({ field: 'tags', before: [], after: ['Açaí', 'Cliente VIP'] })
  expect((await call(ours, 'PUT', `/api/tags/${other.id}`, { name: 'Cliente vip' })).statusCode).toBe(409)
  expect((await call(ours, 'DELETE', `/api/tags/${other.id}`)).statusCode).toBe(204)
  expect((await call(ours, 'GET', url)).json().tags).toEqual([tag.id])
  expect((await call(ours, 'GET', '/api/leads/facets')).json().tag).toEqual([{ value: tag.id, count: 1 }])
})

test('a saved view is its maker’s until it is shared, and is changed by its maker alone', async () => {
  const ours = await company(app)
  const view = { filter: { status: ['new'], untouchedDays: 3 }, layout: 'board' }
  const saved = (await call(ours, 'POST', '/api/lead-views', { name: 'Parados', view })).json()
  expect(saved).toMatchObject({ name: 'Parados', shared: false, own: true, view })
  expect(
    (await call(ours, 'POST', '/api/lead-views', { name: 'X', view: { filter: { status: ['x'] } } })).statusCode
  ).toBe(400)
  const stranger = await app.db.company(ours.id, async trx => {
    const { id } = await trx
      .insertInto('lead_views')
      .values({
        company_id: ours.id,
        employee_id: 'f'.repeat(24),
        name: 'Alheia',
        shared: true,
        view: JSON.stringify(view)
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
  const names = async () =>
    (await call(ours, 'GET', '/api/lead-views')).json().map((each: { name: string }) => each.name)
  expect(await names()).toEqual(['Alheia', 'Parados'])
  expect((await call(ours, 'PUT', `/api/lead-views/${stranger}`, { name: 'Minha' })).statusCode).toBe(404)
  expect((await call(ours, 'DELETE', `/api/lead-views/${stranger}`)).statusCode).toBe(404)
  expect((await call(ours, 'PUT', `/api/lead-views/${saved.id}`, { shared: true })).json().shared).toBe(true)
  expect((await call(ours, 'DELETE', `/api/lead-views/${saved.id}`)).statusCode).toBe(204)
  expect(await names()).toEqual(['Alheia'])
})

test('a saved view that was deleted is had back by its maker, as it was, until it is tidied away', async () => {
  const ours = await company(app)
  const view = { filter: { custom: { cidade: ['Recife', 'Olinda'] } }, layout: 'table' }
  const saved = (await call(ours, 'POST', '/api/lead-views', { name: 'Litoral', shared: true, view })).json()
  const address = `/api/lead-views/${saved.id}`
  const colleagues = await colleague(app, ours.id)
  expect((await call(ours, 'POST', `${address}/restore`)).statusCode).toBe(404)
  expect((await call(ours, 'DELETE', address)).statusCode).toBe(204)
  expect((await call(ours, 'DELETE', address)).statusCode).toBe(404)
  expect((await call(ours, 'PUT', address, { name: 'Outro' })).statusCode).toBe(404)
  expect((await call(colleagues, 'GET', '/api/lead-views')).json()).toEqual([])
  expect((await call(colleagues, 'POST', `${address}/restore`)).statusCode).toBe(404)
  expect((await call(ours, 'POST', `${address}/restore`)).json()).toEqual(saved)
  expect((await call(ours, 'GET', '/api/lead-views')).json()).toEqual([saved])
})
