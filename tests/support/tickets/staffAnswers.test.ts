import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { replyAddress } from '../../../services/platform/inboundMail/addresses.ts'
import { createOwnCompany } from '../../../services/support/contact/queries.ts'
import { staffAnswers } from '../../../services/support/desk/mailAnswers.ts'
import type { DeskTicket } from '../../../services/support/desk/schema.ts'
import { ticketMail } from '../../../services/support/tickets/receiveMail.ts'
import { replyToOf, staffReplyTo } from '../../../services/support/tickets/replyTo.ts'
import type { Ticket } from '../../../services/support/tickets/schema.ts'
import { company, openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { confirmed, mailEnv, mailOf, openInbound } from '../../kit/inboundMail.ts'
import { staff } from '../../kit/people.ts'
import { answerAs, callDesk, callTickets, deliver, openTicketOf } from '../../kit/tickets.ts'

const app = await openApp({ DATABASE_URL: await newDatabase(), RATE_LIMIT_FACTOR: '1', ...mailEnv })
await app.db.everyCompany(createOwnCompany)
const inbound = openInbound(app.db, app.config, [staffAnswers, ticketMail])
const agent = await staff(app)
const ours = await company(app)

const newId = () => `<${randomBytes(8).toString('hex')}@mail.example>`
type Person = { userId: string; email: string }
const addressOf = async (ticketId: string, { userId }: Person) =>
  (await app.db.everyCompany(trx => staffReplyTo(trx, app.config, { companyId: ours.id, ticketId, userId }))) ?? ''
async function receive(headers: Record<string, string>, body: string) {
  const [row] = await inbound.receive(mailOf({ 'Message-ID': newId(), ...confirmed, ...headers }, body))
  return row?.outcome
}
const readDesk = async (id: string) => (await callDesk(app, agent, 'GET', `/${id}`)).json<DeskTicket>()
const readAs = async (id: string) => (await callTickets(app, ours, 'GET', `/${id}`)).json<Ticket>()
const texts = ({ messages }: Ticket | DeskTicket) =>
  messages.filter(({ kind }) => kind === 'text').map(({ text }) => text)
const mailsTo = (to: string) =>
  app.db.everyCompany(trx =>
    trx.selectFrom('account_mails').selectAll().where('to_address', '=', to).orderBy('created_at').execute()
  )

const withFile = (words: string) =>
  [
    `--b1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${words}`,
    '--b1\r\nContent-Type: text/plain; name="passos.txt"\r\nContent-Disposition: attachment; filename="passos.txt"',
    '\r\nPasso um\r\n--b1--\r\n'
  ].join('\r\n')

test('a notice is answered by mail, and the customer gets the words and files of the answer alone', async () => {
  const { id } = await openTicketOf(app, ours)
  await callDesk(app, agent, 'POST', `/${id}/watch`, {})
  const question = { From: ours.email, To: replyToOf(app.config, id) ?? '' }
  expect(await receive(question, 'E agora?')).toBe('answer')
  const other = await staff(app)
  await callDesk(app, agent, 'POST', `/${id}/notes`, { text: 'Veja', mentions: [other.userId] })
  const [notice] = await mailsTo(other.email)
  const To = notice?.thread?.replyTo ?? ''
  expect(To).toBe(await addressOf(id, other))
  expect(notice?.text).toContain('vai para o cliente')
  const quoted = 'Em seg., 4 de mai. de 2026, Prosa <a@b.example> escreveu:\r\n> mencionou você em uma nota.'
  const mixed = { 'Content-Type': 'multipart/mixed; boundary=b1' }
  const sent = { From: `Bia <${other.email}>`, To, 'Message-ID': newId(), ...mixed }
  expect(await receive(sent, withFile(`Abra de novo.\r\n\r\n${quoted}`))).toBe('answer')
  // It can be taken back as one written on screen.
  expect(texts(await readAs(id)).at(-1)).toBe('E agora?')
  expect((await readDesk(id)).messages.at(-1)).toMatchObject({ source: 'mail', dueAt: expect.any(String) })
  const before = (await mailsTo(other.email)).length
  await deliver(app)
  const answer = (await readAs(id)).messages.findLast(({ side }) => side === 'staff')
  expect(answer).toMatchObject({ text: 'Abra de novo.', source: 'mail', files: [{ name: 'passos.txt' }] })
  expect(answer?.data).not.toHaveProperty('quoted')
  expect((await readDesk(id)).status).toBe('waiting')
  const mailed = (await mailsTo(ours.email)).at(-1)
  expect(mailed?.text).toContain('Abra de novo.')
  expect(mailed?.text).not.toContain('mencionou')
  expect(mailed?.files).toMatchObject([{ name: 'passos.txt' }])
  expect(await mailsTo(other.email)).toHaveLength(before)
  // The customer never saw the mail of staff, so it is no mail of the conversation.
  await answerAs(app, agent, id)
  await deliver(app)
  const references = (await mailsTo(ours.email)).at(-1)?.thread?.references ?? []
  expect(references.map(each => `<${each}>`)).not.toContain(sent['Message-ID'])
  expect(references).toContain(mailed?.thread?.messageId)
})

test('everything else that is sent to the address of a person is a note, and who wrote hears of it', async () => {
  const { id } = await openTicketOf(app, ours)
  const other = await staff(app)
  const To = await addressOf(id, other)
  const From = other.email
  const doubtful: [Record<string, string>, string][] = [
    [{ From, 'Authentication-Results': 'mx.longe.example; dmarc=pass' }, 'Sem prova'],
    [{ From, 'Authentication-Results': 'mx.prosa.example; dmarc=fail' }, 'Forjado'],
    [{ From: agent.email }, 'De colega'],
    [{ From: ours.email }, 'De cliente']
  ]
  for (const [headers, body] of doubtful) expect(await receive({ To, ...headers }, body)).toBe('stranger')
  const unsent: [string, string][] = [
    ['> só o que foi citado', 'texto próprio'],
    ['Olá {{nome}}', 'Falta preencher']
  ]
  for (const [body] of unsent) expect(await receive({ From, To }, body)).toBe('stranger')
  const away: [Record<string, string>, string][] = [
    [{ 'Auto-Submitted': 'auto-replied' }, 'Volto em maio'],
    [{ Subject: 'Ausência temporária' }, 'Volto em maio'],
    [{ Subject: 'Re: Chamado' }, 'Estou de férias até segunda.']
  ]
  for (const [headers, body] of away) expect(await receive({ From, To, ...headers }, body)).toBe('automatic')
  await app.db.everyCompany(trx =>
    trx.updateTable('users').set({ active: false }).where('id', '=', other.userId).execute()
  )
  expect(await receive({ From, To }, 'Já saí')).toBe('stranger')
  await deliver(app)
  expect(texts(await readAs(id))).toEqual(['A planilha não abre.'])
  const { notes, messages } = await readDesk(id)
  expect(messages).toHaveLength(1)
  expect(notes.map(({ kind, senderProof }) => (kind === 'stranger' ? senderProof : kind))).toEqual([
    ...['none', 'failed', 'none', 'none'],
    ...['confirmed', 'confirmed'],
    ...['automatic', 'automatic', 'automatic'],
    'none'
  ])
  expect(notes[0]?.text).toMatch(/^Não foi enviado ao cliente: o remetente não foi confirmado\.[\s\S]*Sem prova/)
  for (const [n, [, why]] of unsent.entries()) expect(notes[4 + n]?.text).toContain(why)
  // At most three an hour, so that no two programs go on.
  expect((await mailsTo(other.email)).map(({ text }) => text.includes('não foi enviado ao cliente'))).toEqual([
    true,
    true,
    true
  ])
})

test('an address of staff and one of customers are never taken for each other', async () => {
  const { id } = await openTicketOf(app, ours)
  const [theirs, customers] = [await addressOf(id, agent), replyToOf(app.config, id) ?? '']
  const swapped = [theirs.replace('+s', '+t'), customers.replace('+t', '+s')]
  for (const To of swapped) expect(await receive({ From: agent.email, To }, 'Trocado')).toBe('unplaced')
  expect(await receive({ From: agent.email, To: customers }, 'Ao endereço do cliente')).toBe('stranger')
  const gone = replyAddress(app.config, 'staff', id) ?? ''
  expect(await receive({ From: agent.email, To: gone }, 'Sem linha')).toBeNull()
})

test('an answer by mail comes once, reaches the ticket that another became, and has a limit', async () => {
  const [from, into] = [await openTicketOf(app, ours), await openTicketOf(app, ours, { subject: 'Outro' })]
  const To = await addressOf(from.id, agent)
  await callDesk(app, agent, 'POST', `/${from.id}/merge`, { into: into.id })
  const sent = { From: agent.email, To, 'Message-ID': newId() }
  expect(await receive(sent, 'Uma vez')).toBe('answer')
  expect(await receive({ ...sent, Received: 'from relay.example' }, 'Uma vez')).toBe('repeated')
  expect(texts(await readDesk(into.id)).filter(text => text === 'Uma vez')).toHaveLength(1)
  for (let n = 0; n < 18; n++) await receive({ From: agent.email, To }, `Resposta ${n}`)
  expect(await receive({ From: agent.email, To }, 'A vigésima')).toBe('answer')
  expect(await receive({ From: agent.email, To }, 'Demais')).toBe('stranger')
})

test('an answer by mail is taken back as one written on screen, with its files', async () => {
  const { id } = await openTicketOf(app, ours)
  const mixed = { 'Content-Type': 'multipart/mixed; boundary=b1' }
  const sent = { From: agent.email, To: await addressOf(id, agent), ...mixed }
  expect(await receive(sent, withFile('Cedo demais'))).toBe('answer')
  const message = (await readDesk(id)).messages.at(-1)
  const back = await callDesk(app, agent, 'DELETE', `/${id}/replies/${message?.id}`)
  expect(back.json()).toEqual({ text: 'Cedo demais' })
  const attachmentIds = message?.files.map(({ fileId }) => fileId) ?? []
  const again = await answerAs(app, agent, id, { text: 'Agora sim', attachmentIds })
  expect(again.messages.at(-1)?.files).toMatchObject([{ name: 'passos.txt' }])
})
