import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { attemptWait } from '../../../services/core/limits.ts'
import { readAgain } from '../../../services/platform/inboundMail/handling.ts'
import { storeMails } from '../../../services/platform/inboundMail/store.ts'
import { createOwnCompany, ownCompanyId } from '../../../services/support/contact/queries.ts'
import type { DeskRow, DeskTicket } from '../../../services/support/desk/schema.ts'
import { mailIdOf } from '../../../services/support/tickets/mail.ts'
import { ticketMail } from '../../../services/support/tickets/receiveMail.ts'
import { replyToOf } from '../../../services/support/tickets/replyTo.ts'
import type { Ticket } from '../../../services/support/tickets/schema.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { confirmed, mailEnv, mailOf, openInbound } from '../../kit/inboundMail.ts'
import { colleague, staff } from '../../kit/people.ts'
import { nothingFor } from '../../kit/quiet.ts'
import { openSmtp } from '../../kit/smtp.ts'
import { age, answerAs, callDesk, callTickets, deliver, list, openTicketOf } from '../../kit/tickets.ts'
import { openWorker } from '../../kit/workers.ts'

const smtp = await openSmtp()
const app = await openApp({ DATABASE_URL: await newDatabase(), SMTP_URL: smtp.url, ...mailEnv })
await app.db.everyCompany(createOwnCompany)
await openWorker(app.config)
const agent = await staff(app)

const newId = () => `<${randomBytes(8).toString('hex')}@mail.example>`
const mail = (headers: Record<string, string>, body = 'Texto do e-mail') =>
  mailOf({ From: 'ninguem@longe.example', 'Message-ID': newId(), Subject: 'Assunto', ...confirmed, ...headers }, body)
const addressOf = (id: string) => replyToOf(app.config, id) ?? ''

/** What a worker made of mails that are in the database; `ticketId` is that of what it wrote. */
async function outcomesOf(ids: readonly string[]) {
  const read = () =>
    app.db.everyCompany(trx => trx.selectFrom('inbound_mails').selectAll().where('id', 'in', ids).execute())
  await expect.poll(async () => (await read()).filter(({ state }) => state === 'waiting')).toEqual([])
  const written = await app.db.everyCompany(async trx => [
    ...(await trx.selectFrom('ticket_messages').select(['ticket_id', 'inbound_mail_id']).execute()),
    ...(await trx.selectFrom('ticket_notes').select(['ticket_id', 'inbound_mail_id']).execute())
  ])
  return (await read()).map(({ id, state, kind, outcome }) => ({
    id,
    state,
    kind,
    outcome,
    ticketId: written.find(row => row.inbound_mail_id === id)?.ticket_id ?? null
  }))
}

/** Takes mails in at one moment, and waits until a worker has read them. */
async function receiveAll(raws: readonly Buffer[]) {
  const known = new Set(
    (await app.db.everyCompany(trx => trx.selectFrom('inbound_mails').select('id').execute())).map(({ id }) => id)
  )
  await storeMails(
    app.db,
    raws.map(raw => ({ source: 'port', raw, size: raw.length }))
  )
  const all = await app.db.everyCompany(trx => trx.selectFrom('inbound_mails').select('id').orderBy('id').execute())
  return outcomesOf(all.map(({ id }) => id).filter(id => !known.has(id)))
}

async function receive(headers: Record<string, string>, body?: string) {
  const [outcome] = await receiveAll([mail(headers, body)])
  if (!outcome) throw new Error('The mail was not stored')
  return outcome
}

const readAs = async (who: Tenant, id: string) => (await callTickets(app, who, 'GET', `/${id}`)).json<Ticket>()
const readDesk = async (id: string) => (await callDesk(app, agent, 'GET', `/${id}`)).json<DeskTicket>()
const said = (ticket: Ticket | DeskTicket) =>
  ticket.messages.filter(({ kind }) => kind === 'text').map(({ text }) => text)
const mailsTo = (address: string) =>
  smtp.received.filter(({ to, text }) => to === address && text.includes('/tickets/'))
// Long headers are folded.
const header = (text: string | undefined, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r\\n\\s.*)*)`, 'im').exec(text ?? '')?.[1]?.replace(/\s+/g, ' ')

/** A mail in parts, each with its headers. */
function parts(...some: [headers: string, content: string | Buffer][]) {
  const body = some.map(
    ([headers, content]) =>
      `--b1\r\n${headers}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}`
  )
  return {
    headers: { 'Content-Type': 'multipart/mixed; boundary=b1' },
    body: `${body.join('\r\n')}\r\n--b1--\r\n`
  }
}
const text = (words: string): [string, string] => ['Content-Type: text/plain; charset=utf-8', words]

test('each answer is mailed to who asked, as a part of one conversation', async () => {
  const ours = await company(app)
  const mate = await colleague(app, ours.id, { permissions: ['manage_tickets'] })
  const { id, number, messages } = await openTicketOf(app, ours)
  await answerAs(app, agent, id, { text: 'Primeira resposta' })
  await deliver(app)
  await expect.poll(() => mailsTo(ours.email).length).toBe(1)
  await answerAs(app, agent, id, { text: 'Segunda resposta' })
  await deliver(app)
  await expect.poll(() => mailsTo(ours.email).length).toBe(2)
  const [first, second] = mailsTo(ours.email)
  const answers = (await readAs(ours, id)).messages.filter(({ side }) => side === 'staff')
  const idOf = (messageId: string | undefined) => `<${mailIdOf(app.config, id, messageId ?? '')}>`
  const [opening, one, two] = [messages[0]?.id, answers[0]?.id, answers[1]?.id].map(idOf)
  expect(header(first?.headers, 'Message-ID')).toBe(one)
  expect(header(first?.headers, 'In-Reply-To')).toBe(opening)
  expect(header(second?.headers, 'Message-ID')).toBe(two)
  expect(header(second?.headers, 'In-Reply-To')).toBe(one)
  expect(header(second?.headers, 'References')).toBe(`${opening} ${one}`)
  expect(first?.text).toContain('Primeira resposta')
  expect(first?.text).toContain(`/tickets/${id}`)
  expect(number).toBeGreaterThan(1000)
  for (const each of [first, second]) {
    expect(header(each?.headers, 'Reply-To')).toBe(addressOf(id))
    expect(each?.text).toContain('basta responder a este e-mail')
  }
  expect(mailsTo(mate.email)).toEqual([])
})

test('what staff note among themselves leaves by no mail', async () => {
  const ours = await company(app)
  const other = await staff(app)
  const { id } = await openTicketOf(app, ours)
  await callDesk(app, agent, 'POST', `/${id}/watch`, {})
  const noted = await callDesk(app, agent, 'POST', `/${id}/notes`, { text: 'ornitorrinco', mentions: [other.userId] })
  expect(noted.statusCode).toBe(201)
  await answerAs(app, agent, id, { text: 'Resposta pública' })
  await deliver(app)
  await expect.poll(() => mailsTo(ours.email).length).toBe(1)
  const mention = () => smtp.received.find(({ to, text }) => to === other.email && text.includes('mencionou'))
  await expect.poll(mention).toBeDefined()
  expect(smtp.received.filter(({ headers, body }) => `${headers}${body}`.includes('ornitorrinco'))).toEqual([])
})

test('a mail goes into the ticket of its address, else into that of the mails that it answers, never by its subject', async () => {
  const ours = await company(app)
  const [a, b] = [await openTicketOf(app, ours), await openTicketOf(app, ours)]
  await answerAs(app, agent, b.id)
  await deliver(app)
  const answer = (await readAs(ours, b.id)).messages.find(({ side }) => side === 'staff')
  const reference = `<${mailIdOf(app.config, b.id, answer?.id ?? '')}>`
  const From = ours.email
  const both = await receive({ From, To: addressOf(a.id).toUpperCase(), References: reference }, 'Pelo endereço')
  expect(both).toMatchObject({ state: 'handled', outcome: 'answer', ticketId: a.id })
  const sent = newId()
  const byReference = { From, 'Message-ID': sent, References: `${newId()} ${reference}` }
  expect(await receive(byReference, 'Pela referência')).toMatchObject({ outcome: 'answer', ticketId: b.id })
  // What the person wrote themselves is a reference too, and its subject none.
  expect(await receive({ From, 'In-Reply-To': sent }, 'De novo')).toMatchObject({ ticketId: b.id })
  const other = await receive({ From, Subject: `Re: Não consigo importar (#${a.number})` })
  expect(other.outcome).toBe('ticket')
  expect([a.id, b.id]).not.toContain(other.ticketId)
  expect(said(await readAs(ours, a.id))).toEqual(['A planilha não abre.', 'Pelo endereço'])
  expect(said(await readAs(ours, b.id)).slice(-2)).toEqual(['Pela referência', 'De novo'])
})

test('a forged address or reference reaches no ticket, and what was written is kept', async () => {
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  const real = addressOf(id)
  const forged = real.replace(/.@/, real.includes('a@') ? 'b@' : 'a@')
  const headersOf: Record<string, string>[] = [
    { To: forged },
    { References: `<ticket.${id}.${'0'.repeat(24)}@outro.example>` },
    { To: real.replace('+t', '+a') }
  ]
  for (const headers of headersOf) {
    const outcome = await receive({ From: ours.email, ...headers }, 'Forjado')
    expect(outcome).toMatchObject({ state: 'handled', outcome: 'ticket' })
    expect(outcome.ticketId).not.toBe(id)
    expect(said(await readAs(ours, outcome.ticketId ?? ''))).toEqual(['Forjado'])
  }
  expect(said(await readAs(ours, id))).toEqual(['A planilha não abre.'])
})

test('a mail that comes twice is one, at the same moment too, and so is one that is read again', async () => {
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  const headers = { 'Message-ID': newId(), From: ours.email, To: addressOf(id) }
  // Each came another way: what its servers wrote differs.
  const twice = [1, 2, 3].map(n => mail({ Received: `from relay${n}.example`, ...headers }, 'Uma vez'))
  const outcomes = await receiveAll(twice)
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['answer', 'repeated', 'repeated'])
  const nameless = mailOf({ From: ours.email, To: addressOf(id), ...confirmed }, 'Sem número')
  const [bare] = await receiveAll([Buffer.from(nameless.toString().replace(/Message-ID:.*\r\n/, ''))])
  expect(bare?.outcome).toBe('answer')
  const ids = [...outcomes, ...(bare ? [bare] : [])].map(each => each.id)
  await app.db.everyCompany(trx => readAgain(trx, ids))
  expect((await outcomesOf(ids)).map(({ outcome }) => outcome)).toEqual(ids.map(() => 'repeated'))
  expect(said(await readAs(ours, id))).toEqual(['A planilha não abre.', 'Uma vez', 'Sem número'])
})

test('who is not of the company, or may not read tickets, is heard by staff alone', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const mate = await colleague(app, ours.id, { permissions: ['edit_leads'] })
  const { id } = await openTicketOf(app, ours)
  for (const [From, body] of [
    ['copiado@longe.example', 'Sou de fora'],
    [theirs.email, 'Sou de outra'],
    [mate.email, 'Não posso'],
    [agent.email, 'Sou da equipe']
  ] as const)
    expect(await receive({ From, To: addressOf(id) }, body)).toMatchObject({ outcome: 'stranger', ticketId: id })
  expect(said(await readAs(ours, id))).toEqual(['A planilha não abre.'])
  for (const who of [ours, theirs]) {
    const answer = await callTickets(app, who, 'GET', list({ q: 'fora' }))
    expect(answer.json()).toEqual([])
  }
  expect((await callTickets(app, theirs, 'GET', `/${id}`)).statusCode).toBe(404)
  const { notes, lastBy } = await readDesk(id)
  expect(notes.map(({ kind }) => kind)).toEqual(['stranger', 'stranger', 'stranger', 'stranger'])
  expect(notes[0]?.text).toContain('Sou de fora')
  expect(lastBy).toBe('client')
  const placed = await app.db.everyCompany(trx => trx.selectFrom('mail_placements').select('company_id').execute())
  expect(placed.map(row => row.company_id)).not.toContain(theirs.id)
})

test('automatic answers and bounces are recorded and answered by nothing', async () => {
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  await callDesk(app, agent, 'POST', `/${id}/watch`, {})
  await answerAs(app, agent, id)
  await deliver(app)
  await expect.poll(() => mailsTo(ours.email).length).toBe(1)
  const [sent] = mailsTo(ours.email)
  const before = await readDesk(id)
  const mailsBefore = smtp.received.length
  const away = { From: ours.email, To: addressOf(id), 'Auto-Submitted': 'auto-replied', Subject: 'Estou de férias' }
  expect(await receive(away, 'Volto em maio')).toMatchObject({ outcome: 'answer', ticketId: id })
  const report = [
    'Reporting-MTA: dns; mx.example',
    '',
    `Final-Recipient: rfc822; ${ours.email}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 User unknown'
  ].join('\r\n')
  const bounce = parts(
    text('Não foi entregue.'),
    ['Content-Type: message/delivery-status', report],
    ['Content-Type: text/rfc822-headers', `Message-ID: ${header(sent?.headers, 'Message-ID')}\r\nSubject: x\r\n`]
  )
  const from = {
    From: 'MAILER-DAEMON@mx.example',
    'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b1'
  }
  expect(await receive({ ...bounce.headers, ...from }, bounce.body)).toMatchObject({
    kind: 'bounce',
    outcome: 'automatic',
    ticketId: id
  })
  // A mail of a program that belongs to no ticket opens one without clock and notice, and our own mail that comes back is known.
  const alone = await receive({ From: `robo-${newId().slice(1, 9)}@longe.example`, 'Auto-Submitted': 'auto-replied' })
  expect(alone.outcome).toBe('unplaced')
  expect(await readDesk(alone.ticketId ?? '')).toMatchObject({ looksAutomatic: true, dueAt: null })
  const queue = async (name: string) =>
    (await callDesk(app, agent, 'GET', list({ queue: name }, '["dueAt","ASC"]'))).json<DeskRow[]>().map(row => row.id)
  expect(await queue('automatic')).toContain(alone.ticketId)
  for (const name of ['new', 'unassigned', 'unplaced', 'open']) expect(await queue(name)).not.toContain(alone.ticketId)
  const [returned] = await receiveAll([Buffer.from(`${sent?.headers}\r\n\r\n${sent?.body}`)])
  expect(returned).toMatchObject({ state: 'loop', ticketId: null })

  const after = await readDesk(id)
  expect(after.notes).toMatchObject([{ kind: 'automatic', text: expect.stringContaining('550 User unknown') }])
  expect(after.messages.find(({ looksAutomatic }) => looksAutomatic)?.text).toBe('Volto em maio')
  expect([after.status, after.lastAt, after.messages.length]).toEqual([
    // The answer did not arrive, so that the client does not have it.
    'in_progress',
    before.lastAt,
    before.messages.length + 2
  ])
  // Staff hear of the answer that came back.
  const others = () => smtp.received.slice(mailsBefore).filter(({ to }) => to !== agent.email)
  await nothingFor(2000, () => others().length, 0)
})

test('two programs that answer each other do not go on: a mail of staff is a ticket that mails nobody', async () => {
  const address = agent.email
  const toStaff = smtp.received.length
  const outcome = await receive({ From: address, Subject: 'Re: Chamado #1001' }, 'Recebi a sua mensagem.')
  expect(outcome).toMatchObject({ state: 'handled', outcome: 'unplaced' })
  await nothingFor(1000, () => smtp.received.length, toStaff)
  // One that does not say what it is goes on with its ticket, which mails nobody but staff.
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  const mailsBefore = mailsTo(ours.email).length
  for (let n = 0; n < 3; n++)
    expect(await receive({ From: ours.email, To: addressOf(id) }, `Recebi a sua mensagem ${n}.`)).toMatchObject({
      outcome: 'answer'
    })
  expect(mailsTo(ours.email)).toHaveLength(mailsBefore)
})

test('what a mail quotes is folded away, and its files are judged by what they are', async () => {
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  const quoted = 'Em seg., 4 de mai. de 2026, Prosa <a@b.example> escreveu:\n> Vamos ver.\n> Abraço'
  const { headers, body } = parts(
    text(`Ainda não abre.\n\n${quoted}`),
    ['Content-Type: image/png; name="tela.png"', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['Content-Type: application/pdf; name="nota.pdf"', 'MZ\u0090\u0000 não é um PDF'],
    ['Content-Type: text/plain; name="vazio.txt"', '']
  )
  const attached = body.replace(/name="(\w+\.\w+)"/g, 'name="$1"\r\nContent-Disposition: attachment; filename="$1"')
  expect(await receive({ From: ours.email, To: addressOf(id), ...headers }, attached)).toMatchObject({
    outcome: 'answer'
  })
  const last = (await readAs(ours, id)).messages.at(-1)
  expect(last?.text).toBe('Ainda não abre.')
  const notices = [
    'Anexo bloqueado: nota.pdf é um programa.',
    'Anexo não guardado: vazio.txt. O arquivo está vazio. Escolha outro.'
  ]
  expect(last?.data).toEqual({ quoted, notices })
  expect(last?.files).toMatchObject([{ name: 'tela.png', type: 'image/png' }])
})

test('HTML becomes text without scripts and images, and broken mails and old letters are read as far as they go', async () => {
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  const html =
    '<html><head><style>p{}</style><script>alert("roubo")</script></head><body onload="alert(1)">' +
    '<p>N&atilde;o <b>importa</b></p><img src="https://longe.example/pixel.gif" alt=""><iframe src="//x"></iframe></body></html>'
  const sent = { From: ours.email, To: addressOf(id) }
  await receive({ ...sent, 'Content-Type': 'text/html; charset=utf-8' }, html)
  const latin = Buffer.concat([
    mail({ ...sent, 'Content-Type': 'text/plain; charset=windows-1252', 'Content-Transfer-Encoding': '8bit' }, ''),
    Buffer.from([0x4e, 0xe3, 0x6f, 0x20, 0x93, 0x61, 0x62, 0x72, 0x65, 0x94, 0x20, 0x80])
  ])
  const bare = Buffer.concat([
    mail({ ...sent, 'Content-Type': 'text/plain' }, ''),
    Buffer.from([0x63, 0x6f, 0x72, 0x61, 0xe7, 0xe3, 0x6f])
  ])
  await receiveAll([latin])
  await receiveAll([bare])
  const broken =
    '--b1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nSem fim\r\n--b1\r\nContent-Type: image/png; name="a'
  expect(await receive({ ...sent, 'Content-Type': 'multipart/mixed; boundary=b1' }, broken)).toMatchObject({
    outcome: 'answer'
  })
  const [, page, old, unsaid, cut] = said(await readAs(ours, id))
  expect(page).toContain('Não importa')
  expect(page).not.toMatch(/roubo|alert|pixel|script|<|longe/)
  expect([old, unsaid]).toEqual(['Não “abre” €', 'coração'])
  expect(cut).toContain('Sem fim')
})

test('a mail of a stranger is a ticket of nobody’s company until staff place it', async () => {
  const ours = await company(app)
  const owner = (await ownCompanyId(app.db)) ?? ''
  const insider = await colleague(app, owner, { role: 'admin' })
  const address = `estranha-${randomBytes(4).toString('hex')}@longe.example`
  const { headers, body } = parts(
    text('Socorro'),
    [
      'Content-Type: text/plain; name="pedido.txt"\r\nContent-Disposition: attachment; filename="pedido.txt"',
      'Preciso de ajuda'
    ],
    [
      'Content-Type: application/octet-stream; name="virus.exe"\r\nContent-Disposition: attachment; filename="virus.exe"',
      'MZ\u0000'
    ]
  )
  const opened = await receive({ From: `Estranha <${address}>`, Subject: 'Socorro', ...headers }, body)
  const id = opened.ticketId ?? ''
  expect(opened.outcome).toBe('unplaced')
  expect((await callTickets(app, insider, 'GET', list({}))).json()).toEqual([])
  expect((await callTickets(app, insider, 'GET', `/${id}`)).statusCode).toBe(404)
  const ticket = await readDesk(id)
  expect(ticket).toMatchObject({ companyId: null, companyName: null, requesterName: 'Estranha', source: 'mail' })
  expect(said(ticket)[0]).toBe('Socorro')
  expect(ticket.messages[0]?.data).toEqual({ notices: ['Anexo bloqueado: virus.exe é um programa.'] })
  expect(ticket.messages[0]?.files).toMatchObject([{ name: 'pedido.txt', type: 'text/plain' }])
  expect((await receive({ From: address, To: addressOf(id) }, 'E aí?')).outcome).toBe('answer')
  // It is answered at once, whosever it will be.
  await answerAs(app, agent, id, { text: 'Já olhamos' })
  await deliver(app)
  const answered = () => smtp.received.some(({ to, text: words }) => to === address && words.includes('Já olhamos'))
  await expect.poll(answered).toBe(true)

  expect((await callDesk(app, agent, 'POST', `/${id}/place`, { companyId: ours.id })).json()).toMatchObject({
    companyId: ours.id
  })
  const placed = await readAs(ours, id)
  expect(said(placed)).toHaveLength(3)
  const fileId = placed.messages[0]?.files[0]?.fileId
  expect((await callTickets(app, ours, 'GET', `/${id}/files/${fileId}`)).body).toBe('Preciso de ajuda')
  const left = await app.db.everyCompany(trx =>
    trx.selectFrom('files').select('id').where('company_id', '=', owner).execute()
  )
  expect(left).toEqual([])
})

test('a stranger whose ticket was placed is answered by mail, goes on by mail, and nobody else is taken for them', async () => {
  const ours = await company(app)
  const address = `cliente-${randomBytes(4).toString('hex')}@longe.example`
  const id = (await receive({ From: address })).ticketId ?? ''
  await callDesk(app, agent, 'POST', `/${id}/place`, { companyId: ours.id })
  await answerAs(app, agent, id, { text: 'Já olhamos' })
  await deliver(app)
  const sent = () => smtp.received.filter(({ to, from }) => to === address && from !== '')
  await expect.poll(() => sent().length).toBe(1)
  expect(sent()[0]?.text).toContain('Já olhamos')
  expect(sent()[0]?.text).not.toContain('/tickets/')
  expect((await receive({ From: address, To: addressOf(id) }, 'Obrigada')).outcome).toBe('answer')
  expect((await receive({ From: 'outro@longe.example', To: addressOf(id) })).outcome).toBe('stranger')

  // Of a ticket that goes to another company nothing is told to who asked in the first one.
  const first = await openTicketOf(app, ours)
  const other = await company(app)
  const chief = await staff(app, 'global_admin')
  const moved = { companyId: other.id, confirmName: ours.name }
  expect((await callDesk(app, chief, 'POST', `/${first.id}/place`, moved)).statusCode).toBe(200)
  await answerAs(app, agent, first.id, { text: 'De outra empresa' })
  await deliver(app)
  expect((await receive({ From: ours.email, To: addressOf(first.id) })).outcome).toBe('stranger')
  await nothingFor(500, () => smtp.received.filter(({ text }) => text.includes('De outra empresa')).length, 0)
})

test('what a stranger writes long after is a ticket of nobody’s company again', async () => {
  const address = `tarde-${randomBytes(4).toString('hex')}@longe.example`
  const { ticketId } = await receive({ From: address })
  const id = ticketId ?? ''
  const { version } = await readDesk(id)
  expect((await callDesk(app, agent, 'PATCH', `/${id}`, { status: 'resolved', version })).statusCode).toBe(200)
  await age(app, id, 15)
  const late = await receive({ From: address, To: addressOf(id) }, 'Voltou')
  expect(late.ticketId).not.toBe(id)
  expect(await readDesk(late.ticketId ?? '')).toMatchObject({ companyId: null, previous: { id } })
})

test('what strangers write to a ticket that was joined to another is noted in that one', async () => {
  const ours = await company(app)
  const [from, into] = [await openTicketOf(app, ours), await openTicketOf(app, ours, { subject: 'Outro' })]
  await callDesk(app, agent, 'POST', `/${from.id}/merge`, { into: into.id })
  expect(await receive({ From: 'copiado@longe.example', To: addressOf(from.id) }, 'Sou de fora')).toMatchObject({
    outcome: 'stranger',
    ticketId: into.id
  })
})

test('one stranger cannot open tickets without end: further mails join the last one, and none is out of sight', async () => {
  const strict = await openApp({ DATABASE_URL: await newDatabase(), RATE_LIMIT_FACTOR: '1', ...mailEnv })
  await strict.db.everyCompany(createOwnCompany)
  const inbound = openInbound(strict.db, strict.config, [ticketMail])
  const become = async () => (await inbound.rows()).map(({ outcome }) => outcome).toSorted()
  await inbound.receive(...Array.from({ length: 12 }, () => mail({ From: 'muitos@longe.example' })))
  const opened = (n: number) => Array.from({ length: n }, () => 'unplaced')
  expect(await become()).toEqual(['answer', 'answer', ...opened(10)])
  // Mails of further strangers wait for staff, and can be read again.
  const parts = { db: strict.db, config: strict.config }
  for (let n = 0; n < 300; n++) await attemptWait(parts, 'ticket mails', 'all', { max: 300, seconds: 3600 })
  await inbound.receive(mail({ From: 'outra@longe.example' }))
  const waiting = (await inbound.rows()).filter(({ outcome }) => outcome === 'dropped')
  expect(waiting).toMatchObject([{ state: 'unclaimed', decided_at: null, subject: expect.any(String) }])
  await strict.db.everyCompany(trx => trx.deleteFrom('throttles').execute())
  const ids = waiting.map(({ id }) => id)
  await strict.db.everyCompany(trx => readAgain(trx, ids))
  await inbound.processMails(ids)
  expect(await become()).toEqual(['answer', 'answer', ...opened(11)])
})

test('files of an answer go with its mail, and what is too much for it by a link that can be withdrawn', async () => {
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  const upload = async (name: string, bytes: Buffer) => {
    const url = `/api/admin/tickets/${id}/files?name=${name}`
    const headers = { ...agent.auth, 'content-type': 'application/octet-stream' }
    return (await app.inject({ method: 'POST', url, headers, payload: bytes })).json<{ fileId: string }>().fileId
  }
  const bill = Buffer.from('%PDF-1.4 boleto')
  const large = Buffer.alloc(10 * 1024 * 1024, 'x')
  const attachmentIds = [await upload('boleto.pdf', bill), await upload('video.bin', large)]
  await answerAs(app, agent, id, { attachmentIds })
  await deliver(app)
  const sent = () => smtp.received.find(({ to, body }) => to === ours.email && body.includes('boleto.pdf'))
  await expect.poll(sent).toBeDefined()
  expect(sent()?.headers).not.toMatch(/^auto-submitted/im)
  expect(sent()?.body).toContain(bill.toString('base64'))
  expect(sent()?.body).not.toContain('filename=video.bin')
  const [link = ''] = /\/api\/public\/ticket-files\/[\w-]+/.exec(sent()?.text ?? '') ?? []
  const read = (url: string) => app.inject({ url })
  expect((await read(link)).rawPayload.equals(large)).toBe(true)
  const guessed = link.replace(/.{3}$/, 'AAA')
  expect([(await read(guessed)).statusCode, (await read(guessed)).body]).toEqual([
    410,
    expect.stringContaining('não vale')
  ])
  const files = (await readDesk(id)).messages.find(message => message.files.length > 0)?.files
  expect(files?.map(file => file.linkUntil !== null)).toEqual([false, true])
  const withdrawn = await callDesk(app, agent, 'DELETE', `/${id}/files/${attachmentIds[1]}/link`)
  expect(withdrawn.statusCode).toBe(200)
  expect((await read(link)).statusCode).toBe(410)
})

const receiptsTo = (address: string) =>
  smtp.received.filter(({ to, headers }) => to === address && /^auto-submitted: auto-replied/im.test(headers))

test('whoever is proved to have opened a ticket by mail gets a receipt, once an hour, which no server answers', async () => {
  const address = `recibo-${randomBytes(4).toString('hex')}@longe.example`
  const id = newId()
  const { ticketId } = await receive({ From: address, 'Message-ID': id, Subject: 'Orçamento' })
  await receive({ From: address })
  await expect.poll(() => receiptsTo(address).length).toBe(1)
  const [receipt] = receiptsTo(address)
  const { number } = await readDesk(ticketId ?? '')
  expect(receipt?.text).toMatch(
    new RegExp(
      `Recebemos: chamado #${number}\\. Respondemos até (segunda|terça|quarta|quinta|sexta), \\d\\d/\\d\\d, às \\d\\d:\\d\\d\\.`
    )
  )
  expect(receipt?.from).toBe('')
  expect(header(receipt?.headers, 'In-Reply-To')).toBe(id)
  expect(header(receipt?.headers, 'Reply-To')).toBe(addressOf(ticketId ?? ''))
  const others: Record<string, string>[] = [
    { 'Authentication-Results': 'mx.prosa.example; dmarc=fail' },
    { 'Auto-Submitted': 'auto-replied' },
    { From: agent.email }
  ]
  for (const headers of others) {
    const from = `recibo-${randomBytes(4).toString('hex')}@longe.example`
    await receive({ From: from, ...headers })
    await nothingFor(300, () => receiptsTo(headers.From ?? from).length, 0)
  }
})

test('a From line alone places nobody in a company, and reaches a ticket only as a note', async () => {
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  await answerAs(app, agent, id)
  await deliver(app)
  const answer = (await readAs(ours, id)).messages.find(({ side }) => side === 'staff')
  const References = `<${mailIdOf(app.config, id, answer?.id ?? '')}>`
  const forged = { 'Authentication-Results': 'mx.prosa.example; dmarc=fail' }
  const unsaid = { 'Authentication-Results': 'mx.longe.example; dmarc=pass' }
  for (const verdict of [forged, unsaid]) {
    const opened = await receive({ From: ours.email, ...verdict }, 'Mande-me a senha')
    expect(opened.outcome).toBe('unplaced')
    expect(await readDesk(opened.ticketId ?? '')).toMatchObject({
      companyId: null,
      likely: { companyId: ours.id },
      messages: [{ senderProof: verdict === forged ? 'failed' : 'none' }]
    })
    expect((await receive({ From: ours.email, References, ...verdict })).outcome).toBe('stranger')
  }
  expect((await receive({ From: ours.email, To: addressOf(id), ...forged })).outcome).toBe('stranger')
  expect((await receive({ From: ours.email, To: addressOf(id), ...unsaid }, 'Pelo endereço')).outcome).toBe('answer')
  expect((await receive({ From: ours.email, References }, 'Com prova')).outcome).toBe('answer')
})

test('an answer that comes back says so at its message, and the ticket is worked on again', async () => {
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  await answerAs(app, agent, id)
  await deliver(app)
  await expect.poll(() => mailsTo(ours.email).length).toBe(1)
  expect((await readDesk(id)).status).toBe('waiting')
  const returned = header(mailsTo(ours.email)[0]?.headers, 'Message-ID')
  const report = `Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; ${ours.email}\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 User unknown`
  const bounce = parts(
    text('Não foi entregue.'),
    ['Content-Type: message/delivery-status', report],
    ['Content-Type: text/rfc822-headers', `Message-ID: ${returned}\r\n`]
  )
  const from = {
    From: 'MAILER-DAEMON@mx.example',
    'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b1'
  }
  await receive({ ...bounce.headers, ...from }, bounce.body)
  const after = await readDesk(id)
  expect(after.status).toBe('in_progress')
  expect(after.messages.find(({ side }) => side === 'staff')?.mail).toEqual({
    status: 'bounced',
    error: '5.1.1 550 User unknown'
  })
  const notices = () =>
    smtp.received.filter(({ to, text: words }) => to === agent.email && words.includes('não chegou'))
  await expect.poll(() => notices().length).toBe(1)
})

test('who was copied in takes part in the conversation, and staff may answer all', async () => {
  const ours = await company(app)
  const copied = `contador-${randomBytes(4).toString('hex')}@longe.example`
  const { id } = await openTicketOf(app, ours)
  await receive({ From: ours.email, To: addressOf(id), Cc: `Contador <${copied}>` }, 'Copio o contador')
  expect(await receive({ From: `Contador <${copied}>`, To: addressOf(id) }, 'Sou o contador')).toMatchObject({
    outcome: 'answer'
  })
  const { messages } = await readDesk(id)
  expect(messages.at(-2)?.data).toMatchObject({ cc: [copied] })
  expect(messages.at(-1)).toMatchObject({ text: 'Sou o contador', authorName: 'Contador', data: { participant: true } })
  await answerAs(app, agent, id, { text: 'A todos', cc: [copied] })
  await deliver(app)
  const toAll = () => smtp.received.find(({ text: words }) => words.includes('A todos'))
  await expect.poll(() => toAll()?.all.toSorted()).toEqual([ours.email, copied].toSorted())
})
