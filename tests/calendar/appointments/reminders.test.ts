import pino from 'pino'
import { expect, test } from 'vitest'
import { notifyDueGuests } from '../../../services/calendar/appointments/guests.ts'
import type {
  Appointment,
  CalendarSettings,
  ReminderTemplates
} from '../../../services/calendar/appointments/schema.ts'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { findDue, sendQueued } from '../../../services/messaging/conversations/sending.ts'
import { company, openApp, sendLead, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { startMeta } from '../../kit/peers/meta.ts'
import { openSmtp } from '../../kit/smtp.ts'
import { changePlan } from '../../kit/team.ts'

const [appSecret, verifyToken] = ['app-secret-0123456789', 'verify-token-0123456789']
const meta = await startMeta({ appSecret, verifyToken, autoStatuses: false })
atEnd(() => meta.close())
const smtp = await openSmtp()
const env = {
  DATABASE_URL: await newDatabase(),
  META_GRAPH_URL: meta.url,
  META_APP_SECRET: appSecret,
  META_VERIFY_TOKEN: verifyToken,
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Prosa <avisos@prosa.example>'
}
const app = await openApp(env)
const parts = { db: app.db, config: testConfig(env), log: pino({ level: 'silent' }) }

const body = 'Oi, {{1}}! Lembrete: {{2}} em {{3}} às {{4}}. Até lá.'
const values = (['name', 'service', 'date', 'time'] as const).map((fact, n) => ({ variable: String(n + 1), fact }))
const minute = 60_000
let people = 0

/** A company with a number, and templates of every kind; one of them reminds. */
async function withTemplates({ chosen = true } = {}) {
  const ours = await company(app, 'Padaria Central')
  await changePlan(app, ours.id, 'pro')
  const number = meta.addNumber()
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    const answer = await app.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.body ? answer.json() : undefined
  }
  const add = (name: string, components: object[], more: object = {}) =>
    meta.templates.add({
      waba: number.waba,
      name,
      language: 'pt_BR',
      category: 'UTILITY',
      status: 'APPROVED',
      parameter_format: 'POSITIONAL',
      components: components as never,
      ...more
    })
  const template = add('lembrete', [
    { type: 'BODY', text: body, example: { body_text: [['Ana', 'Corte', '1/1', '9h']] } },
    { type: 'FOOTER', text: 'Padaria Central' }
  ])
  await call('POST', '/api/whatsapp/settings', { phoneNumberId: number.id, wabaId: number.waba, token: meta.token })
  await call('PATCH', '/api/whatsapp/settings/status', { active: true })
  await call('PUT', '/api/whatsapp/automations/reminder', { quietHours: false })
  if (chosen) await call('PUT', '/api/appointments/settings', { reminderTemplate: { id: template.id, values } })
  return { ours, number, call, add, template, guests: [] as string[] }
}

type Company = Awaited<ReturnType<typeof withTemplates>>

/** An appointment of a lead within the hour, whose guest was notified two days ago. */
async function booked(
  { ours, call, number: ownNumber, guests }: Company,
  { consent = true as boolean | null, mail = true, phone = true, there = true } = {}
) {
  const me = await call('GET', '/api/auth/me')
  const n = ++people
  const email = `guest-${n}@fora.example`
  const number = `119${String(70_000_000 + n)}`
  const sent = await sendLead(app, ours.id, { name: 'Conceição Araújo', email, phone: number })
  const leadId = sent.json<{ id: string }>().id
  await app.db.company(ours.id, trx =>
    trx.updateTable('leads').set({ consents: '{}' }).where('id', '=', leadId).execute()
  )
  if (!mail || !phone)
    await call('PUT', `/api/leads/${leadId}`, { ...(!mail && { email: null }), ...(!phone && { phone: null }) })
  if (consent !== null)
    await call('POST', `/api/leads/${leadId}/consents`, {
      channel: 'whatsapp',
      granted: consent,
      evidence: 'No balcão'
    })
  if (there) meta.customer({ name: 'Conceição', phone: `+55${number}`, number: ownNumber.id })
  guests.push(leadId)
  const start = new Date(Math.ceil(Date.now() / minute) * minute + (15 + 3 * guests.length) * minute)
  const url = `/api/appointments/companies/${ours.id}/appointments`
  const fields = {
    title: 'Visita técnica',
    start: start.toISOString(),
    end: new Date(start.getTime() + 2 * minute).toISOString(),
    employeeId: me.companyEmployee.id,
    leadId
  }
  const { data } = await call('POST', url, fields)
  await look()
  await heardBefore(ours)
  const shown = async (): Promise<Appointment> =>
    (await call('GET', `${url}?leadId=${leadId}`)).data.find(({ id }: Appointment) => id === data.id)
  const to = `55${number}`
  return { leadId, email, start, id: data.id as string, url, shown, to }
}

/** Everybody who is to be notified is, and the channels send. */
const look = () => notifyDueGuests(parts)
async function send() {
  for (const { companyId, channelId } of await findDue(app.db)) await sendQueued(parts, companyId, channelId)
}
const ofGuests = (who: Tenant, change: object) =>
  app.db.company(who.id, trx => trx.updateTable('appointment_guests').set(change).execute())
const dueNow = (who: Tenant) => ofGuests(who, { due_at: new Date(Date.now() - 1000), claimed_until: null })
const heardBefore = async (who: Tenant) => {
  await ofGuests(who, { told_at: new Date(Date.now() - 2 * 86_400_000) })
  await dueNow(who)
}
const mailsTo = (email: string) =>
  smtp.received.filter(({ to, text }) => to === email && text.includes('Um lembrete do seu agendamento'))
const sentTo = (number: string) => meta.sent.filter(({ to }) => to === number)

test('a guest is reminded by the template that the company chose, once, and not by mail too', async () => {
  const place = await withTemplates()
  const { ours, call } = place
  const { to, email, start, leadId, shown } = await booked(place)
  // Several workers at once, and each again.
  await Promise.all([look(), look()])
  await Promise.all([send(), send()])
  await dueNow(ours)
  await look()
  await send()
  const [reminder, ...more] = sentTo(to)
  expect(more).toEqual([])
  const said = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', ...options }).format(start)
  const [date, time] = [
    said({ weekday: 'long', day: '2-digit', month: '2-digit', year: 'numeric' }),
    said({ hour: '2-digit', minute: '2-digit' })
  ]
  const text = `Oi, Conceição! Lembrete: Visita técnica em ${date} às ${time}. Até lá.`
  expect(reminder).toMatchObject({ type: 'template', text: `${text}\nPadaria Central` })
  expect(reminder?.body).toMatchObject({
    template: {
      name: 'lembrete',
      language: { code: 'pt_BR' },
      components: [
        { type: 'body', parameters: ['Conceição', 'Visita técnica', date, time].map(text => ({ type: 'text', text })) }
      ]
    }
  })
  expect(mailsTo(email)).toEqual([])
  expect((await shown()).reminder).toEqual({ by: 'whatsapp', note: null })
  // It stands in the conversation with the person, which nobody has to answer.
  const [conversation] = (await call('GET', '/api/conversations')) as Conversation[]
  expect(conversation).toMatchObject({ leadId, status: 'resolved', unread: 0, waitingSince: null, lastText: text })
  const [message] = (await call('GET', `/api/conversations/${conversation?.id}/messages`)) as Message[]
  expect(message).toMatchObject({ kind: 'template', text, status: 'accepted', author: 'Mensagem automática' })
})

test('a reminder by template moves and vanishes with its appointment, and nothing is said of what is past', async () => {
  const place = await withTemplates()
  const { ours, call } = place
  const moved = await booked(place)
  await look()
  // The appointment is moved while its reminder waits to be sent: that one is dropped, and the new time gets its own.
  const { version } = await moved.shown()
  const later = new Date(moved.start.getTime() + 30 * minute)
  const [start, end] = [later.toISOString(), new Date(later.getTime() + 2 * minute).toISOString()]
  await call('PUT', `${moved.url}/${moved.id}`, { start, end, version })
  await look()
  await send()
  expect(sentTo(moved.to)).toEqual([])
  await heardBefore(ours)
  await look()
  await send()
  expect(sentTo(moved.to)).toHaveLength(1)
  expect(sentTo(moved.to)[0]?.text).toContain(
    new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', hour: '2-digit', minute: '2-digit' }).format(
      later
    )
  )

  const cancelled = await booked(place)
  await look()
  await call('DELETE', `${cancelled.url}/${cancelled.id}`)
  await look()
  await send()
  expect(sentTo(cancelled.to)).toEqual([])

  // One that the channel could not send in time is not sent late; it goes by mail while there is time.
  const late = await booked(place)
  await look()
  await app.db.company(ours.id, trx =>
    trx
      .updateTable('messages')
      .set({ valid_until: new Date(Date.now() - 1000) })
      .where('status', '=', 'queued')
      .execute()
  )
  await send()
  await look()
  expect(sentTo(late.to)).toEqual([])
  expect(mailsTo(late.email)).toHaveLength(1)
  expect((await late.shown()).reminder).toEqual({
    by: 'mail',
    note: 'O WhatsApp não entregou o lembrete: Não saiu a tempo.'
  })

  const past = await booked(place)
  await app.db.company(ours.id, trx =>
    trx
      .updateTable('appointments')
      .set({ starts_at: new Date(Date.now() - 2 * minute), ends_at: new Date(Date.now() + minute) } as never)
      .where('id', '=', past.id)
      .execute()
  )
  await heardBefore(ours)
  await look()
  await send()
  expect([sentTo(past.to), mailsTo(past.email)]).toEqual([[], []])
})

test('who must not or cannot be written to by WhatsApp is reminded by mail, and the appointment says why', async () => {
  const place = await withTemplates()
  const { ours, call } = place
  const undecided = await booked(place, { consent: null })
  const refused = await booked(place, { consent: false })
  const noPhone = await booked(place, { phone: false })
  const notThere = await booked(place, { there: false })
  await dueNow(ours)
  await look()
  await send()
  await look()
  const notes: [Awaited<ReturnType<typeof booked>>, string][] = [
    [undecided, 'A pessoa não autorizou mensagens por WhatsApp.'],
    [refused, 'A pessoa não quer mensagens por WhatsApp.'],
    [noPhone, 'O telefone da pessoa não recebe WhatsApp.']
  ]
  for (const [guest, note] of notes) {
    expect((await guest.shown()).reminder, note).toEqual({ by: 'mail', note })
    expect(sentTo(guest.to), note).toEqual([])
  }
  const { reminder } = await notThere.shown()
  expect(reminder).toMatchObject({ by: 'mail', note: expect.stringMatching(/^O WhatsApp não entregou o lembrete: ./) })
  for (const { email } of [undecided, refused, noPhone, notThere]) expect(mailsTo(email), email).toHaveLength(1)

  await call('PATCH', '/api/whatsapp/settings/status', { active: false })
  const off = await booked(place)
  await look()
  expect((await off.shown()).reminder).toEqual({ by: 'mail', note: 'O WhatsApp da empresa não está ligado.' })
})

test('who has no e-mail is reminded by WhatsApp all the same', async () => {
  const place = await withTemplates()
  const guest = await booked(place, { mail: false })
  await look()
  await send()
  expect(sentTo(guest.to)).toHaveLength(1)
  expect((await guest.shown()).reminder).toEqual({ by: 'whatsapp', note: null })
  const neither = await booked(place, { mail: false, consent: false })
  await look()
  await send()
  expect(sentTo(neither.to)).toEqual([])
  expect((await neither.shown()).reminder).toEqual({ by: 'none', note: 'A pessoa não quer mensagens por WhatsApp.' })
})

test('only approved templates that texts can fill are offered, through every page, and chosen with all their values', async () => {
  const { ours, call, add, template } = await withTemplates({ chosen: false })
  const plain = (text: string) => [{ type: 'BODY', text }]
  add('anuncio', plain('Compre já'), { category: 'MARKETING' })
  add('com_foto', [{ type: 'HEADER', format: 'IMAGE' }, ...plain('Até já')])
  add('com_link', [...plain('Até já'), { type: 'BUTTONS', buttons: [{ type: 'URL', url: 'https://x.co/{{1}}' }] }])
  add('recusado', plain('Até já'), { status: 'REJECTED' })
  for (let n = 0; n < 120; n++) add(`aviso_${String(n).padStart(3, '0')}`, plain('Até amanhã'))
  add('zz_por_nome', plain('Oi {{nome}}, {{servico}} às {{hora}}. Até!'), { parameter_format: 'NAMED' })
  const list: ReminderTemplates = await call('GET', '/api/appointments/reminder-templates')
  expect(list).toMatchObject({ connected: true, others: 3 })
  expect(list.templates).toHaveLength(122)
  expect(list.templates.at(-1)).toMatchObject({
    name: 'zz_por_nome',
    named: true,
    variables: ['nome', 'servico', 'hora']
  })
  const put = (reminderTemplate: object | null) =>
    app.inject({ method: 'PUT', url: '/api/appointments/settings', headers: ours.auth, payload: { reminderTemplate } })
  const short = await put({ id: template.id, values: values.slice(1) })
  expect([short.statusCode, short.json().message]).toEqual([400, 'Diga o que vai no lugar de {{1}}.'])
  const unknown = await put({ id: 'nenhum', values: [] })
  expect([unknown.statusCode, unknown.json().message]).toEqual([
    400,
    'Este modelo não está mais aprovado. Escolha outro.'
  ])
  const saved = await put({ id: template.id, values })
  expect(saved.json<CalendarSettings>().reminderTemplate).toMatchObject({ name: 'lembrete', body, values })
  expect((await put(null)).json<CalendarSettings>().reminderTemplate).toBe(null)

  // The provider is away, or the number is not there at all.
  meta.failNext({ match: ({ path }) => path.includes('message_templates'), how: { status: 500, code: 2 } as never })
  const away = await app.inject({ url: '/api/appointments/reminder-templates', headers: ours.auth })
  expect([away.statusCode, away.json().message]).toEqual([
    409,
    expect.stringMatching(/^Não foi possível ler os modelos\./)
  ])
  const other = await company(app)
  const none = await app.inject({ url: '/api/appointments/reminder-templates', headers: other.auth })
  expect(none.json()).toEqual({ connected: false, templates: [], others: 0 })
})
