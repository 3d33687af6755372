import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { beginScheduled, findScheduled, prepareNow } from '../../../services/marketing/campaigns/moves.ts'
import { campaignTexts } from '../../../services/marketing/campaigns/rules.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import {
  callCampaigns,
  consenting,
  moveCampaign,
  readCampaign,
  recipientsOf,
  type Sending,
  sendingCompany,
  workOffCampaign,
  writeCampaign
} from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { openSink } from '../../kit/sink.ts'
import { join } from '../../kit/team.ts'

const sink = await openSink((to, attempt) => {
  if (to.startsWith('recusa')) return 'refuse'
  if (to.startsWith('adia')) return attempt === 1 ? 'defer' : 'take'
  if (to.startsWith('fecha')) return attempt === 1 ? 'close' : 'take'
  if (to.startsWith('corta')) return 'cut'
  if (to.startsWith('toma')) return 'takeAndCut'
  return 'take'
})
const app = await openApp({ DATABASE_URL: await newDatabase(), SMTP_URL: sink.url })
const { db, config } = app

const work = (ours: Tenant, campaignId: string) => workOffCampaign(app, ours, campaignId)

const takenOf = (ours: Sending) => sink.taken.filter(({ raw }) => raw.includes(`@${ours.domain}>`))

test('a campaign goes once to each lead that accepted it, and says why the others get nothing', async () => {
  const ours = await sendingCompany(app)
  const [ada] = await consenting(app, ours, ['ada@pessoa.example', 'bia@pessoa.example', 'BIA@pessoa.example', 'fora'])
  await db.company(ours.id, trx =>
    sql`insert into leads (company_id, name, email, source, consent_given) values
      (${ours.id}, 'Sem aceite', 'nao@pessoa.example', 'form', false), (${ours.id}, 'Sem e-mail', null, 'form', false)`.execute(
      trx
    )
  )
  const blocked = await app.inject({
    method: 'POST',
    url: '/api/email/suppressions',
    headers: ours.auth,
    payload: { email: 'caio@pessoa.example', note: 'Pediu por telefone' }
  })
  expect(blocked.statusCode, blocked.body).toBe(201)
  await consenting(app, ours, ['caio@pessoa.example'])
  const excluded = { no_consent: 1, no_address: 1, bad_address: 1, blocked: 1, repeated: 1 }
  const audience = await callCampaigns(app, ours, 'POST', '/audience', { filter: {} })
  expect(audience.json()).toMatchObject({ found: 7, receive: 2, excluded })

  const { id, state } = await writeCampaign(app, ours)
  expect(state).toBe('draft')
  expect((await moveCampaign(app, ours, id, 'prepare')).state).toBe('preparing')
  await prepareNow(db, config, ours.id, id)
  expect(await readCampaign(app, ours, id)).toMatchObject({
    state: 'ready',
    total: 2,
    counts: { pending: 2, skipped: 5 },
    reasons: excluded
  })
  expect((await moveCampaign(app, ours, id, 'send')).state).toBe('sending')
  await work(ours, id)
  expect(await readCampaign(app, ours, id)).toMatchObject({ state: 'done', counts: { accepted: 2, skipped: 5 } })
  expect(
    takenOf(ours)
      .map(({ to }) => to)
      .sort()
  ).toEqual(['ada@pessoa.example', 'bia@pessoa.example'])
  const raw =
    takenOf(ours)
      .find(({ to }) => to.startsWith('ada'))
      ?.raw.toString()
      .replace(/\r\n[ \t]+/g, ' ') ?? ''
  expect(raw).toMatch(/^Subject: Uma oferta para Pessoa\r$/m)
  expect(raw).toMatch(/^List-Unsubscribe: <http/m)
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  const [accepted] = await recipientsOf(app, ours, id, { state: 'accepted' })
  expect(accepted).toMatchObject({ answer: '250 OK queued', attempts: 1 })
  expect((await recipientsOf(app, ours, id)).find(({ leadId }) => leadId === ada)?.state).toBe('accepted')

  const file = await callCampaigns(app, ours, 'GET', `/${id}/recipients.csv`)
  expect(file.body).toContain('ada@pessoa.example;Aceito;;250 OK queued;')
  expect(file.body).toContain('nao@pessoa.example;Pulado;Não aceitou receber;;;')
})

test('each answer of the server has its state, and nobody gets a second mail', async () => {
  const ours = await sendingCompany(app)
  const names = ['recusa', 'adia', 'fecha', 'corta', 'toma', ...Array.from({ length: 60 }, (_, n) => `boa${n}`)]
  const at = (name: string) => `${name}@${ours.domain}`
  await consenting(app, ours, names.map(at))
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  await work(ours, id)
  const states = async () =>
    Object.fromEntries(
      (await recipientsOf(app, ours, id)).map(({ address, state, reason }) => [address?.split('@')[0], [state, reason]])
    )
  const first = await states()
  expect(first).toMatchObject({
    recusa: ['rejected', 'mailbox'],
    adia: ['deferred', null],
    fecha: ['deferred', null],
    corta: ['unknown', 'no_answer'],
    toma: ['unknown', 'no_answer'],
    boa0: ['accepted', null]
  })
  expect((await readCampaign(app, ours, id)).state).toBe('sending')
  // Deferred recipients, and those not handed over, are retried when they are due.
  await db.company(ours.id, async trx => {
    await sql`update campaign_recipients set due_at = now() where state = 'deferred'`.execute(trx)
  })
  await work(ours, id)
  expect(await states()).toMatchObject({
    adia: ['accepted', null],
    fecha: ['accepted', null],
    boa59: ['accepted', null]
  })
  const { state, counts } = await readCampaign(app, ours, id)
  expect({ state, counts }).toEqual({ state: 'done', counts: { accepted: 62, rejected: 1, unknown: 2 } })
  const taken = takenOf(ours).map(({ to }) => to)
  expect(new Set(taken).size).toBe(taken.length)
  expect(taken).toHaveLength(63)
  // An address that does not exist is not written to again.
  const again = await callCampaigns(app, ours, 'POST', '/audience', { filter: {} })
  expect(again.json().excluded).toEqual({ bounced: 1 })
})

test('pause, resume and cancel touch only those who wait', async () => {
  const ours = await sendingCompany(app)
  await consenting(
    app,
    ours,
    Array.from({ length: 5 }, (_, n) => `p${n}@${ours.domain}`)
  )
  await db.company(ours.id, trx => sql`update email_senders set per_hour = 2`.execute(trx))
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  await work(ours, id)
  expect(await readCampaign(app, ours, id)).toMatchObject({
    state: 'sending',
    counts: { accepted: 2, pending: 3 },
    waiting: 'pace'
  })
  expect((await moveCampaign(app, ours, id, 'pause')).state).toBe('paused')
  await db.company(ours.id, trx => sql`update email_senders set per_hour = 4`.execute(trx))
  await work(ours, id)
  expect((await readCampaign(app, ours, id)).counts).toEqual({ accepted: 2, pending: 3 })
  await moveCampaign(app, ours, id, 'resume')
  await work(ours, id)
  expect((await readCampaign(app, ours, id)).counts).toEqual({ accepted: 4, pending: 1 })
  expect(await moveCampaign(app, ours, id, 'cancel')).toMatchObject({
    state: 'cancelled',
    counts: { accepted: 4, skipped: 1 },
    reasons: { cancelled: 1 }
  })
  expect((await callCampaigns(app, ours, 'POST', `/${id}/resume`)).statusCode).toBe(409)
  expect(takenOf(ours)).toHaveLength(4)
})

test('a campaign says why nothing of it is sent: another one began before, or who is left was put off', async () => {
  const ours = await sendingCompany(app)
  await consenting(app, ours, [`a@${ours.domain}`, `adia@${ours.domain}`])
  const [first, second] = [await writeCampaign(app, ours), await writeCampaign(app, ours)]
  for (const { id } of [first, second]) {
    await moveCampaign(app, ours, id, 'send')
    await prepareNow(db, config, ours.id, id)
  }
  expect((await readCampaign(app, ours, first.id)).waiting).toBeNull()
  expect(await readCampaign(app, ours, second.id)).toMatchObject({ state: 'sending', waiting: 'turn' })
  await moveCampaign(app, ours, first.id, 'pause')
  expect((await readCampaign(app, ours, second.id)).waiting).toBeNull()
  await moveCampaign(app, ours, first.id, 'resume')
  await work(ours, first.id)
  const { counts, waiting, waitingUntil } = await readCampaign(app, ours, first.id)
  expect({ counts, waiting }).toEqual({ counts: { accepted: 1, deferred: 1 }, waiting: 'retry' })
  expect(Date.parse(waitingUntil ?? '')).toBeGreaterThan(Date.now())
  expect((await readCampaign(app, ours, second.id)).state).toBe('done')
})

test('a campaign stops on its own where too many are refused, or the server is away', async () => {
  const ours = await sendingCompany(app)
  await consenting(
    app,
    ours,
    Array.from({ length: 40 }, (_, n) => `recusa${n}@${ours.domain}`)
  )
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  await work(ours, id)
  const stopped = await readCampaign(app, ours, id)
  expect(stopped).toMatchObject({ state: 'paused', problem: campaignTexts.refused })
  const notices = await app.inject({ url: '/api/notifications', headers: ours.auth })
  expect(notices.json().items[0]).toMatchObject({
    title: 'A campanha “Oferta de inverno” parou',
    link: `/email/campaigns/${id}`
  })

  const away = await sendingCompany(app, { port: 1 })
  await consenting(app, away, [`a@${away.domain}`, `b@${away.domain}`])
  const other = await writeCampaign(app, away)
  await moveCampaign(app, away, other.id, 'send')
  await prepareNow(db, config, away.id, other.id)
  await expect
    .poll(async () => {
      await db.company(away.id, trx => sql`update campaign_lanes set rest_until = null`.execute(trx))
      await work(away, other.id)
      return readCampaign(app, away, other.id)
    })
    .toMatchObject({ state: 'paused', problem: campaignTexts.connections, counts: { pending: 2 } })
})

test('what a company lacks for sending is said before anything is sent', async () => {
  const nobody = await company(app)
  const made = await callCampaigns(app, nobody, 'POST', '', { name: 'Oi', subject: 'Oi', templateId: null, filter: {} })
  const refused = await callCampaigns(app, nobody, 'POST', `/${made.json().id}/send`)
  expect([refused.statusCode, refused.json().message]).toEqual([409, campaignTexts.noSender])

  const ours = await sendingCompany(app)
  const { id } = await writeCampaign(app, ours, { templateId: null })
  const message = async (move: string) => (await callCampaigns(app, ours, 'POST', `/${id}/${move}`)).json().message
  expect(await message('send')).toBe(campaignTexts.template)
  await db.company(ours.id, trx => sql`update email_senders set proved_at = null`.execute(trx))
  expect(await message('prepare')).toBe(campaignTexts.unproved)
  const past = { name: 'Oi', subject: '', templateId: null, filter: {}, scheduledAt: '2020-01-01T12:00:00Z' }
  expect((await callCampaigns(app, ours, 'POST', '', past)).json().errors).toEqual({ scheduledAt: campaignTexts.past })
})

test('a campaign that is scheduled begins at its time, with whom its filter finds then', async () => {
  const ours = await sendingCompany(app)
  await consenting(app, ours, [`cedo@${ours.domain}`])
  const { id } = await writeCampaign(app, ours, { scheduledAt: '2199-01-01T12:00:00Z' })
  expect((await moveCampaign(app, ours, id, 'send')).state).toBe('scheduled')
  await consenting(app, ours, [`depois@${ours.domain}`])
  expect((await db.everyCompany(findScheduled)).map(each => each.id)).not.toContain(id)
  await db.company(ours.id, trx => sql`update campaigns set scheduled_at = now() where id = ${id}`.execute(trx))
  expect((await db.everyCompany(findScheduled)).map(each => each.id)).toContain(id)
  await db.company(ours.id, trx => beginScheduled(trx, ours.id, id))
  await work(ours, id)
  expect(await readCampaign(app, ours, id)).toMatchObject({ state: 'done', counts: { accepted: 2 } })
})

test('nobody sees or moves the campaigns of another company, and who may not send e-mail sees none', async () => {
  const [ours, theirs] = [await sendingCompany(app), await company(app)]
  const { id } = await writeCampaign(app, ours)
  expect((await callCampaigns(app, theirs, 'GET')).json()).toEqual([])
  for (const [method, path] of [
    ['GET', `/${id}`],
    ['GET', `/${id}/recipients`],
    ['GET', `/${id}/recipients.csv`],
    ['DELETE', `/${id}`],
    ...['prepare', 'send', 'pause', 'resume', 'cancel'].map(move => ['POST', `/${id}/${move}`] as const)
  ] as const)
    expect((await callCampaigns(app, theirs, method, path)).statusCode, path).toBe(404)
  const reader = await join(app, ours, { role: 'viewer' })
  expect((await callCampaigns(app, reader, 'GET')).statusCode).toBe(403)
})

test('a copy is a draft with the same audience, template and subjects, and nobody of the ledger', async () => {
  const [ours, theirs] = [await sendingCompany(app), await sendingCompany(app)]
  const [leadId] = await consenting(app, ours, ['ada@pessoa.example', 'bia@pessoa.example'])
  const name = 'Oferta '.repeat(11).trim()
  const filter = { id: [leadId] }
  const test = { subject: 'Outro assunto', share: 20, hours: 4 }
  const { id } = await writeCampaign(app, ours, { name, subject: 'Um assunto', filter, test })
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  const answer = await callCampaigns(app, ours, 'POST', `/${id}/copy`)
  expect(answer.statusCode, answer.body).toBe(201)
  const copy = answer.json()
  expect(copy).toMatchObject({
    name: `${name.slice(0, 72).trim()} (cópia)`,
    state: 'draft',
    subject: 'Um assunto',
    templateId: ours.templateId,
    filter,
    quietHours: false,
    scheduledAt: null,
    startedAt: null,
    preparedAt: null,
    total: 0,
    test
  })
  expect(copy.id).not.toBe(id)
  expect(await recipientsOf(app, ours, copy.id)).toEqual([])
  expect((await callCampaigns(app, theirs, 'POST', `/${id}/copy`)).statusCode).toBe(404)
  // It is sent like any other.
  await moveCampaign(app, ours, copy.id, 'prepare')
  await workOffCampaign(app, ours, copy.id)
  expect((await recipientsOf(app, ours, copy.id)).map(row => row.leadId)).toEqual([leadId])
})

test('“my leads” of a copy are those of who wrote the first one', async () => {
  const ours = await sendingCompany(app)
  const colleague = await join(app, ours, { role: 'manager' })
  const { id } = await writeCampaign(app, ours, { filter: { owner: ['me', 'none'] } })
  const copy = (await callCampaigns(app, colleague, 'POST', `/${id}/copy`)).json()
  const { rows } = await db.company(ours.id, trx =>
    sql<{ me: string }>`select audience ->> 'me' as me from campaigns where id = ${id}`.execute(trx)
  )
  expect(copy.filter).toEqual({ owner: [rows[0]?.me, 'none'] })
})

test('recipients are found by a part of a name or an address, accents and case aside', async () => {
  const [ours, theirs] = [await sendingCompany(app), await sendingCompany(app)]
  const leads = await consenting(app, ours, ['ana.lima@pessoa.example', 'jose@outra.example', 'z@pessoa.example'])
  await db.company(ours.id, async trx => {
    await sql`update leads set name = 'Ana Conceição de Lima' where id = ${leads[0]}`.execute(trx)
    await sql`update leads set name = 'José Antônio' where id = ${leads[1]}`.execute(trx)
  })
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  // Both the address at the time of sending and the present one are found.
  await db.company(ours.id, trx =>
    sql`update leads set email = 'novo@casa.example' where id = ${leads[1]}`.execute(trx)
  )
  const found = async (q: string, more: object = {}) =>
    (await recipientsOf(app, ours, id, { q, ...more })).map(row => leads.indexOf(row.leadId ?? ''))
  expect(await found('conceicao')).toEqual([0])
  expect(await found('  LIMA   ana ')).toEqual([0])
  expect(await found('ANTÔNIO')).toEqual([1])
  expect(await found('JOSE@outra')).toEqual([1])
  expect(await found('novo@casa')).toEqual([1])
  expect((await found('pessoa.example')).sort()).toEqual([0, 2])
  expect(await found('jo')).toEqual([1])
  expect(await found('%')).toEqual([])
  expect(await found("a' or true --")).toEqual([])
  expect(await found('ana', { state: 'pending' })).toEqual([])
  const other = await writeCampaign(app, theirs)
  expect(await recipientsOf(app, theirs, other.id, { q: 'ana' })).toEqual([])
  for (const q of ['x'.repeat(101), 'a\u0000', 7]) {
    const query = encodeURIComponent(JSON.stringify({ q }))
    expect((await callCampaigns(app, ours, 'GET', `/${id}/recipients?filter=${query}`)).statusCode).toBe(400)
  }
})

test('the list says why a campaign waits, who paused it, and what would keep a scheduled one from beginning', async () => {
  const ours = await sendingCompany(app)
  await consenting(app, ours, ['ada@pessoa.example', 'bia@pessoa.example'])
  const listed = async (id: string) =>
    (await callCampaigns(app, ours, 'GET')).json().find((row: { id: string }) => row.id === id)
  await db.company(ours.id, trx => sql`update email_senders set per_hour = 1`.execute(trx))
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  expect(await listed(id)).toMatchObject({ state: 'sending', waiting: 'pace', pausedName: null })
  expect(Date.parse((await listed(id)).waitingUntil)).toBeGreaterThan(Date.now())
  const { pausedName } = await moveCampaign(app, ours, id, 'pause')
  expect(pausedName).toBeTruthy()
  expect(await listed(id)).toMatchObject({ state: 'paused', waiting: null, pausedName })
  expect(await moveCampaign(app, ours, id, 'resume')).toMatchObject({ pausedName: null, pausedAt: null })

  const at = new Date(Date.now() + 86_400_000).toISOString()
  const later = await writeCampaign(app, ours, { scheduledAt: at })
  await moveCampaign(app, ours, later.id, 'send')
  expect(await listed(later.id)).toMatchObject({ state: 'scheduled', problem: null })
  await db.company(ours.id, trx => sql`update email_senders set proved_at = null`.execute(trx))
  expect(await listed(later.id)).toMatchObject({ state: 'scheduled', problem: campaignTexts.unproved })
  expect(await readCampaign(app, ours, later.id)).toMatchObject({ problem: campaignTexts.unproved })
  // A campaign that stops on its own says why, and names nobody.
  await workOffCampaign(app, ours, id)
  await db.company(ours.id, trx => sql`update campaign_lanes set rest_until = null`.execute(trx))
  await workOffCampaign(app, ours, id)
  expect(await listed(id)).toMatchObject({ state: 'paused', problem: campaignTexts.unproved, pausedName: null })
})

test('a test goes to the own people alone, and says what the server answered', async () => {
  const ours = await sendingCompany(app)
  const { id } = await writeCampaign(app, ours)
  const stranger = await callCampaigns(app, ours, 'POST', `/${id}/test`, { to: 'alguem@pessoa.example' })
  expect(stranger.json().errors).toEqual({ to: campaignTexts.notOurs })
  const tested = await callCampaigns(app, ours, 'POST', `/${id}/test`, { to: ours.email })
  expect(tested.json()).toEqual({ outcome: 'accepted', answer: '250 OK queued' })
  const raw = takenOf(ours)[0]?.raw.toString() ?? ''
  expect(raw).toMatch(/^Subject: \[Teste\] Uma oferta para Pessoa\r$/m)
  expect(raw).toContain('/unsubscribe/teste')
})

test('a campaign names only what its company has, each with the sentence of its field', async () => {
  const ours = await sendingCompany(app)
  const theirs = await sendingCompany(app)
  const { id: campaign } = await writeCampaign(app, theirs)
  const tag = await app.inject({
    method: 'POST',
    url: '/api/tags',
    headers: theirs.auth,
    payload: { name: 'VIP', color: 'slate' }
  })
  const written = { name: 'Oi', subject: '', templateId: theirs.templateId, quietHours: false }
  const filter = { owner: ['me', 'none', '0'.repeat(24)], tag: tag.json().id, emailCampaign: campaign }
  const refused = await callCampaigns(app, ours, 'POST', '', { ...written, filter })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    {
      templateId: 'Este modelo não existe mais. Escolha outro.',
      'filter.owner': 'Um responsável do filtro não existe mais. Tire-o do público.',
      'filter.tag': 'Uma etiqueta do filtro não existe mais. Tire-a do público.',
      'filter.emailCampaign': 'Uma campanha do filtro não existe mais. Tire-a do público.'
    }
  ])
  const { id, version } = await writeCampaign(app, ours)
  const changed = await callCampaigns(app, ours, 'PUT', `/${id}`, { ...written, filter: {}, version })
  expect(changed.json().errors).toEqual({ templateId: 'Este modelo não existe mais. Escolha outro.' })
})
