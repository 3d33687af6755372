import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import pino from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { openDb } from '../../../services/core/db.ts'
import { withoutAddresses } from '../../../services/core/text.ts'
import { close, handlers } from '../../../services/platform/email/worker.ts'
import { company, openApp, sendLead, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { askErasure, dump, erase } from '../../kit/privacy.ts'
import { openWorker } from '../../kit/workers.ts'

/** Mails that a real SMTP server received, and its answers by recipient. */
const received: { to: string[]; text: string }[] = []
const refusals = new Map<string, { code: number; times: number }>()
/** Runs once a mail to an address is here, before the server says that it took it. */
const arrivals = new Map<string, () => Promise<unknown>>()

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onRcptTo({ address }, _session, done) {
    const refusal = refusals.get(address)
    if (!refusal || refusal.times-- <= 0) return done()
    done(Object.assign(new Error('refused by the test'), { responseCode: refusal.code }))
  },
  onData(stream, session, done) {
    let text = ''
    stream.setEncoding('utf8').on('data', chunk => (text += chunk))
    stream.on('end', async () => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      received.push({ to, text })
      for (const address of to) await arrivals.get(address)?.()
      done()
    })
  }
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
afterAll(() => new Promise<void>(resolve => server.close(resolve)))

const env = {
  DATABASE_URL: await newDatabase(),
  SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
  MAIL_FROM: 'Prosa <avisos@prosa.example>'
}
const app = await openApp(env)
await openWorker(testConfig(env))

/** The notices that an address got; the mail that a sign-up gets, unlike them, has a part in HTML. */
const noticesTo = (address: string) =>
  received.filter(({ to, text }) => to.includes(address) && !text.includes('multipart/alternative'))

const mailOf = async (companyId: string) =>
  app.db.company(companyId, trx => trx.selectFrom('mails').select(['id', 'status', 'error']).executeTakeFirst())

const accountMailsLeft = async (addresses: string[]) => {
  const left = await app.db.everyCompany(trx =>
    trx
      .selectFrom('account_mails')
      .select('id')
      .where('to_address', 'in', addresses)
      .where('status', '=', 'queued')
      .execute()
  )
  return left.length
}

test('with a mail server the notice is sent, as a proper mail with an id of its own', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id, { name: 'Conceição Araújo' })
  await expect.poll(async () => (await mailOf(ours.id))?.status).toBe('sent')
  const mine = noticesTo(ours.email)
  expect(mine).toHaveLength(1)
  const id = (await mailOf(ours.id))?.id
  expect(mine[0]?.text).toMatch(/^From: Prosa <avisos@prosa\.example>\r?$/m)
  expect(mine[0]?.text).toContain(`Message-ID: <${id}@localhost>`)
  expect(mine[0]?.text).toContain('Subject: =?UTF-8?')
})

test('a name with line breaks adds no header', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id, { name: 'Ada\r\nBcc: outro@example.com' })
  await expect.poll(async () => (await mailOf(ours.id))?.status).toBe('sent')
  expect(noticesTo(ours.email)[0]?.text).not.toMatch(/^Bcc:/m)
  expect(received.some(({ to }) => to.includes('outro@example.com'))).toBe(false)
})

test('a mail that is refused for now is sent later, and one that is refused for good says why', async () => {
  const [later, never] = await Promise.all([company(app), company(app)])
  // The refusals are for the mails after those of the sign-ups.
  await expect.poll(() => accountMailsLeft([later.email, never.email])).toBe(0)
  refusals.set(later.email, { code: 451, times: 2 })
  refusals.set(never.email, { code: 550, times: 99 })
  await Promise.all([sendLead(app, later.id), sendLead(app, never.id)])
  await expect.poll(() => mailOf(never.id)).toMatchObject({ status: 'failed', error: expect.stringContaining('550') })
  await expect.poll(async () => (await mailOf(later.id))?.status).toBe('sent')
  expect(noticesTo(later.email)).toHaveLength(1)
})

test('a mail that the server puts off to the last says so, and no log names whom it was for', async () => {
  const ours = await company(app)
  const [id, to] = ['a'.repeat(24), `adiado-${ours.email}`]
  await app.db.company(ours.id, trx =>
    trx
      .insertInto('mails')
      .values({ id, company_id: ours.id, job_id: 'none', to_address: to, subject: 'Oi', text: 'Oi', status: 'queued' })
      .execute()
  )
  refusals.set(to, { code: 451, times: 99 })
  const config = testConfig(env)
  const run = (last: boolean) =>
    handlers[0]?.run(
      { companyId: ours.id, mailId: id },
      { db: app.db, config, log: pino({ level: 'silent' }), jobId: id, last }
    )
  await expect(run(false)).rejects.toThrow()
  expect(await mailOf(ours.id)).toMatchObject({ status: 'queued' })
  await expect(run(true)).rejects.toThrow()
  expect(await mailOf(ours.id)).toMatchObject({ status: 'failed', error: expect.stringContaining('451') })
  close(config)
  expect(withoutAddresses(`451 <${to}>: refused`)).toBe('451 <[e-mail]>: refused')
})

test('a mail that the server took is not sent again where the database has no connection for its outcome', async () => {
  const ours = await company(app)
  const [id, to] = ['b'.repeat(24), `uma-vez-${ours.email}`]
  await app.db.company(ours.id, trx =>
    trx
      .insertInto('mails')
      .values({ id, company_id: ours.id, job_id: 'none', to_address: to, subject: 'Oi', text: 'Oi', status: 'queued' })
      .execute()
  )
  const config = testConfig(env)
  const db = openDb({ ...config.database, name: 'narrow', max: 1 })
  // The only connection, for longer than one is waited for.
  const { promise: isTaken, resolve } = Promise.withResolvers<void>()
  const hold = () => {
    resolve()
    return pass(5000)
  }
  const held: Promise<void>[] = []
  arrivals.set(to, () => {
    held.push(db.company(ours.id, hold))
    return isTaken
  })
  const context = { db, config, log: pino({ level: 'silent' }), jobId: id, last: false }
  await handlers[0]?.run({ companyId: ours.id, mailId: id }, context)
  expect(await mailOf(ours.id)).toMatchObject({ status: 'sent' })
  expect(received.filter(each => each.to.includes(to))).toHaveLength(1)
  await Promise.all(held)
  await db.close()
  close(config)
})

test('an erased person gets the certificate, and afterwards nothing shows where it went', async () => {
  const ours = await company(app, 'Padaria Central')
  const person = { name: 'Zuleica', email: 'zuleica@quintanilha.example', phone: '21988776655' }
  await sendLead(app, ours.id, person)
  await app.inject({
    method: 'POST',
    url: '/public/my-data/link',
    payload: { client: ours.id, contact: person.email }
  })
  const mine = () => received.filter(({ to }) => to.includes(person.email))
  await expect.poll(() => mine().length).toBe(1)
  const erased = await erase(app, ours, await askErasure(app, ours, person))
  expect(erased.statusCode, erased.body).toBe(200)
  await expect.poll(() => mine().length).toBe(2)
  expect(mine()[1]?.text).toContain('000001')
  await expect.poll(() => dump(ours.id, env.DATABASE_URL)).not.toMatch(/quintanilha|88776655/i)
  const mails = await app.db.everyCompany(trx =>
    trx.selectFrom('account_mails').select(['to_address', 'text', 'status']).where('company_id', '=', ours.id).execute()
  )
  const forgotten = { to_address: '', text: '', status: 'sent' }
  expect(mails).toEqual([forgotten, forgotten])
})

const injection = 'Ada\r\nBcc: outro@example.com\r\n\r\n<b>corpo</b>\u2028X-Extra: 1'

/** The lines of the header, those that go on joined to theirs, and the recipients that the server was given. */
const headersOf = (text: string) =>
  (text.split(/\r?\n\r?\n/)[0] ?? '')
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .map(line => line.split(':')[0])

const usual = [
  'From',
  'To',
  'Subject',
  'Message-ID',
  'Date',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Auto-Submitted',
  'X-Prosa-Loop'
]

let round = 0

type Target = { who: Tenant; address: string }

test.each<[string, (target: Target) => Promise<unknown>]>([
  ['the name of a lead', ({ who }) => sendLead(app, who.id, { name: injection })],
  ['the message of a lead', ({ who }) => sendLead(app, who.id, { message: injection })],
  ['an own answer of a lead', ({ who }) => sendLead(app, who.id, { empresa: injection })],
  [
    'the name of a company, to somebody who is invited',
    async ({ who, address }) => {
      await rename(who, injection)
      await invite(who, { name: 'Bia', email: address })
    }
  ],
  ['the name of who is invited', ({ who, address }) => invite(who, { name: injection, email: address })],
  [
    'the name of a company, to who asks for their data',
    async ({ who, address }) => {
      await rename(who, injection)
      await sendLead(app, who.id, { email: address })
      await app.inject({ method: 'POST', url: '/public/my-data/link', payload: { client: who.id, contact: address } })
    }
  ],
  [
    'the name of a company, to an address that its form names',
    async ({ who, address }) => {
      await rename(who, injection)
      const id = '1'.repeat(23) + (round++ % 10)
      await app.db.company(who.id, trx =>
        trx.insertInto('mail_recipients').values({ id, company_id: who.id, email: address, token_hash: null }).execute()
      )
      await app.inject({ method: 'POST', url: `/api/recipients/${id}/resend`, headers: who.auth })
    }
  ]
])('%s adds no header and no recipient', async (_, send) => {
  const who = await company(app)
  const address = `pessoa-${round++}-${Date.now()}@fora.example`
  const before = received.length
  await send({ who, address })
  const mine = () => received.slice(before).filter(({ to }) => to.includes(address) || noticesTo(who.email).length > 0)
  await expect.poll(() => mine().length).toBeGreaterThan(0)
  for (const { to, text } of received.slice(before)) {
    expect(to).toHaveLength(1)
    expect(headersOf(text).filter(name => !usual.includes(name ?? ''))).toEqual([])
  }
  expect(received.some(({ to }) => to.includes('outro@example.com'))).toBe(false)
})

const rename = (who: Tenant, name: string) =>
  app.db.everyCompany(trx => trx.updateTable('companies').set({ name }).where('id', '=', who.id).execute())

async function invite(who: Tenant, person: { name: string; email: string }) {
  const payload = { ...person, role: 'agent', leadAccess: 'all' }
  const sent = await app.inject({ method: 'POST', url: '/api/employees/invitations', headers: who.auth, payload })
  expect(sent.statusCode, sent.body).toBe(201)
}

test.each([
  'a@fora.example, b@fora.example',
  'a@fora.example\r\nBcc: b@fora.example',
  'Ana <a@fora.example>',
  'a@fora.example;b@fora.example',
  'grupo: a@fora.example;',
  ''
])('a mail to %j, however it came into the table, is sent to nobody', async to => {
  const ours = await company(app)
  const config = testConfig(env)
  const [id] = await app.db.company(ours.id, trx =>
    trx
      .insertInto('mails')
      .values({
        company_id: ours.id,
        job_id: `to ${to}`,
        to_address: to,
        subject: 'Oi',
        text: 'Oi',
        status: 'queued'
      })
      .returning('id')
      .execute()
  )
  await handlers[0]?.run(
    { companyId: ours.id, mailId: id?.id },
    { db: app.db, config, log: pino({ level: 'silent' }), jobId: 'x', last: true }
  )
  close(config)
  expect(await mailOf(ours.id)).toMatchObject({ status: 'failed' })
  expect(received.filter(mail => mail.to.some(address => address.includes('a@fora.example')))).toEqual([])
  expect(received.filter(mail => mail.to.some(address => address.includes('b@fora.example')))).toEqual([])
})
