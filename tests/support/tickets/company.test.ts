import { expect, test } from 'vitest'
import type { Ticket, TicketRow } from '../../../services/support/tickets/schema.ts'
import { closeResting } from '../../../services/support/tickets/watch.ts'
import { company, openApp, sendLead } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { colleague, staff } from '../../kit/people.ts'
import { age, answerAs, callDesk, callTickets, deliver, list, openTicketOf, ticketBody } from '../../kit/tickets.ts'

const app = await openApp({ DATABASE_URL: await newDatabase() })
const agent = await staff(app)

test('all of a company with the permission see its tickets, and nobody else does', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const [mate, other] = [
    await colleague(app, ours.id, { permissions: ['manage_tickets'] }),
    await colleague(app, ours.id, { permissions: ['edit_leads', 'send_messages'] })
  ]
  const ticket = await openTicketOf(app, ours)
  expect(ticket).toMatchObject({
    status: 'open',
    priority: 'normal',
    category: 'problem',
    lastBy: 'client',
    unread: false
  })
  expect(ticket.number).toBeGreaterThan(1000)
  expect(Date.parse(ticket.answerDueAt ?? '')).toBeGreaterThan(Date.now())
  expect((await openTicketOf(app, theirs)).number).toBe(ticket.number + 1)

  expect((await callTickets(app, mate, 'GET', list({}))).json<TicketRow[]>().map(({ id }) => id)).toEqual([ticket.id])
  expect((await callTickets(app, mate, 'GET', `/${ticket.id}`)).json()).toMatchObject({ subject: ticketBody.subject })
  for (const [who, status] of [
    [other, 403],
    [theirs, 404],
    [agent, 403]
  ] as const) {
    expect((await callTickets(app, who, 'GET', `/${ticket.id}`)).statusCode).toBe(status)
    expect((await callTickets(app, who, 'POST', `/${ticket.id}/replies`, { text: 'Oi' })).statusCode).toBe(status)
    expect((await callTickets(app, who, 'POST', `/${ticket.id}/resolve`)).statusCode).toBe(status)
  }
  const stolen = await app.db.company(theirs.id, async trx => [
    await trx.selectFrom('tickets').select('company_id').execute(),
    await trx.selectFrom('ticket_messages').select('company_id').execute(),
    await trx.selectFrom('ticket_clock').select('company_id').execute(),
    await trx.selectFrom('ticket_words').select('company_id').execute()
  ])
  expect(new Set(stolen.flat().map(row => row.company_id))).toEqual(new Set([theirs.id]))
})

test('a ticket about a lead is seen by those who see the lead, and by its requester', async () => {
  const ours = await company(app)
  const own = { permissions: ['manage_tickets' as const], leadAccess: 'own' as const }
  const [mate, asking] = [await colleague(app, ours.id, own), await colleague(app, ours.id, own)]
  const leadId = (await sendLead(app, ours.id)).json<{ id: string }>().id
  const about = await openTicketOf(app, ours, { leadId })
  const general = await openTicketOf(app, ours, {})
  const seen = async (who: Parameters<typeof callTickets>[1]) =>
    (await callTickets(app, who, 'GET', list({}))).json<TicketRow[]>().map(({ id }) => id)
  expect(await seen(mate)).toEqual([general.id])
  const text = 'Oi'
  for (const [method, path] of [
    ['GET', ''],
    ['GET', `/files/${'f'.repeat(24)}`],
    ['POST', '/resolve'],
    ['POST', '/replies']
  ] as const)
    expect(
      (await callTickets(app, mate, method, `/${about.id}${path}`, path === '/replies' ? { text } : undefined))
        .statusCode
    ).toBe(404)
  const give = (employeeId: string) =>
    app.db.company(ours.id, trx =>
      trx.updateTable('leads').set({ owner_id: employeeId }).where('id', '=', leadId).execute()
    )
  await give(asking.id)
  const second = await openTicketOf(app, asking, { leadId })
  await give(mate.id)
  expect(new Set(await seen(mate))).toEqual(new Set([about.id, general.id, second.id]))
  expect(new Set(await seen(asking))).toEqual(new Set([general.id, second.id]))
  expect(new Set(await seen(ours))).toEqual(new Set([about.id, general.id, second.id]))
})

test('a ticket opened twice with one key is one, and with another text it is refused', async () => {
  const ours = await company(app)
  const key = { 'idempotency-key': 'uma-chave-longa' }
  const both = await Promise.all([1, 2].map(() => callTickets(app, ours, 'POST', '', ticketBody, key)))
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(new Set(both.map(answer => answer.json<Ticket>().id)).size).toBe(1)
  expect((await callTickets(app, ours, 'POST', '', { ...ticketBody, subject: 'Outro' }, key)).statusCode).toBe(422)
  const id = both[0]?.json<Ticket>().id
  for (let n = 0; n < 2; n++)
    expect((await callTickets(app, ours, 'POST', `/${id}/replies`, { text: 'Mais' }, key)).statusCode).toBe(201)
  const { messages } = (await callTickets(app, ours, 'GET', `/${id}`)).json<Ticket>()
  expect(messages.map(({ text }) => text)).toEqual(['A planilha não abre.', 'Mais'])
})

test.each([
  [{ subject: ' ' }],
  [{ category: 'other' }],
  [{ priority: 'top' }],
  [{ description: 'x\u0000' }],
  [{ attachmentIds: ['0'.repeat(24)] }],
  [{ number: 7 }]
])('a ticket with %j is refused', async wrong => {
  const ours = await company(app)
  expect((await callTickets(app, ours, 'POST', '', { ...ticketBody, ...wrong })).statusCode).toBe(400)
  expect((await callTickets(app, ours, 'GET', list({}))).json()).toEqual([])
})

test('a lead is named only by who sees it', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const lead = (await sendLead(app, theirs.id)).json<{ id: string }>().id
  const refused = await callTickets(app, ours, 'POST', '', { ...ticketBody, leadId: lead })
  expect([refused.statusCode, refused.json().message]).toEqual([404, 'Lead não encontrado'])
  const own = (await sendLead(app, ours.id)).json<{ id: string }>().id
  expect((await openTicketOf(app, ours, { leadId: own })).leadId).toBe(own)
})

test('an answer of staff is unread for all who may read it, until each has', async () => {
  const ours = await company(app)
  const mate = await colleague(app, ours.id, { permissions: ['manage_tickets'] })
  const { id } = await openTicketOf(app, ours)
  await answerAs(app, agent, id)
  const counts = async (who: typeof mate | typeof ours) => (await callTickets(app, who, 'GET', '/counts')).json()
  expect(await counts(ours)).toEqual({ open: 1, waiting: 0, unread: 0 })
  await deliver(app)
  expect([await counts(ours), await counts(mate)]).toEqual([
    { open: 1, waiting: 1, unread: 1 },
    { open: 1, waiting: 1, unread: 1 }
  ])
  const read = (await callTickets(app, ours, 'GET', `/${id}`)).json<Ticket>()
  expect(read).toMatchObject({ status: 'waiting', unread: true, lastBy: 'staff', lastText: 'Olá! Vamos ver.' })
  expect(read.assigneeName).toBe('Pessoa de Teste')
  expect((await callTickets(app, ours, 'POST', `/${id}/read`)).json()).toMatchObject({ unread: 0 })
  expect((await callTickets(app, mate, 'GET', list({ unread: true }))).json()).toHaveLength(1)
  const bell = (await app.inject({ url: '/api/notifications', headers: ours.auth })).json()
  expect(bell.items).toMatchObject([{ kind: 'ticket_answered', link: `/tickets/${id}` }])
  expect((await app.inject({ url: '/api/notifications', headers: mate.auth })).json().items).toEqual([])

  await callTickets(app, mate, 'POST', `/${id}/replies`, { text: 'Obrigada' })
  expect((await callTickets(app, ours, 'GET', `/${id}`)).json()).toMatchObject({
    status: 'in_progress',
    lastBy: 'client'
  })
})

test('a solved ticket is opened again within fourteen days; a later answer makes one that is linked to it', async () => {
  const ours = await company(app)
  const { id, number } = await openTicketOf(app, ours)
  expect((await callTickets(app, ours, 'POST', `/${id}/reopen`)).statusCode).toBe(409)
  expect((await callTickets(app, ours, 'POST', `/${id}/rate`, { rating: 5 })).statusCode).toBe(409)
  const solved = (await callTickets(app, ours, 'POST', `/${id}/resolve`)).json<Ticket>()
  expect(solved).toMatchObject({ status: 'resolved', dueAt: null })
  expect(Date.parse(solved.reopenUntil ?? '') - Date.now()).toBeGreaterThan(13 * 86_400_000)
  expect((await callTickets(app, ours, 'POST', `/${id}/resolve`)).statusCode).toBe(409)
  const rated = (await callTickets(app, ours, 'POST', `/${id}/rate`, { rating: 4, text: 'Foi rápido' })).json<Ticket>()
  expect(rated).toMatchObject({ rating: 4, ratingText: 'Foi rápido' })
  expect((await callTickets(app, ours, 'POST', `/${id}/rate`, { rating: 6 })).statusCode).toBe(400)

  await age(app, id, 8)
  expect(await closeResting(app.db)).toBe(1)
  expect((await callTickets(app, ours, 'GET', `/${id}`)).json()).toMatchObject({ status: 'closed' })
  const again = await callTickets(app, ours, 'POST', `/${id}/replies`, { text: 'Voltou a acontecer' })
  expect(again.json()).toMatchObject({ id, status: 'open', resolvedAt: null })
  expect(again.json<Ticket>().dueAt).not.toBeNull()

  await callTickets(app, ours, 'POST', `/${id}/resolve`)
  await age(app, id, 15)
  const late = await callTickets(app, ours, 'POST', `/${id}/reopen`)
  expect([late.statusCode, late.json().code]).toEqual([409, 'REOPEN_LATE'])
  const next = (await callTickets(app, ours, 'POST', `/${id}/replies`, { text: 'E agora?' })).json<Ticket>()
  expect(next).toMatchObject({ previous: { id, number }, status: 'open', subject: ticketBody.subject })
  expect(next.number).toBeGreaterThan(number)
  expect((await callTickets(app, ours, 'GET', `/${id}`)).json()).toMatchObject({ next: [{ id: next.id }] })
})

test('tickets are found by words without accents, by number, and by what staff answered once it has come', async () => {
  const ours = await company(app)
  const first = await openTicketOf(app, ours, { subject: 'Integração com o Instagram', description: 'Não conecta.' })
  const second = await openTicketOf(app, ours, { category: 'billing', priority: 'high' })
  const found = async (filter: object) =>
    (await callTickets(app, ours, 'GET', list(filter))).json<TicketRow[]>().map(({ id }) => id)
  expect(await found({ q: 'integracao insta' })).toEqual([first.id])
  expect(await found({ q: `#${second.number}` })).toEqual([second.id])
  expect(await found({ q: "'); drop table tickets; --" })).toEqual([])
  expect(await found({ category: 'billing', priority: 'high', open: true })).toEqual([second.id])
  expect(await found({ open: false })).toEqual([])
  await answerAs(app, agent, first.id, { text: 'Renove o acesso parafuso.' })
  expect(await found({ q: 'parafuso' })).toEqual([])
  await deliver(app)
  expect(await found({ q: 'parafuso' })).toEqual([first.id])
  const wrong = await callTickets(app, ours, 'GET', list({ requester: 'x' }))
  expect(wrong.statusCode).toBe(400)
  const page = await callTickets(app, ours, 'GET', list({}, '["number","ASC"]', '[1,1]'))
  expect([page.headers['content-range'], page.json<TicketRow[]>().map(({ id }) => id)]).toEqual([
    'tickets 1-1/2',
    [second.id]
  ])
})

const upload = (who: { auth: { authorization: string } }, body: Buffer, name: string, path = '/api/tickets/files') =>
  app.inject({
    method: 'POST',
    url: `${path}?name=${encodeURIComponent(name)}`,
    headers: { ...who.auth, 'content-type': 'application/octet-stream' },
    payload: body
  })
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

test('files are judged by their content, sent once by who chose them, and read only with their ticket', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const mate = await colleague(app, ours.id, { permissions: ['manage_tickets'] })
  expect((await upload(ours, Buffer.from('MZ\u0090\u0000programa'), 'foto.png')).statusCode).toBe(400)
  expect((await upload(ours, Buffer.alloc(0), 'foto.png')).statusCode).toBe(400)
  const kept = await upload(ours, png, 'tela.png')
  expect([kept.statusCode, kept.json()]).toMatchObject([201, { type: 'image/png', size: png.length }])
  const { fileId } = kept.json()
  const withFile = { ...ticketBody, attachmentIds: [fileId] }
  expect((await callTickets(app, mate, 'POST', '', withFile)).statusCode).toBe(400)
  expect((await callTickets(app, theirs, 'POST', '', withFile)).statusCode).toBe(400)
  const ticket = await openTicketOf(app, ours, { attachmentIds: [fileId] })
  expect(ticket.messages[0]?.files).toMatchObject([{ fileId, name: 'tela.png', type: 'image/png', size: png.length }])
  expect((await callTickets(app, ours, 'POST', '', withFile)).statusCode).toBe(400)
  const file = await callTickets(app, mate, 'GET', `/${ticket.id}/files/${fileId}`)
  expect([file.statusCode, file.headers['content-type'], file.rawPayload.equals(png)]).toEqual([200, 'image/png', true])
  expect((await callTickets(app, theirs, 'GET', `/${ticket.id}/files/${fileId}`)).statusCode).toBe(404)
  expect((await callDesk(app, agent, 'GET', `/${ticket.id}/files/${fileId}`)).statusCode).toBe(200)

  const other = (await upload(ours, png, 'outra.png')).json().fileId
  const drop = () => app.inject({ method: 'DELETE', url: `/api/tickets/files/${other}`, headers: ours.auth })
  expect([(await drop()).statusCode, (await drop()).statusCode]).toEqual([204, 404])
})

test('a file of an answer is seen once the answer is', async () => {
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  const { fileId } = (await upload(agent, png, 'passo.png', `/api/admin/tickets/${id}/files`)).json()
  await answerAs(app, agent, id, { attachmentIds: [fileId] })
  expect((await callTickets(app, ours, 'GET', `/${id}/files/${fileId}`)).statusCode).toBe(404)
  await deliver(app)
  expect((await callTickets(app, ours, 'GET', `/${id}/files/${fileId}`)).statusCode).toBe(200)
})
