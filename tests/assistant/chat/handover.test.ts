import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { chatTexts } from '../../../services/assistant/chat/rules.ts'
import { createOwnCompany, ownCompanyId } from '../../../services/support/contact/queries.ts'
import type { DeskTicket } from '../../../services/support/desk/schema.ts'
import { ticketMail } from '../../../services/support/tickets/receiveMail.ts'
import { replyToOf } from '../../../services/support/tickets/replyTo.ts'
import { company } from '../../kit/app.ts'
import { ask, openChat } from '../../kit/chat.ts'
import { mailEnv, mailOf, openInbound } from '../../kit/inboundMail.ts'
import { mailsTo } from '../../kit/mails.ts'
import { colleague } from '../../kit/people.ts'
import { answerAs, callDesk, callTickets, deliver, list } from '../../kit/tickets.ts'

const { app, admin } = await openChat(mailEnv)
beforeAll(() => app.db.everyCompany(createOwnCompany))

const contact = { name: 'Ada Souza', email: 'ada@example.com', phone: '(11) 98765-4321' }

const wish = (payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/chat/person', payload, headers })

/** The tickets that were made of a conversation, the oldest first, as staff see them. */
async function ticketsOf(sessionId: string): Promise<DeskTicket[]> {
  const rows = await app.db.everyCompany(async trx => {
    const { ticket_id } = await trx
      .selectFrom('chat_sessions')
      .select('ticket_id')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    return trx
      .selectFrom('tickets')
      .select('id')
      .where(({ eb, or }) => or([eb('origin_id', '=', sessionId), eb('id', '=', ticket_id)]))
      .orderBy('number')
      .execute()
  })
  return Promise.all(rows.map(async ({ id }) => (await callDesk(app, admin, 'GET', `/${id}`)).json<DeskTicket>()))
}
const saidIn = (ticket: DeskTicket | undefined) =>
  ticket?.messages.filter(({ kind }) => kind === 'text').map(({ side, authorName, text }) => [side, authorName, text])

const leadsWith = async (text: string) => {
  const id = (await ownCompanyId(app.db)) ?? ''
  const leads = await app.db.company(id, trx => trx.selectFrom('leads').selectAll().execute())
  return leads.filter(lead => lead.message?.includes(text))
}

test('a visitor who asks for a person leaves a contact, becomes a lead once, and the team hears of it once', async () => {
  const sessionId = randomUUID()
  const said = `Preciso de ajuda ${sessionId}`
  await ask(app, { message: said, sessionId })
  const refused = await wish({ sessionId })
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['name', 'email', 'phone']])
  expect((await wish({ sessionId, contact: { ...contact, email: 'ada' } })).json().errors).toHaveProperty('email')
  expect((await wish({ sessionId: randomUUID(), contact })).statusCode).toBe(404)
  expect(await leadsWith(said)).toEqual([])

  for (let n = 0; n < 2; n++)
    expect((await wish({ sessionId, contact })).json()).toEqual({ message: chatTexts.person.visitor })
  const [lead, ...others] = await leadsWith(said)
  expect(others).toEqual([])
  expect(lead).toMatchObject({ name: 'Ada Souza', email: contact.email, source: 'chat', consent_given: false })
  expect(lead?.message).toBe(`Visitante: ${said}\n\nLia: Resposta: ${said}`)

  const [ticket, ...more] = await ticketsOf(sessionId)
  expect(more).toEqual([])
  expect(ticket).toMatchObject({
    companyId: null,
    subject: `Conversa com a assistente: ${said}`,
    source: 'assistant',
    status: 'open',
    requesterName: 'Ada Souza',
    requesterEmail: contact.email,
    leadId: lead?.id
  })
  expect(saidIn(ticket)).toEqual([
    ['client', 'Ada Souza', said],
    ['system', 'Lia', `Resposta: ${said}`],
    ['client', 'Ada Souza', `Pediu para falar com uma pessoa. Telefone: ${contact.phone}`]
  ])
  const unplaced = await callDesk(app, admin, 'GET', list({ queue: 'unplaced' }, '["lastAt","DESC"]'))
  expect(unplaced.json()).toContainEqual(expect.objectContaining({ id: ticket?.id }))
})

test('a client’s conversation becomes a ticket, once; after one that is over another is linked with it', async () => {
  const ours = await company(app, 'Padaria Central')
  const { sessionId } = (await ask(app, { message: 'Não consigo convidar' }, ours.auth)).json()
  expect(await ticketsOf(sessionId)).toEqual([])
  const wishes = await Promise.all([1, 2, 3].map(() => wish({ sessionId }, ours.auth)))
  expect(wishes.map(each => each.json())).toEqual(wishes.map(() => ({ message: chatTexts.person.member })))
  const [first, ...others] = await ticketsOf(sessionId)
  expect(others).toEqual([])
  expect(first).toMatchObject({ companyId: ours.id, status: 'open', requesterEmail: ours.email, category: 'question' })
  expect(saidIn(first)).toEqual([
    ['client', first?.requesterName, 'Não consigo convidar'],
    ['system', 'Lia', 'Resposta: Não consigo convidar'],
    ['client', first?.requesterName, 'Pediu para falar com uma pessoa.']
  ])
  expect(first?.clock.answer.dueAt).not.toBeNull()
  // The company sees it among its tickets.
  const own = (await callTickets(app, ours, 'GET', `/${first?.id}`)).json()
  expect(own.messages).toHaveLength(3)

  expect((await callTickets(app, ours, 'POST', `/${first?.id}/resolve`)).statusCode).toBe(200)
  await ask(app, { message: 'Ainda não consigo', sessionId }, ours.auth)
  await wish({ sessionId }, ours.auth)
  const [before, second] = await ticketsOf(sessionId)
  expect(before?.id).toBe(first?.id)
  expect(second).toMatchObject({ status: 'open', previous: { id: first?.id }, companyId: ours.id })
  expect(saidIn(second)?.map(([, , text]) => text)).toEqual([
    'Ainda não consigo',
    'Resposta: Ainda não consigo',
    'Pediu para falar com uma pessoa.'
  ])
})

test('a conversation that was tidied away and begins again under its name has a ticket of its own', async () => {
  const sessionId = randomUUID()
  await ask(app, { message: 'Primeira vez', sessionId })
  await wish({ sessionId, contact })
  const [first] = await ticketsOf(sessionId)
  await app.db.everyCompany(trx => trx.deleteFrom('chat_sessions').where('id', '=', sessionId).execute())
  await ask(app, { message: 'Voltei', sessionId })
  expect((await wish({ sessionId, contact })).json()).toEqual({ message: chatTexts.person.visitor })
  const [before, second] = await ticketsOf(sessionId)
  expect(saidIn(before)).toEqual(saidIn(first))
  expect(second).toMatchObject({ status: 'open', previous: { id: first?.id }, companyId: null })
  expect(saidIn(second)?.map(([, , text]) => text)).toContain('Voltei')
})

test.each([
  [{ name: 'Ada\u0000' }],
  [{ phone: '12' }],
  [{ email: `${'a'.repeat(250)}@example.com` }],
  [{ role: 'global_admin' }]
])('a contact with %j makes neither a lead nor a wish', async wrong => {
  const sessionId = randomUUID()
  await ask(app, { message: `Oi ${sessionId}`, sessionId })
  expect((await wish({ sessionId, contact: { ...contact, ...wrong } })).statusCode).toBe(400)
  expect(await leadsWith(sessionId)).toEqual([])
  expect(await ticketsOf(sessionId)).toEqual([])
})

test('of a long conversation the lead holds the end, and nothing in it is more than text', async () => {
  const sessionId = randomUUID()
  for (const text of ['primeira', 'x'.repeat(3000), `<script>alert(1)</script> ${sessionId}`])
    await ask(app, { message: text, sessionId })
  expect((await wish({ sessionId, contact })).statusCode).toBe(200)
  const [lead] = await leadsWith(sessionId)
  expect(lead?.message?.length).toBeLessThanOrEqual(5000)
  expect(lead?.message).not.toContain('primeira')
  expect(lead?.message).toContain('<script>alert(1)</script>')
})

test('what a client writes without the assistant waits for the team, who is known, under a protocol', async () => {
  const ours = await company(app, 'Oficina do Bairro')
  const support = (payload: object, headers: Record<string, string> = ours.auth) =>
    app.inject({ method: 'POST', url: '/api/chat/support', payload, headers })
  expect((await support({ subject: 'support', message: ' ' })).json().errors).toEqual({
    message: 'Este campo é obrigatório'
  })
  expect((await support({ subject: 'outro', message: 'x' })).statusCode).toBe(400)
  expect((await support({ subject: 'support', message: 'x' }, {})).statusCode).toBe(401)
  expect((await support({ subject: 'support', message: 'x' }, admin.auth)).statusCode).toBe(403)

  const answer = await support({ subject: 'support', message: 'Não consigo <b>importar</b>' })
  expect([answer.statusCode, answer.json()]).toEqual([201, { protocol: expect.stringMatching(/^20\d\d-\w{6}$/) }])
  const { protocol } = answer.json()
  const found = await callDesk(app, admin, 'GET', list({ queue: 'all', q: protocol }))
  expect(found.json()).toMatchObject([{ companyId: ours.id, source: 'contact', category: 'question' }])
  const ticket = (await callDesk(app, admin, 'GET', `/${found.json()[0].id}`)).json<DeskTicket>()
  expect(ticket).toMatchObject({ subject: 'Suporte: Não consigo <b>importar</b>', requesterEmail: ours.email })
  expect(saidIn(ticket)).toEqual([
    ['client', ticket.requesterName, 'Não consigo <b>importar</b>'],
    ['system', 'Prosa', `Protocolo ${protocol}. ${chatTexts.person.member}`]
  ])
  expect((await callTickets(app, ours, 'GET', `/${ticket.id}`)).statusCode).toBe(200)

  await support({ subject: 'privacy', message: 'Apaguem os meus dados' })
  const queue = (await callDesk(app, admin, 'GET', list({ queue: 'privacy' }))).json()
  expect(queue).toMatchObject([{ companyId: ours.id, source: 'privacy', category: 'privacy' }])
})

test('who may not read tickets asks too, is answered by mail, and goes on by mail', async () => {
  const ours = await company(app)
  const mate = await colleague(app, ours.id, { permissions: ['edit_leads'] })
  const payload = { subject: 'support', message: 'Não vejo a agenda' }
  const asked = await app.inject({ method: 'POST', url: '/api/chat/support', payload, headers: mate.auth })
  expect(asked.statusCode).toBe(201)
  const [row] = (await callDesk(app, admin, 'GET', list({ queue: 'open', companyId: ours.id }))).json()
  await answerAs(app, admin, row.id, { text: 'Falta uma permissão.' })
  await deliver(app)
  const mails = (await mailsTo(app, mate.email)).filter(({ text }) => text.includes('Falta uma permissão.'))
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).not.toContain('/tickets/')
  expect((await callTickets(app, mate, 'GET', `/${row.id}`)).statusCode).toBe(403)
  const { receive } = openInbound(app.db, app.config, [ticketMail])
  const [answer] = await receive(mailOf({ From: mate.email, To: replyToOf(app.config, row.id) ?? '' }, 'Obrigado!'))
  expect(answer).toMatchObject({ outcome: 'answer' })
})
