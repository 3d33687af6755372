import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import pino from 'pino'
import { expect, test } from 'vitest'
import { freePort } from '../../../services/core/embedded.ts'
import { attemptWait } from '../../../services/core/limits.ts'
import type { MailClaim } from '../../../services/core/mail.ts'
import { replyAddress } from '../../../services/platform/inboundMail/addresses.ts'
import { listenForMail } from '../../../services/platform/inboundMail/port.ts'
import { readInbound } from '../../../services/platform/inboundMail/sources.ts'
import { largestMail } from '../../../services/platform/inboundMail/store.ts'
import { createOwnCompany } from '../../../services/support/contact/queries.ts'
import { ticketMail } from '../../../services/support/tickets/receiveMail.ts'
import { company, openApp, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { mailEnv, mailOf, openInbound } from '../../kit/inboundMail.ts'

async function openPort(more: NodeJS.ProcessEnv = {}, claims: readonly MailClaim[] = []) {
  const port = await freePort()
  const env = { DATABASE_URL: await newDatabase(), INBOUND_SMTP_PORT: String(port), ...mailEnv, ...more }
  const app = await openApp(env)
  const config = testConfig(env)
  const stop = new AbortController()
  const done = listenForMail({ db: app.db, config, log: pino({ level: 'silent' }), claims }, stop.signal)
  const close = async () => {
    stop.abort()
    await done
  }
  atEnd(close)
  const source = async () => (await readInbound(app.db, app.config))?.sources[0]
  await expect
    .poll(async () => (await app.db.everyCompany(trx => trx.selectFrom('mail_sources').selectAll().execute())).length)
    .toBe(1)
  const lmtp = more.INBOUND_SMTP_PROTOCOL === 'lmtp'
  const client = createTransport({ host: '127.0.0.1', port, lmtp, ignoreTLS: true } as never)
  const send = (raw: Buffer, to: string[], from = 'ada@example.com') =>
    client.sendMail({ envelope: { from, to }, raw }).then(
      ({ accepted, rejected }) => ({ accepted, rejected }),
      error => ({ code: error.responseCode as number, says: String(error.response) })
    )
  const rows = () => app.db.everyCompany(trx => trx.selectFrom('inbound_mails').selectAll().execute())
  return { app, config, port, send, rows, source, close }
}

test('what is accepted is stored, once, with its envelope; what is for others is refused', async () => {
  const { config, send, rows } = await openPort()
  const token = replyAddress(config, 'ticket', 'a'.repeat(24)) ?? ''
  const raw = mailOf({ To: 'Lista <outra@example.com>' })
  expect(await send(raw, [token.toUpperCase()])).toMatchObject({ rejected: [] })
  const [mail] = await rows()
  expect(mail).toMatchObject({
    source: 'port',
    recipients: [token],
    envelope_from: 'ada@example.com',
    state: 'waiting'
  })
  expect(mail?.raw?.equals(Buffer.concat([raw, Buffer.from('\r\n')]))).toBe(true)
  // A mail server that got no answer sends it again.
  await send(raw, [token])
  expect(await rows()).toHaveLength(1)
  for (const to of [
    'alguem@example.com',
    'respostas@example.com',
    'respostas+abc@prosa.example',
    token.replace('+t', '+a'),
    token.replace(/(.)@/, (_, last) => `${last === 'a' ? 'b' : 'a'}@`)
  ])
    expect(await send(raw, [to]), to).toMatchObject({ code: 550 })
  expect(await send(mailOf({ 'Message-ID': '<2@x>' }), ['respostas@prosa.example'], '')).toMatchObject({ rejected: [] })
  expect((await rows()).map(({ envelope_from }) => envelope_from)).toEqual(['ada@example.com', ''])
})

test('a mail that is too large is refused, and while the database is away the mail server keeps it', async () => {
  const { app, send, rows } = await openPort()
  const line = `${'a'.repeat(998)}\r\n`
  const large = mailOf({}, line.repeat(Math.ceil((largestMail * 1.2) / line.length)))
  expect(await send(large, ['respostas@prosa.example'])).toMatchObject({ code: 552 })
  expect(await rows()).toEqual([])
  await app.db.close()
  expect(await send(mailOf({}), ['respostas@prosa.example'])).toMatchObject({ code: 451 })
})

test('LMTP answers for each recipient', async () => {
  const { config, send, rows } = await openPort({ INBOUND_SMTP_PROTOCOL: 'lmtp' })
  const token = replyAddress(config, 'ticket', 'b'.repeat(24)) ?? ''
  const sent = await send(mailOf({}), [token, 'respostas@prosa.example'])
  expect(sent).toMatchObject({ rejected: [] })
  expect((await rows())[0]?.recipients.toSorted()).toEqual([token, 'respostas@prosa.example'].toSorted())
})

test('a sender of too many mails is asked to try again later, where none of their tickets is there to be joined', async () => {
  const { app, config, send, rows } = await openPort({ RATE_LIMIT_FACTOR: '1' }, [ticketMail])
  await app.db.everyCompany(createOwnCompany)
  const ours = await company(app)
  const parts = { db: app.db, config: app.config }
  const plain = [mailEnv.INBOUND_MAIL_ADDRESS]
  const next = (from: string) => mailOf({ From: from, 'Message-ID': `<${Math.random()}@x>` })
  for (let n = 0; n < 300; n++) await attemptWait(parts, 'ticket mails', 'all', { max: 300, seconds: 3600 })
  const late = await send(next('eva@longe.example'), plain, 'eva@longe.example')
  expect(late).toMatchObject({ code: 450, says: expect.stringContaining('4.7.1 Too many messages') })
  expect(await rows()).toEqual([])
  // Answers, reports and people of a company are not counted with strangers.
  const taken = { rejected: [] }
  const reply = replyAddress(config, 'ticket', 'a'.repeat(24)) ?? ''
  expect(await send(next('eva@longe.example'), [reply], 'eva@longe.example')).toMatchObject(taken)
  expect(await send(next('eva@longe.example'), plain, '')).toMatchObject(taken)
  expect(await send(next(ours.email), plain, ours.email)).toMatchObject(taken)
  await app.db.everyCompany(trx => trx.deleteFrom('throttles').execute())
  expect(await send(next('eva@longe.example'), plain, 'eva@longe.example')).toMatchObject(taken)
  // A sender with an open ticket goes on with it.
  const inbound = openInbound(app.db, app.config, [ticketMail])
  await inbound.processMails((await rows()).map(({ id }) => id))
  for (let n = 0; n < 10; n++) await attemptWait(parts, 'ticket mail', 'eva@longe.example', { max: 10, seconds: 3600 })
  expect(await send(next('eva@longe.example'), plain, 'eva@longe.example')).toMatchObject(taken)
})

test('a client that breaks off amid a mail leaves nothing, and a port in use is said in words', async () => {
  const { port, rows, send, app } = await openPort()
  const socket = connect({ host: '127.0.0.1', port })
  socket.write(
    'EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<respostas@prosa.example>\r\nDATA\r\nSubject: meia\r\n\r\nmeia'
  )
  await new Promise(resolve => socket.once('data', resolve))
  socket.resetAndDestroy()
  expect(await send(mailOf({}), ['respostas@prosa.example'])).toMatchObject({ rejected: [] })
  expect(await rows()).toHaveLength(1)
  const config = testConfig({ ...mailEnv, INBOUND_SMTP_PORT: String(port) })
  const second = listenForMail({ db: app.db, config, log: pino({ level: 'silent' }) }, new AbortController().signal)
  await expect(second).rejects.toThrow('EADDRINUSE')
  const { error } = await app.db.everyCompany(trx =>
    trx.selectFrom('mail_sources').select('error').executeTakeFirstOrThrow()
  )
  expect(error).toBe(`A porta ${port} não pode ser aberta.`)
})
