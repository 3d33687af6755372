import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { guestAnswers } from '../../../services/calendar/appointments/mailAnswers.ts'
import { tidy } from '../../../services/platform/inboundMail/worker.ts'
import { createOwnCompany } from '../../../services/support/contact/queries.ts'
import type { DeskTicket } from '../../../services/support/desk/schema.ts'
import type { OpenedMail, ReceivedMail } from '../../../services/support/receivedMails/schema.ts'
import { ticketMail } from '../../../services/support/tickets/receiveMail.ts'
import { company, openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { confirmed, mailEnv, mailOf, openInbound } from '../../kit/inboundMail.ts'
import { staff } from '../../kit/people.ts'
import { callDesk, list } from '../../kit/tickets.ts'

const app = await openApp({ DATABASE_URL: await newDatabase(), ...mailEnv })
await app.db.everyCompany(createOwnCompany)
const agent = await staff(app)
const inbound = openInbound(app.db, app.config, [guestAnswers, ticketMail])
const unclaimed = openInbound(app.db, app.config, [])

type Signed = { auth: { authorization: string } }
const call = (who: Signed, method: 'GET' | 'POST' | 'DELETE', path: string) =>
  app.inject({ method, url: `/api/admin/inbound-mails${path}`, headers: who.auth })
const listed = async (filter: object) =>
  (await call(agent, 'GET', list(filter, '["receivedAt","DESC"]'))).json<ReceivedMail[]>()
const opened = async (id: string) => (await call(agent, 'GET', `/${id}`)).json<OpenedMail>()
const newId = () => `<${randomBytes(8).toString('hex')}@mail.example>`
const openCount = async () => (await call(agent, 'GET', '/counts')).json<{ open: number }>().open

async function stray(headers: Record<string, string> = {}, body?: string): Promise<string> {
  const [row] = await unclaimed.receive(mailOf({ 'Message-ID': newId(), ...headers }, body))
  return row?.id ?? ''
}

const withFile = (name: string, content: string) =>
  [
    '--b1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nSegue o arquivo',
    `--b1\r\nContent-Type: application/xml; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"`,
    `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}`,
    '--b1--\r\n'
  ].join('\r\n')

test('a mail that nothing took is listed, counted, found by its words and opened whole; each opening is audited', async () => {
  const before = await openCount()
  const mixed = { 'Content-Type': 'multipart/mixed; boundary=b1', Cc: 'Bia <bia@example.com>' }
  const subject = `Orçamento ${randomBytes(4).toString('hex')}`
  const id = await stray(
    { ...mixed, Subject: subject, 'Reply-To': 'vendas@example.com' },
    withFile('nfe.xml', '<nfe/>')
  )
  expect(await openCount()).toBe(before + 1)
  const [row] = await listed({ q: subject.slice(-8), open: true })
  expect(row).toMatchObject({
    id,
    subject,
    from: { name: 'Ada Souza', address: 'ada@example.com' },
    state: 'unclaimed',
    open: true,
    ticketId: null
  })
  expect(await listed({ q: 'ninguém escreveu isto' })).toEqual([])
  expect((await listed({ q: 'ADA@' })).map(each => each.id)).toContain(id)
  const mail = await opened(id)
  expect(mail).toMatchObject({
    text: 'Segue o arquivo',
    readable: true,
    cc: [{ name: 'Bia', address: 'bia@example.com' }],
    replyTo: [{ address: 'vendas@example.com' }],
    files: [{ n: 0, name: 'nfe.xml', size: 6 }]
  })
  expect(mail.headers).toContainEqual({ name: 'Subject', value: expect.any(String) })
  const actions = await app.db.everyCompany(trx =>
    trx.selectFrom('audit_log').select('action').where('object_id', '=', id).execute()
  )
  expect(actions).toEqual([{ action: 'inbound_mail.opened' }])
})

test('the mail and its files come as they were sent, and no browser opens them', async () => {
  const id = await stray(
    { 'Content-Type': 'multipart/mixed; boundary=b1' },
    withFile('página.html', '<script>1</script>')
  )
  const row = (await inbound.rows()).find(each => each.id === id)
  const raw = await call(agent, 'GET', `/${id}/raw`)
  expect(raw.rawPayload.equals(row?.raw ?? Buffer.alloc(0))).toBe(true)
  const file = await call(agent, 'GET', `/${id}/files/0`)
  expect(file.body).toBe('<script>1</script>')
  for (const answer of [raw, file]) {
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''/)
    expect(answer.headers['content-security-policy']).toContain('sandbox')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  }
  expect(file.headers['content-type']).toBe('application/octet-stream')
  expect((await call(agent, 'GET', `/${id}/files/1`)).statusCode).toBe(404)
})

test('a mail that cannot be parsed shows how it came', async () => {
  const deep = Array.from(
    { length: 150 },
    (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`
  )
  const id = await stray({ Subject: 'Fundo', 'Content-Type': 'multipart/mixed; boundary=b0' }, deep.join(''))
  const mail = await opened(id)
  expect(mail).toMatchObject({ state: 'unreadable', readable: false, subject: 'Fundo', open: true })
  expect(mail.text).toContain('--b149')
  expect(mail.headers).toContainEqual({ name: 'Subject', value: 'Fundo' })
  const made = (await call(agent, 'POST', `/${id}/ticket`)).json<{ ticketId: string }>()
  const ticket = (await callDesk(app, agent, 'GET', `/${made.ticketId}`)).json<DeskTicket>()
  expect(ticket.messages[0]?.files).toMatchObject([{ name: 'original.eml' }])
})

test('a mail becomes one ticket, however often it is asked, or nothing; it is then no longer open', async () => {
  const ids = [await stray({ Subject: 'Vira' }, 'Preciso de ajuda'), await stray({ Subject: 'Nada' })] as const
  const before = await openCount()
  const both = await Promise.all([1, 2].map(() => call(agent, 'POST', `/${ids[0]}/ticket`)))
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  const [first, second] = both.map(answer => answer.json<{ ticketId: string }>().ticketId)
  expect(first).toBe(second)
  const ticket = (await callDesk(app, agent, 'GET', `/${first}`)).json<DeskTicket>()
  expect(ticket).toMatchObject({ subject: 'Vira', companyId: null, requesterEmail: 'ada@example.com' })
  expect(ticket.messages[0]).toMatchObject({ text: 'Preciso de ajuda', senderProof: 'none' })
  expect((await call(agent, 'POST', `/${ids[1]}/dismiss`)).statusCode).toBe(204)
  expect(await openCount()).toBe(before - 2)
  expect(await opened(ids[0])).toMatchObject({ open: false, state: 'handled', ticketId: first })
  expect(await opened(ids[1])).toMatchObject({ open: false, state: 'unclaimed' })
})

test('an open mail outlives the others, and clients see none', async () => {
  const [open, decided] = [await stray(), await stray()]
  await call(agent, 'POST', `/${decided}/dismiss`)
  await app.db.everyCompany(trx =>
    sql`update inbound_mails set received_at = now() - interval '31 days' where id in (${open}, ${decided})`.execute(
      trx
    )
  )
  await tidy.inboundMails(app.db)
  expect(await opened(open)).toMatchObject({ kept: true, open: true })
  expect(await opened(decided)).toMatchObject({ kept: false, text: '', from: null })
  expect((await call(agent, 'GET', `/${decided}/raw`)).statusCode).toBe(409)
  expect((await call(agent, 'POST', `/${decided}/ticket`)).statusCode).toBe(409)
  const client = await company(app)
  for (const path of ['?filter={}', '/counts', `/${open}`, `/${open}/raw`, `/${open}/files/0`])
    expect((await call(client, 'GET', path)).statusCode, path).toBe(403)
  for (const what of ['ticket', 'dismiss'])
    expect((await call(client, 'POST', `/${open}/${what}`)).statusCode).toBe(403)
  expect((await call(agent, 'GET', `/${'0'.repeat(24)}`)).statusCode).toBe(404)
})

test('people who write through lists and forms, or with unlucky words, open tickets, and programs are shown as such', async () => {
  const cases: [string, Record<string, string>, boolean][] = [
    ['a list', { 'List-Id': '<clientes.example.com>', Precedence: 'list' }, false],
    ['a form of a site', { From: 'noreply@site.example', 'Reply-To': 'cliente@example.com' }, false],
    ['a header for others', { 'X-Auto-Response-Suppress': 'All' }, false],
    ['an unlucky word', { Subject: 'Férias: como aviso meus clientes?' }, false],
    ['an absence', { 'Auto-Submitted': 'auto-replied' }, true],
    ['a newsletter', { Precedence: 'bulk' }, true]
  ]
  for (const [name, headers, automatic] of cases) {
    const from = `pessoa-${randomBytes(4).toString('hex')}@longe.example`
    const [row] = await inbound.receive(mailOf({ From: from, 'Message-ID': newId(), ...headers }, name))
    expect(row, name).toMatchObject({ state: 'handled', outcome: 'unplaced' })
    const { ticketId } = await opened(row?.id ?? '')
    const ticket = (await callDesk(app, agent, 'GET', `/${ticketId}`)).json<DeskTicket>()
    expect([ticket.looksAutomatic, ticket.messages[0]?.looksAutomatic], name).toEqual([automatic, automatic])
    if ('Reply-To' in headers) expect(ticket.requesterEmail).toBe('cliente@example.com')
  }
})

test('another mail with the Message-ID of one that came is kept, and says so', async () => {
  const id = newId()
  const from = `pessoa-${randomBytes(4).toString('hex')}@longe.example`
  const send = (From: string, body: string, more = {}) =>
    inbound.receive(mailOf({ From, 'Message-ID': id, ...more }, body)).then(([row]) => row)
  expect(await send(from, 'Primeiro')).toMatchObject({ outcome: 'unplaced' })
  expect(await send(from, 'Primeiro', { Received: 'from another.example' })).toMatchObject({ outcome: 'repeated' })
  const other = await send(from, 'Segundo, com o mesmo número')
  expect(other).toMatchObject({ outcome: 'unplaced' })
  expect(await send(from, 'Segundo, com o mesmo número', { Received: 'from a.example' })).toMatchObject({
    outcome: 'repeated'
  })
  const { ticketId } = await opened(other?.id ?? '')
  const ticket = (await callDesk(app, agent, 'GET', `/${ticketId}`)).json<DeskTicket>()
  expect(ticket.messages[0]).toMatchObject({ text: 'Segundo, com o mesmo número', data: { maybeRepeated: true } })
})

const mailFrom = (From: string, body: string, more = {}) =>
  inbound.receive(mailOf({ From, 'Message-ID': newId(), ...more }, body)).then(([row]) => row?.id ?? '')
const stranger = () => `vende-${randomBytes(4).toString('hex')}@longe.example`
const ticketAt = async (id: string) => (await callDesk(app, agent, 'GET', `/${id}`)).json<DeskTicket>()
const found = async (queue: string, q: string) =>
  (await callDesk(app, agent, 'GET', list({ queue, q }))).json<{ id: string }[]>().length

test('spam leaves every queue and stays among the received mails, and one press brings it back as it was', async () => {
  const subject = `Oferta ${randomBytes(4).toString('hex')}`
  const mailId = await mailFrom(stranger(), 'Compre já', { Subject: subject })
  const id = (await opened(mailId)).ticketId ?? ''
  const { version } = await ticketAt(id)
  await callDesk(app, agent, 'PATCH', `/${id}`, { status: 'in_progress', version })
  expect(await found('unplaced', subject)).toBe(1)
  const marked = await callDesk(app, agent, 'POST', `/${id}/spam`, { block: false })
  expect(marked.json()).toMatchObject({ status: 'closed', spam: { blocked: false } })
  for (const queue of ['unplaced', 'open', 'done', 'new']) expect(await found(queue, subject), queue).toBe(0)
  expect(await listed({ outcome: 'spam', q: subject })).toMatchObject([{ id: mailId, ticketId: id, open: false }])
  expect((await callDesk(app, agent, 'DELETE', `/${id}/spam`)).json()).toMatchObject({
    status: 'in_progress',
    spam: null
  })
  expect(await found('unplaced', subject)).toBe(1)
  expect(await listed({ outcome: 'unplaced', q: subject })).toHaveLength(1)
})

test('mails of a blocked sender wait in the list without a ticket, and are open once the sender is heard again', async () => {
  const from = stranger()
  const id = (await opened(await mailFrom(from, 'Compre'))).ticketId ?? ''
  expect((await callDesk(app, agent, 'POST', `/${id}/spam`, { block: true })).json()).toMatchObject({
    spam: { blocked: true }
  })
  const [later, answer] = [
    await mailFrom(from.toUpperCase(), 'De novo'),
    await mailFrom(from, 'Responda', { References: `<${(await ticketAt(id)).messages[0]?.id}@x>` })
  ]
  for (const each of [later, answer])
    expect(await opened(each)).toMatchObject({ outcome: 'blocked', ticketId: null, open: false, senderBlocked: true })
  const before = await openCount()
  await callDesk(app, agent, 'DELETE', `/${id}/spam`)
  expect(await openCount()).toBe(before + 2)
  expect(await opened(later)).toMatchObject({ open: true, senderBlocked: false })
  expect((await call(agent, 'POST', `/${later}/ticket`)).statusCode).toBe(201)
  expect(await opened(await mailFrom(from, 'Agora sim'))).toMatchObject({ outcome: 'unplaced' })
})

test('a sender is blocked from the list too, but no proved person of a company and none of staff', async () => {
  const from = stranger()
  const id = await stray({ From: from })
  expect((await call(agent, 'POST', `/${id}/block`)).statusCode).toBe(204)
  expect(await opened(id)).toMatchObject({ open: false, senderBlocked: true })
  expect((await call(agent, 'DELETE', `/${id}/block`)).statusCode).toBe(204)
  const client = await company(app)
  const mine = await stray({ From: client.email })
  expect((await call(agent, 'POST', `/${mine}/block`)).statusCode).toBe(204)
  const unproved = await mailFrom(client.email, 'Sem prova')
  expect(await opened(unproved)).toMatchObject({ outcome: 'blocked' })
  const proved = await mailFrom(client.email, 'Com prova', confirmed)
  expect(await opened(proved)).toMatchObject({ outcome: 'ticket' })
  const colleague = await stray({ From: agent.email })
  expect((await call(agent, 'POST', `/${colleague}/block`)).json()).toMatchObject({
    message: 'Este endereço é de alguém da equipe.'
  })
  expect((await call(client, 'POST', `/${mine}/block`)).statusCode).toBe(403)
  const placed = (await opened(proved)).ticketId
  expect((await callDesk(app, agent, 'POST', `/${placed}/spam`, { block: false })).statusCode).toBe(409)
})
