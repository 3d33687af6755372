import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { features } from '../../../services/features.ts'
import { answerToPass } from '../../../services/marketing/campaigns/jobs.ts'
import { passOn } from '../../../services/marketing/campaigns/passOn.ts'
import { openApp } from '../../kit/app.ts'
import {
  callCampaigns,
  consenting,
  headersOf,
  moveCampaign,
  readCampaign,
  recipientsOf,
  type Sending,
  sendingCompany,
  workOffCampaign,
  writeCampaign
} from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { mailEnv, mailOf, openInbound } from '../../kit/inboundMail.ts'
import { letPass, moveSeries, readSeries, tryOn, workOffSeries, writeSeries } from '../../kit/series.ts'
import { openSink } from '../../kit/sink.ts'

const sink = await openSink(to => (to.startsWith('recusa') ? 'refuse' : to.startsWith('adia') ? 'defer' : 'take'))
const mailFrom = 'Prosa <nao-responda@prosa.example>'
const app = await openApp({
  DATABASE_URL: await newDatabase(),
  SMTP_URL: sink.url,
  MAIL_FROM: mailFrom,
  RATE_LIMIT_FACTOR: '1',
  ...mailEnv
})
const { db, config } = app
const parts = await Promise.all(features.map(({ worker }) => worker?.()))
const { receive } = openInbound(
  db,
  config,
  parts.flatMap(part => part?.mailClaims ?? [])
)

let messages = 0
const newId = (): string => `<resposta${++messages}@pessoa.example>`

const mailTo = (address: string) => sink.taken.findLast(({ to }) => to === address)
const replyToOf = (address: string): string => {
  const [, value = ''] = headersOf(mailTo(address)?.raw ?? Buffer.alloc(0)).find(([name]) => name === 'reply-to') ?? []
  return value.replace(/^.*<|>$/g, '')
}

/** Passes on what waits for it, as the worker does; returns what became of each. */
async function passAll({ id }: Sending, last = false): Promise<string[]> {
  const { rows } = await db.everyCompany(trx =>
    sql<{ data: { companyId: string; mailId: string; recipientId: string } }>`
      delete from outbox where name = ${answerToPass.name} and data ->> 'companyId' = ${id} returning data`.execute(trx)
  )
  const states: string[] = []
  for (const { data } of rows) states.push(await passOn({ db, config }, data, last))
  return states
}

const choose = (ours: Sending, takesAnswers: boolean, replyTo: string | null) =>
  db.company(ours.id, trx =>
    trx.updateTable('email_senders').set({ takes_answers: takesAnswers, reply_to: replyTo }).execute()
  )

/** Sends a campaign to people of the company's domain; returns its id and their leads. */
async function sendTo(ours: Sending, names: readonly string[]): Promise<{ id: string; leads: string[] }> {
  const leads = await consenting(
    app,
    ours,
    names.map(name => `${name}@${ours.domain}`)
  )
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  return { id, leads }
}

const notesOf = async (ours: Sending, leadId: string | undefined): Promise<{ text: string; authorName: string }[]> => {
  const rows = await db.company(ours.id, trx =>
    trx
      .selectFrom('notes')
      .select(['text', 'author_name'])
      .where('lead_id', '=', leadId ?? '')
      .orderBy('created_at')
      .execute()
  )
  return rows.map(row => ({ text: row.text, authorName: row.author_name ?? '' }))
}

const photo = Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * 7) % 256))

/** What a person writes back, with a picture, in letters and lines as programs send them. */
const written = (from: string, to: string, more: Record<string, string> = {}) =>
  mailOf(
    {
      From: `=?utf-8?Q?Ana_Concei=C3=A7=C3=A3o?= <${from}>`,
      To: to,
      Subject: '=?utf-8?Q?Re:_Uma_oferta_para_voc=C3=AA?=\r\n =?utf-8?Q?_de_amanh=C3=A3?=',
      'Message-ID': newId(),
      'Content-Type': 'multipart/mixed;\r\n boundary="b1"',
      'X-Mailer': 'Correio',
      ...more
    },
    [
      '--b1',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Quero dois bolos para amanh=E3!',
      '.uma linha com ponto',
      '',
      'Em seg., 4 de mai. de 2026, Padaria Central <contato@x.example> escreveu:',
      '> Uma oferta',
      '--b1',
      'Content-Type: image/png; name="bolo.png"',
      'Content-Disposition: attachment; filename="bolo.png"',
      'Content-Transfer-Encoding: base64',
      '',
      photo.toString('base64').replace(/.{76}/g, '$&\r\n'),
      '--b1--',
      ''
    ].join('\r\n')
  )

test('an answer stays with the lead and reaches the company as it was written, once', async () => {
  const ours = await sendingCompany(app)
  const { id, leads } = await sendTo(ours, ['ana', 'rui'])
  const ana = `ana@${ours.domain}`
  const to = replyToOf(ana)
  expect(to).toMatch(/^respostas\+r[a-z2-7]+@prosa\.example$/)
  const mail = written(ana, to)
  const [got] = await receive(mail)
  expect([got?.handled_by, got?.outcome]).toEqual(['campaign-answers', 'answered'])

  const [note, ...others] = await notesOf(ours, leads[0])
  expect(others).toEqual([])
  expect(note?.authorName).toBe('Pessoa 1')
  expect(note?.text).toContain('Resposta por e-mail a "Oferta de inverno":\n\nQuero dois bolos para amanhã!')
  expect(note?.text).toContain('bolo.png')
  expect(note?.text).not.toContain('escreveu')
  const bell = await app.inject({ url: '/api/notifications', headers: ours.auth })
  const told = bell.json().items.filter(({ leadId }: { leadId: string | null }) => leadId !== null)
  expect(told).toMatchObject([
    { kind: 'message_new', title: 'Resposta por e-mail de Pessoa 1', leadId: leads[0], link: `/leads/${leads[0]}` }
  ])
  expect((await readCampaign(app, ours, id)).answered).toBe(1)
  const rows = await recipientsOf(app, ours, id)
  expect(rows.map(({ address, answeredAt }) => [address, answeredAt !== null])).toEqual(
    expect.arrayContaining([
      [ana, true],
      [`rui@${ours.domain}`, false]
    ])
  )

  expect(await passAll(ours)).toEqual(['sent'])
  const passed = mailTo(`contato@${ours.domain}`)
  const raw = passed?.raw ?? Buffer.alloc(0)
  expect(passed?.from).toBe('nao-responda@prosa.example')
  const bodyOf = (bytes: Buffer) => bytes.subarray(bytes.indexOf('\r\n\r\n')).toString('latin1').trimEnd()
  expect(bodyOf(raw)).toBe(bodyOf(mail))
  const read = await PostalMime.parse(raw)
  expect(read).toMatchObject({
    subject: 'Re: Uma oferta para você de amanhã',
    from: { name: 'Pessoa 1', address: 'nao-responda@prosa.example' },
    to: [{ address: `contato@${ours.domain}` }],
    replyTo: [{ name: 'Pessoa 1', address: ana }]
  })
  expect(Buffer.from(read.attachments[0]?.content as ArrayBuffer)).toEqual(photo)
  expect(headersOf(raw).map(([name]) => name)).not.toContain('x-mailer')
  // Its own mark tells a mail that comes back, so that it goes round no more than once.
  const [back] = await receive(Buffer.concat([Buffer.from(`Delivered-To: ${to}\r\n`), raw]))
  expect(back?.state).toBe('loop')

  // A mail server that delivers twice, and a job that runs again.
  await receive(mail)
  expect(await passAll(ours)).toEqual([])
  expect(await notesOf(ours, leads[0])).toHaveLength(1)
})

test('an answer by mail ends a series for its lead, and is told in what the series says of it', async () => {
  const ours = await sendingCompany(app)
  const steps = [0, 48].map(waitHours => ({
    waitHours,
    templateId: ours.templateId,
    subject: `Depois de ${waitHours}`
  }))
  const { id } = await writeSeries(app, ours, { steps })
  const quiet = await writeSeries(app, ours, {
    kind: 'follow_up',
    name: 'Retomada',
    steps: [{ waitHours: 24, templateId: ours.templateId, subject: 'Ainda aí?' }]
  })
  await moveSeries(app, ours, id, 'on')
  await moveSeries(app, ours, quiet.id, 'on')
  const names = ['responde', 'ausente', 'robo', 'cala']
  const leads = await consenting(
    app,
    ours,
    names.map(name => `${name}@${ours.domain}`)
  )
  await workOffSeries(app, ours, id)
  await letPass(app, ours, id, 49)
  await db.company(ours.id, trx =>
    sql`update mail_series set on_since = on_since - interval '49 hours' where id = ${quiet.id}`.execute(trx)
  )
  const [answering, away, robot] = names.map(name => `${name}@${ours.domain}`) as [string, string, string]
  const got = await receive(
    written(answering, replyToOf(answering)),
    written(away, replyToOf(away), { 'Auto-Submitted': 'auto-replied' }),
    mailOf(
      { From: robot, To: replyToOf(robot), Subject: 'Re: Oi', 'Message-ID': newId() },
      'Please confirm that you are human: https://x.example/1'
    )
  )
  expect(got.map(({ outcome }) => outcome).sort()).toEqual(['answered', 'automatic', 'automatic'])
  await workOffSeries(app, ours, id)
  const [, second] = (await readSeries(app, ours, id)).steps
  const ends = Object.fromEntries(
    (await recipientsOf(app, ours, second?.id ?? '')).map(({ address, state, reason }) => [address, reason ?? state])
  )
  expect(ends).toEqual({
    [answering]: 'answered',
    [away]: 'accepted',
    [robot]: 'accepted',
    [`cala@${ours.domain}`]: 'accepted'
  })
  const tried = await Promise.all(leads.map(leadId => tryOn(app, ours, quiet.id, leadId)))
  expect(
    tried.map(({ steps: [step] }) => step?.outcome),
    'who wrote last waits for a person'
  ).toEqual(['not', 'would', 'would', 'would'])
  // Who is away may have said something worth reading, and the company gets it as before.
  expect((await passAll(ours)).sort()).toEqual(['sent', 'sent', 'sent'])
  expect(await notesOf(ours, leads[1])).toEqual([])
  // Its words alone say that it is a program's, and may deceive.
  expect((await notesOf(ours, leads[2]))[0]?.text).toContain('Resposta automática por e-mail')
})

test('where the company has answers go to its own address they do, and so they do where nobody could pass them on', async () => {
  const ours = await sendingCompany(app)
  await choose(ours, false, `vendas@${ours.domain}`)
  await sendTo(ours, ['eva'])
  expect(replyToOf(`eva@${ours.domain}`)).toBe(`vendas@${ours.domain}`)
  const sender = async (where: typeof app, who: Sending) =>
    (await where.inject({ url: '/api/email/sender', headers: who.auth })).json()
  expect(await sender(app, ours)).toMatchObject({ answers: 'own', sender: { takesAnswers: false } })
  const { sender: row } = await sender(app, ours)
  const changed = await app.inject({
    method: 'PUT',
    url: '/api/email/sender',
    headers: ours.auth,
    payload: {
      name: row.name,
      address: row.address,
      replyTo: row.replyTo,
      smtp: null,
      pace: row.pace,
      takesAnswers: true
    }
  })
  expect(changed.json()).toMatchObject({ answers: 'here', sender: { takesAnswers: true } })
  const kit = await app.inject({ url: '/api/email/series/kit', headers: ours.auth })
  expect(kit.json().answers).toBe('here')
  const log = await db.company(ours.id, trx =>
    trx.selectFrom('audit_log').select('changes').where('action', '=', 'sender.changed').executeTakeFirst()
  )
  expect(log?.changes).toEqual({ mailAnswers: [false, true] })

  const plain = await openApp({ DATABASE_URL: await newDatabase(), SMTP_URL: sink.url })
  const theirs = await sendingCompany(plain)
  expect(await sender(plain, theirs)).toMatchObject({ answers: 'unavailable', sender: { takesAnswers: true } })
})

test('what cannot be passed on is said with the lead, and tried again where that may help', async () => {
  const ours = await sendingCompany(app)
  const { leads } = await sendTo(ours, ['lia'])
  const lia = `lia@${ours.domain}`
  await choose(ours, true, `recusa@${ours.domain}`)
  await receive(written(lia, replyToOf(lia)))
  expect(await passAll(ours)).toEqual(['refused'])
  const texts = async () => (await notesOf(ours, leads[0])).map(({ text }) => text)
  expect((await texts())[1]).toContain(`não pôde ser encaminhada para recusa@${ours.domain}: `)
  await choose(ours, true, `adia@${ours.domain}`)
  await receive(written(lia, replyToOf(lia)))
  const again = passAll(ours)
  await expect(again).rejects.toThrow('Greylisted')
  expect(await texts(), 'it is tried again').toHaveLength(3)
  await receive(written(lia, replyToOf(lia)))
  await expect(passAll(ours, true)).rejects.toThrow('Greylisted')
  expect((await texts()).filter(text => text.includes(`encaminhada para adia@${ours.domain}`))).toHaveLength(1)
})

test('only the address that a mail was sent with is one, and nobody makes it pass on without end', async () => {
  const ours = await sendingCompany(app)
  const { id, leads } = await sendTo(ours, ['bia', 'apagada'])
  const bia = `bia@${ours.domain}`
  const to = replyToOf(bia)
  const gone = replyToOf(`apagada@${ours.domain}`)
  const forged = to.replace(/.(?=@)/, last => (last === 'a' ? 'b' : 'a'))
  const report = mailOf(
    {
      From: 'MAILER-DAEMON@mx.example',
      To: to,
      'Message-ID': newId(),
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary="b1"'
    },
    '--b1\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; x@y.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b1--\r\n'
  )
  const refused = await receive(written(bia, forged))
  const told = await receive(report)
  expect(refused.map(({ state }) => state)).toEqual(['unclaimed'])
  expect(told.map(({ outcome }) => outcome)).toEqual(['no answer'])
  await db.company(ours.id, trx =>
    sql`update campaign_recipients set address = null, lead_id = null where lead_id = ${leads[1]}`.execute(trx)
  )
  expect((await receive(written(`apagada@${ours.domain}`, gone)))[0]?.outcome).toBe('erased')
  expect(await passAll(ours)).toEqual(['sent'])

  // Whoever it was passed on to writes too, and the note says who.
  const [another] = await receive(written('outra@pessoa.example', to))
  expect(another?.outcome).toBe('answered')
  expect((await notesOf(ours, leads[0]))[0]?.text).toContain('De outra@pessoa.example')
  await passAll(ours)
  const passed = await PostalMime.parse(mailTo(`contato@${ours.domain}`)?.raw ?? '')
  expect(passed.from).toMatchObject({ name: 'outra@pessoa.example', address: 'nao-responda@prosa.example' })
  expect(passed.replyTo).toMatchObject([{ address: 'outra@pessoa.example' }])

  const flood = await receive(...Array.from({ length: 25 }, () => written(bia, to)))
  const dropped = flood.filter(({ outcome }) => outcome === 'dropped')
  expect(dropped.length, 'twenty a day').toBe(6)
  expect((await passAll(ours)).length).toBe(19)
  expect((await readCampaign(app, ours, id)).answered, 'people, not mails').toBe(2)
  const file = await callCampaigns(app, ours, 'GET', `/${id}/recipients.csv`)
  expect(file.body).toContain('Respondeu em')
})
