import { randomBytes } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { sql } from 'kysely'
import { authenticate } from 'mailauth'
import { expect, test } from 'vitest'
import type { Db } from '../../../services/core/db.ts'
import { mayWriteTo } from '../../../services/marketing/senders/queries.ts'
import { toStrings } from '../../../services/marketing/senders/records.ts'
import { senderTexts } from '../../../services/marketing/senders/rules.ts'
import type { DnsRecord, SenderSettings } from '../../../services/marketing/senders/schema.ts'
import { watchSenders } from '../../../services/marketing/senders/watch.ts'
import { reseal } from '../../../services/marketing/senders/worker.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { startDns } from '../../kit/peers/dns.ts'
import { colleague } from '../../kit/people.ts'
import { openMailServer } from './servers.ts'

const dns = await startDns()
atEnd(dns.close)
dns.zone.set('spf.prosa.example', ['v=spf1 ip4:127.0.0.1 -all'])
const smtp = await openMailServer({ disabledCommands: ['AUTH', 'STARTTLS'] })
const env = {
  // A database of its own, because all senders that are due are checked.
  DATABASE_URL: await newDatabase(),
  DNS_SERVERS: dns.address,
  SPF_INCLUDE: 'spf.prosa.example',
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`
}
const app = await openApp(env)

const pace = { perSecond: null, perHour: null, perDay: null }
const sender = (domain: string) => ({
  name: 'Padaria Central',
  address: `contato@${domain}`,
  replyTo: null as string | null,
  smtp: null as object | null,
  pace
})
const newDomain = (): string => `d${randomBytes(5).toString('hex')}.example`

const inject = (who: Tenant | { auth: Tenant['auth'] }, method: 'GET' | 'POST' | 'PUT', path = '', payload?: object) =>
  app.inject({ method, url: `/api/email/sender${path}`, headers: who.auth, ...(payload && { payload }) })

async function call(who: Tenant, method: 'GET' | 'POST' | 'PUT', path = '', payload?: object): Promise<SenderSettings> {
  const answer = await inject(who, method, path, payload)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const recordsOf = ({ sender }: SenderSettings): Record<string, DnsRecord> =>
  Object.fromEntries((sender?.records ?? []).map(record => [record.kind, record]))

/** Enters what the screen says, as somebody does at the panel of their domain. */
function enter({ sender }: SenderSettings, except: readonly string[] = []): void {
  for (const { kind, name, strings } of sender?.records ?? []) if (!except.includes(kind)) dns.zone.set(name, [strings])
}

async function proved(domain = newDomain()): Promise<{ ours: Tenant; domain: string }> {
  const ours = await company(app)
  enter(await call(ours, 'PUT', '', sender(domain)))
  expect((await call(ours, 'POST', '/check')).sender?.proved).toBe(true)
  return { ours, domain }
}

const later = (who: Tenant, time: string) =>
  app.db.everyCompany(trx =>
    sql`update email_senders set tried_at = tried_at - ${time}::interval where company_id = ${who.id}`.execute(trx)
  )

const troubles = async (who: Tenant): Promise<string[]> => {
  const answer = await app.inject({ url: '/api/notifications', headers: who.auth })
  return answer.json().items.map(({ title }: { title: string }) => title)
}

/** Judges a mail as a receiver would, by the records in our DNS. */
function receive(raw: Buffer | undefined, sender: string) {
  const resolver = new Resolver()
  resolver.setServers([dns.address])
  return authenticate(raw ?? '', {
    ip: '127.0.0.1',
    helo: 'prosa.example',
    sender,
    resolver: (name, type) => resolver.resolve(name, type) as Promise<string[]>
  })
}

test('a domain is proved by the records that the screen says, and a mail then passes at a receiver', async () => {
  const ours = await company(app)
  const domain = newDomain()
  expect(await call(ours, 'GET')).toEqual({ sender: null, installationSends: true, answers: 'unavailable' })
  const saved = await call(ours, 'PUT', '', { ...sender(domain.toUpperCase()), replyTo: 'Loja@padaria.example' })
  expect(saved.sender).toMatchObject({ domain, replyTo: 'loja@padaria.example', proved: false, renewing: false })
  expect(Object.values(recordsOf(saved)).map(({ kind, state }) => [kind, state])).toEqual([
    ['spf', 'missing'],
    ['dkim', 'missing'],
    ['dmarc', 'missing']
  ])
  enter(saved, ['dmarc'])
  expect((await call(ours, 'POST', '/check')).sender?.proved).toBe(false)
  enter(saved)
  const now = await call(ours, 'POST', '/check')
  expect(now.sender).toMatchObject({ proved: true, provedAt: now.sender?.checkedAt })
  expect(JSON.stringify(now)).not.toContain('PRIVATE')

  const tested = await inject(ours, 'POST', '/test', { to: ours.email })
  expect(tested.json()).toEqual({ outcome: 'accepted', answer: '250 OK queued as 4bXYZ' })
  const mail = smtp.taken.at(-1)
  expect(mail).toMatchObject({ from: `contato@${domain}`, to: [ours.email] })
  expect(mail?.raw.toString()).toMatch(/^From: Padaria Central <contato@/m)
  expect(mail?.raw.toString()).toMatch(/^Reply-To: loja@padaria\.example\r$/m)
  const { spf, dkim, dmarc } = await receive(mail?.raw, `contato@${domain}`)
  expect(dkim.results.map(({ signingDomain, status }) => [signingDomain, status.result])).toEqual([[domain, 'pass']])
  const pass = { status: { result: 'pass' } }
  expect({ spf, dmarc }).toMatchObject({ spf: pass, dmarc: pass })
})

test('each record that is not right has its own problem, with what was found and what to enter instead', async () => {
  const ours = await company(app)
  const domain = newDomain()
  const saved = await call(ours, 'PUT', '', sender(domain))
  const { dkim } = recordsOf(saved)
  dns.zone.set(domain, ['v=spf1 include:outro.example -all', 'outra coisa'])
  dns.zone.set(dkim?.name ?? '', ['v=DKIM1; k=rsa; p=AAAA'])
  dns.zone.set(`_dmarc.${domain}.${domain}`, ['v=DMARC1; p=none'])
  dns.zone.set('outro.example', ['v=spf1 -all'])
  const wrong = recordsOf(await call(ours, 'POST', '/check'))
  expect(wrong.spf).toMatchObject({
    state: 'different',
    problem: 'not_included',
    found: ['v=spf1 include:outro.example -all'],
    value: 'v=spf1 include:outro.example include:spf.prosa.example -all'
  })
  expect(wrong.dkim).toMatchObject({ state: 'different', problem: 'other_key', found: ['v=DKIM1; k=rsa; p=AAAA'] })
  expect(wrong.dmarc).toMatchObject({ state: 'missing', problem: 'doubled' })

  dns.zone.set(domain, ['v=spf1 mx -all', `v=spf1 a ~all`])
  // More than a datagram holds, which comes by TCP.
  dns.zone.set(
    dkim?.name ?? '',
    Array.from({ length: 40 }, (_, n) => [`v=DKIM1; p=${n}`, 'A'.repeat(255), 'B'.repeat(255)])
  )
  dns.zone.set(`_dmarc.${domain}`, 'servfail')
  const others = recordsOf(await call(ours, 'POST', '/check'))
  expect(others.spf).toMatchObject({ problem: 'several', value: 'v=spf1 mx a include:spf.prosa.example -all' })
  expect(others.dkim).toMatchObject({ state: 'different', problem: 'several' })
  expect(others.dkim?.found).toHaveLength(5)
  expect(others.dmarc).toMatchObject({ state: 'silent', problem: null, found: [], value: null })
})

test('nothing is offered that would undo what the company has in its DNS', async () => {
  const ours = await company(app)
  const domain = newDomain()
  await call(ours, 'PUT', '', sender(domain))
  const shown = async (spf: (string | string[])[], dmarc: string[]) => {
    dns.zone.set(domain, spf)
    dns.zone.set(`_dmarc.${domain}`, dmarc)
    const now = recordsOf(await call(ours, 'POST', '/check'))
    return [now.spf?.problem, now.spf?.value, now.dmarc?.problem, now.dmarc?.value]
  }
  const [own, policy] = ['v=spf1 ip4:192.0.2.1 include:spf.prosa.example -all', 'v=DMARC1; p=reject']
  expect(await shown([own], [policy])).toEqual([null, own, null, policy])
  expect(await shown(['v=spf1 include:gone.example ~all'], [policy, policy])).toEqual(['broken', null, 'several', null])
  const long = `v=spf1 ${Array.from({ length: 70 }, (_, n) => `ip4:192.0.2.${n}`).join(' ')} -all`
  expect(await shown([toStrings(long)], ['hello'])).toEqual(['not_included', null, 'unreadable', 'v=DMARC1; p=none'])
})

test('a DNS server that says nothing takes no proof away, and a record that is gone does, of which the team is notified', async () => {
  const { ours, domain } = await proved()
  const zone = new Map(dns.zone)
  for (const name of [domain, `_dmarc.${domain}`]) dns.zone.set(name, 'silent')
  const silent = await call(ours, 'POST', '/check')
  expect(recordsOf(silent).spf?.state).toBe('silent')
  expect(silent.sender?.proved).toBe(true)
  dns.zone.clear()
  for (const [name, texts] of zone) dns.zone.set(name, texts)
  dns.zone.delete(`_dmarc.${domain}`)

  expect(await watchSenders(app.db, app.config)).toBe(0) // checked a moment ago
  await later(ours, '23 hours')
  expect(await watchSenders(app.db, app.config)).toBe(0)
  await later(ours, '2 hours')
  expect(await watchSenders(app.db, app.config)).toBe(1)
  expect((await call(ours, 'GET')).sender?.proved).toBe(false)
  expect(await troubles(ours)).toEqual(['O domínio do seu e-mail deixou de ser comprovado'])
  await later(ours, '2 hours')
  expect(await watchSenders(app.db, app.config)).toBe(1)
  expect(await troubles(ours)).toHaveLength(1)
  dns.zone.set(`_dmarc.${domain}`, ['v=DMARC1; p=none'])
  await later(ours, '2 hours')
  await watchSenders(app.db, app.config)
  expect((await call(ours, 'GET')).sender?.proved).toBe(true)
})

test('a sender whose check fails keeps no other from being checked', async () => {
  const [bad, good] = [await proved(), await proved()]
  for (const { ours } of [bad, good]) await later(ours, '2 days')
  dns.zone.delete(`_dmarc.${good.domain}`)
  const db: Db = {
    ...app.db,
    company: (who, work) =>
      who === bad.ours.id ? Promise.reject(new Error('connection lost')) : app.db.company(who, work)
  }
  await expect(watchSenders(db, app.config)).rejects.toThrow('1 of ')
  expect((await call(good.ours, 'GET')).sender?.proved).toBe(false)
})

test('a slow check that began before another takes nothing away that the later one found', async () => {
  const { ours, domain } = await proved()
  const [policy, count, slow] = [`_dmarc.${domain}`, dns.queries.length, newDomain()]
  const zone = new Map(dns.zone)
  dns.zone.delete(policy)
  dns.zone.set(domain, [`v=spf1 include:${slow} include:spf.prosa.example ~all`])
  dns.zone.set(slow, 'silent')
  const older = call(ours, 'POST', '/check')
  for (const name of [slow, policy]) await expect.poll(() => dns.queries.slice(count)).toContain(name)
  for (const name of [domain, policy]) dns.zone.set(name, zone.get(name) ?? [])
  const newer = await call(ours, 'POST', '/check')
  expect(newer.sender?.proved).toBe(true)
  expect(await older).toEqual(newer)
  expect(await troubles(ours)).toEqual([])
})

const signedWith = async (who: Tenant): Promise<string | undefined> => {
  await inject(who, 'POST', '/test', { to: who.email })
  const raw =
    smtp.taken
      .at(-1)
      ?.raw.toString()
      .replace(/\r\n\s+/g, ' ') ?? ''
  return /^DKIM-Signature:.*\bs=([\w-]+);/m.exec(raw)?.[1]
}

test('a new key signs only once its record is found, and until then the old one does', async () => {
  const { ours, domain } = await proved()
  const old = await signedWith(ours)
  const renewed = await call(ours, 'POST', '/key')
  const { next_dkim: next, dkim } = recordsOf(renewed)
  expect(renewed.sender?.renewing).toBe(true)
  expect(dkim?.name).toBe(`${old}._domainkey.${domain}`)
  expect(next).toMatchObject({ state: 'unchecked' })
  expect(recordsOf(await call(ours, 'POST', '/key')).next_dkim?.name).toBe(next?.name) // asked for twice, made once
  expect((await call(ours, 'POST', '/check')).sender).toMatchObject({ proved: true, renewing: true })
  expect(await signedWith(ours)).toBe(old)
  dns.zone.set(next?.name ?? '', [next?.strings ?? []])
  const after = await call(ours, 'POST', '/check')
  expect(after.sender).toMatchObject({ proved: true, renewing: false })
  expect(recordsOf(after).dkim).toMatchObject({ name: next?.name, state: 'right' })
  expect(`${await signedWith(ours)}._domainkey.${domain}`).toBe(next?.name)
})

test('a new key that can no longer be opened never signs, and another one takes its place', async () => {
  const { ours, domain } = await proved()
  const old = await signedWith(ours)
  enter(await call(ours, 'POST', '/key'))
  await app.db.everyCompany(trx =>
    trx
      .updateTable('email_sender_keys')
      .set({ private_key: 'gone.x.y' })
      .where('company_id', '=', ours.id)
      .where('state', '=', 'next')
      .execute()
  )
  expect((await call(ours, 'POST', '/check')).sender).toMatchObject({ proved: true, renewing: false })
  expect(await signedWith(ours)).toBe(old)
  const again = await call(ours, 'POST', '/key')
  expect(again.sender?.renewing).toBe(true)
  enter(again)
  expect((await call(ours, 'POST', '/check')).sender).toMatchObject({ proved: true, renewing: false })
  expect(`${await signedWith(ours)}._domainkey.${domain}`).toBe(recordsOf(again).next_dkim?.name)
})

test('another domain gets another key and must be proved, as must another server; another name need not', async () => {
  const { ours, domain } = await proved()
  expect((await call(ours, 'PUT', '', { ...sender(domain), name: 'Outro nome' })).sender?.proved).toBe(true)
  const smtp = { host: 'smtp.provedor.example', port: 587, tls: 'starttls', user: null, spfInclude: null }
  const own = await call(ours, 'PUT', '', { ...sender(domain), smtp })
  expect([own.sender?.proved, recordsOf(own).dkim?.state]).toEqual([false, 'right'])
  expect(recordsOf(own).spf).toMatchObject({
    problem: 'not_included',
    value: expect.stringContaining('a:smtp.provedor')
  })
  const moved = await call(ours, 'PUT', '', sender(newDomain()))
  expect(moved.sender?.proved).toBe(false)
  const back = await call(ours, 'PUT', '', sender(domain))
  expect(recordsOf(back).dkim?.state).toBe('missing') // its old record stands under another name
  // Two companies at one domain: each has to enter a record of its own.
  const other = await company(app)
  expect((await call(other, 'PUT', '', sender(domain))).sender?.proved).toBe(false)
})

test('until the domain is proved only the own people may be written to', async () => {
  const ours = await company(app)
  const mate = await colleague(app, ours.id)
  const stranger = await company(app)
  const addresses = [ours.email, mate.email, stranger.email, 'cliente@example.com']
  const writable = () => app.db.company(ours.id, async trx => [...(await mayWriteTo(trx, addresses))].sort())
  expect(await writable()).toEqual([])
  const saved = await call(ours, 'PUT', '', sender(newDomain()))
  expect(await writable()).toEqual([ours.email, mate.email].sort())
  await app.db.everyCompany(trx =>
    sql`update employees set active = false where company_id = ${ours.id} and user_id = ${mate.userId}`.execute(trx)
  )
  expect(await writable()).toEqual([ours.email])
  enter(saved)
  await call(ours, 'POST', '/check')
  expect(await writable()).toEqual([...addresses].sort())
  // A test goes to the team whatever was proved.
  const refused = await inject(ours, 'POST', '/test', { to: 'cliente@example.com' })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    { to: expect.stringContaining(senderTexts.notOurs) }
  ])
})

test('another company, and who may not configure channels, sees and changes nothing', async () => {
  const { ours, domain } = await proved()
  const other = await company(app)
  expect(await call(other, 'GET')).toMatchObject({ sender: null })
  for (const path of ['/check', '/key', '/test'])
    expect((await inject(other, 'POST', path, path === '/test' ? { to: other.email } : undefined)).statusCode).toBe(409)
  await call(other, 'PUT', '', sender(newDomain()))
  expect((await call(ours, 'GET')).sender).toMatchObject({ domain, proved: true })
  const agent = await colleague(app, ours.id, { permissions: ['send_messages'] })
  expect((await inject(agent, 'GET')).statusCode).toBe(403)
  expect((await inject(agent, 'PUT', '', sender(domain))).statusCode).toBe(403)
})

test('where the installation takes mail in, refused mails come back to it, and the mail still passes', async () => {
  const { ours, domain } = await proved()
  const taking = await openApp({ ...env, INBOUND_MAIL_ADDRESS: 'respostas@prosa.example' })
  const get = { url: '/api/email/sender', headers: ours.auth }
  const bounces: string = (await taking.inject(get)).json().sender.bounces
  expect(bounces).toMatch(/^respostas\+b[a-z2-7]+@prosa\.example$/)
  const sent = await taking.inject({ ...get, method: 'POST', url: `${get.url}/test`, payload: { to: ours.email } })
  expect(sent.json().outcome).toBe('accepted')
  expect(smtp.taken.at(-1)).toMatchObject({ from: bounces, to: [ours.email] })
  const { dmarc } = await receive(smtp.taken.at(-1)?.raw, bounces)
  // The envelope is of another domain, so the signature alone stands for the company's.
  expect(dmarc).toMatchObject({ status: { result: 'pass' }, alignment: { dkim: { result: domain } } })
})

test('keys are stored sealed, and sealed again with a new secret', async () => {
  const { ours } = await proved()
  const before = await signedWith(ours)
  const rotated = await openApp({
    ...env,
    SECRET_KEY: randomBytes(32).toString('hex'),
    SECRET_KEY_PREVIOUS: app.config.secret,
    APP_DATABASE_URL: app.config.database.app,
    STAFF_DATABASE_URL: app.config.database.staff
  })
  const keys = () => app.db.everyCompany(trx => trx.selectFrom('email_sender_keys').select('private_key').execute())
  expect(JSON.stringify(await keys())).not.toContain('BEGIN')
  expect(await rotated.db.everyCompany(trx => reseal(trx, rotated.config))).toBeGreaterThan(0)
  expect(await rotated.db.everyCompany(trx => reseal(trx, rotated.config))).toBe(0)
  const answer = await rotated.inject({
    url: '/api/auth/login',
    method: 'POST',
    payload: { email: ours.email, password: ours.password }
  })
  const headers = { authorization: `Bearer ${answer.json().token}` }
  const sent = await rotated.inject({
    url: '/api/email/sender/test',
    method: 'POST',
    headers,
    payload: { to: ours.email }
  })
  expect(sent.json().outcome).toBe('accepted')
  expect(smtp.taken.at(-1)?.raw.toString()).toContain(`s=${before}`)
  // A value that only the former secret opens is reported, and is no failure of the server.
  const refused = await inject(ours, 'POST', '/test', { to: ours.email })
  expect([refused.statusCode, refused.json().message]).toEqual([409, senderTexts.sealed])
})
