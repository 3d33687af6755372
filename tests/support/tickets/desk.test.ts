import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DeskMessage, DeskRow, DeskTicket } from '../../../services/support/desk/schema.ts'
import { deliverAnswers } from '../../../services/support/tickets/delivery.ts'
import type { Ticket } from '../../../services/support/tickets/schema.ts'
import { company, openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { colleague, staff } from '../../kit/people.ts'
import { answerAs, callDesk, callTickets, deliver, list, openTicketOf } from '../../kit/tickets.ts'

const app = await openApp({ DATABASE_URL: await newDatabase() })
const [first, second, admin] = [await staff(app), await staff(app), await staff(app, 'global_admin')]

const desk = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, payload?: object, who = first) =>
  callDesk(app, who, method, path, payload)
const read = async (id: string, who = first) => (await desk('GET', `/${id}`, undefined, who)).json<DeskTicket>()
const textsOf = (messages: readonly { kind: string; text: string }[]) =>
  messages.filter(({ kind }) => kind === 'text').map(({ text }) => text)

test('an answer reaches the company only after the moment in which it can be taken back', async () => {
  // Delivers the rest of other tests.
  await deliver(app)
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  const pending = (await answerAs(app, first, id, { text: 'Erro meu' })).messages.at(-1) as DeskMessage
  expect(Date.parse(pending.dueAt ?? '') - Date.now()).toBeGreaterThan(12_000)
  const seen = async () => (await callTickets(app, ours, 'GET', `/${id}`)).json<Ticket>()
  expect(textsOf((await seen()).messages)).toEqual(['A planilha não abre.'])
  expect((await seen()).status).toBe('open')
  expect((await desk('DELETE', `/${id}/replies/${pending.id}`, undefined, second)).statusCode).toBe(404)
  expect((await desk('DELETE', `/${id}/replies/${pending.id}`)).json()).toEqual({ text: 'Erro meu' })
  expect(await deliver(app)).toBe(0)
  expect((await read(id)).firstAnswerAt).toBeNull()

  const sent = (await answerAs(app, first, id, { text: 'Resolvido', status: 'resolved' })).messages.at(
    -1
  ) as DeskMessage
  expect(await deliver(app)).toBe(1)
  expect(await deliver(app)).toBe(0)
  const late = await desk('DELETE', `/${id}/replies/${sent.id}`)
  expect([late.statusCode, late.json().code]).toEqual([409, 'DELIVERED'])
  expect(textsOf((await seen()).messages)).toEqual(['A planilha não abre.', 'Resolvido'])
  expect(await seen()).toMatchObject({ status: 'resolved', lastBy: 'staff' })
})

test('what is decided while an answer waits stays decided, and of two answers the later one decides', async () => {
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  await answerAs(app, first, id, { text: 'Aguardo você' })
  await callTickets(app, ours, 'POST', `/${id}/resolve`)
  await deliver(app)
  expect((await read(id)).status).toBe('resolved')

  const { id: other } = await openTicketOf(app, ours)
  await answerAs(app, first, other, { text: 'Vou ver', status: 'in_progress' })
  const { messages } = await answerAs(app, first, other, { text: 'Pronto', status: 'resolved' })
  const [one] = messages.slice(-2)
  await app.db.everyCompany(trx =>
    trx
      .updateTable('ticket_messages')
      .set({ due_at: sql<string>`now()` })
      .where('id', '=', one?.id ?? '')
      .execute()
  )
  expect(await deliverAnswers(app.db, app.config)).toBe(1)
  expect((await read(other)).status).toBe('in_progress')
  await deliver(app)
  expect((await read(other)).status).toBe('resolved')
})

test('an answer written without having read the latest message gets that message instead', async () => {
  const ours = await company(app)
  const { id, messages } = await openTicketOf(app, ours)
  const after = messages.at(-1)?.id
  await answerAs(app, first, id, { text: 'Já vi', after })
  const refused = await desk('POST', `/${id}/replies`, { text: 'Vou ver', after }, second)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'ANSWERED', newer: [{ text: 'Já vi', authorName: 'Pessoa de Teste' }] })
  await deliver(app)
  await callTickets(app, ours, 'POST', `/${id}/replies`, { text: 'Era outra coisa' })
  const newer = (await desk('POST', `/${id}/replies`, { text: 'Então está certo', after })).json().newer
  expect(textsOf(newer)).toEqual(['Era outra coisa'])
  const answered = await answerAs(app, second, id, { after: newer.at(-1).id })
  expect(answered.assigneeId).toBe(first.userId)
})

test('an answer that is sent again after a lost connection is one, to a known issue too', async () => {
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  const once = (path: string, payload: object, key = 'resposta-1', who = first) =>
    app.inject({
      method: 'POST',
      url: `/api/admin/tickets${path}`,
      headers: { ...who.auth, 'idempotency-key': key },
      payload
    })
  const read = { text: 'Olá! Já vimos.' }
  const both = await Promise.all([once(`/${id}/replies`, read), once(`/${id}/replies`, read)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect((await once(`/${id}/replies`, { text: 'Outro texto' })).statusCode).toBe(422)
  expect((await once(`/${id}/replies`, read, 'resposta-1', second)).statusCode).toBe(422)
  await deliver(app)
  // Also where the company has written since.
  await callTickets(app, ours, 'POST', `/${id}/replies`, { text: 'Obrigada' })
  expect((await once(`/${id}/replies`, read)).statusCode).toBe(201)
  await deliver(app)
  const texts = async () => textsOf((await callTickets(app, ours, 'GET', `/${id}`)).json<Ticket>().messages)
  expect(await texts()).toEqual(['A planilha não abre.', 'Olá! Já vimos.', 'Obrigada'])

  const issue = (await desk('POST', '/issues', { title: 'Fora do ar', ticketIds: [id] })).json()
  for (const answered of [1, 1])
    expect((await once(`/issues/${issue.id}/replies`, { text: 'Voltou!' }, 'todos-01')).json()).toEqual({ answered })
  await deliver(app)
  expect(await texts()).toEqual(['A planilha não abre.', 'Olá! Já vimos.', 'Obrigada', 'Voltou!'])
})

test('a change of what somebody else has changed meanwhile is refused, and both sides see what changed', async () => {
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  const { version, solutionDueAt } = await read(id)
  const changed = await desk('PATCH', `/${id}`, {
    version,
    priority: 'urgent',
    category: 'billing',
    assigneeId: second.userId
  })
  expect(changed.json()).toMatchObject({
    priority: 'urgent',
    category: 'billing',
    status: 'in_progress',
    assigneeId: second.userId
  })
  expect(Date.parse(changed.json().solutionDueAt)).toBeLessThan(Date.parse(solutionDueAt ?? ''))
  const stale = await desk('PATCH', `/${id}`, { version, status: 'resolved' }, second)
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'STALE'])
  expect((await desk('PATCH', `/${id}`, { version: version + 1 })).statusCode).toBe(400)
  const client = await callDesk(app, first, 'PATCH', `/${id}`, {
    version: changed.json().version,
    assigneeId: ours.userId
  })
  expect(client.statusCode).toBe(400)
  const { messages } = (await callTickets(app, ours, 'GET', `/${id}`)).json<Ticket>()
  expect(messages.filter(({ kind }) => kind === 'change').map(({ data }) => data.change)).toEqual([
    'priority',
    'category',
    'assigned',
    'status'
  ])
  const log = await app.inject({ url: '/api/admin/logs/audit?limit=20', headers: admin.auth })
  expect(log.body).toContain('ticket.changed')
})

test('each queue holds what it says, with its number', async () => {
  const [ours, me] = [await company(app), await staff(app)]
  const [fresh, mine, waiting, privacy, solved] = await Promise.all(
    ['problem', 'problem', 'question', 'privacy', 'billing'].map(category => openTicketOf(app, ours, { category }))
  )
  const ids = { fresh: fresh?.id, mine: mine?.id, waiting: waiting?.id, privacy: privacy?.id, solved: solved?.id }
  const set = async (id: string | undefined, change: object) =>
    desk('PATCH', `/${id}`, { ...change, version: (await read(id ?? '')).version })
  await set(ids.mine, { assigneeId: me.userId })
  await set(ids.waiting, { status: 'waiting' })
  await set(ids.solved, { status: 'resolved' })
  await app.db.everyCompany(trx =>
    trx
      .updateTable('tickets')
      .set({ answer_due_at: new Date(Date.now() - 60_000) })
      .where('id', '=', ids.fresh ?? '')
      .execute()
  )
  await app.db.everyCompany(trx =>
    trx
      .updateTable('tickets')
      .set({ answer_due_at: new Date(Date.now() + 60_000) })
      .where('id', '=', ids.mine ?? '')
      .execute()
  )
  const held = async (queue: string) => {
    const rows = await callDesk(app, me, 'GET', list({ queue, companyId: ours.id }, '["dueAt","ASC"]'))
    const names = Object.entries(ids).map(([name, id]) => [id, name])
    return rows.json<DeskRow[]>().map(({ id }) => Object.fromEntries(names)[id])
  }
  expect((await held('new')).toSorted()).toEqual(['fresh', 'privacy'])
  expect(await held('mine')).toEqual(['mine'])
  expect((await held('unassigned')).toSorted()).toEqual(['fresh', 'privacy', 'waiting'])
  expect(await held('waiting')).toEqual(['waiting'])
  expect(await held('soon')).toEqual(['mine'])
  expect(await held('overdue')).toEqual(['fresh'])
  expect(await held('privacy')).toEqual(['privacy'])
  expect(await held('done')).toEqual(['solved'])
  expect((await held('open')).slice(0, 2)).toEqual(['fresh', 'mine'])
  expect((await callDesk(app, me, 'GET', '/counts')).json()).toMatchObject({ mine: 1 })
  const found = await callDesk(app, me, 'GET', list({ q: `#${fresh?.number}`, queue: 'all' }, '["lastAt","DESC"]'))
  expect(found.json<DeskRow[]>().map(({ id }) => id)).toEqual([ids.fresh])
})

test('many are changed at once, and those that are gone are named', async () => {
  const ours = await company(app)
  const made = [await openTicketOf(app, ours), await openTicketOf(app, ours)]
  const ids = [...made.map(({ id }) => id), 'f'.repeat(24)]
  const answer = await desk('PATCH', '', { ids, change: { status: 'resolved', assigneeId: first.userId } })
  expect(answer.json()).toEqual({ changed: expect.arrayContaining(ids.slice(0, 2)), skipped: ['f'.repeat(24)] })
  expect(await read(ids[1] ?? '')).toMatchObject({ status: 'resolved', assigneeId: first.userId })
  expect((await desk('PATCH', '', { ids, change: {} })).statusCode).toBe(400)
})

test('a note that is sent twice is one, and its key carries no other', async () => {
  const { id } = await openTicketOf(app, await company(app))
  const note = (text: string, who = first) =>
    app.inject({
      method: 'POST',
      url: `/api/admin/tickets/${id}/notes`,
      headers: { ...who.auth, 'idempotency-key': 'uma-chave-longa' },
      payload: { text }
    })
  const both = await Promise.all([note('Ligar amanhã'), note('Ligar amanhã')])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect((await read(id)).notes).toMatchObject([{ text: 'Ligar amanhã' }])
  expect((await note('Outra coisa')).statusCode).toBe(422)
  expect((await note('Ligar amanhã', second)).statusCode).toBe(422)
})

test('tickets that are merged keep both numbers, and the old one leads to where everything is', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const [a, b] = [await openTicketOf(app, ours, { description: 'Primeira vez' }), await openTicketOf(app, ours)]
  const foreign = await openTicketOf(app, theirs)
  await desk('POST', `/${a.id}/notes`, { text: 'Parece o mesmo' })
  expect((await desk('POST', `/${a.id}/merge`, { into: foreign.id })).statusCode).toBe(409)
  expect((await desk('POST', `/${a.id}/merge`, { into: a.id })).statusCode).toBe(400)
  const merged = (await desk('POST', `/${a.id}/merge`, { into: b.id })).json<DeskTicket>()
  expect(merged).toMatchObject({
    id: b.id,
    merged: [{ id: a.id, number: a.number }],
    notes: [{ text: 'Parece o mesmo' }]
  })
  expect(textsOf(merged.messages)).toEqual(['Primeira vez', 'A planilha não abre.'])
  expect(merged.messages[0]).toMatchObject({ fromNumber: a.number })
  const old = (await callTickets(app, ours, 'GET', `/${a.id}`)).json<Ticket>()
  expect(old).toMatchObject({ status: 'closed', mergedInto: { id: b.id, number: b.number } })
  expect((await callTickets(app, ours, 'POST', `/${a.id}/rate`, { rating: 5 })).statusCode).toBe(409)
  expect((await callTickets(app, ours, 'GET', list({}))).json()).toHaveLength(1)
  expect((await desk('POST', `/${a.id}/replies`, { text: 'Oi' })).json().code).toBe('MERGED')
  // A reply from the old page, still open, goes to the merged ticket.
  expect((await callTickets(app, ours, 'POST', `/${a.id}/replies`, { text: 'Mais uma' })).json()).toMatchObject({
    id: b.id
  })
  const found = (await callTickets(app, ours, 'GET', list({ q: 'primeira' }))).json()
  expect(found).toMatchObject([{ id: b.id }])
})

test('two merges that cross do not lose anything', async () => {
  const ours = await company(app)
  const [a, b] = [await openTicketOf(app, ours), await openTicketOf(app, ours)]
  const answers = await Promise.all([
    desk('POST', `/${a.id}/merge`, { into: b.id }),
    desk('POST', `/${b.id}/merge`, { into: a.id }, second)
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect((await callTickets(app, ours, 'GET', list({}))).json()).toHaveLength(1)
})

test('one answer to a known issue reaches all its tickets, each in its own words', async () => {
  const [ours, theirs] = [await company(app, 'Padaria'), await company(app, 'Oficina')]
  const [a, b] = [await openTicketOf(app, ours), await openTicketOf(app, theirs)]
  const issue = (await desk('POST', '/issues', { title: 'Importação fora do ar', ticketIds: [a.id] })).json()
  expect(issue).toMatchObject({ tickets: 1, openTickets: 1, status: 'open' })
  await desk('POST', `/issues/${issue.id}/tickets`, { add: [b.id] })
  const wrong = await desk('POST', `/issues/${issue.id}/replies`, { text: 'Olá {{apelido}}' })
  expect(wrong.statusCode).toBe(400)
  const answered = await desk('POST', `/issues/${issue.id}/replies`, { text: 'Voltou, {{empresa}}!', solve: true })
  expect(answered.json()).toEqual({ answered: 2 })
  await deliver(app)
  for (const [who, id, name] of [
    [ours, a.id, 'Padaria'],
    [theirs, b.id, 'Oficina']
  ] as const) {
    const ticket = (await callTickets(app, who, 'GET', `/${id}`)).json<Ticket>()
    expect([ticket.status, textsOf(ticket.messages).at(-1)]).toEqual(['resolved', `Voltou, ${name}!`])
    expect(JSON.stringify(ticket)).not.toContain('fora do ar')
  }
  expect((await desk('GET', `/issues/${issue.id}`)).json()).toMatchObject({
    status: 'solved',
    openTickets: 0,
    tickets: 2
  })
})

test('the log says which tickets came to a known issue and left it, once each', async () => {
  const ours = await company(app)
  const [a, b] = [await openTicketOf(app, ours), await openTicketOf(app, ours)]
  const old = (await desk('POST', '/issues', { title: 'Lento', ticketIds: [a.id] })).json()
  const issue = (await desk('POST', '/issues', { title: 'Fora do ar' })).json()
  for (const _ of [1, 2]) await desk('POST', `/issues/${issue.id}/tickets`, { add: [a.id, b.id] })
  for (const _ of [1, 2]) await desk('POST', `/issues/${issue.id}/tickets`, { remove: [b.id] })
  expect((await desk('GET', `/issues/${old.id}`)).json()).toMatchObject({ tickets: 0 })
  expect((await desk('GET', `/issues/${issue.id}`)).json()).toMatchObject({ tickets: 1 })
  const changes = async (id: string) => {
    const log = await app.inject({
      url: `/api/admin/logs/audit?action=ticket.changed&object=${id}`,
      headers: admin.auth
    })
    return log.json<{ rows: { changes: object }[] }>().rows.map(row => row.changes)
  }
  expect(await changes(a.id)).toEqual([{ issue: ['Lento', 'Fora do ar'] }, { issue: [null, 'Lento'] }])
  expect(await changes(b.id)).toEqual([{ issue: ['Fora do ar', null] }, { issue: [null, 'Fora do ar'] }])
})

test('an answer to a known issue is taken back from all its tickets at once, while nobody has it', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const [a, b] = [await openTicketOf(app, ours), await openTicketOf(app, theirs)]
  const issue = (await desk('POST', '/issues', { title: 'Lento', ticketIds: [a.id, b.id] })).json()
  const answer = async (key: string, payload: object) => {
    const headers = { ...first.auth, 'idempotency-key': key }
    const url = `/api/admin/tickets/issues/${issue.id}/replies`
    const sent = await app.inject({ method: 'POST', url, headers, payload })
    expect(sent.json(), sent.body).toEqual({ answered: 2 })
  }
  const back = (key: string, who = first) => desk('DELETE', `/issues/${issue.id}/replies/${key}`, undefined, who)
  await answer('engano-01', { text: 'Rascunho', solve: true })
  expect((await back('engano-01', second)).statusCode).toBe(409)
  expect((await back('engano-01')).json()).toEqual({ answered: 2 })
  expect((await desk('GET', `/issues/${issue.id}`)).json()).toMatchObject({ status: 'open', openTickets: 2 })
  await answer('certo-01', { text: 'Já está rápido' })
  await deliver(app)
  const late = await back('certo-01')
  expect([late.statusCode, late.json().message]).toEqual([409, 'As respostas já foram entregues aos clientes.'])
  for (const [who, { id }] of [
    [ours, a],
    [theirs, b]
  ] as const) {
    const ticket = (await callTickets(app, who, 'GET', `/${id}`)).json<Ticket>()
    expect(textsOf(ticket.messages)).toEqual(['A planilha não abre.', 'Já está rápido'])
  }
})

test('links, watchers, mentions, canned answers, saved filters and the company card', async () => {
  const ours = await company(app, 'Padaria Central')
  const [a, b] = [await openTicketOf(app, ours), await openTicketOf(app, await company(app))]
  expect((await desk('POST', `/${b.id}/link`, { otherId: a.id })).json().links).toMatchObject([{ id: a.id }])
  expect((await desk('POST', `/${a.id}/unlink`, { otherId: b.id })).json().links).toEqual([])
  await desk('POST', `/${a.id}/notes`, { text: 'Veja isto', mentions: [second.userId] })
  expect((await desk('POST', `/${a.id}/notes`, { text: 'E você', mentions: [ours.userId] })).statusCode).toBe(400)
  expect((await desk('POST', `/${a.id}/watch`)).json().watchers).toHaveLength(2)
  expect((await desk('POST', `/${a.id}/unwatch`)).json().watchers).toMatchObject([{ id: second.userId }])
  const watched = await callDesk(app, second, 'GET', list({ watched: true }, '["dueAt","ASC"]'))
  expect(watched.json<DeskRow[]>().map(({ id }) => id)).toEqual([a.id])
  const mails = await app.db.everyCompany(trx =>
    trx.selectFrom('account_mails').select('text').where('to_address', '=', second.email).execute()
  )
  expect(mails.map(({ text }) => text).join()).toContain('mencionou você')
  expect(mails.map(({ text }) => text).join()).not.toContain('Veja isto')

  const shortcut = `oi${randomBytes(3).toString('hex')}`
  const canned = await desk('POST', '/canned-answers', { shortcut, text: 'Olá {{nome}}' })
  expect(canned.statusCode).toBe(201)
  expect((await desk('POST', '/canned-answers', { shortcut, text: 'Outra' })).statusCode).toBe(409)
  expect((await desk('DELETE', `/canned-answers/${canned.json().id}`)).statusCode).toBe(204)

  const view = (await desk('POST', '/views', { name: 'Urgentes', filter: { priority: 'urgent' } })).json()
  expect((await desk('GET', '/views', undefined, second)).json()).toEqual([])
  await desk('PUT', `/views/${view.id}`, { name: 'Urgentes', shared: true, filter: { priority: 'urgent' } })
  expect((await desk('GET', '/views', undefined, second)).json()).toMatchObject([{ name: 'Urgentes', own: false }])
  expect((await desk('DELETE', `/views/${view.id}`, undefined, second)).statusCode).toBe(404)

  await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: ours.email, password: 'errada-mesmo' } })
  const card = (await desk('GET', `/${a.id}/card`)).json()
  expect(card).toMatchObject({ name: 'Padaria Central', requester: { email: ours.email }, previous: [] })
  await expect
    .poll(async () => (await desk('GET', `/${a.id}/card`)).json().signIns)
    .toMatchObject([{ outcome: 'wrong' }])
})

test('a ticket goes to another company only by those who manage companies, and with the name of the one it leaves', async () => {
  const [ours, theirs] = [await company(app, 'De Onde'), await company(app, 'Para Onde')]
  const { id } = await openTicketOf(app, ours)
  const mate = await colleague(app, theirs.id, { permissions: ['manage_tickets'] })
  const place = (payload: object, who = admin) =>
    desk('POST', `/${id}/place`, { companyId: theirs.id, ...payload }, who)
  expect((await place({ confirmName: 'De Onde' }, first)).statusCode).toBe(403)
  expect((await place({})).json().code).toBe('CONFIRM_NAME')
  expect((await place({ confirmName: 'De Onde', requesterId: mate.id })).json()).toMatchObject({
    companyName: 'Para Onde'
  })
  expect((await callTickets(app, ours, 'GET', `/${id}`)).statusCode).toBe(404)
  expect((await callTickets(app, theirs, 'GET', `/${id}`)).json()).toMatchObject({ requesterId: mate.id })
  expect((await callTickets(app, ours, 'GET', list({ q: 'planilha' }))).json()).toEqual([])
  expect((await callTickets(app, theirs, 'GET', list({ q: 'planilha' }))).json()).toHaveLength(1)
})

test('the figures count what was opened, answered, solved and rated', async () => {
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours, { category: 'suggestion' })
  await answerAs(app, second, id, { status: 'resolved' })
  await deliver(app)
  await callTickets(app, ours, 'POST', `/${id}/rate`, { rating: 3 })
  const day = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10)
  const figures = (await desk('GET', `/figures?from=${day}&to=${day}`)).json()
  expect(figures.byCategory.find((each: { category: string }) => each.category === 'suggestion')).toMatchObject({
    tickets: 1,
    open: 0,
    solved: 1,
    rated: 1,
    satisfaction: 3,
    answerMinutes: 0
  })
  expect(figures.byPerson.map((each: { id: string }) => each.id)).toContain(second.userId)
  expect((await desk('GET', `/figures?from=${day}&to=2020-01-01`)).statusCode).toBe(400)
})

test('the rules of the clocks are changed by who may, one at a time', async () => {
  const { rules, version } = (await desk('GET', '/rules')).json()
  const next = { ...rules, hours: { ...rules.hours, from: '09:00' } }
  expect((await desk('PUT', '/rules', { rules: next, version })).statusCode).toBe(403)
  expect((await desk('PUT', '/rules', { rules: next, version }, admin)).json()).toMatchObject({ version: version + 1 })
  expect((await desk('PUT', '/rules', { rules, version }, admin)).json().code).toBe('STALE')
  const never = { ...rules, hours: { ...rules.hours, from: '18:00', to: '08:00' } }
  expect((await desk('PUT', '/rules', { rules: never, version: version + 1 }, admin)).statusCode).toBe(400)
})

test('anyone of the staff who answers tickets knows to whom they can be given, without seeing the rights of others', async () => {
  const people = (await desk('GET', '/people')).json<{ id: string; name: string }[]>()
  expect(people.map(({ id }) => id)).toEqual(expect.arrayContaining([first.userId, second.userId, admin.userId]))
  expect(Object.keys(people[0] ?? {}).toSorted()).toEqual(['id', 'name'])
  await app.db.everyCompany(trx =>
    trx.updateTable('users').set({ active: false }).where('id', '=', second.userId).execute()
  )
  const left = (await desk('GET', '/people')).json<{ id: string }[]>().map(({ id }) => id)
  await app.db.everyCompany(trx =>
    trx.updateTable('users').set({ active: true }).where('id', '=', second.userId).execute()
  )
  expect(left).not.toContain(second.userId)
  const ours = await company(app)
  expect((await desk('GET', '/people', undefined, ours as never)).statusCode).toBe(403)
})
