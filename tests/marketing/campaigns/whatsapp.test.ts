import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Audience } from '../../../services/marketing/campaigns/schema.ts'
import { enterSeries } from '../../../services/marketing/series/enter.ts'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { openMessageCampaigns } from '../../kit/messageCampaigns.ts'

const { meta, app, connected, heard, path } = await openMessageCampaigns({ autoStatuses: false })
type Company = Awaited<ReturnType<typeof connected>>

const sentTo = (phone: string) => meta.sent.filter(({ to }) => `+${to.replace('+', '')}` === phone)
const statesOf = async ({ recipients }: Company, id: string) =>
  Object.fromEntries((await recipients(id)).map(({ leadId, state, reason }) => [leadId, [state, reason]]))

test('a campaign by WhatsApp says whom it reaches, goes to them with their values, and reports what became of it', async () => {
  const ours = await connected()
  const { call, send, person, recipients, template, read } = ours
  const ana = await person({ name: 'Ana Souza' })
  const nameless = await person({ name: 'Sem nome' })
  const out = await person({ consent: 'withdrawn' })
  const never = await person({ consent: null })
  await app.db.company(ours.ours.id, trx =>
    sql`insert into leads (company_id, name, source, consent_given, consents) values
      (${ours.ours.id}, 'Sem telefone', 'form', true, '{"whatsapp": {"state": "granted", "at": "2026-01-01T12:00:00Z"}}')`.execute(
      trx
    )
  )
  const audience: Audience = await call('POST', `${path}/audience`, {
    filter: {},
    templateId: template.id,
    quietHours: false
  })
  expect(audience).toMatchObject({
    found: 5,
    receive: 2,
    excluded: { no_number: 1, no_consent: 1, opted_out: 1 },
    plan: { limit: 2000, used: 0, days: [{ people: 2 }] },
    cost: null
  })
  const sent = await send()
  expect(sent).toMatchObject({ state: 'done', carrier: 'whatsapp', templateName: 'saudade' })
  expect(await statesOf(ours, sent.id)).toMatchObject({
    [ana.id]: ['accepted', null],
    [nameless.id]: ['accepted', null],
    [out.id]: ['skipped', 'opted_out'],
    [never.id]: ['skipped', 'no_consent']
  })
  expect(sentTo(ana.phone).map(({ text }) => text)).toEqual([
    'Olá, Ana Souza! A equipe da Padaria Central sente a sua falta. Venha esta semana.'
  ])
  expect(sentTo(nameless.phone)[0]?.text).toContain('Olá, cliente!')
  expect(sentTo(out.phone)).toEqual([])

  // The message stands in the conversation, which is nobody's to answer until the person does.
  const conversations: Conversation[] = await call(
    'GET',
    `/api/conversations?filter=${encodeURIComponent('{"q":"Ana Souza"}')}`
  )
  expect(conversations).toMatchObject([{ leadId: ana.id, status: 'resolved', unread: 0, lastDirection: 'out' }])
  const said: Message[] = await call('GET', `/api/conversations/${conversations[0]?.id}/messages`)
  expect(said).toMatchObject([{ kind: 'template', status: 'accepted', direction: 'out' }])
  expect((await call('GET', `/api/leads/${ana.id}/timeline?kinds=campaign`)).items).toMatchObject([
    { kind: 'campaign', data: { what: 'sent', campaignId: sent.id } }
  ])

  const [toAna, toNameless] = [sentTo(ana.phone)[0]?.id ?? '', sentTo(nameless.phone)[0]?.id ?? '']
  meta.statuses(toAna, ['sent', 'delivered', 'read'])
  meta.statuses(toNameless, ['sent', 'delivered'])
  ana.player?.buttonReply(toAna, 'Quero saber mais')
  await heard()
  nameless.player?.text('SAIR')
  await heard()
  expect((await read(sent.id)).report).toEqual({
    accepted: 2,
    delivered: 2,
    read: 1,
    answered: 2,
    optOuts: 1,
    failed: 0,
    held: 0,
    cost: null
  })
  expect(await call('GET', `${path}/${sent.id}/report`)).toMatchObject({ accepted: 2, answered: 2 })
  expect(await call('GET', `/api/conversations/${conversations[0]?.id}`)).toMatchObject({ status: 'open', unread: 1 })
  expect((await recipients(sent.id)).find(({ leadId }) => leadId === nameless.id)).toMatchObject({
    state: 'unsubscribed',
    unsubscribedAt: expect.any(String)
  })
  const file = await ours.ask('GET', `${path}/${sent.id}/recipients.csv`)
  expect(file.body).toContain('Entregue em')
  expect(file.body).toContain(ana.phone)

  // The same template goes to nobody again within days; who left is out.
  expect((await call('POST', `${path}/audience`, { filter: {}, templateId: template.id })).excluded).toMatchObject({
    had_it: 1,
    opted_out: 2
  })
  expect((await ours.ask('GET', `/api/email/campaigns/${sent.id}`)).statusCode).toBe(404)
})

const codes: [code: number, state: string, reason: string | null][] = [
  [131049, 'deferred', 'capped'],
  [131050, 'rejected', 'opted_out'],
  [130472, 'rejected', 'experiment'],
  [131026, 'rejected', 'no_whatsapp'],
  [131008, 'rejected', 'refused']
]
test.each(['at once', 'by webhook'])('a refusal that comes %s ends in its own state, with a sentence', async how => {
  const ours = await connected()
  const { send, person, recipients, call, template, workOff, read } = ours
  const refused: { id: string; phone: string; code: number }[] = []
  for (const [code] of codes) {
    const one = await person()
    if (how === 'at once')
      meta.failNext({ match: ({ body }) => `+${body.to}` === one.phone, how: { code, httpStatus: 400 } })
    refused.push({ ...one, code })
  }
  const { id } = await send()
  if (how === 'by webhook')
    for (const { phone, code } of refused) meta.statuses(sentTo(phone)[0]?.id ?? '', ['failed'], { code })
  await heard()
  expect(await statesOf(ours, id)).toEqual(
    Object.fromEntries(refused.map(({ id: lead }, n) => [lead, codes[n]?.slice(1)]))
  )
  const rows = await recipients(id)
  for (const { answer } of rows) expect(answer).toMatch(/\.$/)
  const capped = rows.find(({ reason }) => reason === 'capped')
  expect(Date.parse(capped?.dueAt ?? '')).toBeGreaterThan(Date.now() + 24 * 3_600_000)
  expect(await read(id), 'somebody still waits').toMatchObject({ state: 'sending', waiting: 'retry' })
  expect((await call('POST', `${path}/audience`, { filter: {}, templateId: template.id })).excluded).toMatchObject({
    capped: 1,
    no_whatsapp: 1,
    opted_out: 1
  })

  // After a day it is sent once more.
  await app.db.company(ours.ours.id, trx =>
    sql`update campaign_recipients set due_at = now() where state = 'deferred'`.execute(trx)
  )
  await app.db.company(ours.ours.id, trx => sql`update suppressions set until = now() where until > now()`.execute(trx))
  await workOff(id)
  expect((await statesOf(ours, id))[refused[0]?.id ?? '']).toEqual(['accepted', null])
  expect(await read(id)).toMatchObject({ state: 'done' })
})

test('a message that is held for its quality is neither sent nor failed, until it is delivered or dropped', async () => {
  const ours = await connected()
  const [one, other] = [await ours.person(), await ours.person()]
  meta.settings.holds = true
  const { id, ...held } = await ours.send()
  meta.settings.holds = false
  expect(held).toMatchObject({ state: 'sending', waiting: 'held', report: { held: 2, accepted: 0, failed: 0 } })
  meta.statuses(sentTo(one.phone)[0]?.id ?? '', ['sent', 'delivered'])
  meta.statuses(sentTo(other.phone)[0]?.id ?? '', ['failed'], { code: 132015 })
  await heard()
  await ours.workOff(id)
  expect(await statesOf(ours, id)).toEqual({ [one.id]: ['accepted', null], [other.id]: ['rejected', 'dropped'] })
  expect((await ours.read(id)).report).toMatchObject({ held: 0, accepted: 1, delivered: 1, failed: 1 })
})

test.each([
  [131048, 'at once', 6],
  [131048, 'by webhook', 6],
  [132015, 'at once', 3],
  [132015, 'by webhook', 3],
  [131031, 'at once', 24]
])('code %i, %s, pauses the campaign with the reason and the time to look again', async (code, how, hours) => {
  const ours = await connected()
  const [one] = [await ours.person(), await ours.person()]
  if (how === 'at once') meta.failNext({ match: ({ body }) => `+${body.to}` === one?.phone, how: { code } })
  const { id } = await ours.send()
  if (how === 'by webhook') {
    meta.statuses(sentTo(one?.phone ?? '')[0]?.id ?? '', ['failed'], { code })
    await heard()
  }
  const paused = await ours.read(id)
  expect(paused).toMatchObject({ state: 'paused', problem: expect.stringContaining('parou') })
  expect((Date.parse(paused.waitingUntil ?? '') - Date.now()) / 3_600_000).toBeCloseTo(hours, 1)
  expect((await statesOf(ours, id))[one?.id ?? '']?.[0], 'nobody is lost').toBe('deferred')
})

test('the portfolio’s limit holds over composer and campaigns, and the campaign goes on when there is room', async () => {
  const ours = await connected({ messagingLimit: 'TIER_3' })
  const { call, send, person, workOff, read, template } = ours
  const all = [await person(), await person(), await person(), await person()]
  const first = all[0]
  // Somebody of the team writes to one of them by a template first.
  await call('POST', '/api/conversations', {
    channel: 'whatsapp',
    leadId: first?.id,
    templateId: template.id,
    values: { nome: 'Ana', empresa: 'Padaria' }
  })
  const { sendQueued } = await import('../../../services/messaging/conversations/sending.ts')
  const { rows } = await app.db.company(ours.ours.id, trx => sql<{ id: string }>`select id from channels`.execute(trx))
  await sendQueued({ db: app.db, config: app.config, log: app.log as never }, ours.ours.id, rows[0]?.id ?? '')
  const audience = await call('POST', `${path}/audience`, { filter: {}, templateId: template.id, quietHours: false })
  expect(audience.plan).toMatchObject({ limit: 3, used: 1, days: [{ people: 2 }, { people: 2 }] })

  const { id, ...limited } = await send()
  expect(limited).toMatchObject({ state: 'sending', waiting: 'limit', waitingUntil: expect.any(String) })
  expect((Date.parse(limited.waitingUntil ?? '') - Date.now()) / 3_600_000).toBeCloseTo(24, 0)
  const reached = () => new Set(meta.sent.filter(({ account }) => account === ours.number.id).map(({ to }) => to)).size
  expect(reached()).toBe(3)

  await app.db.company(ours.ours.id, async trx => {
    await sql`update portfolio_people set at = at - interval '24 hours'`.execute(trx)
    await sql`update campaign_lanes set rest_until = now()`.execute(trx)
  })
  await workOff(id)
  expect(await read(id)).toMatchObject({ state: 'done', waiting: null })
  expect(reached()).toBe(4)
})

test('who takes back the consent while the campaign is on its way gets nothing', async () => {
  const ours = await connected()
  const [stays, leaves] = [await ours.person(), await ours.person()]
  const { id } = await ours.write()
  await ours.move(id, 'prepare')
  await ours.workOff(id)
  leaves.player?.marketing('stop')
  await heard()
  await app.db.company(ours.ours.id, trx =>
    sql`update leads set consents = '{"whatsapp": {"state": "withdrawn"}}' where id = ${leaves.id}`.execute(trx)
  )
  await ours.move(id, 'send')
  await ours.workOff(id)
  expect(await statesOf(ours, id)).toEqual({ [stays.id]: ['accepted', null], [leaves.id]: ['skipped', 'opted_out'] })
  expect(sentTo(leaves.phone)).toEqual([])
})

test('people who are blocked, merged or deleted while the campaign is prepared get nothing, or get it once', async () => {
  const ours = await connected()
  const { call, ask, person, template } = ours
  const [stays, other, deleted] = [await person(), await person(), await person()]
  const [blocked, late] = [await person(), await person()]
  for (const { player } of [blocked, late]) player?.text('Oi')
  await heard()
  const block = async ({ id }: { id: string }) => {
    const conversations: Conversation[] = await call('GET', '/api/conversations')
    const conversation = conversations.find(({ leadId }) => leadId === id)
    await call('POST', `/api/conversations/${conversation?.id}/block`)
  }
  await block(blocked)
  const audience = await call('POST', `${path}/audience`, { filter: {}, templateId: template.id })
  expect(audience).toMatchObject({ receive: 4, excluded: { blocked: 1 } })

  const { id } = await ours.write()
  await ours.move(id, 'prepare')
  await ours.workOff(id)
  await block(late)
  const merged = await ask('POST', `/api/leads/${stays.id}/merge`, { otherId: other.id, fields: {} })
  expect(merged.statusCode, merged.body).toBe(200)
  await call('DELETE', `/api/leads/${deleted.id}`)
  await ours.move(id, 'send')
  await ours.workOff(id)
  const ends = (await ours.recipients(id)).map(({ leadId, state, reason }) => [leadId, state, reason].join(' '))
  expect(ends.sort()).toEqual(
    [
      `${blocked.id} skipped blocked`,
      `${late.id} skipped blocked`,
      ' skipped gone',
      `${stays.id} accepted `,
      `${stays.id} skipped repeated`
    ].sort()
  )
})

test.each([
  ['an answer in HTML', 'html', 'unknown'],
  ['an answer of 500', 'status500', 'unknown']
] as const)('%s ends one message in a named state, and nobody else waits', async (_, how, state) => {
  const ours = await connected()
  const [first, next] = [await ours.person(), await ours.person()]
  meta.failNext({ match: ({ body }) => `+${body.to}` === first.phone, how })
  const { id } = await ours.send()
  const ends = await statesOf(ours, id)
  expect(ends).toMatchObject({ [first.id]: [state, expect.anything()], [next.id]: ['accepted', null] })
})

test('a token that has ended stops the campaign with the reason, and nobody is lost', async () => {
  const ours = await connected()
  const [one] = [await ours.person(), await ours.person()]
  meta.failNext({ match: ({ body }) => `+${body.to}` === one?.phone, how: { code: 190, httpStatus: 401 } })
  const { id, ...paused } = await ours.send()
  expect(paused).toMatchObject({ state: 'paused', problem: expect.stringContaining('parou') })
  expect((await statesOf(ours, id))[one?.id ?? '']?.[0]).toBe('deferred')
  const refused = await ours.ask('POST', `${path}/${id}/resume`)
  expect(refused.statusCode, 'the channel has to be mended first').toBe(409)
})

test('a message whose answer is cut is settled by its states, and never sent again', async () => {
  const ours = await connected()
  const one = await ours.person()
  meta.failNext({ how: 'cutAfterAccept' })
  const { id } = await ours.send()
  expect(await statesOf(ours, id)).toEqual({ [one.id]: ['unknown', 'no_answer'] })
  meta.statuses(sentTo(one.phone)[0]?.id ?? '', ['sent', 'delivered'])
  await heard()
  expect(await statesOf(ours, id)).toEqual({ [one.id]: ['accepted', null] })
  await ours.workOff(id)
  expect(sentTo(one.phone)).toHaveLength(1)
})

test('a worker that was silent for too long loses its people, and what it still hands over is settled, never repeated', async () => {
  const ours = await connected()
  const [slow, next] = [await ours.person(), await ours.person()]
  let release = () => {}
  const answered = new Promise<void>(resolve => {
    release = resolve
  })
  meta.failNext({ match: ({ body }) => `+${body.to}` === slow.phone, how: { heldUntil: answered } })
  const { id } = await ours.write()
  await ours.move(id, 'send')
  const first = ours.workOff(id)
  await expect.poll(() => sentTo(next.phone)).toHaveLength(1)
  await expect.poll(async () => (await statesOf(ours, id))[next.id]).toEqual(['accepted', null])
  await app.db.company(ours.ours.id, trx =>
    sql`update campaign_lanes set leased_until = now() - interval '1 second'`.execute(trx)
  )
  await ours.workOff(id)
  expect(await statesOf(ours, id)).toEqual({ [slow.id]: ['unknown', 'worker'], [next.id]: ['accepted', null] })
  expect(await ours.read(id)).toMatchObject({ state: 'done' })
  release()
  await first
  expect(await statesOf(ours, id)).toMatchObject({ [slow.id]: ['accepted', null] })
  await ours.workOff(id)
  expect(sentTo(slow.phone)).toHaveLength(1)
})

test('a step of a series may be a message by WhatsApp, with the consent that it needs', async () => {
  const ours = await connected()
  const { call, person, template } = ours
  const { values } = ours.written
  const step = { carrier: 'whatsapp', waitHours: 0, templateId: template.id, subject: '', values }
  const written = { name: 'Boas-vindas', kind: 'new_lead', quietHours: false, steps: [step] }
  const wrong = { ...step, values: { nome: { from: 'name', fallback: '' } } }
  const refused = await ours.ask('POST', '/api/email/series', { ...written, steps: [wrong] })
  expect(refused.json()).toMatchObject({ errors: { 'steps.0.values.nome.fallback': expect.any(String) } })
  const { id, steps } = await call('POST', '/api/email/series', written)
  expect(steps).toMatchObject([{ carrier: 'whatsapp', templateName: 'saudade', values }])
  await call('POST', `/api/email/series/${id}/on`)
  const [ana, never] = [await person({ name: 'Ana Souza' }), await person({ consent: null })]
  await enterSeries(app.db, ours.ours.id, id)
  await ours.workOff(steps[0].id)
  expect(sentTo(ana.phone).map(({ text }) => text)).toEqual([expect.stringContaining('Olá, Ana Souza!')])
  expect((await call('GET', `/api/email/series/${id}`)).steps[0].counts).toEqual({ accepted: 1, skipped: 1 })
  expect((await call('POST', `/api/email/series/${id}/try`, { leadId: never.id })).steps).toMatchObject([
    { outcome: 'not', reason: 'Não aceitou receber' }
  ])
})

test('faults of what was written are named: a variable, a source, a template that is not approved, a long value', async () => {
  const ours = await connected()
  const { ask, write, move, person, theirs, call } = ours
  const refused = await ask('POST', path, { ...ours.written, values: { nome: { from: 'planet', fallback: 'x' } } })
  expect(refused.json()).toMatchObject({ errors: { 'values.nome.from': expect.any(String) } })
  const empty = await ask('POST', path, { ...ours.written, values: { nome: { from: 'name', fallback: ' ' } } })
  expect(empty.json()).toMatchObject({ errors: { 'values.nome.fallback': expect.any(String) } })
  const half = await write({ values: { nome: { from: 'name', fallback: 'cliente' } } })
  const missing = await ask('POST', `${path}/${half.id}/send`)
  expect([missing.statusCode, missing.json().error ?? missing.body]).toEqual([409, expect.stringContaining('empresa')])

  const long = await person({ name: 'L'.repeat(200) })
  const broken = await person({ name: 'Ana\nSouza' })
  const sent = await ours.send({
    values: { nome: { from: 'text', fallback: 'v'.repeat(1024) }, empresa: { from: 'company', fallback: 'a gente' } }
  })
  expect(await statesOf(ours, sent.id)).toEqual({
    [long.id]: ['rejected', 'bad_value'],
    [broken.id]: ['rejected', 'bad_value']
  })
  const well = await ours.send()
  expect((await statesOf(ours, well.id))[broken.id]).toEqual(['accepted', null])
  expect(sentTo(broken.phone)[0]?.text).toContain('Olá, Ana Souza!')

  const scheduled = await write({ scheduledAt: new Date(Date.now() + 3_600_000).toISOString() })
  expect(await move(scheduled.id, 'send')).toMatchObject({ state: 'scheduled' })
  meta.templates.changeCategory(theirs.id, 'UTILITY')
  await heard()
  await app.db.company(ours.ours.id, trx =>
    sql`update campaigns set state = 'preparing', sends = true where id = ${scheduled.id}`.execute(trx)
  )
  await ours.workOff(scheduled.id)
  expect(await ours.read(scheduled.id)).toMatchObject({
    state: 'draft',
    problem: expect.stringContaining('de divulgação para utilidade')
  })
  meta.templates.decide(theirs.id, 'PAUSED')
  await heard()
  const paused = await ask('POST', `${path}/${scheduled.id}/send`)
  expect(paused.statusCode).toBe(409)
  expect(paused.body).toContain('pausado')
  expect(await call('GET', `${path}/${scheduled.id}/preview?leadId=${broken.id}`)).toMatchObject({
    text: 'Olá, Ana Souza! A equipe da Padaria Central sente a sua falta. Venha esta semana.',
    missing: []
  })
})

test('a person who hides the number is written to by the id, and a test goes to people of the team alone', async () => {
  const ours = await connected()
  const hidden = meta.customer({ name: 'Bia', username: 'bia', number: ours.number.id })
  hidden.text('Oi')
  await heard()
  await app.db.company(ours.ours.id, trx =>
    sql`update leads set consents = '{"whatsapp": {"state": "granted", "at": "2026-01-01T12:00:00Z"}}' where phone is null`.execute(
      trx
    )
  )
  const { id } = await ours.send()
  expect(await ours.recipients(id)).toMatchObject([{ state: 'accepted', address: hidden.person.userId }])
  expect(meta.sent.at(-1)).toMatchObject({ by: 'userId', to: hidden.person.userId })

  const test = (to: string) => ours.ask('POST', `${path}/${id}/test`, { to })
  expect((await test('11987654321')).json()).toMatchObject({ errors: { to: expect.any(String) } })
  await app.db.everyCompany(trx =>
    sql`update users set phone = '11987654321' where id in (select user_id from employees where company_id = ${ours.ours.id})`.execute(
      trx
    )
  )
  meta.customer({ name: 'Dona', phone: '+5511987654321', number: ours.number.id })
  expect((await test('(11) 98765-4321')).json()).toEqual({ outcome: 'accepted', answer: null })
})
