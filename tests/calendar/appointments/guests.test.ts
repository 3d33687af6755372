import { setTimeout as pass } from 'node:timers/promises'
import { sql as kysely } from 'kysely'
import pino from 'pino'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { notifyDueGuests } from '../../../services/calendar/appointments/guests.ts'
import { readAppointmentToken } from '../../../services/calendar/appointments/links.ts'
import type { Appointment, NewAppointment } from '../../../services/calendar/appointments/schema.ts'
import { openDb } from '../../../services/core/db.ts'
import { runOperation } from '../../../services/leads/operations/run.ts'
import { undoOperation } from '../../../services/leads/operations/undo.ts'
import { replyAddress } from '../../../services/platform/inboundMail/addresses.ts'
import { company, openApp, sendLead, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { askErasure, dump, erase } from '../../kit/privacy.ts'
import { png } from '../../kit/samples.ts'
import { openSmtp, readCalendar } from '../../kit/smtp.ts'
import { join } from '../../kit/team.ts'
import { kill, openWorker, startWorkerProcess } from '../../kit/workers.ts'

const smtp = await openSmtp()
const env = { DATABASE_URL: await newDatabase(), SMTP_URL: smtp.url, MAIL_FROM: 'Prosa <avisos@prosa.example>' }
const app = await openApp(env)
const log = pino({ level: 'silent' })

/** A worker's look at who is due; several at once are several workers. */
const look = (more: NodeJS.ProcessEnv = {}) =>
  notifyDueGuests({ db: app.db, config: testConfig({ ...env, ...more }), log })

const sql = (who: Tenant, change: object, lead?: string) =>
  app.db.company(who.id, trx =>
    trx
      .updateTable('appointment_guests')
      .set(change)
      .$if(lead !== undefined, query => query.where('lead_id', '=', lead ?? ''))
      .execute()
  )
const dueNow = (who: Tenant) => sql(who, { due_at: new Date(Date.now() - 1000), claimed_until: null })
const rowsOf = (who: Tenant) =>
  app.db.company(who.id, trx => trx.selectFrom('appointment_guests').selectAll().execute())

let round = 0

async function withGuest(more: Partial<NewAppointment> = {}) {
  const ours = await company(app, 'Padaria Central')
  const { companyEmployee } = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json()
  const email = `conceicao-${round++}@fora.example`
  const sent = await sendLead(app, ours.id, { name: 'Conceição Araújo', email, phone: `1198765${1000 + round}` })
  const leadId = sent.json<{ id: string }>().id
  const url = `/api/appointments/companies/${ours.id}/appointments`
  const ask = async (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<Appointment> => {
    const { data: seen } =
      method === 'PUT' ? (await app.inject({ url: `${url}${path}`, headers: ours.auth })).json() : { data: undefined }
    const answer = await app.inject({
      method,
      url: `${url}${path}`,
      headers: ours.auth,
      ...(payload !== undefined && { payload: { ...(seen && { version: seen.version }), ...payload } })
    })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json<{ data: Appointment }>().data
  }
  const booked = await ask('POST', '', {
    title: 'Visita técnica',
    start: '2030-06-05T17:00:00.000Z',
    end: '2030-06-05T18:00:00.000Z',
    employeeId: companyEmployee.id,
    leadId,
    location: 'Rua das Flores, 10; fundos',
    ...more
  })
  const mails = () => smtp.received.filter(({ to }) => to === email)
  return { ours, ask, booked, email, leadId, mails, employeeId: companyEmployee.id }
}

const moved = { start: '2030-06-06T12:00:00.000Z', end: '2030-06-06T13:00:00.000Z' }
const subjectOf = ({ headers }: { headers: string }) => {
  const [, line = ''] = /^Subject: (.*)$/m.exec(headers) ?? []
  return line.replace(/\s*=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) =>
    Buffer.from(
      text.replaceAll('_', ' ').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1'
    ).toString('utf8')
  )
}

test('mails have the logo of the company, links where they are meant, and nothing of what somebody typed as HTML', async () => {
  const { ours, ask, booked, mails } = await withGuest({
    title: 'Corte <b>e</b> escova',
    location: 'https://fora.example'
  })
  const logo = `data:image/png;base64,${png.toString('base64')}`
  await app.db.company(ours.id, trx =>
    trx
      .updateTable('forms')
      .set({ settings: kysely<never>`settings || ${JSON.stringify({ logo })}::jsonb` })
      .execute()
  )
  await look()
  const [confirmed] = await Promise.all(mails().map(({ body }) => PostalMime.parse(body)))
  const { html = '', attachments = [] } = confirmed ?? {}
  const [, cid] = /<img src="cid:([^"]+)" alt="Padaria Central"/.exec(html) ?? []
  const picture = attachments.find(({ contentId }) => contentId === `<${cid}>`)
  expect(picture).toMatchObject({ mimeType: 'image/png', disposition: 'inline' })
  expect(Buffer.from(picture?.content as ArrayBuffer)).toEqual(png)
  const link = /https?:\S+\/agendamento\/\S+/.exec(confirmed?.text ?? '')?.[0]
  expect([...html.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)</g)].map(([, href, label]) => [href, label])).toEqual([
    [link, 'Abrir o agendamento']
  ])
  expect(html).toContain('Corte &lt;b&gt;e&lt;/b&gt; escova')
  expect(mails()[0]?.calendar?.replace(/\r\n /g, '')).toContain(`Para mudar ou cancelar: ${link}`)

  // A mail that says what does not take place leads to the company's page.
  await app.inject({ url: '/api/booking', headers: ours.auth })
  await app.inject({ method: 'PUT', url: '/api/booking', headers: ours.auth, payload: { active: true } })
  const { slug } = (await app.inject({ url: '/api/booking', headers: ours.auth })).json()
  await ask('DELETE', `/${booked.id}`)
  await look()
  const cancelled = await PostalMime.parse(mails()[1]?.body ?? '')
  expect(cancelled.text).toContain(`Para marcar outro horário:\n${app.config.publicUrl}/agendar/${slug}\n`)
  expect(cancelled.html).toContain('>Marcar outro horário</a>')
})

test('a guest gets the invitation, its changes and its cancellation as one appointment that two readers understand', async () => {
  const { ours, ask, booked, mails } = await withGuest()
  await look()
  expect(mails()).toHaveLength(1)
  const [first] = mails()
  expect(subjectOf(first as never)).toBe('Agendamento confirmado: Visita técnica, 05/06/2030 às 14:00')
  expect(first?.text).toContain(
    'Quando: quarta-feira, 5 de junho de 2030, das 14:00 às 15:00 (Horário Padrão de Brasília, GMT-3)'
  )
  for (const text of [
    'Olá, Conceição.',
    'Onde: Rua das Flores, 10; fundos',
    'Com quem: Pessoa de Teste',
    'Padaria Central'
  ])
    expect(first?.text).toContain(text)
  const token = /\/agendamento\/(\S+)/.exec(first?.text ?? '')?.[1] ?? ''
  expect(readAppointmentToken(app.config, token)).toEqual({ companyId: ours.id, appointmentId: booked.id })
  expect(first?.body).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=REQUEST\r?$/im)
  const uid = `${booked.id}@prosa`
  const times = { start: '2030-06-05T17:00:00.000Z', end: '2030-06-05T18:00:00.000Z' }
  const base = { uid, title: 'Visita técnica', ...times }
  expect(readCalendar(first?.calendar ?? '')).toEqual({
    method: 'REQUEST',
    events: [{ ...base, sequence: 0, status: 'CONFIRMED' }]
  })
  expect(first?.calendar?.replace(/\r\n /g, '')).toMatch(/^ATTENDEE;.*RSVP=TRUE.*conceicao/im)

  // A new text notifies nobody, and a new place keeps the number of the invitation.
  await ask('PUT', `/${booked.id}`, { notes: 'Trazer amostras' })
  await look()
  expect(mails()).toHaveLength(1)
  await ask('PUT', `/${booked.id}`, { location: 'Rua B, 2' })
  await look()
  expect(readCalendar(mails()[1]?.calendar ?? '').events[0]).toMatchObject({ uid, sequence: 0 })
  expect(subjectOf(mails()[1] as never)).toMatch(/^Agendamento alterado/)

  await ask('PUT', `/${booked.id}`, moved)
  await look()
  expect(readCalendar(mails()[2]?.calendar ?? '')).toMatchObject({
    method: 'REQUEST',
    events: [{ uid, sequence: 1, ...moved }]
  })
  await ask('DELETE', `/${booked.id}`)
  await look()
  expect(mails()[3]?.body).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=CANCEL\r?$/im)
  expect(readCalendar(mails()[3]?.calendar ?? '')).toMatchObject({
    method: 'CANCEL',
    events: [{ uid, sequence: 2, status: 'CANCELLED', ...moved }]
  })
  await ask('POST', `/${booked.id}/restore`, {})
  await look()
  expect(readCalendar(mails()[4]?.calendar ?? '')).toMatchObject({ method: 'REQUEST', events: [{ uid, sequence: 3 }] })
  await ask('POST', `/${booked.id}/done`, {})
  await look()
  expect(mails()).toHaveLength(5)
  expect(new Set(mails().map(({ headers }) => /^Message-ID: (.*)$/im.exec(headers)?.[1])).size).toBe(5)
})

test('a request is acknowledged without an invitation, which comes with the confirmation; a refusal takes nothing out', async () => {
  const one = await withGuest({ status: 'requested' })
  const other = await withGuest({ status: 'requested' })
  await look()
  for (const { mails } of [one, other]) {
    expect(mails()).toHaveLength(1)
    expect(subjectOf(mails()[0] as never)).toMatch(/^Pedido de agendamento recebido/)
    expect(mails()[0]?.calendar).toBeNull()
  }
  await one.ask('POST', `/${one.booked.id}/confirm`, {})
  await other.ask('POST', `/${other.booked.id}/refuse`, {})
  await look()
  expect(readCalendar(one.mails()[1]?.calendar ?? '')).toMatchObject({ method: 'REQUEST', events: [{ sequence: 1 }] })
  expect(subjectOf(other.mails()[1] as never)).toMatch(/^Pedido de agendamento recusado/)
  expect(other.mails()[1]?.calendar).toBeNull()
})

test('with the mail server away, the newest state goes out once when it is back, and what nobody knew is not cancelled', async () => {
  const invited = await withGuest()
  await look()
  const fresh = await withGuest()
  await smtp.leave()
  await invited.ask('PUT', `/${invited.booked.id}`, moved)
  for (const { ours } of [invited, fresh]) await dueNow(ours)
  await look()
  await invited.ask('PUT', `/${invited.booked.id}`, {
    start: '2030-06-07T12:00:00.000Z',
    end: '2030-06-07T13:00:00.000Z'
  })
  for (let day = 0; day < 5; day++) {
    for (const { ours } of [invited, fresh]) await dueNow(ours)
    await look()
  }
  await invited.ask('DELETE', `/${invited.booked.id}`)
  await smtp.comeBack()
  expect(invited.mails()).toHaveLength(1)
  for (const { ours } of [invited, fresh]) await dueNow(ours)
  await Promise.all([look(), look()])
  await look()
  expect(invited.mails()).toHaveLength(2)
  expect(readCalendar(invited.mails()[1]?.calendar ?? '')).toMatchObject({
    method: 'CANCEL',
    events: [{ sequence: 3 }]
  })
  expect(fresh.mails()).toHaveLength(1)
  expect(readCalendar(fresh.mails()[0]?.calendar ?? '').method).toBe('REQUEST')
  const kept = await app.db.company(invited.ours.id, trx =>
    trx
      .selectFrom('mails')
      .select(['status'])
      .where('lead_id', '=', invited.leadId)
      .where('calendar', 'is not', null)
      .execute()
  )
  expect(kept.map(({ status }) => status)).toEqual(['sent', 'sent'])
})

test('a cancellation never overtakes its invitation, however many workers there are', async () => {
  const { ask, booked, mails, ours } = await withGuest()
  let letGo: (value?: unknown) => void = () => {}
  smtp.hold = new Promise(resolve => (letGo = resolve))
  const slow = look()
  await expect.poll(async () => (await rowsOf(ours))[0]?.tries).toBe(1)
  await ask('DELETE', `/${booked.id}`)
  await Promise.all([look(), look(), look()])
  expect(mails()).toHaveLength(0)
  letGo()
  smtp.hold = Promise.resolve()
  await slow
  await Promise.all([look(), look()])
  expect(mails().map(({ calendar }) => readCalendar(calendar ?? '').method)).toEqual(['REQUEST', 'CANCEL'])
})

test('a mail that the server took is not sent again where the database has no connection to store that', async () => {
  const { ours, mails } = await withGuest()
  let letGo: (value?: unknown) => void = () => {}
  smtp.hold = new Promise(resolve => (letGo = resolve))
  const db = openDb({ ...app.config.database, name: 'narrow', max: 1 })
  const sending = notifyDueGuests({ db, config: testConfig(env), log })
  await expect.poll(() => smtp.held).toBe(1)
  const { promise: isTaken, resolve } = Promise.withResolvers<void>()
  // The only connection, for longer than one is waited for.
  const held = db.company(ours.id, () => {
    resolve()
    return pass(5000)
  })
  await isTaken
  letGo()
  smtp.hold = Promise.resolve()
  await sending
  await dueNow(ours)
  await look()
  expect(mails()).toHaveLength(1)
  await held
  await db.close()
})

test('a worker that is killed after the server took a mail sends the very same again, never another for the same state', async () => {
  const { ours, mails, ask, booked } = await withGuest()
  let letGo: (value?: unknown) => void = () => {}
  smtp.hold = new Promise(resolve => (letGo = resolve))
  const killed = look()
  await expect.poll(async () => (await rowsOf(ours))[0]?.tries).toBe(1)
  const before = await rowsOf(ours)
  letGo()
  await killed
  smtp.hold = Promise.resolve()
  // As if the process had ended before it noted that.
  await sql(ours, {
    ...before[0],
    told: null, // english: a column
    told_at: null,
    due_at: new Date(),
    claimed_until: new Date(Date.now() - 1)
  })
  await app.db.company(ours.id, trx =>
    trx
      .updateTable('mails')
      .set({ status: 'queued' })
      .where('id', '=', before[0]?.mail_id ?? '')
      .execute()
  )
  await look()
  expect(mails()).toHaveLength(2)
  const ids = mails().map(({ headers }) => /^Message-ID: (.*)$/im.exec(headers)?.[1])
  expect(ids[0]).toBe(ids[1])
  expect(mails()[0]?.calendar).toBe(mails()[1]?.calendar)
  expect(mails()[0]?.text).toBe(mails()[1]?.text)

  // Killed before it noted the cancellation that arrived: restored, the guest is invited again.
  await ask('DELETE', `/${booked.id}`)
  await sql(ours, { mail_says: 'cancelled', mail_id: 'f'.repeat(24), tries: 1 })
  await ask('POST', `/${booked.id}/restore`, {})
  await look()
  expect(readCalendar(mails()[2]?.calendar ?? '')).toMatchObject({ method: 'REQUEST', events: [{ sequence: 2 }] })
})

test('an address that is refused for good is not tried again, and one that is put off is', async () => {
  const { ours, mails } = await withGuest()
  smtp.refuse = { code: 451 }
  await look()
  expect((await rowsOf(ours))[0]).toMatchObject({ tries: 1, told: null }) // english: a column
  smtp.refuse = { code: 550 }
  await dueNow(ours)
  await look()
  smtp.refuse = null
  expect((await rowsOf(ours))[0]).toMatchObject({
    tries: 0,
    due_at: expect.anything(),
    told: expect.stringMatching(/^confirmed/) // english: a column
  })
  await look()
  expect(mails()).toHaveLength(0)
})

test('one address gets at most ten mails of appointments a day, and the company’s limit holds', async () => {
  const { ours, ask, booked, mails } = await withGuest()
  const limited = () => look({ RATE_LIMIT_FACTOR: '1' })
  for (let n = 0; n < 12; n++) {
    await ask('PUT', `/${booked.id}`, { location: `Sala ${n}` })
    await limited()
  }
  expect(mails()).toHaveLength(10)
  // The next day the newest state is sent.
  await app.db.everyCompany(trx => trx.deleteFrom('throttles').execute())
  await dueNow(ours)
  await limited()
  expect(mails()).toHaveLength(11)
  expect(mails()[10]?.text).toContain('Onde: Sala 11')

  await app.db.everyCompany(trx => trx.updateTable('mail_days').set({ sent: 100_000 }).execute())
  await ask('PUT', `/${booked.id}`, { location: 'Sala 12' })
  await look()
  expect(mails()).toHaveLength(11)
  await app.db.everyCompany(trx => trx.updateTable('mail_days').set({ sent: 0 }).execute())
  await dueNow(ours)
  await look()
  expect(mails()[11]?.text).toContain('Onde: Sala 12')
})

test('a name that is an address of a page does not come into the mail', async () => {
  const { ours, mails, leadId, ask, booked } = await withGuest()
  await app.db.company(ours.id, trx =>
    trx.updateTable('leads').set({ name: 'https://golpe.example ganhe' }).where('id', '=', leadId).execute()
  )
  await ask('PUT', `/${booked.id}`, { location: 'Sala 1' })
  await look()
  expect(mails()[0]?.body).not.toContain('golpe')
})

const soon = (minutes: number) => {
  const start = Date.now() + minutes * 60_000
  return { start: new Date(start).toISOString(), end: new Date(start + 1_800_000).toISOString() }
}
const longAgo = { told_at: new Date(Date.now() - 40 * 86_400_000) }

test('a reminder comes at its time, once, moves with the appointment and vanishes with it', async () => {
  const { ours, ask, booked, mails } = await withGuest(soon(30 * 60))
  await look()
  expect(mails()).toHaveLength(1)
  const [row] = await rowsOf(ours)
  expect(Math.abs(Date.parse(row?.due_at ?? '') - (Date.parse(booked.start) - 86_400_000))).toBeLessThan(1000)

  // A day before: the guest was notified long ago, so the reminder is due.
  await ask('PUT', `/${booked.id}`, soon(23 * 60))
  await look()
  expect(mails()).toHaveLength(2)
  await sql(ours, { ...longAgo, due_at: new Date() })
  await Promise.all([look(), look()])
  await dueNow(ours)
  await look()
  expect(mails()).toHaveLength(3)
  expect(subjectOf(mails()[2] as never)).toMatch(/^Lembrete do seu agendamento/)
  expect(mails()[2]?.calendar).toBeNull()

  // Moved: the reminder of the new time is due only some time after the guest was notified.
  await ask('PUT', `/${booked.id}`, soon(40))
  await look()
  await dueNow(ours)
  await look()
  expect(mails()).toHaveLength(4)
  await sql(ours, { ...longAgo, due_at: new Date() })
  await look()
  expect(mails()).toHaveLength(5)

  await ask('PUT', `/${booked.id}`, soon(50))
  await look()
  await ask('DELETE', `/${booked.id}`)
  await look()
  await sql(ours, { ...longAgo, due_at: new Date() })
  await look()
  expect(mails()).toHaveLength(7)
  expect((await rowsOf(ours))[0]?.due_at).toBeNull()
})

test('nothing is sent of what has begun, nor a reminder that the company does not want', async () => {
  const past = await withGuest(soon(-5))
  await look()
  expect(past.mails()).toHaveLength(0)
  const off = await withGuest(soon(50))
  await look()
  await app.inject({
    method: 'PUT',
    url: '/api/appointments/settings',
    headers: off.ours.auth,
    payload: { reminders: [1440] }
  })
  await sql(off.ours, { ...longAgo, due_at: new Date(), reminded_for: off.booked.start, reminded_minutes: 1440 })
  await look()
  expect(off.mails()).toHaveLength(1)
  // Switching it on again schedules the check again.
  await app.inject({
    method: 'PUT',
    url: '/api/appointments/settings',
    headers: off.ours.auth,
    payload: { reminders: [60, 1440] }
  })
  await look()
  expect(off.mails()).toHaveLength(2)
})

test('an appointment that goes to another lead is taken back from the first', async () => {
  const { ours, ask, booked, mails } = await withGuest()
  await look()
  const other = (await sendLead(app, ours.id, { name: 'Bia', email: 'bia@fora.example', phone: '11912345678' })).json()
    .id
  await ask('PUT', `/${booked.id}`, { leadId: other })
  await look()
  expect(readCalendar(mails()[1]?.calendar ?? '').method).toBe('CANCEL')
  const [invited] = smtp.received.filter(({ to }) => to === 'bia@fora.example')
  expect(readCalendar(invited?.calendar ?? '').method).toBe('REQUEST')
})

test('who attends is part of what a guest knows of a confirmed appointment, and why it is off is said', async () => {
  const { ours, ask, booked, mails, employeeId } = await withGuest()
  await look()
  // A line from the former version lacks the person who attends.
  const [row] = await rowsOf(ours)
  await sql(ours, { told: row?.told?.split(' ').slice(0, 2).join(' ') }) // english: a column
  await dueNow(ours)
  await look()
  expect(mails()).toHaveLength(1)
  await sql(ours, { told: row?.told }) // english: a column

  const bia = await join(app, ours, { name: 'Bia Prado' })
  const { companyEmployee } = (await app.inject({ url: '/api/auth/me', headers: bia.auth })).json()
  await ask('PUT', `/${booked.id}`, { employeeId: companyEmployee.id })
  await look()
  expect(mails()).toHaveLength(2)
  expect(subjectOf(mails()[1] as never)).toMatch(/^Agendamento alterado/)
  expect(mails()[1]?.text).toContain('Com quem: Bia Prado')
  await ask('PUT', `/${booked.id}`, { employeeId })
  await ask('PUT', `/${booked.id}`, { employeeId: companyEmployee.id })
  await look()
  expect(mails()).toHaveLength(2)

  await ask('POST', `/${booked.id}/cancel`, { reason: 'A equipe está em férias\ncoletivas' })
  await look()
  expect(mails()[2]?.text).toContain('Motivo: A equipe está em férias coletivas')
  await ask('POST', `/${booked.id}/restore`, {})
  await look()
  expect(mails()[3]?.text).not.toContain('Motivo:')
})

const ofLead = (who: Tenant, method: 'DELETE' | 'POST' | 'PUT', path: string, payload?: object) =>
  app.inject({ method, url: `/api/leads/${path}`, headers: who.auth, ...(payload && { payload }) })

test('a deleted person is notified that what lies ahead is cancelled, and gets nothing once the lead is back', async () => {
  const { ours, ask, booked, mails, leadId, employeeId } = await withGuest()
  const past = await ask('POST', '', { title: 'Antes', ...soon(-120), employeeId, leadId })
  const unheard = await withGuest({ status: 'confirmed' })
  await look()
  expect((await ofLead(ours, 'DELETE', leadId)).statusCode).toBeLessThan(300)
  await look()
  expect(mails()).toHaveLength(2)
  expect(subjectOf(mails()[1] as never)).toMatch(/^Agendamento cancelado: Visita técnica/)
  expect(readCalendar(mails()[1]?.calendar ?? '')).toMatchObject({
    method: 'CANCEL',
    events: [{ uid: `${booked.id}@prosa`, sequence: 1, status: 'CANCELLED' }]
  })
  // Nobody is expected again without hearing of it.
  const url = `/api/appointments/companies/${ours.id}/appointments/${booked.id}/restore`
  expect((await app.inject({ method: 'POST', url, headers: ours.auth, payload: {} })).statusCode).toBe(409)
  expect((await ofLead(ours, 'POST', `${leadId}/restore`, {})).statusCode).toBeLessThan(300)
  await look()
  expect(mails()).toHaveLength(2)
  const stateOf = async (id: string) =>
    (await app.inject({ url: `/api/appointments/companies/${ours.id}/appointments/${id}`, headers: ours.auth })).json<{
      data: Appointment
    }>().data.status
  expect([await stateOf(booked.id), await stateOf(past.id)]).toEqual(['cancelled', 'confirmed'])
  // Restored by hand, the guests are invited again.
  await ask('POST', `/${booked.id}/restore`, {})
  await look()
  expect(readCalendar(mails()[2]?.calendar ?? '')).toMatchObject({ method: 'REQUEST', events: [{ sequence: 2 }] })
  expect(unheard.mails()).toHaveLength(1)
})

test('a guest who never heard of an appointment hears nothing when they are deleted; many at once are notified as well', async () => {
  const quiet = await withGuest()
  await ofLead(quiet.ours, 'DELETE', quiet.leadId)
  await look()
  expect(quiet.mails()).toHaveLength(0)

  const { ours, leadId, mails, booked } = await withGuest()
  await look()
  const started = await app.inject({
    method: 'POST',
    url: '/api/leads/operations',
    headers: ours.auth,
    payload: { kind: 'delete', params: {}, ids: [leadId] }
  })
  expect(started.statusCode, started.body).toBeLessThan(300)
  const operation = started.json<{ id: string }>().id
  await runOperation(app.db, ours.id, operation)
  await look()
  expect(mails()).toHaveLength(2)
  const undoing = await ofLead(ours, 'POST', `operations/${operation}/undo`)
  expect(undoing.statusCode, undoing.body).toBe(202)
  await undoOperation(app.db, ours.id, operation)
  const url = `/api/appointments/companies/${ours.id}/appointments/${booked.id}`
  const after = (await app.inject({ url, headers: ours.auth })).json<{ data: Appointment }>().data
  expect(after).toMatchObject({ status: 'cancelled', leadName: 'Conceição Araújo' })
})

test('two leads with one address hear of an appointment once, also when they become one', async () => {
  const { ours, ask, booked, mails, email, leadId } = await withGuest()
  await look()
  const sent = await sendLead(app, ours.id, { name: 'Conceição A.', email: 'antes@fora.example', phone: '11912340000' })
  const twin = sent.json<{ id: string }>().id
  expect((await ofLead(ours, 'PUT', twin, { email: email.toUpperCase() })).statusCode).toBe(200)
  await ask('PUT', `/${booked.id}`, { leadId: twin })
  await look()
  expect(mails()).toHaveLength(1)
  await ask('PUT', `/${booked.id}`, { leadId })
  await Promise.all([look(), look(), look()])
  expect(mails()).toHaveLength(1)
  // A change in between is sent once.
  await ask('PUT', `/${booked.id}`, { leadId: twin, ...moved })
  await look()
  expect(mails().map(({ calendar }) => readCalendar(calendar ?? '').method)).toEqual(['REQUEST', 'REQUEST'])
  await ask('PUT', `/${booked.id}`, { leadId })
  const merge = await ofLead(ours, 'POST', `${twin}/merge`, { otherId: leadId, fields: {} })
  expect(merge.statusCode, merge.body).toBeLessThan(300)
  await look()
  await dueNow(ours)
  await look()
  expect(mails()).toHaveLength(2)
  expect(await rowsOf(ours)).toHaveLength(1)
  await ask('DELETE', `/${booked.id}`)
  await look()
  expect(readCalendar(mails()[2]?.calendar ?? '')).toMatchObject({ method: 'CANCEL' })
  expect(mails()).toHaveLength(3)
})

test('who is erased leaves nothing in what was sent, and is sent nothing more', async () => {
  const { ours, mails, email, ask, booked } = await withGuest()
  await look()
  await ask('PUT', `/${booked.id}`, moved)
  const erased = await erase(app, ours, await askErasure(app, ours, { name: 'Conceição Araújo', email, phone: '' }))
  expect(erased.statusCode, erased.body).toBe(200)
  await look()
  expect(mails().filter(({ calendar }) => calendar !== null)).toHaveLength(1)
  expect(await rowsOf(ours)).toEqual([])
  const left = await app.db.company(ours.id, trx =>
    trx.selectFrom('mails').select('id').where('to_address', '=', email).execute()
  )
  expect(left).toEqual([])
  expect(await dump(ours.id, env.DATABASE_URL)).not.toMatch(/Conceição Araújo/)
})

test('a worker process that is killed while it sends loses nothing, nor one that is killed before', async () => {
  let letGo: (value?: unknown) => void = () => {}
  smtp.hold = new Promise(resolve => (letGo = resolve))
  const { ours, mails } = await withGuest()
  const child = startWorkerProcess({ ...env, NODE_ENV: 'test' })
  await expect.poll(async () => (await rowsOf(ours))[0]?.tries, { timeout: 60_000 }).toBe(1)
  await kill(child)
  letGo()
  smtp.hold = Promise.resolve()
  // Until the ten minutes of the dead one have passed, nobody takes its place.
  await look()
  expect((await rowsOf(ours))[0]?.told).toBeNull()
  const other = await withGuest()
  await sql(ours, { claimed_until: new Date(Date.now() - 1000) })
  await look()
  expect((await rowsOf(ours))[0]?.told).toMatch(/^confirmed/)
  const ids = mails().map(({ headers }) => /^Message-ID: (.*)$/im.exec(headers)?.[1])
  expect(ids.length).toBeGreaterThan(0)
  expect(new Set(ids).size).toBe(1)
  expect(other.mails()).toHaveLength(1)
})

test('a worker notifies a guest on its own', async () => {
  await openWorker(testConfig(env))
  const { mails } = await withGuest()
  await expect.poll(() => mails().length).toBe(1)
})

test('where mail is taken in, both whom an invitation is from and whom it is answered to is the address of the appointment', async () => {
  const { booked, mails } = await withGuest()
  const inbound = { INBOUND_MAIL_ADDRESS: 'respostas@prosa.example' }
  await look(inbound)
  const address = replyAddress(testConfig({ ...env, ...inbound }), 'appointment', booked.id) ?? ''
  const [mail] = mails()
  expect(mail?.headers).toMatch(new RegExp(`^Reply-To: <?${address.replace('+', '\\+')}>?\\r?$`, 'm'))
  expect(mail?.headers).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
  expect(mail?.calendar?.replace(/\r\n /g, '')).toMatch(
    new RegExp(`^ORGANIZER;.*:mailto:${address.replace('+', '\\+')}`, 'im')
  )
})
