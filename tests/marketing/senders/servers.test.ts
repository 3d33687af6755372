import tls from 'node:tls'
import { expect, test } from 'vitest'
import { senderTexts } from '../../../services/marketing/senders/rules.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { certificate } from '../../kit/certificate.ts'
import { atEnd } from '../../kit/end.ts'
import { startDns } from '../../kit/peers/dns.ts'
import { openMailServer, openSilence } from './servers.ts'

// Set for this process, which is this file's own.
const usual = tls.getCACertificates('default')
tls.setDefaultCACertificates([...usual, certificate.cert])
atEnd(() => tls.setDefaultCACertificates(usual))

const dns = await startDns()
atEnd(dns.close)
const good = await openMailServer({ ...certificate, size: 100_000 })
const secure = await openMailServer({ ...certificate, secure: true })
const untrusted = await openMailServer({ secure: true })
const bare = await openMailServer({ disabledCommands: ['STARTTLS'] })
const strict = await openMailServer({
  ...certificate,
  onMailFrom({ address }, _session, done) {
    if (address.startsWith('outro'))
      done(Object.assign(new Error('5.7.1 Sender not owned by user'), { responseCode: 553 }))
    else if (address.startsWith('cedo')) done(Object.assign(new Error('4.7.0 Try later'), { responseCode: 451 }))
    else if (address.startsWith('anonimo'))
      done(Object.assign(new Error('5.7.0 Authentication required'), { responseCode: 530 }))
    else done()
  },
  onRcptTo(_address, _session, done) {
    done(Object.assign(new Error('5.1.1 Mailbox unavailable'), { responseCode: 550 }))
  }
})
const busy = await openMailServer({
  ...certificate,
  onAuth: (_auth, _session, done) => done(Object.assign(new Error('4.7.0 Temporary failure'), { responseCode: 454 }))
})
const silent = await openSilence()
const ports = [good, secure, untrusted, bare, strict, busy].map(({ port }) => port)
const app = await openApp({
  DNS_SERVERS: dns.address,
  SMTP_INTERNAL: [...ports, silent, 1].map(port => `localhost:${port}`).join(', ')
})

const base = {
  name: 'Padaria',
  address: 'contato@padaria.example',
  replyTo: null,
  pace: { perSecond: 2, perHour: 100, perDay: 500 }
}
const put = (who: Tenant, payload: object) =>
  app.inject({ method: 'PUT', url: '/api/email/sender', headers: who.auth, payload: { ...base, ...payload } })
const server = (port: number, more: object = {}) => ({
  host: 'localhost',
  port,
  tls: 'starttls',
  user: 'contato',
  password: 'certa',
  spfInclude: null,
  ...more
})

async function tried(smtp: object, more: object = {}): Promise<{ outcome: string; answer: string | null }> {
  const ours = await company(app)
  const saved = await put(ours, { smtp, ...more })
  expect(saved.statusCode, saved.body).toBe(200)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/email/sender/test',
    headers: ours.auth,
    payload: { to: ours.email }
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

test("a company's own server takes its mail by TLS, as the user of the company", async () => {
  expect(await tried(server(good.port))).toEqual({ outcome: 'accepted', answer: '250 OK queued as 4bXYZ' })
  expect(await tried(server(secure.port, { tls: 'tls' }))).toMatchObject({ outcome: 'accepted' })
  for (const { taken } of [good, secure]) {
    expect(taken[0]).toMatchObject({ from: 'contato@padaria.example', user: 'contato' })
    expect(taken[0]?.raw.toString()).toContain('DKIM-Signature: v=1; a=rsa-sha256;')
  }
})

test.each([
  ['a wrong password', () => tried(server(good.port, { password: 'errada' })), 'password', '535 5.7.8 Bad credentials'],
  [
    'a certificate of nobody',
    () => tried(server(untrusted.port, { tls: 'tls' })),
    'certificate',
    'certificate has expired'
  ],
  ['no TLS', () => tried(server(bare.port)), 'no_tls', null],
  ['TLS where none is spoken', () => tried(server(bare.port, { tls: 'tls' })), 'no_tls', null],
  ['a recipient that is refused', () => tried(server(strict.port)), 'refused', '550 5.1.1 Mailbox unavailable'],
  [
    'a sender that is refused',
    () => tried(server(strict.port), { address: 'outro@padaria.example' }),
    'refused_sender',
    '553 5.7.1 Sender not owned by user'
  ],
  [
    'a sender that is put off',
    () => tried(server(strict.port), { address: 'cedo@padaria.example' }),
    'temporary',
    '451 4.7.0 Try later'
  ],
  [
    'a server that asks for a login',
    () => tried(server(strict.port, { user: null, password: undefined }), { address: 'anonimo@padaria.example' }),
    'password',
    '530 5.7.0'
  ],
  ['a login that is put off', () => tried(server(busy.port)), 'temporary', '454 4.7.0 Temporary failure'],
  ['nobody there', () => tried(server(1)), 'connection', null],
  ['a server that says nothing', () => tried(server(silent)), 'timeout', null],
  ['an internal address', () => tried(server(good.port, { host: '127.0.0.1' })), 'address', null],
  ['a name of one', () => tried(server(5432)), 'address', null]
] as const)('what a server does is explained in words: %s', async (_name, trial, outcome, answer) => {
  const result = await trial()
  expect(result.outcome, JSON.stringify(result)).toBe(outcome)
  if (answer) expect(result.answer).toContain(answer)
})

test('a password is written and never read, and stays for its server and user alone', async () => {
  const ours = await company(app)
  const saved = await put(ours, { smtp: server(good.port, { spfInclude: 'spf.provedor.example' }) })
  expect(saved.body).not.toContain('certa')
  const { password: _unused, ...kept } = server(good.port)
  expect(saved.json().sender).toMatchObject({
    smtp: { ...kept, passwordSet: true, spfInclude: 'spf.provedor.example' },
    pace: base.pace
  })
  expect(saved.json().sender.records[0].value).toBe('v=spf1 include:spf.provedor.example ~all')
  expect((await put(ours, { smtp: kept, name: 'Outro nome' })).json().sender.smtp.passwordSet).toBe(true)
  for (const other of [{ port: secure.port }, { user: 'outra' }]) {
    const moved = await put(ours, { smtp: { ...kept, ...other } })
    expect([moved.statusCode, moved.json().errors]).toEqual([400, { password: senderTexts.password }])
  }
  expect((await put(ours, { smtp: { ...kept, user: null } })).json().sender.smtp.passwordSet).toBe(false)
  await put(ours, { smtp: { ...kept, user: null, spfInclude: 'spf.outro.example' } })
  const log = await app.db.company(ours.id, trx =>
    trx
      .selectFrom('audit_log')
      .select('changes')
      .where('action', '=', 'sender.changed')
      .orderBy('seq', 'desc')
      .execute()
  )
  const [spf, cleared] = log.map(({ changes }) => changes)
  expect(spf).toEqual({ spfInclude: [null, 'spf.outro.example'] })
  expect(cleared).toMatchObject({ key: ['configured', null] })
  const { body } = await app.inject({ url: '/api/email/sender', headers: ours.auth })
  expect(body).not.toContain('certa')
})

test('what a person enters is checked, each field with its own words', async () => {
  const ours = await company(app)
  const refused = async (payload: object) => (await put(ours, { smtp: null, ...payload })).json().errors
  expect(await refused({ address: 'padaria@gmail.com' })).toEqual({ address: senderTexts.freeMail('gmail.com') })
  expect(await refused({ name: 'Padaria\r\nBcc: x@y.example' })).toEqual({ name: senderTexts.name })
  expect(await refused({ smtp: server(25, { host: 'a b' }) })).toEqual({ host: senderTexts.host })
  expect(Object.keys(await refused({ smtp: server(25, { tls: 'none' }) }))).toHaveLength(1)
  expect(Object.keys(await refused({ pace: { perSecond: 0, perHour: null, perDay: null } }))).toHaveLength(1)
})

test('without any mail server a test is refused, with what to do', async () => {
  const ours = await company(app)
  expect((await put(ours, { smtp: null })).json().installationSends).toBe(false)
  const payload = { to: ours.email }
  const answer = await app.inject({ method: 'POST', url: '/api/email/sender/test', headers: ours.auth, payload })
  expect([answer.statusCode, answer.json().message]).toEqual([409, senderTexts.noMail])
})
