import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOwnCompany } from '../../../services/support/contact/queries.ts'
import { staffAnswers } from '../../../services/support/desk/mailAnswers.ts'
import type { DeskTicket, Doubt } from '../../../services/support/desk/schema.ts'
import { ticketMail } from '../../../services/support/tickets/receiveMail.ts'
import { replyToOf, staffReplyTo } from '../../../services/support/tickets/replyTo.ts'
import { company, openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { confirmed, mailEnv, mailOf, openInbound } from '../../kit/inboundMail.ts'
import { staff } from '../../kit/people.ts'
import { callDesk, openTicketOf } from '../../kit/tickets.ts'

const app = await openApp({ DATABASE_URL: await newDatabase(), ...mailEnv })
await app.db.everyCompany(createOwnCompany)
const inbound = openInbound(app.db, app.config, [staffAnswers, ticketMail])
const agent = await staff(app)

const newId = () => `<${randomBytes(8).toString('hex')}@mail.example>`
const unproved = { 'Authentication-Results': 'mx.longe.example; dmarc=pass' }
async function receive(headers: Record<string, string>, body: string) {
  const [row] = await inbound.receive(mailOf({ 'Message-ID': newId(), ...confirmed, ...headers }, body))
  const made = await app.db.everyCompany(trx =>
    trx
      .selectFrom('ticket_messages')
      .select('ticket_id')
      .where('inbound_mail_id', '=', row?.id ?? '')
      .executeTakeFirst()
  )
  return { outcome: row?.outcome, ticketId: made?.ticket_id ?? '' }
}
const readDesk = async (id: string) => (await callDesk(app, agent, 'GET', `/${id}`)).json<DeskTicket>()
const mailsTo = (to: string) =>
  app.db.everyCompany(trx =>
    trx.selectFrom('account_mails').selectAll().where('to_address', '=', to).orderBy('created_at').execute()
  )

const mixed = { 'Content-Type': 'multipart/mixed; boundary=b1' }
const part = (headers: string, content: string) => `--b1\r\n${headers}\r\n\r\n${content}\r\n`
const file = (name: string, content: string) =>
  part(
    `Content-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"`,
    content
  )
const words = (text: string) => part('Content-Type: text/plain; charset=utf-8', text)
const forwarded = (author: string, text: string) =>
  `Podem ver?\r\n\r\n---------- Forwarded message ---------\r\nDe: Rui Lima <${author}>\r\nDate: seg.\r\nSubject: Pedido 77\r\nTo: Ana\r\n\r\n${text}`
const newAuthor = () => `rui-${randomBytes(4).toString('hex')}@longe.example`

test('what staff forward in their mail is a ticket of its author, whom nobody has proved', async () => {
  const ours = await company(app)
  const body = `${words(forwarded(ours.email, 'Preciso do boleto.'))}${file('boleto.txt', 'linha')}--b1--\r\n`
  const sent = { From: agent.email, Subject: 'Fwd: Pedido 77', Cc: 'bia@longe.example', ...mixed }
  const { outcome, ticketId } = await receive(sent, body)
  expect(outcome).toBe('unplaced')
  const ticket = await readDesk(ticketId)
  expect(ticket).toMatchObject({
    companyId: null,
    subject: 'Pedido 77',
    requesterName: 'Rui Lima',
    requesterEmail: ours.email,
    likely: { companyId: ours.id },
    messages: [{ side: 'client', authorName: 'Rui Lima', text: 'Preciso do boleto.', senderProof: 'none' }]
  })
  expect(ticket.messages[0]?.files).toMatchObject([{ name: 'boleto.txt' }])
  expect(ticket.messages[0]?.data).not.toHaveProperty('cc')
  expect(ticket.notes).toMatchObject([{ kind: 'note', authorId: agent.userId }])
  const { name } = await app.db.everyCompany(trx =>
    trx.selectFrom('users').select('name').where('id', '=', agent.userId).executeTakeFirstOrThrow()
  )
  expect(ticket.notes[0]?.text).toBe(`Encaminhado por ${name}\n\nPodem ver?`)
  // Nobody is written to: the author did not send it, and the forward needs no receipt.
  expect((await mailsTo(ours.email)).filter(({ kind }) => kind === 'receipt')).toEqual([])
  expect(await mailsTo(agent.email)).toEqual([])
})

test('a mail that staff attach is a ticket of its author, with all files', async () => {
  const author = newAuthor()
  const inner = mailOf(
    { From: `Rui <${author}>`, Subject: 'Não abre', 'Content-Type': 'multipart/mixed; boundary=b2' },
    `--b2\r\nContent-Type: text/plain\r\n\r\nA tela fica branca\r\n--b2\r\nContent-Type: text/plain; name="log.txt"\r\nContent-Disposition: attachment; filename="log.txt"\r\n\r\nlinha\r\n--b2--\r\n`
  )
  const body = `${words('Chegou para mim')}${part('Content-Type: message/rfc822', inner.toString())}--b1--\r\n`
  const { ticketId } = await receive({ From: agent.email, Subject: 'Veja', ...mixed }, body)
  const ticket = await readDesk(ticketId)
  expect(ticket).toMatchObject({
    subject: 'Não abre',
    requesterEmail: author,
    messages: [{ text: 'A tela fica branca' }]
  })
  expect(ticket.messages[0]?.files.map(({ name }) => name)).toContain('log.txt')
  expect(ticket.notes[0]?.text).toContain('Chegou para mim')
})

test('a forward of somebody else, without proof or of an author of ours stays a mail of its sender', async () => {
  const stays: [Record<string, string>, string][] = [
    [{ From: newAuthor() }, forwarded(newAuthor(), 'Oi')],
    [{ From: agent.email, ...unproved }, forwarded(newAuthor(), 'Oi')],
    [{ From: agent.email, 'Auto-Submitted': 'auto-generated' }, forwarded(newAuthor(), 'Oi')],
    [{ From: agent.email }, forwarded(agent.email, 'Oi')],
    [{ From: agent.email }, forwarded(mailEnv.INBOUND_MAIL_ADDRESS, 'Oi')],
    [{ From: agent.email }, 'Podem ver?\r\n\r\nDe: Rui Lima\r\nEnviado: segunda\r\nAssunto: Pedido\r\n\r\nOi']
  ]
  for (const [headers, body] of stays) {
    const { ticketId } = await receive({ Subject: 'Fwd: Pedido 77', ...headers }, body)
    expect(await readDesk(ticketId)).toMatchObject({ requesterEmail: headers.From, notes: [] })
  }
})

test('a proved sender is mailed which files were blocked: in the receipt, else in a mail of its own', async () => {
  const author = newAuthor()
  const games = `${words('Segue')}${file('jogo.exe', 'MZ\u0000')}${file('outro.exe', 'MZ\u0000')}--b1--\r\n`
  const { ticketId } = await receive({ From: author, Subject: 'Jogos', ...mixed }, games)
  const blocked = ['Anexo bloqueado: jogo.exe é um programa.', 'Anexo bloqueado: outro.exe é um programa.']
  const [receipt] = await mailsTo(author)
  for (const sentence of ['Recebemos: chamado', ...blocked]) expect(receipt?.text).toContain(sentence)
  const id = newId()
  const To = replyToOf(app.config, ticketId) ?? ''
  await receive({ From: author, To, 'Message-ID': id, Subject: 'Re: Jogos', ...mixed }, games)
  const mails = await mailsTo(author)
  expect(mails).toHaveLength(2)
  expect(mails[1]).toMatchObject({ kind: 'receipt', subject: 'Re: Re: Jogos', thread: { replyTo: To } })
  expect(mails[1]?.thread?.references).toEqual([id.slice(1, -1)])
  for (const sentence of blocked) expect(mails[1]?.text).toContain(sentence)
  await receive({ From: author, To, 'Message-ID': id, Subject: 'Re: Jogos', ...mixed }, games)
  await receive({ From: author, To, ...unproved, ...mixed }, games)
  await receive({ From: author, To, 'Auto-Submitted': 'auto-replied', ...mixed }, games)
  expect(await mailsTo(author)).toHaveLength(2)

  const ours = await company(app)
  const ticket = await openTicketOf(app, ours)
  const whose = { companyId: ours.id, ticketId: ticket.id, userId: agent.userId }
  const theirs = (await app.db.everyCompany(trx => staffReplyTo(trx, app.config, whose))) ?? ''
  expect((await receive({ From: agent.email, To: theirs, ...mixed }, games)).outcome).toBe('answer')
  expect((await mailsTo(agent.email)).at(-1)?.text).toContain('jogo.exe')
})

test('who resets a password is warned of the newest open ticket of the person, where a mail of it is not proved', async () => {
  const ours = await company(app)
  const doubt = async (email = ours.email) =>
    (await callDesk(app, agent, 'GET', `/doubt?email=${encodeURIComponent(email)}`)).json<Doubt>().ticket
  expect(await doubt()).toBeNull()
  const { ticketId } = await receive({ From: ours.email, ...unproved }, 'Perdi a senha')
  expect(await doubt(ours.email.toUpperCase())).toEqual({ id: ticketId, number: (await readDesk(ticketId)).number })
  const proved = await receive({ From: ours.email }, 'Com prova')
  expect(await doubt()).toBeNull()
  const { version } = await readDesk(proved.ticketId)
  await callDesk(app, agent, 'PATCH', `/${proved.ticketId}`, { status: 'resolved', version })
  expect((await doubt())?.id).toBe(ticketId)
  expect((await app.inject({ url: '/api/admin/tickets/doubt?email=a@b.co', headers: ours.auth })).statusCode).toBe(403)
})
