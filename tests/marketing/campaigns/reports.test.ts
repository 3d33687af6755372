import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { features } from '../../../services/features.ts'
import { erasureKey } from '../../../services/leads/erased/people.ts'
import { email } from '../../../services/marketing/campaigns/email.ts'
import { settle } from '../../../services/marketing/campaigns/ledger.ts'
import { campaignTexts } from '../../../services/marketing/campaigns/rules.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import {
  callCampaigns,
  consenting,
  headersOf,
  leaveBy,
  moveCampaign,
  readCampaign,
  recipientsOf,
  sendingCompany,
  workOffCampaign,
  writeCampaign
} from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { mailEnv, mailOf, openInbound } from '../../kit/inboundMail.ts'
import { openSink, type Sunk } from '../../kit/sink.ts'

const sink = await openSink()
const app = await openApp({ DATABASE_URL: await newDatabase(), SMTP_URL: sink.url, ...mailEnv })
const { db, config } = app
// All readers, as in a worker: the kind of a report must not depend on their order.
const parts = await Promise.all(features.map(({ worker }) => worker?.()))
const { receive } = openInbound(
  db,
  config,
  parts.flatMap(part => part?.mailClaims ?? [])
)

/** Sends a campaign to people of the company's domain; returns it, its leads, and the mail that each of them got. */
async function sent(names: readonly string[], perHour: number | null = null) {
  const ours = await sendingCompany(app)
  const at = (name: string) => `${name}@${ours.domain}`
  const leads = await consenting(app, ours, names.map(at))
  await db.company(ours.id, trx => sql`update email_senders set per_hour = ${perHour}`.execute(trx))
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  const mail = (name: string): Sunk => {
    const taken = sink.taken.find(({ to }) => to === at(name))
    if (!taken) throw new Error(`${name} got no mail`)
    return taken
  }
  const state = async (name: string) => {
    const row = (await recipientsOf(app, ours, id)).find(({ address }) => address === at(name))
    return [row?.state, row?.reason, row?.answer]
  }
  return { ours, at, leads, id, mail, state }
}

let messages = 0
const newId = (): string => `<r${++messages}@mx.example>`

/** A report as Postfix writes it: words, the outcome by recipient, and the headers of the mail. */
const reportOf = (type: string, to: string, status: string, returned: Buffer, headers: Record<string, string> = {}) =>
  mailOf(
    {
      From: 'MAILER-DAEMON@mx.example (Mail Delivery System)',
      To: to,
      Subject: 'Undelivered Mail Returned to Sender',
      'Message-ID': newId(),
      'Auto-Submitted': 'auto-replied',
      'Content-Type': `multipart/report; report-type=${type}; boundary="b1"`,
      ...headers
    },
    [
      '--b1\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\nThis is the mail system at host mx.example.\r\n',
      `--b1\r\nContent-Type: message/${type}\r\n\r\n${status}\r\n`,
      `--b1\r\nContent-Type: text/rfc822-headers\r\n\r\n${returned.toString('latin1').split('\r\n\r\n')[0]}\r\n`,
      '--b1--',
      ''
    ].join('\r\n')
  )

const bounce = (mail: Sunk, action: string, status: string, diagnostic: string, to = mail.from) =>
  reportOf(
    'delivery-status',
    to,
    [
      'Reporting-MTA: dns; mx.example',
      '',
      `Final-Recipient: rfc822; ${mail.to}`,
      `Original-Recipient: rfc822;${mail.to}`,
      `Action: ${action}`,
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${diagnostic}`
    ].join('\r\n'),
    mail.raw
  )

const feedback = (mail: Sunk, type: string) =>
  reportOf(
    'feedback-report',
    mailEnv.INBOUND_MAIL_ADDRESS,
    [
      `Feedback-Type: ${type}`,
      'User-Agent: SomeGenerator/1.0',
      'Version: 1',
      `Original-Mail-From: <${mail.from}>`,
      'Source-IP: 192.0.2.1'
    ].join('\r\n'),
    mail.raw
  )

const suppressions = async (ours: Tenant) =>
  (await app.inject({ url: '/api/email/suppressions', headers: ours.auth })).json()

test('a mail that comes back says why, and who does not exist is not written to again', async () => {
  const { ours, at, leads, id, mail, state } = await sent([
    'morto',
    'sem',
    'cheia',
    'regra',
    'velha',
    'atraso',
    'ferias'
  ])
  expect(mail('morto').from).toMatch(/^respostas\+c[a-z2-7]+@prosa\.example$/)
  const got = await receive(
    bounce(mail('morto'), 'failed', '5.1.1', '550 5.1.1 <morto>: Recipient address rejected: User unknown'),
    bounce(mail('sem'), 'failed', '5.4.4', 'Host or domain name not found'),
    bounce(mail('cheia'), 'failed', '5.0.0', '552 5.2.2 Mailbox full'),
    bounce(mail('regra'), 'failed', '5.7.1', '554 5.7.1 Not for us\u0000'),
    bounce(mail('velha'), 'failed', '4.4.7', 'delivery time expired'),
    bounce(mail('atraso'), 'delayed', '4.4.1', '451 4.4.1 Not now'),
    mailOf({
      To: mail('ferias').from,
      From: at('ferias'),
      'Message-ID': newId(),
      Subject: 'Fora do escritório',
      'Auto-Submitted': 'auto-replied'
    })
  )
  expect(new Set(got.map(({ state, handled_by }) => `${state} ${handled_by}`))).toEqual(
    new Set(['handled campaign-reports'])
  )
  expect(got.map(({ outcome }) => outcome).sort()).toEqual(
    ['automatic', 'no failure', ...Array.from({ length: 5 }, () => 'bounced')].sort()
  )
  expect(await state('morto')).toEqual([
    'bounced',
    'mailbox',
    '550 5.1.1 <morto>: Recipient address rejected: User unknown'
  ])
  expect(await state('sem')).toEqual(['bounced', 'mailbox', 'Host or domain name not found'])
  expect(await state('cheia')).toEqual(['bounced', 'full', '552 5.2.2 Mailbox full'])
  expect(await state('regra')).toEqual(['bounced', 'policy', '554 5.7.1 Not for us'])
  expect(await state('velha')).toEqual(['bounced', 'too_late', 'delivery time expired'])
  expect(await state('atraso')).toEqual(['accepted', null, '250 OK queued'])
  expect(await state('ferias')).toEqual(['accepted', null, '250 OK queued'])
  expect(await readCampaign(app, ours, id)).toMatchObject({ state: 'done', counts: { bounced: 5, accepted: 2 } })
  const held = await suppressions(ours)
  expect(held.map(({ email, reason }: { email: string; reason: string }) => [email, reason]).sort()).toEqual([
    [at('morto'), 'bounced'],
    [at('sem'), 'bounced']
  ])
  const audience = await callCampaigns(app, ours, 'POST', '/audience', { filter: {} })
  expect(audience.json()).toMatchObject({ receive: 5, excluded: { bounced: 2 } })

  // A second report of the same mail changes nothing, also where it says something else.
  const [again] = await receive(bounce(mail('morto'), 'failed', '5.2.2', '552 5.2.2 Mailbox full'))
  expect(again?.outcome).toBe('repeated')
  expect((await state('morto'))[1]).toBe('mailbox')
  const timeline = await app.inject({ url: `/api/leads/${leads[0]}/timeline?kinds=campaign`, headers: ours.auth })
  expect(timeline.json().items.map(({ data }: { data: { what: string } }) => data.what)).toEqual(['bounced', 'sent'])
})

test('three mails of one mailbox that came back within seven days have it rest', async () => {
  const { ours, at, mail } = await sent(['cheia', 'boa'])
  const again = async (): Promise<Sunk> => {
    const { id } = await writeCampaign(app, ours)
    await moveCampaign(app, ours, id, 'send')
    await workOffCampaign(app, ours, id)
    return sink.taken.findLast(({ to }) => to === at('cheia')) as Sunk
  }
  const full = ['failed', '5.2.2', '552 5.2.2 Mailbox full'] as const
  const first = bounce(mail('cheia'), ...full)
  await receive(first)
  await receive(bounce(await again(), ...full))
  const third = await again()
  // The report of one mail that comes twice is one.
  await receive(bounce(mail('cheia'), ...full))
  expect(await suppressions(ours)).toEqual([])
  await receive(bounce(third, 'failed', '4.2.2', '452 4.2.2 Over quota'))
  expect(await suppressions(ours)).toMatchObject([{ email: at('cheia'), reason: 'unreachable' }])
})

test('a complaint ends the mails to a person, whether or not it came back or they had left', async () => {
  const { ours, at, mail, state } = await sent(['spam', 'saiu', 'volta', 'gosta', 'dmarc'])
  await leaveBy(app, mail('saiu').raw)
  const got = await receive(
    feedback(mail('spam'), 'abuse'),
    feedback(mail('saiu'), 'abuse'),
    feedback(mail('gosta'), 'not-spam'),
    feedback(mail('dmarc'), 'auth-failure')
  )
  expect(got.map(({ kind, handled_by }) => [kind, handled_by])).toEqual(
    Array.from({ length: 4 }, () => ['complaint', 'campaign-reports'])
  )
  await receive(bounce(mail('volta'), 'failed', '5.2.2', '552 5.2.2 Mailbox full'))
  await receive(feedback(mail('volta'), 'abuse'))
  for (const name of ['spam', 'saiu', 'volta'])
    expect((await state(name)).slice(0, 2)).toEqual(['complained', 'complained'])
  for (const name of ['gosta', 'dmarc']) expect((await state(name))[0]).toBe('accepted')
  // It takes the consent back, which stays so where the team lifts the block.
  const consents = await app.db.company(ours.id, trx =>
    sql<{ email: string; state: string; evidence: string | null }>`
      select l.email, l.consents -> 'email' ->> 'state' as state,
        (select evidence from consents c where c.lead_id = l.id order by decided_at desc limit 1) as evidence
      from leads l where l.company_id = ${ours.id}`.execute(trx)
  )
  const consentOf = (name: string) => {
    const { state, evidence } = consents.rows.find(({ email }) => email === at(name)) ?? {}
    return [state, evidence]
  }
  for (const name of ['spam', 'volta']) expect(consentOf(name)).toEqual(['withdrawn', 'Marcou o e-mail como spam'])
  for (const name of ['gosta', 'dmarc']) expect(consentOf(name)).toEqual(['granted', null])
  const held = await suppressions(ours)
  expect(held.map(({ email, reason }: { email: string; reason: string }) => [email, reason]).sort()).toEqual([
    // They said so themselves before, which weighs as much.
    [at('saiu'), 'unsubscribed'],
    [at('spam'), 'complained'],
    [at('volta'), 'complained']
  ])
})

test('a campaign that is being sent stops on its own where too much comes back, or people complain', async () => {
  const names = Array.from({ length: 22 }, (_, n) => `p${n}`)
  const bounced = await sent(names, 20)
  const sending = { state: 'sending', counts: { accepted: 20, pending: 2 } }
  expect(await readCampaign(app, bounced.ours, bounced.id)).toMatchObject(sending)
  const accepted = sink.taken.filter(({ to }) => to.endsWith(`@${bounced.ours.domain}`))
  const full = (mail: Sunk | undefined) => bounce(mail as Sunk, 'failed', '5.2.2', '552 5.2.2 Mailbox full')
  await receive(full(accepted[0]))
  expect((await readCampaign(app, bounced.ours, bounced.id)).state).toBe('sending')
  await receive(full(accepted[1]))
  expect(await readCampaign(app, bounced.ours, bounced.id)).toMatchObject({
    state: 'paused',
    problem: campaignTexts.refused
  })
  const notices = await app.inject({ url: '/api/notifications', headers: bounced.ours.auth })
  expect(notices.json().items[0]).toMatchObject({ title: 'A campanha “Oferta de inverno” parou' })

  const complained = await sent(names, 20)
  const mails = sink.taken.filter(({ to }) => to.endsWith(`@${complained.ours.domain}`))
  const now = () => readCampaign(app, complained.ours, complained.id)
  const complain = (...some: Sunk[]) => receive(...some.map(mail => feedback(mail, 'abuse')))
  // One or two may be mistakes, whatever share of a few they are.
  await complain(...mails.slice(0, 2))
  expect((await now()).state).toBe('sending')
  await complain(...mails.slice(2, 3))
  expect(await now()).toMatchObject({ state: 'paused', problem: campaignTexts.complained })
  // The company has seen those, and decided.
  await moveCampaign(app, complained.ours, complained.id, 'resume')
  await complain(...mails.slice(3, 5))
  await leaveBy(app, (mails[10] as Sunk).raw)
  expect((await now()).state).toBe('sending')
  await complain(...mails.slice(5, 6))
  expect((await now()).state).toBe('paused')
})

test('somebody who leaves stops no campaign, however many complained before', async () => {
  const { ours, id } = await sent(
    Array.from({ length: 22 }, (_, n) => `l${n}`),
    20
  )
  const mails = sink.taken.filter(({ to }) => to.endsWith(`@${ours.domain}`))
  await db.company(ours.id, trx =>
    sql`update campaign_recipients set state = 'complained', report = 'complained', reported_at = now()
      where address in (${sql.join(mails.slice(0, 4).map(({ to }) => to))})`.execute(trx)
  )
  await leaveBy(app, (mails[9] as Sunk).raw)
  expect((await readCampaign(app, ours, id)).state).toBe('sending')
})

test('a complaint is known by the signed ways in the headers of its mail, and by nothing else', async () => {
  const { ours, at, mail, state } = await sent(['link', 'endereco', 'micro', 'falsa'])
  const without = (name: string, ...headers: string[]): Buffer => {
    const [head = ''] = mail(name).raw.toString('latin1').split('\r\n\r\n')
    const kept = head.split(/\r\n(?![ \t])/).filter(each => !headers.some(h => each.toLowerCase().startsWith(`${h}:`)))
    return Buffer.from(`${kept.join('\r\n')}\r\n\r\nOferta`, 'latin1')
  }
  const plain = mailEnv.INBOUND_MAIL_ADDRESS
  const about = (raw: Buffer) => reportOf('feedback-report', plain, 'Feedback-Type: abuse\r\nVersion: 1', raw)
  const onlyAddress = Buffer.from(
    without('endereco', 'reply-to')
      .toString('latin1')
      .replace(/<https?:[^>]*\/unsubscribe\/[^>]*>,?\s*/, ''),
    'latin1'
  )
  // Microsoft's complaints are mails with the mail in them, and say nothing else.
  const microsoft = mailOf(
    {
      From: 'staff@hotmail.com',
      To: plain,
      Subject: 'complaint about message from 192.0.2.1',
      'Message-ID': newId(),
      'Content-Type': 'multipart/mixed; boundary="b1"'
    },
    `--b1\r\nContent-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\nX-HmXmrOriginalRecipient: ${at('micro')}\r\n${mail('micro').raw.toString('latin1')}\r\n--b1--\r\n`
  )
  const unsigned = without('falsa', 'list-unsubscribe', 'reply-to')
  const got = await receive(about(without('link', 'reply-to')), about(onlyAddress), microsoft, about(unsigned))
  expect(got.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['complaint', 'complained'],
    ['complaint', 'complained'],
    ['complaint', 'complained'],
    ['complaint', null]
  ])
  for (const name of ['link', 'endereco', 'micro']) expect((await state(name))[0]).toBe('complained')
  expect((await state('falsa'))[0]).toBe('accepted')
  expect(await suppressions(ours)).toHaveLength(3)
})

test('a report that is faster than the note of what the server said is not lost', async () => {
  const { ours, id, mail, state } = await sent(['rapida'])
  const [row] = await recipientsOf(app, ours, id)
  const recipientId = row?.id ?? ''
  await db.company(ours.id, trx => sql`update campaign_recipients set state = 'sending'`.execute(trx))
  await receive(bounce(mail('rapida'), 'failed', '5.1.1', '550 5.1.1 User unknown'))
  expect((await state('rapida'))[0]).toBe('sending')
  const key = await erasureKey(db, config)
  const person = { name: '', email: null, phone: null, custom: {} }
  const recipient = {
    id: recipientId,
    campaignId: id,
    address: mail('rapida').to,
    leadId: null,
    variant: null,
    attempts: 1,
    person
  }
  await db.company(ours.id, trx =>
    settle(trx, ours.id, key, email.audience, [{ recipient, outcome: { state: 'accepted', answer: '250 OK' } }])
  )
  expect(await state('rapida')).toEqual(['bounced', 'mailbox', '550 5.1.1 User unknown'])
})

test('only the address that a mail was sent from reports on it, and an answer of a person stays unread for people', async () => {
  const { ours, mail, state } = await sent(['alvo', 'outra'])
  const { from } = mail('alvo')
  const forged = `${from.slice(0, from.indexOf('@') - 1)}${from.includes('a@') ? 'b' : 'a'}@prosa.example`
  const words = ['failed', '5.1.1', '550 5.1.1 User unknown'] as const
  const plain = mailEnv.INBOUND_MAIL_ADDRESS
  const got = await receive(
    bounce(mail('alvo'), ...words, forged),
    // Its Message-ID is known to everybody whom it was forwarded to.
    bounce({ ...mail('alvo'), from: plain }, ...words),
    mailOf({ To: from, From: mail('alvo').to, 'Message-ID': newId(), Subject: 'Quero comprar' })
  )
  expect(got.map(({ state }) => state)).toEqual(['unclaimed', 'unclaimed', 'unclaimed'])
  expect((await state('alvo'))[0]).toBe('accepted')
  expect(await suppressions(ours)).toEqual([])
  const stranger = await company(app)
  expect(await suppressions(stranger)).toEqual([])
  expect(headersOf(mail('alvo').raw).map(([name]) => name)).not.toContain('return-path')
})

test('a mail to the address of List-Unsubscribe ends the mails to its person, and to nobody else', async () => {
  const { ours, at, leads, mail, state } = await sent(['sai', 'fica', 'apagada'])
  const waysOf = (name: string) =>
    [...(new Map(headersOf(mail(name).raw)).get('list-unsubscribe') ?? '').matchAll(/<([^>]+)>/g)].map(([, way]) => way)
  const addressOf = (name: string) => /^mailto:([^?]+)\?subject=Descadastrar$/.exec(waysOf(name)[1] ?? '')?.[1] ?? ''
  // A program takes the first way that it can, and RFC 8058 knows but the link.
  expect(waysOf('sai')[0]).toMatch(/^https?:.*\/unsubscribe\//)
  expect(addressOf('sai')).toMatch(/^respostas\+u[a-z2-7]+@prosa\.example$/)

  const leave = (to: string, from = at('sai')) =>
    mailOf({ To: to, From: from, Subject: 'Descadastrar', 'Message-ID': newId() }, '')
  const forged = addressOf('fica').replace(/.(?=@)/, last => (last === 'a' ? 'b' : 'a'))
  const got = await receive(
    leave(addressOf('sai')),
    leave(forged, at('fica')),
    bounce(mail('fica'), 'failed', '5.1.1', '550 5.1.1 User unknown', addressOf('fica'))
  )
  expect(got.map(({ handled_by, outcome }) => `${handled_by} ${outcome}`).sort()).toEqual([
    'campaign-unsubscribes no answer',
    'campaign-unsubscribes unsubscribed',
    'null null'
  ])
  expect((await state('sai'))[0]).toBe('unsubscribed')
  expect((await state('fica'))[0]).toBe('accepted')
  expect(await suppressions(ours)).toMatchObject([{ email: at('sai'), reason: 'unsubscribed', leadId: leads[0] }])
  const consents = await app.inject({ url: `/api/leads/${leads[0]}/consents`, headers: ours.auth })
  expect(consents.json()[0]).toMatchObject({ granted: false, evidence: 'Descadastrou-se por e-mail' })
  const [again] = await receive(leave(addressOf('sai')))
  expect(again?.outcome).toBe('repeated')
  // Mail programs write it by themselves, and some say so.
  const [automatic] = await receive(
    mailOf({ To: addressOf('fica'), From: at('fica'), 'Message-ID': newId(), 'Auto-Submitted': 'auto-generated' }, '')
  )
  expect(automatic?.outcome).toBe('unsubscribed')
  await db.company(ours.id, trx =>
    sql`update campaign_recipients set address = null, lead_id = null where address = ${at('apagada')}`.execute(trx)
  )
  const [erased] = await receive(leave(addressOf('apagada')))
  expect(erased?.outcome).toBe('erased')
})
