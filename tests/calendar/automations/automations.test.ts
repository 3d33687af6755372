import { expect, test } from 'vitest'
import { sendDueAutomations } from '../../../services/calendar/automations/due.ts'
import { actOf, heedPress } from '../../../services/calendar/automations/press.ts'
import { afterQuietHours } from '../../../services/calendar/automations/rules.ts'
import type { Automation, TriedAutomation } from '../../../services/calendar/automations/schema.ts'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { type ConnectedCompany, openNumbers } from '../../kit/number.ts'

const { app, meta, parts, heard, connected } = await openNumbers()
const path = '/api/whatsapp/automations'
const minute = 60_000

const values = { nome: { from: 'name', fallback: 'cliente' }, dia: { from: 'date' }, hora: { from: 'time' } }
const examples = { nome: 'Ana', dia: 'segunda', hora: '14:00' }
const words = 'Oi, {{nome}}! O seu horário é em {{dia}} às {{hora}}. Você confirma?'
const buttons = ['Confirmo', 'Remarcar']

const put = (us: ConnectedCompany, kind: string, change: object): Promise<Automation> =>
  us.call('PUT', `${path}/${kind}`, change)
const tried = (us: ConnectedCompany, kind: string, leadId: string): Promise<TriedAutomation> =>
  us.call('POST', `${path}/${kind}/try`, { leadId })
const sentTo = (phone: string) => meta.sent.filter(({ to }) => to === phone)

async function confirming(us: ConnectedCompany) {
  const { id: templateId } = await us.template('confirmar', words, { examples, buttons })
  return put(us, 'confirmation', { active: true, templateId, values, quietHours: false })
}

/** An appointment of a lead in two days. */
async function book(us: ConnectedCompany, leadId: string, at = Date.now() + 2 * 1440 * minute) {
  const me = await us.call('GET', '/api/auth/me')
  const start = new Date(Math.ceil(at / minute) * minute)
  const url = `/api/appointments/companies/${us.ours.id}/appointments`
  const { data } = await us.call('POST', url, {
    title: 'Corte',
    start: start.toISOString(),
    end: new Date(start.getTime() + 30 * minute).toISOString(),
    employeeId: me.companyEmployee.id,
    leadId
  })
  const shown = async () => (await us.call('GET', `${url}?leadId=${leadId}`)).data[0]
  return { id: data.id as string, url, start, shown }
}

async function due(us: ConnectedCompany): Promise<void> {
  await sendDueAutomations(parts)
  await us.send()
}

/** The person presses a button of the last message that they got, and the worker heeds it. */
async function press(
  us: ConnectedCompany,
  { phone, customer }: Awaited<ReturnType<ConnectedCompany['person']>>,
  text: string
) {
  const template = sentTo(phone).findLast(({ type }) => type === 'template')
  const line = customer.person.thread.find(({ id }) => id === template?.id)
  customer.buttonReply(template?.id ?? '', line?.choices?.find(({ title }) => title === text)?.id ?? '')
  await heard()
  const pressed = await app.db.company(us.ours.id, trx =>
    trx
      .selectFrom('messages')
      .select('id')
      .where('kind', '=', 'button')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
  )
  await heedPress(parts, us.ours.id, pressed.id)
  await heedPress(parts, us.ours.id, pressed.id)
  await us.send()
  return sentTo(phone).at(-1)?.text ?? ''
}

const notices = async (us: ConnectedCompany, title: RegExp) =>
  (await us.call('GET', '/api/notifications')).items.filter((each: { title: string }) => title.test(each.title))

test('all four are off at first, and each is switched on with what it needs', async () => {
  const us = await connected()
  const all: Automation[] = await us.call('GET', path)
  expect(all.map(({ kind, active, problem }) => [kind, active, problem])).toEqual([
    ['confirmation', false, 'Escolha um modelo aprovado.'],
    ['reminder', false, 'Escolha um modelo aprovado.'],
    ['welcome', false, 'Escolha um modelo aprovado.'],
    ['no_answer', false, 'Escreva o texto.']
  ])
  const refused = async (kind: string, change: object) => {
    const answer = await us.ask('PUT', `${path}/${kind}`, change)
    expect(answer.statusCode, answer.body).toBe(400)
    return Object.keys(answer.json().errors ?? {})
  }
  const { id: templateId } = await us.template('confirmar', words, { examples, buttons })
  expect(await refused('confirmation', { active: true })).toEqual(['templateId'])
  expect(await refused('confirmation', { templateId, values: { nome: values.nome } })).toEqual([
    'values.dia',
    'values.hora'
  ])
  expect(await refused('welcome', { templateId, values })).toEqual(['values.dia', 'values.hora'])
  expect(await refused('no_answer', { active: true })).toEqual(['text'])
  expect(await refused('no_answer', { minutes: [10] })).toEqual(['minutes'])
  expect(await refused('reminder', { minutes: [30] })).toEqual(['minutes'])
  expect((await us.ask('PUT', `${path}/nothing`, { active: true })).statusCode).toBe(404)
  expect(await put(us, 'confirmation', { active: true, templateId, values })).toMatchObject({
    active: true,
    templateId,
    template: { name: 'confirmar', approved: true, buttons },
    values,
    quietHours: true,
    problem: null
  })

  // The reminder is the calendar's, which keeps its template and its times.
  expect(await put(us, 'reminder', { active: true, templateId, values, minutes: [60, 1440] })).toMatchObject({
    active: true,
    templateId,
    minutes: [60, 1440]
  })
  const calendar = await us.call('GET', '/api/appointments/settings')
  expect(calendar).toMatchObject({
    reminders: [60, 1440],
    reminderTemplate: { name: 'confirmar', values: expect.arrayContaining([{ variable: 'dia', fact: 'date' }]) }
  })
  expect(await put(us, 'reminder', { active: false })).toMatchObject({ active: false, templateId })
})

test('a confirmation goes once for each time, and its buttons confirm, move, and say what is past', async () => {
  const us = await connected()
  await confirming(us)
  const ana = await us.person({ consent: true, name: 'Ana Souza' })
  const would = await tried(us, 'confirmation', ana.id)
  expect(would).toEqual({ outcome: 'not', reason: 'A pessoa não tem compromisso marcado.', at: null, text: null })
  const visit = await book(us, ana.id)
  expect(await tried(us, 'confirmation', ana.id)).toMatchObject({
    outcome: 'would',
    reason: null,
    text: expect.stringMatching(/^Oi, Ana! O seu horário é em .+ às \d\d:\d\d\. Você confirma\?$/)
  })
  await due(us)
  await due(us)
  expect(sentTo(ana.phone)).toHaveLength(1)
  expect(await tried(us, 'confirmation', ana.id)).toMatchObject({ outcome: 'sent', reason: null })

  expect(await press(us, ana, 'Remarcar')).toMatch(/^Escolha outro horário aqui: http.+\/agendamento\//)
  expect(await press(us, ana, 'Remarcar')).toMatch(/^A equipe já sabe/)
  expect(await press(us, ana, 'Confirmo')).toMatch(/^Confirmado! Esperamos você em/)
  expect(await press(us, ana, 'Confirmo')).toMatch(/^Você já tinha confirmado/)
  expect((await visit.shown()).guestConfirmedAt).not.toBeNull()
  const [conversation] = (await us.call('GET', '/api/conversations')) as Conversation[]
  const messages: Message[] = await us.call('GET', `/api/conversations/${conversation?.id}/messages`)
  expect(messages.filter(({ author }) => author === 'Mensagem automática')).toHaveLength(5)

  // Another time gets another message, and the old button says so.
  const { version } = await visit.shown()
  const [start, end] = [60, 90].map(minutes => new Date(visit.start.getTime() + minutes * minute).toISOString())
  await us.call('PUT', `${visit.url}/${visit.id}`, { start, end, version })
  expect(await press(us, ana, 'Confirmo')).toMatch(/^Este compromisso mudou: agora é em/)
  await us.call('DELETE', `${visit.url}/${visit.id}`)
  expect(await press(us, ana, 'Confirmo')).toMatch(/^Este compromisso foi cancelado/)
})

test('a team hears once that somebody wants another time', async () => {
  const us = await connected()
  await confirming(us)
  const ana = await us.person({ consent: true })
  const visit = await book(us, ana.id)
  await due(us)
  await press(us, ana, 'Remarcar')
  await press(us, ana, 'Remarcar')
  expect(await notices(us, /Quer remarcar/)).toHaveLength(1)
  expect((await visit.shown()).status).toBe('confirmed')
})

test('a welcome goes to a new lead who agreed, and to nobody who spoke, was added, or got another message', async () => {
  const us = await connected()
  const { id: templateId } = await us.template('ola', 'Olá, {{nome}}! Recebemos o seu contato e já falamos.', {
    examples: { nome: 'Ana' }
  })
  await put(us, 'welcome', { active: true, templateId, values: { nome: values.nome }, minutes: [0], quietHours: false })
  const ana = await us.person({ consent: true, name: 'Ana Souza' })
  const bia = await us.person({ consent: true, name: 'Bia Lima' })
  const noConsent = await us.person({ name: 'Caio Reis' })
  bia.customer.text('Oi')
  await heard()
  expect(await tried(us, 'welcome', ana.id)).toMatchObject({
    outcome: 'would',
    text: 'Olá, Ana! Recebemos o seu contato e já falamos.'
  })
  await due(us)
  await due(us)
  expect(sentTo(ana.phone).map(({ text }) => text)).toEqual(['Olá, Ana! Recebemos o seu contato e já falamos.'])
  expect([sentTo(bia.phone), sentTo(noConsent.phone)]).toEqual([[], []])
  expect(await tried(us, 'welcome', bia.id)).toMatchObject({
    outcome: 'not',
    reason: 'A pessoa já falou com a empresa.'
  })
  expect(await tried(us, 'welcome', noConsent.id)).toMatchObject({
    outcome: 'not',
    reason: 'A pessoa não autorizou mensagens por WhatsApp.'
  })

  // A lead who books gets the confirmation alone.
  await confirming(us)
  const dora = await us.person({ consent: true })
  await book(us, dora.id)
  await due(us)
  expect(sentTo(dora.phone).map(({ text }) => text)).toEqual([expect.stringContaining('Você confirma?')])
})

test('where nobody answers the team hears of it first, then the person, and an answer ends it', async () => {
  const us = await connected()
  const text = 'Oi, {{nome}}! Já vimos a sua mensagem e a {{empresa}} responde em breve.'
  await put(us, 'no_answer', { active: true, text, minutes: [10, 30], quietHours: false })
  const [ana, bia] = [await us.person({ name: 'Ana Souza' }), await us.person({ name: 'Bia Lima' })]
  for (const { customer } of [ana, bia]) customer.text('Tem bolo?')
  await heard()
  expect(await tried(us, 'no_answer', ana.id)).toMatchObject({
    outcome: 'would',
    text: 'Oi, Ana! Já vimos a sua mensagem e a Padaria Central responde em breve.'
  })
  const earlier = (minutes: number) =>
    app.db.company(us.ours.id, async trx => {
      const back = new Date(Date.now() - minutes * minute).toISOString()
      await trx
        .updateTable('automations')
        .set({ on_since: new Date(Date.now() - 300 * minute).toISOString() })
        .execute()
      await trx
        .updateTable('conversations')
        .set({ waiting_since: back })
        .where('waiting_since', 'is not', null)
        .execute()
      return back
    })
  await earlier(40)
  await due(us)
  // The team has its time, however long the person waited before.
  expect((await notices(us, /espera resposta/)).length).toBe(2)
  expect([sentTo(ana.phone), sentTo(bia.phone)]).toEqual([[], []])
  const conversations = (await us.call('GET', '/api/conversations')) as Conversation[]
  const ofBia = conversations.find(({ leadId }) => leadId === bia.id)
  await us.call('POST', `/api/conversations/${ofBia?.id}/messages`, { text: 'Tem sim!' })
  await app.db.company(us.ours.id, trx =>
    trx
      .updateTable('automation_runs')
      .set({ at: new Date(Date.now() - 25 * minute).toISOString() })
      .execute()
  )
  await due(us)
  await due(us)
  expect(sentTo(ana.phone).map(({ text }) => text)).toEqual([
    'Oi, Ana! Já vimos a sua mensagem e a Padaria Central responde em breve.'
  ])
  expect(sentTo(bia.phone).map(({ text }) => text)).toEqual(['Tem sim!'])
  expect((await notices(us, /espera resposta/)).length).toBe(2)
  expect(await tried(us, 'no_answer', ana.id)).toMatchObject({ outcome: 'sent' })
})

test('what waits to be sent goes away once the person writes', async () => {
  const us = await connected()
  await confirming(us)
  const ana = await us.person({ consent: true })
  await book(us, ana.id)
  await sendDueAutomations(parts)
  expect(await tried(us, 'confirmation', ana.id)).toMatchObject({ outcome: 'waiting' })
  ana.customer.text('Não vou mais')
  await heard()
  await us.send()
  expect(sentTo(ana.phone)).toEqual([])
})

test('what waits for its hour goes away with its appointment, an answer from the telephone, a block, and consent', async () => {
  const us = await connected()
  await confirming(us)
  const [ana, bia, caio, dora] = [
    await us.person({ consent: true, name: 'Ana' }),
    await us.person({ consent: true, name: 'Bia' }),
    await us.person({ consent: true, name: 'Caio' }),
    await us.person({ consent: true, name: 'Dora' })
  ]
  const conversationOf = async (leadId: string) =>
    (await us.call('GET', '/api/conversations')).find((each: Conversation) => each.leadId === leadId) as Conversation
  caio.customer.text('Oi')
  await heard()
  await us.call('POST', `/api/conversations/${(await conversationOf(caio.id)).id}/block`)
  const visit = await book(us, ana.id)
  for (const [n, { id }] of [bia, caio, dora].entries())
    await book(us, id, visit.start.getTime() + (n + 1) * 60 * minute)
  await sendDueAutomations(parts)
  expect(await tried(us, 'confirmation', caio.id)).toMatchObject({
    outcome: 'not',
    reason: expect.stringMatching(/bloqueada/)
  })
  for (const { id } of [ana, bia, dora])
    expect(await tried(us, 'confirmation', id)).toMatchObject({ outcome: 'waiting' })

  await us.call('DELETE', `${visit.url}/${visit.id}`)
  bia.customer.fromBusiness('Já confirmei com você por telefone')
  await heard()
  await app.db.company(us.ours.id, trx =>
    trx
      .updateTable('leads')
      .set({ consents: JSON.stringify({ whatsapp: { state: 'withdrawn', at: new Date().toISOString() } }) })
      .where('id', '=', dora.id)
      .execute()
  )
  await us.send()
  expect([ana, bia, caio, dora].flatMap(({ phone }) => sentTo(phone))).toEqual([])
  expect(await tried(us, 'confirmation', dora.id)).toMatchObject({
    outcome: 'not',
    reason: 'A pessoa deixou de autorizar mensagens antes do envio.'
  })
})

test('quiet hours end at eight by the clock of the company', () => {
  const zone = 'America/Sao_Paulo'
  const at = (text: string) => Date.parse(`${text}-03:00`)
  expect(afterQuietHours(at('2026-11-28T21:30:00'), zone, true)).toBe(at('2026-11-29T08:00:00'))
  expect(afterQuietHours(at('2026-11-28T03:00:00'), zone, true)).toBe(at('2026-11-28T08:00:00'))
  expect(afterQuietHours(at('2026-11-28T12:00:00'), zone, true)).toBe(at('2026-11-28T12:00:00'))
  expect(afterQuietHours(at('2026-11-28T21:30:00'), zone, false)).toBe(at('2026-11-28T21:30:00'))
})

test.each([
  ['Confirmo', 'confirm'],
  ['✅ Confirmar presença', 'confirm'],
  ['Sim', 'confirm'],
  ['Remarcar', 'move'],
  ['Outro horário', 'move'],
  ['Quero falar agora', undefined],
  ['Não confirmo', undefined]
])('the button "%s" means %s', (words, act) => {
  expect(actOf(words)).toBe(act)
})
