import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Activity } from '../../../services/account/activities/schema.ts'
import { saidAt } from '../../../services/calendar/appointments/notices.ts'
import type { Appointment } from '../../../services/calendar/appointments/schema.ts'
import type { Booked, BookingPage, FreeDays, GuestAppointment } from '../../../services/calendar/booking/schema.ts'
import { ada, company, openApp, type Tenant, untilServed } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { countWaiting } from '../../kit/locks.ts'
import { join } from '../../kit/team.ts'

// Two processes of the API on one database. The database is their own: the tests count the connections that wait for a
// lock in it.
const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
const other = await openApp(env)

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
const asking =
  (who: Tenant) =>
  async <T>(method: Method, url: string, payload?: object): Promise<T> =>
    (await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })).json<T>()

type Answer = Booked & { status: number; code: string; message: string; slots: { start: string }[] }

async function withPage(service: object = {}, settings: object = {}) {
  const ours = await company(app)
  const ask = asking(ours)
  const { slug } = await ask<{ slug: string }>('PUT', '/api/booking', { active: true, ...settings })
  const { id: serviceId } = await ask<{ id: string }>('POST', '/api/appointments/services', {
    name: 'Visita',
    minutes: 60,
    noticeMinutes: 0,
    windowDays: 365,
    ...service
  })
  const start = await freeStart(slug, serviceId)
  const book = async (more: object = {}, key?: string, through = app): Promise<Answer> => {
    const payload = { ...ada, serviceId, start, ...more }
    const headers = key ? { 'idempotency-key': key } : {}
    const answer = await untilServed(() =>
      through.inject({ method: 'POST', url: `/public/booking/${slug}`, payload, headers })
    )
    return { status: answer.statusCode, ...answer.json() }
  }
  const appointments = async (): Promise<Appointment[]> =>
    (await ask<{ data: Appointment[] }>('GET', `/api/appointments/companies/${ours.id}/appointments`)).data
  return { ours, ask, slug, serviceId, start, book, appointments }
}

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Some day from tomorrow on at which the service has several free times in the morning. */
async function freeDays(slug: string, serviceId: string): Promise<FreeDays> {
  const query = `serviceId=${serviceId}&from=${dayIn(1)}&to=${dayIn(20)}`
  return (await app.inject({ url: `/public/booking/${slug}/slots?${query}` })).json()
}
const freeStart = async (slug: string, serviceId: string): Promise<string> =>
  (await freeDays(slug, serviceId)).data.flatMap(({ slots }) => slots)[0]?.start.replace('.000Z', 'Z') ?? ''

const person = (n: number) => ({ name: `Pessoa ${n}`, email: `pessoa${n}@example.com`, phone: `1198765${1000 + n}` })

test('the page shows what can be booked by its address or the company, and nothing while it is closed', async () => {
  const { ours, ask, slug, serviceId } = await withPage({ priceCents: 12_000 }, { welcome: 'Escolha um horário.' })
  for (const named of [slug, ours.id]) {
    const page = (await app.inject({ url: `/public/booking/${named}` })).json<BookingPage>()
    expect(page).toMatchObject({ slug, welcome: 'Escolha um horário.', confirms: true })
    expect(page.services).toEqual([
      {
        id: serviceId,
        name: 'Visita',
        description: null,
        minutes: 60,
        priceCents: 12_000,
        channel: 'in_person',
        cancelNoticeMinutes: 0,
        moveNoticeMinutes: 0,
        policy: null,
        questions: [],
        people: [{ id: expect.stringMatching(/^[0-9a-f]{24}$/), name: 'Pessoa de Teste', photo: null }]
      }
    ])
    expect(page.form.settings.schedule.on).toBe(false)
    expect(JSON.stringify(page)).not.toContain('recipients')
  }
  await ask('PUT', '/api/booking', { active: false })
  expect((await app.inject({ url: `/public/booking/${slug}` })).statusCode).toBe(404)
  expect((await app.inject({ url: '/public/booking/nao-existe' })).json()).toMatchObject({
    message: 'Página de agendamento não encontrada'
  })
})

test('free times are listed without whose they are', async () => {
  const { slug, serviceId } = await withPage()
  const days = await freeDays(slug, serviceId)
  expect(days.timezone).toBe('America/Sao_Paulo')
  expect(days.data.some(({ slots }) => slots.length > 0)).toBe(true)
  expect(days.data.every(({ slots, reason }) => slots.length > 0 === (reason === null))).toBe(true)
  expect(JSON.stringify(days)).not.toContain('employee')
})

test('a visitor who books is a lead with an appointment, shown in the timeline, and Agendado', async () => {
  const { ours, ask, book, start, appointments } = await withPage()
  const booked = await book()
  expect(booked).toMatchObject({ status: 201, success: true })
  expect(booked.data?.appointment).toMatchObject({
    title: 'Visita',
    start,
    status: 'confirmed',
    with: 'Pessoa de Teste'
  })
  const [appointment] = await appointments()
  expect(appointment).toMatchObject({ leadName: ada.name, origin: 'page', status: 'confirmed', serviceName: 'Visita' })
  const lead = await ask<{ status: string; source: string; consentGiven: boolean }>(
    'GET',
    `/api/leads/${appointment?.leadId}`
  )
  expect(lead).toMatchObject({ status: 'scheduled', source: 'agenda' })
  const activities = await ask<{ type: string; appointmentId: string | null }[]>(
    'GET',
    `/api/companies/${ours.id}/activities?leadId=${appointment?.leadId}`
  )
  expect(activities).toContainEqual(expect.objectContaining({ type: 'appointment', appointmentId: appointment?.id }))
})

test('a company that confirms by hand gets a request', async () => {
  const { book, appointments, ask } = await withPage({}, { confirms: false })
  expect((await book()).data?.appointment).toMatchObject({
    status: 'requested',
    may: { confirm: false, move: true, cancel: true }
  })
  const [requested] = await appointments()
  expect((await ask<{ status: string }>('GET', `/api/leads/${requested?.leadId}`)).status).toBe('new')
})

test('a booking that is sent twice, or twice at once, is one; with another time it is refused', async () => {
  const { book, slug, serviceId, appointments } = await withPage()
  const first = await book({}, 'chave-do-pedido')
  expect(await book({}, 'chave-do-pedido')).toMatchObject({ status: 201, data: { token: first.data?.token } })
  const later = await freeStart(slug, serviceId)
  expect(await book({ start: later }, 'chave-do-pedido')).toMatchObject({ status: 422 })
  const twins = await Promise.all([app, other].map(through => book({ start: later }, 'outra-chave', through)))
  expect(twins.map(({ status }) => status)).toEqual([201, 201])
  expect(new Set(twins.map(({ data }) => data?.token)).size).toBe(1)
  expect(await appointments()).toHaveLength(2)
})

test('fifty visitors on one time leave it to one, and the others get the next free times', async () => {
  const { book, appointments, start } = await withPage()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => book(person(n), `visitante-${n}`, n % 2 ? app : other))
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const late = answers.filter(({ status }) => status === 409)
  expect(late).toHaveLength(49)
  for (const { code, message, slots } of late) {
    expect({ code, message }).toEqual({ code: 'TIME_TAKEN', message: 'Esse horário acabou de ser reservado' })
    expect(slots).toHaveLength(3)
    expect(slots.map(each => each.start)).not.toContain(start)
  }
  expect(await appointments()).toHaveLength(1)
})

test('a visitor who loses a time is a lead all the same, whose history shows what they wanted', async () => {
  const { ours, ask, book, slug, serviceId, start } = await withPage()
  expect((await book(person(1), 'primeira-pessoa')).status).toBe(201)
  expect((await book(person(2), 'segunda-pessoa')).status).toBe(409)
  const leads = await ask<{ id: string; name: string; source: string; status: string }[]>('GET', '/api/leads')
  const lost = leads.find(({ name }) => name === 'Pessoa 2')
  expect(lost).toMatchObject({ source: 'agenda', status: 'new' })
  const timeline = async () =>
    (await ask<Activity[]>('GET', `/api/companies/${ours.id}/activities?leadId=${lost?.id}`))
      .filter(({ type }) => type === 'appointment')
      .map(({ description, data }) => ({ description, by: data.actorName }))
  const when = saidAt(start, 'America/Sao_Paulo')
  const line = `Quis marcar "Visita" para ${when}, mas o horário não estava livre`
  expect(await timeline()).toEqual([{ description: line, by: 'Cliente, pela página de agendamento' }])

  // The form is sent again with another time: the same lead.
  const later = await freeStart(slug, serviceId)
  expect((await book({ ...person(2), start: later }, 'segunda-pessoa')).status).toBe(201)
  expect(await ask<unknown[]>('GET', '/api/leads')).toHaveLength(2)
  expect(await timeline()).toHaveLength(2)
})

test('a time is booked with anyone of the team who is free', async () => {
  const { ours, book, appointments } = await withPage()
  await join(app, ours)
  expect((await book(person(1))).status).toBe(201)
  expect((await book(person(2))).status).toBe(201)
  expect((await book(person(3))).status).toBe(409)
  const people = (await appointments()).map(({ employeeId }) => employeeId)
  expect(new Set(people).size).toBe(2)
})

test('what is no free time, no service or no lead is refused in words, and takes no time', async () => {
  const { book, appointments, start } = await withPage({ noticeMinutes: 0 })
  const theirs = await withPage()
  const night = `${start.slice(0, 10)}T05:00:00Z`
  expect(await book({ start: night })).toMatchObject({ status: 409, code: 'TIME_TAKEN' })
  expect(await book({ start: '2020-01-06T12:00:00Z' })).toMatchObject({ status: 409 })
  expect(await book({ start: '2030-02-30T12:00:00Z' })).toMatchObject({ status: 400 })
  expect(await book({ start: 'amanhã' })).toMatchObject({ status: 400 })
  expect(await book({ serviceId: theirs.serviceId })).toMatchObject({ status: 404 })
  expect(await book({ phone: '123' })).toMatchObject({ status: 400 })
  expect(await book({ name: '' })).toMatchObject({ status: 400, message: 'Nome é obrigatório.' })
  expect(await appointments()).toEqual([])
})

test('a robot takes no time', async () => {
  const { book, appointments } = await withPage()
  expect(await book({ website: 'https://spam.example' })).toMatchObject({ status: 201, success: true, data: null })
  expect(await appointments()).toEqual([])
})

test('one guest has at most three coming times', async () => {
  const { book, slug, serviceId } = await withPage()
  for (let n = 0; n < 3; n++) expect((await book({ start: await freeStart(slug, serviceId) })).status).toBe(201)
  expect(await book({ start: await freeStart(slug, serviceId) })).toMatchObject({
    status: 409,
    message: 'Quem vem já tem 3 horários marcados. Cancele um deles para marcar outro.'
  })
})

/** Holds the bookings of `begin` until at least two are about to be stored, then lets them go on together. */
async function allAtOnce<T>(companyId: string, begin: () => Promise<T>[]): Promise<T[]> {
  let bookings: Promise<T>[] = []
  await app.db.everyCompany(async trx => {
    await sql`select from employees where company_id = ${companyId} for update`.execute(trx)
    bookings = begin()
    await expect.poll(() => countWaiting(app.db)).toBeGreaterThan(1)
  })
  return Promise.all(bookings)
}

test('who books several times at once has no more than one person may', async () => {
  const { ours, book, slug, serviceId } = await withPage()
  const free = (await freeDays(slug, serviceId)).data.flatMap(({ slots }) => slots.map(({ start }) => start))
  // They lie half an hour apart.
  const starts = free.filter((_, n) => n % 2 === 0)
  for (const start of starts.slice(0, 2)) expect((await book({ start })).status).toBe(201)
  const together = await allAtOnce(ours.id, () =>
    starts.slice(2, 6).map((start, n) => book({ start }, `meu-pedido-${n}`, n % 2 ? app : other))
  )
  expect(together.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
})

test('bookings of a day at once never exceed the service’s number a day', async () => {
  const { ours, book, slug, serviceId } = await withPage({ dailyCap: 1 })
  const day = (await freeDays(slug, serviceId)).data.find(({ slots }) => slots.length > 4)
  const together = await allAtOnce(ours.id, () =>
    (day?.slots ?? [])
      .slice(0, 4)
      .map(({ start }, n) => book({ ...person(n), start }, `visitante-${n}`, n % 2 ? app : other))
  )
  expect(together.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
})

test('beyond the limit of the plan the time is taken and seen, without the name of who is held', async () => {
  const { ours, book, appointments, slug, serviceId } = await withPage()
  await app.db.everyCompany(trx => sql`update companies set leads_limit = 1 where id = ${ours.id}`.execute(trx))
  expect((await book(person(1))).status).toBe(201)
  const held = await book({ ...person(2), start: await freeStart(slug, serviceId) })
  expect(held.status).toBe(201)
  const names = (await appointments()).map(({ leadName }) => leadName)
  expect(names).toEqual(['Pessoa 1', null])
  const own = await join(app, ours, { leadAccess: 'own' })
  const seen = await asking(own)<{ data: Appointment[] }>('GET', `/api/appointments/companies/${ours.id}/appointments`)
  expect(seen.data).toEqual([])
  // By the link the guest has it all the same.
  const opened = await app.inject({ url: `/public/appointments/${held.data?.token}` })
  expect(opened.json<{ data: GuestAppointment }>().data).toMatchObject({
    status: 'confirmed',
    may: { move: true, cancel: true }
  })
})

test('the time of a lead that is deleted is cancelled and free, and stays so when the lead comes back', async () => {
  const { ours, book, appointments, start } = await withPage()
  const { data } = await book()
  const [booked] = await appointments()
  const change = (method: Method, path = '') =>
    app.inject({ method, url: `/api/leads/${booked?.leadId}${path}`, headers: ours.auth })
  await change('DELETE')
  const cancelled = { id: booked?.id, status: 'cancelled', reason: 'O lead foi excluído' }
  expect(await appointments()).toMatchObject([{ ...cancelled, leadName: null, leadPhone: null }])
  const opened = await app.inject({ url: `/public/appointments/${data?.token}` })
  expect(opened.json<{ data: GuestAppointment }>().data).toMatchObject({ status: 'cancelled', may: { restore: false } })
  expect((await book({ ...person(2), start })).status).toBe(201)
  await change('POST', '/restore')
  expect((await appointments()).filter(({ leadId }) => leadId === booked?.leadId)).toMatchObject([cancelled])
})

test('deleting a lead waits for what is being booked for it, and cancels that too', async () => {
  const { ours, appointments, book, start } = await withPage()
  await book()
  const [{ leadId, employeeId } = {}] = await appointments()
  const later = Date.parse(start) + 86_400_000
  const wanted = {
    place: 0,
    leadId,
    employeeId,
    title: 'Retorno',
    start: new Date(later),
    end: new Date(later + 3_600_000),
    status: 'confirmed',
    origin: 'page',
    channel: 'in_person'
  }
  let deleted: Promise<unknown> | undefined
  await app.db.everyCompany(async trx => {
    await sql`select * from book_appointments(${ours.id}, ${JSON.stringify([wanted])}::jsonb)`.execute(trx)
    deleted = other.inject({ method: 'DELETE', url: `/api/leads/${leadId}`, headers: ours.auth }).then()
    await expect.poll(() => countWaiting(app.db)).toBe(1)
  })
  await deleted
  expect((await appointments()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
})

const guestOf =
  (token: string) =>
  async (
    method: Method,
    path: string,
    payload?: object
  ): Promise<{ status: number; message: string; data: GuestAppointment }> => {
    const answer = await app.inject({
      method,
      url: `/public/appointments/${token}${path}`,
      ...(payload && { payload })
    })
    return { status: answer.statusCode, ...answer.json() }
  }

test('by the link of an appointment a guest confirms, moves, cancels and takes that back', async () => {
  const { book, slug, serviceId, start, ask, ours, appointments } = await withPage()
  const { data } = await book()
  const guest = guestOf(data?.token ?? '')
  expect((await guest('GET', '')).data).toMatchObject({
    company: { name: ours.name },
    confirmed: false,
    may: { confirm: true, move: true, cancel: true, restore: false }
  })
  expect((await guest('POST', '/confirm', {})).data).toMatchObject({ confirmed: true, may: { confirm: false } })
  expect((await guest('POST', '/confirm', {})).status).toBe(200)

  const later = await freeStart(slug, serviceId)
  expect(later).not.toBe(start)
  expect((await guest('POST', '/move', { start: later })).data).toMatchObject({ start: later, confirmed: false })
  const night = `${start.slice(0, 10)}T05:00:00Z`
  expect(await guest('POST', '/move', { start: night })).toMatchObject({
    status: 409,
    message: 'Esse horário não está mais livre. Escolha outro.'
  })

  expect((await guest('POST', '/cancel', { reason: 'Viajo nesse dia' })).data).toMatchObject({
    status: 'cancelled',
    may: { move: false, cancel: false, restore: true }
  })
  expect((await appointments())[0]).toMatchObject({ status: 'cancelled', reason: 'Viajo nesse dia' })
  expect((await guest('POST', '/cancel', {})).status).toBe(409)
  expect((await guest('POST', '/restore', {})).data).toMatchObject({ status: 'confirmed' })

  const [appointment] = await appointments()
  const timeline = await ask<{ description: string }[]>(
    'GET',
    `/api/companies/${ours.id}/activities?leadId=${appointment?.leadId}`
  )
  expect(timeline.map(({ description }) => description).join('\n')).toMatch(
    /Restaurou.*\n.*Cancelou.*\n.*Remarcou.*\n.*Confirmou presença.*\n.*Marcou/
  )
})

test('a guest moves by less than the length, and within a day that takes no more', async () => {
  const { book, slug, serviceId, appointments } = await withPage({ dailyCap: 1 })
  const day = (await freeDays(slug, serviceId)).data.find(({ slots }) => slots.length > 3)
  const [first, second, third] = day?.slots.map(({ start }) => start) ?? []
  const guest = guestOf((await book({ start: second })).data?.token ?? '')
  const offered = (await guest('GET', `/slots?from=${day?.day}&to=${day?.day}`)) as unknown as FreeDays
  const times = offered.data.flatMap(({ slots }) => slots.map(({ start }) => start))
  expect(times).toEqual(expect.arrayContaining([first, third]))
  expect(times).not.toContain(second)
  expect(Date.parse((await guest('POST', '/move', { start: third })).data.start)).toBe(Date.parse(third ?? ''))
  expect(await appointments()).toHaveLength(1)
})

test('the team sees that a guest confirmed their presence, which is so of that time alone', async () => {
  const { book, ask, ours, appointments } = await withPage()
  const guest = guestOf((await book()).data?.token ?? '')
  expect((await appointments())[0]?.guestConfirmedAt).toBeNull()
  await guest('POST', '/confirm', {})
  const [appointment] = await appointments()
  expect(Date.parse(appointment?.guestConfirmedAt ?? '')).toBeGreaterThan(Date.now() - 3_600_000)
  const change = async (more: object) => {
    const [{ version, id } = { version: 0, id: '' }] = await appointments()
    const path = `/api/appointments/companies/${ours.id}/appointments/${id}`
    return (await ask<{ data: Appointment }>('PUT', path, { version, ...more })).data
  }
  expect((await change({ notes: 'Traz os documentos' })).guestConfirmedAt).not.toBeNull()
  const later = (at = '') => new Date(Date.parse(at) + 7 * 86_400_000).toISOString()
  const moved = await change({ start: later(appointment?.start), end: later(appointment?.end) })
  expect(moved.guestConfirmedAt).toBeNull()
  expect((await guest('GET', '')).data).toMatchObject({ confirmed: false, may: { confirm: true } })
})

test('a guest takes back nothing but their own cancellation, and a time that is gone is not had back', async () => {
  const { book, ask, ours, appointments, start } = await withPage()
  const { data } = await book(person(1))
  const guest = guestOf(data?.token ?? '')
  const [appointment] = await appointments()
  const path = `/api/appointments/companies/${ours.id}/appointments/${appointment?.id}`
  await ask('DELETE', path)
  expect((await guest('GET', '')).data).toMatchObject({ status: 'cancelled', may: { restore: false } })
  expect((await guest('POST', '/restore', {})).status).toBe(409)
  await ask('POST', `${path}/restore`, {})
  await guest('POST', '/cancel', {})
  expect((await book({ ...person(2), start })).status).toBe(201)
  expect(await guest('POST', '/restore', {})).toMatchObject({
    status: 409,
    message: 'Esse horário acabou de ser reservado'
  })
})

test('a guest confirms what the company proposed, and not what they asked for themselves', async () => {
  const { book, ask, ours, appointments } = await withPage({}, { confirms: false })
  const { data } = await book()
  expect(await guestOf(data?.token ?? '')('POST', '/confirm', {})).toMatchObject({
    status: 409,
    message: 'A empresa ainda vai confirmar este horário.'
  })
  const [requested] = await appointments()
  await ask('POST', `/api/appointments/companies/${ours.id}/appointments/${requested?.id}/confirm`, {})
  expect((await guestOf(data?.token ?? '')('POST', '/confirm', {})).data).toMatchObject({ confirmed: true })
})

test('a link that was changed opens nothing', async () => {
  const { book } = await withPage()
  const theirs = await withPage()
  const token = (await book()).data?.token ?? ''
  const forged = [
    token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
    token.replace(/^[^.]+/, theirs.ours.id),
    token.split('.').slice(0, 2).join('.'),
    `${token}.x`,
    '..',
    'x'
  ]
  for (const wrong of forged) {
    const answer = await app.inject({ url: `/public/appointments/${encodeURIComponent(wrong)}` })
    expect(answer.statusCode, wrong).toBe(404)
  }
})

test('the company chooses the address of its page, and the old one leads to it', async () => {
  const { ours, ask, slug } = await withPage()
  const put = async (who: Tenant, to: string) => {
    const answer = await app.inject({ method: 'PUT', url: '/api/booking', headers: who.auth, payload: { slug: to } })
    return [answer.statusCode, answer.json().message ?? answer.json().slug]
  }
  const wanted = `clinica-${slug.slice(-6).replace(/[^a-z0-9]/g, 'x')}`
  for (const wrong of ['ab', 'Clínica', 'a b c', 'x'.repeat(61)])
    expect(await put(ours, wrong)).toEqual([400, 'Use de 3 a 60 letras minúsculas sem acento, números e hifens.'])
  expect(await put(ours, wanted)).toEqual([200, wanted])
  const other = await company(app)
  // Two at once, and an address that somebody had: neither is given away.
  expect(await put(other, wanted)).toEqual([409, 'Este endereço já está em uso.'])
  expect(await put(other, slug)).toEqual([409, 'Este endereço já está em uso.'])
  const page = (await app.inject({ url: `/public/booking/${slug}` })).json<BookingPage>()
  expect(page.slug).toBe(wanted)
  // Back again.
  expect(await put(ours, slug)).toEqual([200, slug])
  expect((await ask<{ slug: string }>('GET', '/api/booking')).slug).toBe(slug)
})
